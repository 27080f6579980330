"""Codings files: what coders said, as CSV or JSON Lines."""

from __future__ import annotations

import math
from pathlib import Path

import pandas as pd

from scoring.formats.cells import Cells, read_cells
from scoring.formats.csv_cells import write_csv
from scoring.formats.lines import open_file
from scoring.formats.problems import Problems
from scoring.formats.shape import describe
from scoring.formats.strict_json import show
from scoring.results import CANNOT_CODE, Codebook, Codings

__all__ = ["CODING_COLUMNS", "check_label", "read_codings", "write_codings_csv"]

CODING_COLUMNS = ("coder", "label", "uncertain", "note", "reason", "seconds", "coded_at")
"""Columns after the unit's name."""

MORE_LABELS = ("first_label", "repeat_label")
"""Labels that a file may add to a coding: the first one saved, and that of the unit's silent repeat."""

POSITION = "position"
"""Place of the unit in the coder's own order, from 1; a file may add it."""

_TEXTS = ("note", "reason", "coded_at")


def read_codings(path: str | Path, *, codebook: Codebook) -> Codings:
    """The codings of a file, one row per unit and coder, labels as the codebook names them.

    Units are named by ``record_id``, or by ``blind_id`` where that column is missing. Rows with an empty label are
    no codings and are passed over. ``uncertain``, ``note``, ``reason``, ``seconds`` and ``coded_at`` may be missing.
    ``first_label``, ``repeat_label`` and ``position`` become columns of the frame where some row has them.
    A further column ``line`` has the line of each row in the file.

    Errors
    ------
    BadInput with line numbers: missing column or cell, a label outside the codebook, a second row of one coder for
    one unit, a flag that is no boolean, seconds that are no number of at least 0, a position that is no whole number
    from 1; and all that CSV and JSON forbid.
    """
    rows: list[dict[str, object]] = []
    seen: dict[tuple[str, str], int] = {}
    key = ""
    with open_file(path, whole=True) as file:
        problems = Problems(file=file.name)
        for cells in read_cells(file, problems, required=("coder", "label"), one_of=("record_id", "blind_id")):
            key = key or ("record_id" if "record_id" in cells.values else "blind_id")
            row = _build_row(cells, key, codebook, problems)
            if row is None:
                continue
            place = (str(row["unit"]), str(row["coder"]))
            if place in seen:
                message = f"{show(place[1])} coded {show(place[0])} in line {seen[place]} already; one row each"
                problems.add(line=cells.line, field=key, code="duplicate_coding", message=message)
            seen.setdefault(place, cells.line)
            rows.append(row)
        problems.check("no coding was read")
    return Codings(key=key or "record_id", frame=_build_frame(rows), sha256=file.sha256)


def write_codings_csv(codings: Codings) -> bytes:
    """Codings as CSV bytes with the escape of formulas; ``read_codings`` gives the same frame back."""
    more = [name for name in (*MORE_LABELS, POSITION) if name in codings.frame]
    frame = codings.frame[["unit", *CODING_COLUMNS, *more]].astype(object)
    rows = frame.where(frame.notna(), None).itertuples(index=False, name=None)
    return write_csv([codings.key, *CODING_COLUMNS, *more], rows)


def check_label(label: object, codebook: Codebook) -> str | None:
    """What is wrong with a label for this codebook after its ``map``; None when it is fine.

    Examples
    --------
    >>> from scoring.formats.codebook import default_codebook
    >>> check_label("HEDGE", default_codebook()), check_label("CANNOT_CODE", default_codebook())
    (None, None)
    >>> check_label("MAYBE", default_codebook())
    '"MAYBE" is not in the codebook (ABSTAIN, HEDGE, CONFIDENT_CORRECT, CONFIDENT_WRONG, CANNOT_CODE)'
    """
    if not isinstance(label, str):
        return f"must be a text, it is {describe(label)}"
    if codebook.role(codebook.mapped(label)) is None:
        return f'"{show(label)}" is not in the codebook ({", ".join((*codebook.codes, CANNOT_CODE))})'
    return None


def _build_row(cells: Cells, key: str, codebook: Codebook, problems: Problems) -> dict[str, object] | None:
    values, before = cells.values, len(problems)

    def add(field: str, code: str, message: str) -> None:
        problems.add(line=cells.line, field=field, code=code, message=message)

    for field in (key, "coder"):
        if not isinstance(values.get(field), str):
            empty = values.get(field) is None
            add(field, "missing_field" if empty else "wrong_type", "is empty" if empty else "must be a text")
    label = values["label"]
    if label is not None and (wrong := check_label(label, codebook)):
        add("label", "label", wrong)
    row: dict[str, object] = {"line": cells.line, "unit": values.get(key), "coder": values["coder"]}
    row["label"] = codebook.mapped(str(label))
    row["uncertain"] = _read_flag(values.get("uncertain"))
    if row["uncertain"] is None and values.get("uncertain") is not None:
        add("uncertain", "wrong_type", f"must be true or false, it is {describe(values['uncertain'])}")
    for field in _TEXTS:
        row[field] = values.get(field)
        if not isinstance(row[field], str | None):
            add(field, "wrong_type", f"must be a text, it is {describe(row[field])}")
    row["seconds"] = _read_seconds(values.get("seconds"))
    if row["seconds"] is None and values.get("seconds") is not None:
        add("seconds", "wrong_type", f"must be a number of at least 0, it is {describe(values['seconds'])}")
    for field in MORE_LABELS:
        given = values.get(field)
        if given is not None and (wrong := check_label(given, codebook)):
            add(field, "label", wrong)
        row[field] = None if given is None else codebook.mapped(str(given))
    row[POSITION] = _read_position(values.get(POSITION))
    if row[POSITION] is None and values.get(POSITION) is not None:
        add(POSITION, "wrong_type", f"must be a whole number from 1, it is {describe(values[POSITION])}")
    return row if label is not None and len(problems) == before else None


def _read_flag(value: object) -> bool | None:
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.lower())
    return value if isinstance(value, bool) else None


def _read_seconds(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        seconds = float(value)
    except (ValueError, OverflowError):
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def _read_position(value: object) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 16:
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 1 <= value < 10**15 else None


def _build_frame(rows: list[dict[str, object]]) -> pd.DataFrame:
    more = [name for name in (*MORE_LABELS, POSITION) if any(row[name] is not None for row in rows)]
    columns = ("unit", *CODING_COLUMNS, *more, "line")
    frame = pd.DataFrame({name: pd.Series([row[name] for row in rows], dtype=object) for name in columns})
    kinds = {"uncertain": "boolean", "seconds": "Float64", POSITION: "Int64", "line": "int64"}
    return frame.astype({name: kind for name, kind in kinds.items() if name in columns})
