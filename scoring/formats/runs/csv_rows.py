"""Raw records from a CSV table: an empty cell is null, lists and objects are JSON texts, all other text is exact."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from scoring.formats.lines import OpenFile, Progress
from scoring.formats.problems import Problems
from scoring.formats.runs.columns import check_columns
from scoring.formats.runs.fields import BOOLEAN, INTEGER, KINDS, LABELS, NUMBER, TEXT, TEXTS
from scoring.formats.runs.raw import Raw
from scoring.formats.strict_json import NotStrict, parse_strict
from scoring.formats.table import read_header_and_rows

__all__ = ["read_csv_rows"]

_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\Z", re.ASCII)
_NOT_FINITE = re.compile(r"[+-]?(?:nan|inf|infinity)\Z", re.IGNORECASE)


def read_csv_rows(
    file: OpenFile, problems: Problems, progress: Progress | None, renames: Mapping[str, str]
) -> Iterator[Raw]:
    """One raw record for each row; cells that hold bad JSON go to ``problems``.

    Parameters
    ----------
    renames : column of the file to the field it holds, which says how its cells are read.

    Errors
    ------
    BadInput at once for another encoding.
    """
    header: tuple[str, ...] = ()
    kinds: list[str] = []
    is_complete = False
    for row in read_header_and_rows(file, problems, progress=progress):
        if not header:
            header = row.cells
            kinds = [KINDS.get(renames.get(name, name), TEXT) for name in header]
            is_complete = check_columns(header, renames, row.line, problems)
            continue
        if not is_complete:
            continue  # only to find what is wrong with the table itself
        values: dict[str, object] = {}
        for name, kind, cell in zip(header, kinds, row.cells, strict=True):
            if not cell:
                values[name] = None
            elif kind is TEXT:
                values[name] = cell
            else:
                values[name] = _parse_cell(kind, cell, name, row.line, problems)
        yield Raw(row.line, values)


def _parse_cell(kind: str, cell: str, name: str, line: int, problems: Problems) -> object:
    if kind in (TEXTS, LABELS):
        try:
            return parse_strict(cell)
        except NotStrict as error:
            for flaw in error.flaws:
                place = f"{name}.{flaw.field}" if flaw.field else name
                problems.add(line=line, field=place, code=flaw.code, message=flaw.message)
            return None
    if kind is BOOLEAN:
        return {"true": True, "false": False}.get(cell.lower(), cell)
    if _NOT_FINITE.match(cell):
        return float(cell) if kind is NUMBER else cell
    if not _NUMBER.match(cell) or len(cell) > 400:
        return cell
    if kind is INTEGER and cell.lstrip("-").isdigit():
        return int(cell)
    number = float(cell)
    return int(number) if kind is INTEGER and number.is_integer() else number
