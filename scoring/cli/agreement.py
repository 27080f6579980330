"""``agreement CODINGS``: how far the coders agree."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from scoring.agreement import Agreement, Figures, measure_agreement
from scoring.cli.options import (
    REPLICATES,
    add_random_options,
    add_run_options,
    find_replicates,
    load_codebook,
    load_run,
    parse_renames,
)
from scoring.cli.progress import ProgressBar
from scoring.cli.result import CommandResult
from scoring.cli.words import show_interval, show_number
from scoring.formats import read_codings

__all__ = ["add_options", "agreement", "run"]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("codings", metavar="CODINGS", help="codings file: CSV or JSON Lines")
    parser.add_argument("--run", metavar="RUN", help="run file of the coded records")
    parser.add_argument("--by", metavar="FIELDS", help="fields of the run that make cells, as model,subcategory")
    add_run_options(parser)
    add_random_options(parser)


def agreement(
    codings: str | Path,
    *,
    run: str | Path | None = None,
    by: Sequence[str] = (),
    replicates: int = REPLICATES,
    seed: str = "1",
    codebook: str | Path | None = None,
    manifest: str | Path | None = None,
    unknown_labels: str = "refuse",
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """Agreement over a codings file: ``coders, n, observed, kappa, …, two_class, pairs, by``.

    Parameters
    ----------
    replicates, seed : of the bootstrap; 0 for no intervals.

    Errors
    ------
    BadInput with all problems of a file, or for coded records that the run does not have; Usage for ``by`` without a
    run and for negative replicates.
    """
    return _measure(
        codings,
        run=run,
        by=by,
        replicates=replicates,
        seed=seed,
        codebook=codebook,
        manifest=manifest,
        unknown_labels=unknown_labels,
        format=format,
        columns=columns,
    ).as_json()


def _measure(
    codings: str | Path,
    *,
    run: str | Path | None,
    by: Sequence[str],
    replicates: int,
    seed: str,
    codebook: str | Path | None,
    manifest: str | Path | None,
    unknown_labels: str,
    format: str | None,
    columns: Mapping[str, str] | None,
) -> Agreement:
    draws = find_replicates(replicates)
    book = load_codebook(codebook)
    said = read_codings(codings, codebook=book)
    found = None
    if run is not None:
        found = load_run(
            run, codebook=codebook, manifest=manifest, unknown_labels=unknown_labels, format=format, columns=columns
        )
    with ProgressBar(stream=sys.stderr, title="agreement", unit="parts") as bar:
        return measure_agreement(
            said,
            codebook=book,
            run=found,
            by=tuple(by),
            replicates=draws,
            seed=seed,
            progress=bar.show if bar.is_shown else None,
        )


def run(options: argparse.Namespace) -> CommandResult:
    """Run the command."""
    found = _measure(
        options.codings,
        run=options.run,
        by=options.by.split(",") if options.by else (),
        replicates=options.replicates,
        seed=options.seed,
        codebook=options.codebook,
        manifest=options.manifest,
        unknown_labels=options.unknown_labels,
        format=options.format,
        columns=parse_renames(options.map),
    )
    full, two = found.figures.full, found.figures.two_class
    lines = [
        f"{len(found.coders)} coders, {full.n} units coded by two or more, {len(found.unpaired)} by one",
        *_describe("all classes", full),
        *_describe("two classes", two),
        *(f"note: {note}" for note in full.notes),
    ]
    for cell in found.by:
        name = " / ".join(part or "-" for part in cell.key)
        kappa = show_number(cell.figures.full.kappa)
        observed = show_number(cell.figures.full.observed)
        lines.append(f"  {name}: n {cell.figures.full.n}, observed {observed}, kappa {kappa}")
    return CommandResult(document=found.as_json(), lines=tuple(lines))


def _describe(title: str, figures: Figures) -> list[str]:
    names = {"observed": "observed agreement", "kappa": "kappa", "pi": "pi", "ac1": "AC1", "alpha": "alpha"}
    lines = [
        f"  {words}: {show_number(getattr(figures, name))}{show_interval(figures.uncertainty.get(name))}"
        for name, words in names.items()
    ]
    return [f"{title}:", *lines]
