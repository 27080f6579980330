"""The one error tree of ``scoring``: each class has a stable code and says what, where and what to do."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BadInput", "CheckFailed", "Problem", "ScoringError", "Usage"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong in a file.

    Parameters
    ----------
    line : physical line of the file, from 1; None where the whole file is meant.
    field : name of the field, or None where the whole line is meant.
    code : stable machine-readable code such as ``missing_field``.
    message : what is wrong and what to do, in one line.

    Examples
    --------
    >>> Problem(line=3, field="model", code="missing_field", message="is missing").as_json()
    {'line': 3, 'field': 'model', 'code': 'missing_field', 'message': 'is missing'}
    """

    line: int | None
    field: str | None
    code: str
    message: str

    def as_json(self) -> dict[str, object]:
        """The problem as it stands in ``--json`` output."""
        return {"line": self.line, "field": self.field, "code": self.code, "message": self.message}


class ScoringError(Exception):
    """Base of all errors that a user can cause; ``code`` is stable, ``exit_code`` goes to the shell."""

    code = "error"
    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Usage(ScoringError):
    """The command, its options or their combination make no sense."""

    code = "usage"


class BadInput(ScoringError):
    """A file can't be read as what it should be; nothing was imported or computed.

    Parameters
    ----------
    message : one summary line.
    problems : the first problems found, in order of line.
    more : how many further problems there are.
    file : display name of the file (never an absolute path).

    Examples
    --------
    >>> error = BadInput("2 problems in run.jsonl", file="run.jsonl")
    >>> error.code, error.exit_code, error.more
    ('bad_input', 2, 0)
    """

    code = "bad_input"

    def __init__(
        self, message: str, *, problems: tuple[Problem, ...] = (), more: int = 0, file: str | None = None
    ) -> None:
        super().__init__(message)
        self.problems = problems
        self.more = more
        self.file = file


class CheckFailed(ScoringError):
    """A check says no: the input was read, and it is not what it claims to be."""

    code = "check_failed"
    exit_code = 1
