"""``inspect RUN``: what a run holds, and whether it can be imported."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from scoring.cli.options import add_run_options, load_run, parse_renames
from scoring.cli.result import CommandResult
from scoring.records import inspect_run

__all__ = ["add_options", "inspect", "run"]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("run", metavar="RUN", help="run file: JSON Lines, gzip, CSV or Parquet")
    add_run_options(parser)


def inspect(
    run: str | Path,
    *,
    codebook: str | Path | None = None,
    manifest: str | Path | None = None,
    unknown_labels: str = "refuse",
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """The counts of a run file: ``records, models, items, categories, excluded, sha256, problems``.

    Errors
    ------
    BadInput with all problems of the file.
    """
    found = load_run(
        run, codebook=codebook, manifest=manifest, unknown_labels=unknown_labels, format=format, columns=columns
    )
    return inspect_run(found).as_json()


def run(options: argparse.Namespace) -> CommandResult:
    """Run the command."""
    document = inspect(
        options.run,
        codebook=options.codebook,
        manifest=options.manifest,
        unknown_labels=options.unknown_labels,
        format=options.format,
        columns=parse_renames(options.map),
    )
    excluded = document["excluded"]
    counts = "".join(f"\n  {reason}: {n}" for reason, n in excluded.items()) if isinstance(excluded, dict) else ""
    return CommandResult(
        document=document,
        lines=(
            f"{document['records']} records of {document['models']} models, {document['items']} items, "
            f"{document['categories']} categories",
            f"excluded:{counts or ' none'}",
            f"content hash: {document['sha256']}",
        ),
    )
