"""Options that several commands share, and the reading of the files that they name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from scoring.cli.progress import ProgressBar
from scoring.errors import Usage
from scoring.formats import FORMATS, default_codebook, read_codebook, read_run
from scoring.results import Codebook, Run

__all__ = [
    "REPLICATES",
    "add_codebook_option",
    "add_output_options",
    "add_random_options",
    "add_run_options",
    "find_replicates",
    "load_codebook",
    "load_run",
    "parse_renames",
]


REPLICATES = 10_000


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """``--json`` and ``--out``, which every command has."""
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else on stdout")
    parser.add_argument("--out", metavar="FILE", help="write the same object to FILE, all or nothing")


def add_codebook_option(parser: argparse.ArgumentParser) -> None:
    """``--codebook``, which every command that reads labels has."""
    parser.add_argument("--codebook", metavar="FILE", help="codebook-v1 file; the EHQ four-class codebook by default")


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """The options that say how a run file is to be read."""
    add_codebook_option(parser)
    parser.add_argument("--manifest", metavar="FILE", help="manifest; NAME.run.json beside the run by default")
    parser.add_argument(
        "--unknown-labels",
        choices=("refuse", "keep"),
        default="refuse",
        help="what to do with an automated label outside the codebook",
    )
    parser.add_argument("--format", choices=FORMATS, help="format of the run file; found out by default")
    parser.add_argument(
        "--map", action="append", default=[], metavar="FIELD=COLUMN", help="the column that holds a field; repeatable"
    )


def add_random_options(parser: argparse.ArgumentParser) -> None:
    """``--replicates`` and ``--seed``, where a command draws random numbers."""
    parser.add_argument(
        "--replicates",
        type=int,
        default=REPLICATES,
        metavar="N",
        help="replicates of the bootstrap, 10,000 by default; 0 for no intervals",
    )
    parser.add_argument("--seed", default="1", metavar="TEXT", help="seed, hashed to 128 bits")


def find_replicates(replicates: int) -> int | None:
    """The number of replicates, None for 0.

    Errors
    ------
    Usage for a negative number.

    Examples
    --------
    >>> find_replicates(10), find_replicates(0)
    (10, None)
    """
    if replicates < 0:
        raise Usage(f"--replicates needs a whole number from 0, not {replicates}")
    return replicates or None


def parse_renames(pairs: list[str]) -> dict[str, str]:
    """Field to column from ``FIELD=COLUMN`` texts.

    Errors
    ------
    Usage when one has no ``=`` or a field is named twice.

    Examples
    --------
    >>> parse_renames(["question=prompt"])
    {'question': 'prompt'}
    """
    renames: dict[str, str] = {}
    for pair in pairs:
        field, sign, column = pair.partition("=")
        if not sign or not field or not column:
            raise Usage(f'--map needs FIELD=COLUMN, as in --map question=prompt; it was "{pair}"')
        if field in renames:
            raise Usage(f"--map names {field} twice")
        renames[field] = column
    return renames


def load_codebook(path: str | Path | None) -> Codebook:
    """The codebook of a path, the default one for None."""
    return default_codebook() if path is None else read_codebook(path)


def load_run(
    run: str | Path,
    *,
    codebook: str | Path | None = None,
    manifest: str | Path | None = None,
    unknown_labels: str = "refuse",
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> Run:
    """The run of a path; reading shows a bar on stderr where that is a terminal."""
    with ProgressBar(stream=sys.stderr, title=Path(run).name) as bar:
        return read_run(
            run,
            codebook=load_codebook(codebook),
            manifest=manifest,
            unknown_labels=unknown_labels,
            format=format,
            columns=columns,
            progress=bar.show if bar.is_shown else None,
        )
