"""The entry of ``python -m scoring``: options in, one command, output and exit code out. Nothing else prints."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from scoring import __version__
from scoring.cli.options import add_output_options
from scoring.cli.result import CommandResult
from scoring.errors import BadInput, ScoringError
from scoring.formats import dump_json, write_atomic

__all__ = ["COMMANDS", "main"]

COMMANDS = {
    "inspect": "what a run holds, and whether it can be imported",
    "score": "EHQ1, EHQ2, EHQ3 and EHQ of every model, before and after adjudication",
    "sample": "draw the deterministic stratified sample of a run",
    "agreement": "how far the coders agree, overall, by pair and by cell of the run",
    "validate": "the classifier against a reference: validity, score impact, ranks, calibration pool",
    "verify": "check that an adjudication file is what it claims to be",
}
"""Each command is a module of this package with ``add_options(parser)`` and ``run(options) -> CommandResult``."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 done, 1 the check says no, 2 bad input or usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    options = _build_parser().parse_args(arguments)
    try:
        return _run(options)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except ScoringError as error:
        return _report(error, as_json=options.json)
    except MemoryError:
        return _report(BadInput("there is not enough memory for this file on this machine"), as_json=options.json)
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        return _report(BadInput(f"{name}{error.strerror or error}"), as_json=options.json)
    except UnicodeError as error:
        return _report(BadInput(f"a text is not UTF-8: {error}"), as_json=options.json)


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scoring", description="Scores, samples, agreement and validity.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, help_text in COMMANDS.items():
        command = commands.add_parser(name, help=help_text, description=help_text)
        import_module(f"scoring.cli.{name}").add_options(command)
        add_output_options(command)
    return parser


def _run(options: argparse.Namespace) -> int:
    result: CommandResult = import_module(f"scoring.cli.{options.command}").run(options)
    text = dump_json(result.document)
    if options.out:
        write_atomic(options.out, text.encode("utf-8"))
    sys.stdout.write(text if options.json else "".join(f"{line}\n" for line in result.lines))
    sys.stdout.flush()
    return result.exit_code


def _report(error: ScoringError, *, as_json: bool) -> int:
    problems = error.problems if isinstance(error, BadInput) else ()
    more = error.more if isinstance(error, BadInput) else 0
    file = (error.file if isinstance(error, BadInput) else None) or "input"
    print(error.message, file=sys.stderr)
    for problem in problems:
        if problem.line is None and problem.field is None and len(problems) == 1:
            continue  # the summary has said it
        place = file if problem.line is None else f"{file}:{problem.line}"
        field = f"{problem.field}: " if problem.field else ""
        print(f"{place}: {field}{problem.message}", file=sys.stderr)
    if more:
        print(f"and {more} more", file=sys.stderr)
    if as_json:
        listed = [problem.as_json() for problem in problems]
        if not listed:
            listed = [{"line": None, "field": None, "code": error.code, "message": error.message}]
        sys.stdout.write(dump_json({"ok": False, "problems": listed, "more": more}))
        sys.stdout.flush()
    return error.exit_code
