"""Labels decided elsewhere: rows for ``import_decisions`` and references as CSV."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from scoring.formats.cells import Cells, read_cells
from scoring.formats.codings import check_label
from scoring.formats.lines import open_file
from scoring.formats.problems import Problems
from scoring.formats.strict_json import show
from scoring.results import Codebook

__all__ = ["Decision", "Decisions", "read_decisions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One row: its line, the unit it names, the label (as the codebook names it; None when empty), the rationale."""

    line: int
    unit: str
    label: str | None
    rationale: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """All rows of a file in its order; ``key`` is ``record_id`` or ``blind_id``, ``sha256`` the hash of the file."""

    key: str
    rows: tuple[Decision, ...]
    sha256: str


def read_decisions(
    path: str | Path,
    *,
    codebook: Codebook,
    keys: tuple[str, ...] = ("record_id", "blind_id"),
    empty_labels: bool = False,
) -> Decisions:
    """The decisions of a CSV or JSON Lines file.

    Parameters
    ----------
    keys : columns that may name the unit, the preferred one first.
    empty_labels : whether an empty label is read as *left out*.

    Errors
    ------
    BadInput with line numbers: missing column or cell, a label outside the codebook, a unit twice, and all that CSV
    and JSON forbid.
    """
    rows: list[Decision] = []
    seen: dict[str, int] = {}
    key = ""
    with open_file(path, whole=True) as file:
        problems = Problems(file=file.name)
        for cells in read_cells(file, problems, required=("label",), one_of=keys):
            key = key or next(name for name in keys if name in cells.values)
            row = _build_row(cells, key, codebook, problems, empty_labels=empty_labels)
            if row is None:
                continue
            if row.unit in seen:
                message = f"{show(row.unit)} stands in line {seen[row.unit]} already"
                problems.add(line=row.line, field=key, code="duplicate_unit", message=message)
            seen.setdefault(row.unit, row.line)
            rows.append(row)
        problems.check("no label was read")
    return Decisions(key=key or keys[0], rows=tuple(rows), sha256=file.sha256)


def _build_row(
    cells: Cells, key: str, codebook: Codebook, problems: Problems, *, empty_labels: bool
) -> Decision | None:
    unit, label, rationale = cells.values.get(key), cells.values["label"], cells.values.get("rationale")
    breaches = []
    if not isinstance(unit, str):
        breaches.append((key, "is empty" if unit is None else "must be a text"))
    if label is None and not empty_labels:
        breaches.append(("label", "is empty"))
    if label is not None and (wrong := check_label(label, codebook)):
        breaches.append(("label", wrong))
    if not isinstance(rationale, str | None):
        breaches.append(("rationale", "must be a text"))
    for field, message in breaches:
        code = "missing_field" if message == "is empty" else "label" if field == "label" else "wrong_type"
        problems.add(line=cells.line, field=field, code=code, message=message)
    if breaches:
        return None
    return Decision(
        line=cells.line,
        unit=str(unit),
        label=None if label is None else codebook.mapped(str(label)),
        rationale=None if rationale is None else str(rationale),
    )
