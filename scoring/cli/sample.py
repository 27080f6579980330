"""``sample RUN``: the deterministic stratified sample."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from scoring.cli.options import add_run_options, load_run, parse_renames
from scoring.cli.result import CommandResult
from scoring.records import draw_sample
from scoring.results import Sample

__all__ = ["add_options", "run", "sample"]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("run", metavar="RUN", help="run file: JSON Lines, gzip, CSV or Parquet")
    parser.add_argument("--by", default="model,category", metavar="FIELDS", help="fields that make the strata")
    parser.add_argument("--per-stratum", type=int, required=True, metavar="N", help="records drawn in each stratum")
    parser.add_argument("--seed", required=True, metavar="TEXT", help="seed of the draw")
    parser.add_argument("--same-items", action="store_true", help="draw the same items for every model")
    add_run_options(parser)


def sample(
    run: str | Path,
    *,
    by: Sequence[str],
    per_stratum: int,
    seed: str,
    same_items: bool = False,
    codebook: str | Path | None = None,
    manifest: str | Path | None = None,
    unknown_labels: str = "refuse",
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """The sample of a run file: ``sha256, seed, by, strata, records``.

    Errors
    ------
    BadInput with all problems of the file; Usage for strata that make no sense.
    """
    found = load_run(
        run, codebook=codebook, manifest=manifest, unknown_labels=unknown_labels, format=format, columns=columns
    )
    return draw_sample(found, by=tuple(by), per_stratum=per_stratum, seed=seed, same_items=same_items).as_json()


def run(options: argparse.Namespace) -> CommandResult:
    """Run the command."""
    found = load_run(
        options.run,
        codebook=options.codebook,
        manifest=options.manifest,
        unknown_labels=options.unknown_labels,
        format=options.format,
        columns=parse_renames(options.map),
    )
    drawn = draw_sample(
        found,
        by=tuple(options.by.split(",")),
        per_stratum=options.per_stratum,
        seed=options.seed,
        same_items=options.same_items,
    )
    return CommandResult(document=drawn.as_json(), lines=_describe(drawn))


def _describe(drawn: Sample) -> tuple[str, ...]:
    strata = [
        f"  {' / '.join(part or '-' for part in stratum.key)}: {stratum.drawn} of {stratum.available}"
        + (" (all there are)" if stratum.is_short else "")
        for stratum in drawn.strata
    ]
    head = f"{len(drawn.records)} records drawn by {', '.join(drawn.by)} with seed {drawn.seed}"
    return (head, *strata, f"sample hash: {drawn.sha256}")
