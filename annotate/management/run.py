"""The one place where an error of a command becomes one line and an exit code."""

from __future__ import annotations

import json
import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db.utils import DatabaseError

from annotate.errors import AnnotateError
from scoring.errors import BadInput, Problem, ScoringError

__all__ = ["run_command"]


def run_command(argv: list[str]) -> int:
    """Run one management command: 0 done, 1 the check says no, 2 bad input, usage or settings; never a traceback.

    What is wrong is one line on standard error; a file's problems follow it, one a line. With ``--json`` standard output
    has one object with ``ok`` false and the problems.
    """
    as_json = "--json" in argv
    try:
        execute_from_command_line(argv)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    except BadInput as error:
        return _report(error.message, error.code, error.exit_code, error=error, as_json=as_json)
    except (AnnotateError, ScoringError) as error:
        return _report(error.message, error.code, error.exit_code, as_json=as_json)
    except ImproperlyConfigured as error:
        return _report(f"Settings: {error}", "settings", 2, as_json=as_json)
    except DatabaseError as error:
        what = f"The database refused: {error}. If it is new, run: python manage.py migrate"
        return _report(what, "database", 2, as_json=as_json)
    except OSError as error:
        return _report(f"{error.filename or 'A file'}: {error.strerror or error}", "file", 2, as_json=as_json)
    return 0


def _report(message: str, code: str, exit_code: int, *, as_json: bool, error: BadInput | None = None) -> int:
    problems = error.problems if error else ()
    more = error.more if error else 0
    sys.stderr.write(f"{message}\n")
    if len(problems) > 1:
        sys.stderr.writelines(f"{_place(problem, error)}{problem.message}\n" for problem in problems)
    if more:
        sys.stderr.write(f"and {more} more\n")
    if as_json:
        listed = problems or (Problem(line=None, field=None, code=code, message=message),)
        document = {"ok": False, "problems": [problem.as_json() for problem in listed], "more": more}
        sys.stdout.write(json.dumps(document, ensure_ascii=False) + "\n")
    return exit_code


def _place(problem: Problem, error: BadInput | None) -> str:
    file = (error.file if error else None) or "the file"
    parts = (file if problem.line is None else f"{file}:{problem.line}", problem.field)
    return "".join(f"{part}: " for part in parts if part)
