"""``verify FILE``: is an adjudication file what it claims to be."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from scoring import verify as checker
from scoring.cli.options import add_run_options, load_run, parse_renames
from scoring.cli.result import CommandResult
from scoring.errors import BadInput, Usage

__all__ = ["add_options", "run", "verify"]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="adjudication file")
    parser.add_argument("--sha256", metavar="HEX", help="the SHA-256 that the file must have")
    parser.add_argument("--run", metavar="RUN", help="the run that it must belong to")
    add_run_options(parser)


def verify(
    file: str | Path,
    *,
    sha256: str | None = None,
    run: str | Path | None = None,
    codebook: str | Path | None = None,
    manifest: str | Path | None = None,
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """The checks of an adjudication file: ``ok, checks[{name, result, detail}]``.

    Parameters
    ----------
    sha256 : 64 hex digits that the file must have; without them its name decides, or the origin is not established.
    run : the run that it must belong to; its hash is computed from the file.
    codebook : the codebook that the file must name and that must have all its labels.

    Errors
    ------
    BadInput when a file can't be opened; Usage for a bad hash.
    """
    if sha256 is not None and not checker.HEX64.match(sha256.lower()):
        raise Usage("--sha256 needs 64 hex digits")
    try:
        data = checker.read_bytes(str(file))
        book = None if codebook is None else checker.read_bytes(str(codebook))
        facts, fault = None, None
        if run is not None:
            try:
                facts = _read_run(str(run), manifest, format, columns)
            except (checker.Bad, BadInput) as error:
                fault = str(error)
    except checker.Unreadable as error:
        raise BadInput(str(error)) from None
    checks = checker.verify_adjudication(
        data,
        name=Path(file).name,
        sha256=None if sha256 is None else sha256.lower(),
        run=facts,
        run_fault=fault,
        codebook=book,
    )
    return {"ok": checker.is_ok(checks), "checks": [check._asdict() for check in checks]}


def run(options: argparse.Namespace) -> CommandResult:
    """Run the command."""
    document = verify(
        options.file,
        sha256=options.sha256,
        run=options.run,
        codebook=options.codebook,
        manifest=options.manifest,
        format=options.format,
        columns=parse_renames(options.map),
    )
    checks = document["checks"]
    lines = (
        [f"{check['result']:8}{check['name']}: {check['detail']}" for check in checks]
        if isinstance(checks, list)
        else []
    )
    return CommandResult(document=document, lines=tuple(lines), exit_code=0 if document["ok"] else 1)


def _read_run(
    run: str, manifest: str | Path | None, format: str | None, columns: Mapping[str, str] | None
) -> checker.Run:
    """The run as the standalone checker reads it; by the product's own readers only where that one can't."""
    if not Path(run).is_file():
        raise checker.Unreadable(f"{run} can't be read: there is no such file")
    with suppress(checker.NeedsParquet):
        if not (manifest or format or columns):
            return checker.read_run(run)
    found = load_run(run, manifest=manifest, unknown_labels="keep", format=format, columns=columns)
    labels = dict(zip(found.frame["record_id"], found.frame["automated_label"], strict=True))
    return checker.Run(found.sha256, labels)
