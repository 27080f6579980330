"""The one place where an error of a command becomes one line and an exit code."""

from __future__ import annotations

import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db.utils import DatabaseError

from annotate.errors import AnnotateError
from scoring.errors import ScoringError

__all__ = ["run_command"]


def run_command(argv: list[str]) -> int:
    """Run one management command: 0 done, 1 the check says no, 2 bad input, usage or settings; never a traceback."""
    try:
        execute_from_command_line(argv)
    except (AnnotateError, ScoringError) as error:
        sys.stderr.write(f"{error.message}\n")
        return error.exit_code
    except ImproperlyConfigured as error:
        sys.stderr.write(f"Settings: {error}\n")
        return 2
    except DatabaseError as error:
        sys.stderr.write(f"The database refused: {error}. If it is new, run: python manage.py migrate\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"{error.filename or 'A file'}: {error.strerror or error}\n")
        return 2
    return 0
