"""``score RUN``: EHQ1, EHQ2, EHQ3 and EHQ of every model."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from scoring.cli.options import add_random_options, add_run_options, load_codebook, load_run, parse_renames
from scoring.cli.result import CommandResult
from scoring.cli.words import show_number
from scoring.ehq import DEFAULT_WEIGHTS, SCORES, Score, ScoredLabels, parse_weights
from scoring.ehq import score as score_run
from scoring.formats import check_adjudication_for_run, check_label_file_for_run, read_adjudication, read_label_file

__all__ = ["add_options", "run", "score"]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("run", metavar="RUN", help="run file: JSON Lines, gzip, CSV or Parquet")
    parser.add_argument(
        "--adjudication", metavar="FILE", help="adjudication file whose labels override the scored ones"
    )
    parser.add_argument("--labels", metavar="FILE", help="label file whose labels are scored")
    parser.add_argument("--classifier", metavar="NAME", help="named classifier of the run whose labels are scored")
    parser.add_argument("--weights", metavar="A,B,C", help="weights of EHQ1, EHQ2 and EHQ3; 0.30,0.45,0.25 by default")
    add_run_options(parser)
    add_random_options(parser)


def score(
    run: str | Path,
    *,
    adjudication: str | Path | None = None,
    labels: str | Path | None = None,
    classifier: str | None = None,
    weights: str | None = None,
    codebook: str | Path | None = None,
    manifest: str | Path | None = None,
    unknown_labels: str = "refuse",
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """The scores of a run file: ``identity, models, families, pairs, correlations, sensitivity``.

    With an adjudication file also ``automated, adjudicated, changed``.

    Errors
    ------
    BadInput with all problems of a file, or for files of another run; Usage for weights or a classifier that are none.
    """
    return _score(
        run,
        adjudication=adjudication,
        labels=labels,
        classifier=classifier,
        weights=weights,
        codebook=codebook,
        manifest=manifest,
        unknown_labels=unknown_labels,
        format=format,
        columns=columns,
    ).as_json()


def _score(
    run: str | Path,
    *,
    adjudication: str | Path | None,
    labels: str | Path | None,
    classifier: str | None,
    weights: str | None,
    codebook: str | Path | None,
    manifest: str | Path | None,
    unknown_labels: str,
    format: str | None,
    columns: Mapping[str, str] | None,
) -> Score:
    composite = DEFAULT_WEIGHTS if weights is None else parse_weights(weights)
    book = load_codebook(codebook)
    decided = None if adjudication is None else read_adjudication(adjudication, codebook=book)
    label_file = None if labels is None else read_label_file(labels)
    found = load_run(
        run, codebook=codebook, manifest=manifest, unknown_labels=unknown_labels, format=format, columns=columns
    )
    if decided is not None:
        check_adjudication_for_run(decided, found)
    if label_file is not None:
        check_label_file_for_run(label_file, found)
    return score_run(
        found,
        codebook=book,
        adjudication=decided,
        label_file=label_file,
        classifier=classifier,
        weights=composite,
    )


def run(options: argparse.Namespace) -> CommandResult:
    """Run the command."""
    found = _score(
        options.run,
        adjudication=options.adjudication,
        labels=options.labels,
        classifier=options.classifier,
        weights=options.weights,
        codebook=options.codebook,
        manifest=options.manifest,
        unknown_labels=options.unknown_labels,
        format=options.format,
        columns=parse_renames(options.map),
    )
    lines = [f"identity: {found.identity.digest}"]
    if found.automated is None:
        lines += _describe(found.labels)
    else:
        lines += ["before adjudication:", *_describe(found.automated)]
        lines += [f"after adjudication, {len(found.changed)} labels changed:", *_describe(found.labels)]
    return CommandResult(document=found.as_json(), lines=tuple(lines))


def _describe(labels: ScoredLabels) -> list[str]:
    width = max((len(model.model) for model in labels.models), default=0)
    lines = []
    for model in labels.models:
        values = [f"{name.upper()} {show_number(model.group.scores.get(name))}" for name in SCORES]
        behind = f"n {model.group.tally.records} of {model.expected}, calibration {model.group.tally.calibration}"
        lines.append(f"  {model.model:<{width}}  {'  '.join(values)}  ({behind})")
    return lines
