"""Rows of a codings file on their way into a study, and the refusal that names rows by their lines alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotate.errors import Refused
from annotate.services.texts import clean_text
from scoring.results import CANNOT_CODE, Codings

__all__ = ["CodingRow", "list_rows", "refuse_lines"]

SHOWN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class CodingRow:
    """One coding of a file: its line, the unit and coder as the file calls them, what was said.

    ``reason`` is that of ``CANNOT_CODE`` and empty otherwise; ``seconds`` and ``coded_at`` are None where missing.
    """

    line: int
    unit: str
    coder: str
    label: str
    uncertain: bool
    note: str
    reason: str
    seconds: float | None
    coded_at: str | None


def list_rows(codings: Codings) -> list[CodingRow]:
    """The codings in the order of the file, notes with LF as line ends.

    Errors: ``Refused`` with the line of a note or reason that can't be kept.
    """
    frame = codings.frame.astype(object)
    rows = []
    for row in frame.where(frame.notna(), None).to_dict("records"):
        line = int(row["line"])
        reason = row["reason"] or "" if row["label"] == CANNOT_CODE else ""
        rows.append(
            CodingRow(
                line=line,
                unit=row["unit"],
                coder=row["coder"],
                label=row["label"],
                uncertain=bool(row["uncertain"]),
                note=clean_text(row["note"] or "", f"the note in line {line}"),
                reason=clean_text(reason, f"the reason in line {line}", longest=200),
                seconds=row["seconds"],
                coded_at=row["coded_at"],
            )
        )
    return rows


def refuse_lines(lines: Sequence[int], what: str) -> None:
    """Do nothing without lines; else ``Refused`` with their number and the first ten of them, and nothing of their content.

    Examples
    --------
    >>> refuse_lines([], "are odd")
    >>> refuse_lines([3, 7], "are odd")
    Traceback (most recent call last):
    annotate.errors.Refused: 2 rows are odd (lines 3, 7); nothing was imported.
    """
    if lines:
        listed = ", ".join(str(line) for line in lines[:SHOWN]) + (", …" if len(lines) > SHOWN else "")
        raise Refused(f"{len(lines)} rows {what} (lines {listed}); nothing was imported.")
