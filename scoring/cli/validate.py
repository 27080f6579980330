"""``validate RUN --reference FILE``: the classifier against the reference, and what it means for scores and ranks."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from scoring.cli.options import add_random_options, add_run_options, load_codebook, load_run, parse_renames
from scoring.cli.result import CommandResult
from scoring.cli.words import show_number
from scoring.ehq import DEFAULT_WEIGHTS, SCORES, parse_weights
from scoring.formats import (
    check_adjudication_for_run,
    check_label_file_for_run,
    read_codings,
    read_label_file,
    read_plan,
    read_reference,
    read_sample,
)
from scoring.validation import Validation
from scoring.validation import validate as validate_run

__all__ = ["add_options", "run", "validate"]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("run", metavar="RUN", help="run file: JSON Lines, gzip, CSV or Parquet")
    parser.add_argument("--reference", required=True, metavar="FILE", help="adjudication file, or CSV record_id,label")
    parser.add_argument("--sample", metavar="FILE", help="file of the drawn sample, for design weights")
    parser.add_argument("--codings", metavar="FILE", help="what the coders said; an adjudication file holds it already")
    parser.add_argument("--classifier", metavar="NAME", help="named classifier of the run that is validated")
    parser.add_argument("--labels", metavar="FILE", help="label file of the classifier that is validated")
    parser.add_argument(
        "--plan", metavar="FILE", help="plan file sealed before coding: what it declares is prespecified"
    )
    parser.add_argument(
        "--force", action="store_true", help="validate even on a sample that the label file's rules have seen"
    )
    parser.add_argument("--weights", metavar="A,B,C", help="weights of EHQ1, EHQ2 and EHQ3; 0.30,0.45,0.25 by default")
    parser.add_argument("--by-family", action="store_true", help="error rates by family and model as well")
    add_run_options(parser)
    add_random_options(parser)


def validate(
    run: str | Path,
    *,
    reference: str | Path,
    sample: str | Path | None = None,
    codings: str | Path | None = None,
    classifier: str | None = None,
    weights: str | None = None,
    by_family: bool = False,
    labels: str | Path | None = None,
    plan: str | Path | None = None,
    force: bool = False,
    codebook: str | Path | None = None,
    manifest: str | Path | None = None,
    unknown_labels: str = "refuse",
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """Validity of a run's classifier: ``n, weights, accuracy, kappa, …, impact, ranks, pool, full_run, classifiers``.

    Errors
    ------
    BadInput with all problems of a file, or for files of another run; Usage for weights or a classifier that are none,
    and for a spent sample without ``force``.
    """
    return _validate(
        run,
        reference=reference,
        sample=sample,
        codings=codings,
        classifier=classifier,
        weights=weights,
        by_family=by_family,
        labels=labels,
        plan=plan,
        force=force,
        codebook=codebook,
        manifest=manifest,
        unknown_labels=unknown_labels,
        format=format,
        columns=columns,
    ).as_json()


def _validate(
    run: str | Path,
    *,
    reference: str | Path,
    sample: str | Path | None,
    codings: str | Path | None,
    classifier: str | None,
    weights: str | None,
    by_family: bool,
    labels: str | Path | None,
    plan: str | Path | None,
    force: bool,
    codebook: str | Path | None,
    manifest: str | Path | None,
    unknown_labels: str,
    format: str | None,
    columns: Mapping[str, str] | None,
) -> Validation:
    composite = DEFAULT_WEIGHTS if weights is None else parse_weights(weights)
    book = load_codebook(codebook)
    decided = read_reference(reference, codebook=book)
    drawn = None if sample is None else read_sample(sample)
    said = None if codings is None else read_codings(codings, codebook=book)
    label_file = None if labels is None else read_label_file(labels)
    declared = None if plan is None else read_plan(plan)
    found = load_run(
        run, codebook=codebook, manifest=manifest, unknown_labels=unknown_labels, format=format, columns=columns
    )
    if decided.adjudication is not None:
        check_adjudication_for_run(decided.adjudication, found)
    if label_file is not None:
        check_label_file_for_run(label_file, found)
    return validate_run(
        found,
        decided,
        codebook=book,
        sample=drawn,
        codings=said,
        classifier=classifier,
        label_file=label_file,
        weights=composite,
        by_family=by_family,
        plan=declared,
        force=force,
    )


def run(options: argparse.Namespace) -> CommandResult:
    """Run the command."""
    found = _validate(
        options.run,
        reference=options.reference,
        sample=options.sample,
        codings=options.codings,
        classifier=options.classifier,
        weights=options.weights,
        by_family=options.by_family,
        labels=options.labels,
        plan=options.plan,
        force=options.force,
        codebook=options.codebook,
        manifest=options.manifest,
        unknown_labels=options.unknown_labels,
        format=options.format,
        columns=parse_renames(options.map),
    )
    return CommandResult(document=found.as_json(), lines=_describe(found))


def _describe(found: Validation) -> tuple[str, ...]:
    measured = found.measured
    full, two, pool = measured.full, measured.two_class, measured.pool.whole
    lines = [
        f"{found.classifier} on {full.n} referenced records, weights: {found.weighting.kind}",
        *(f"  left out, {reason}: {n}" for reason, n in found.left_out.items()),
        f"accuracy {show_number(full.accuracy)}, kappa {show_number(full.kappa)}",
        f"two classes: accuracy {show_number(two.accuracy)}, kappa {show_number(two.kappa)}",
    ]
    for one in full.per_class:
        figures = f"precision {show_number(one.precision)}, recall {show_number(one.recall)}, F1 {show_number(one.f1)}"
        lines.append(f"  {one.label}: {figures}, support {one.support}")
    for score in SCORES:
        pooled = measured.impact.pooled
        values = [show_number(number) for number in (pooled.automated.get(score), pooled.reference.get(score))]
        lines.append(
            f"{score.upper()}: automated {values[0]}, reference {values[1]}, bias {show_number(pooled.bias(score))}"
        )
    lines.append(
        f"calibration pool: leak {show_number(pool.restraint_to_substantive)}, "
        f"loss {show_number(pool.substantive_to_restraint)}, contamination {show_number(pool.contamination)}"
    )
    return tuple(lines)
