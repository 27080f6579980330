"""The problems of one file: the first fifty by line, a count of the rest, and the refusal made of them."""

from __future__ import annotations

from scoring.errors import BadInput, Problem

__all__ = ["SHOWN", "Problems", "refuse"]

SHOWN = 50
"""How many problems of a file are told one by one."""


class Problems:
    """Collects what is wrong in a file while it is read to its end, in constant memory.

    Examples
    --------
    >>> problems = Problems(file="run.jsonl")
    >>> problems.add(line=3, field="model", code="missing_field", message="is missing")
    >>> problems.check("nothing was imported")
    Traceback (most recent call last):
        ...
    scoring.errors.BadInput: run.jsonl:3: model: is missing; nothing was imported
    """

    def __init__(self, *, file: str) -> None:
        self.file = file
        self._kept: list[Problem] = []
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, *, line: int | None, field: str | None, code: str, message: str) -> None:
        """Note one problem; the fifty with the lowest lines are kept, in the order of lines."""
        self._count += 1
        if len(self._kept) >= SHOWN and (line or 0) >= (self._kept[-1].line or 0):
            return
        self._kept.append(Problem(line=line, field=field, code=code, message=message))
        if len(self._kept) > 1 and (self._kept[-2].line or 0) > (line or 0):
            self._kept.sort(key=lambda problem: problem.line or 0)
        del self._kept[SHOWN:]

    def add_untold(self, count: int) -> None:
        """Count further problems that are not told one by one."""
        self._count += count

    def check(self, consequence: str) -> None:
        """Do nothing when the file is fine.

        Errors
        ------
        BadInput with the problems, one summary line and what follows from it (``nothing was imported``).
        """
        if not self._count:
            return
        summary = f"{self.file} has {self._count} problems"
        if self._count == 1:
            (only,) = self._kept
            place = f"{self.file}:{only.line}" if only.line else self.file
            summary = f"{place}: {f'{only.field}: ' if only.field else ''}{only.message}"
        raise BadInput(
            f"{summary}; {consequence}",
            problems=tuple(self._kept),
            more=self._count - len(self._kept),
            file=self.file,
        )


def refuse(file: str, code: str, message: str, *, line: int | None = None, field: str | None = None) -> BadInput:
    """The refusal of a file for one reason.

    Examples
    --------
    >>> refuse("a.csv", "empty", "holds no records").message
    'a.csv holds no records'
    """
    place = f"{file}:{line}:" if line else file
    name = f" {field}:" if line and field else f" {field}" if field else ""
    problem = Problem(line=line, field=field, code=code, message=message)
    return BadInput(f"{place}{name} {message}", problems=(problem,), file=file)
