"""Rows of what people said (codings, references, decisions) from CSV or JSON Lines, with the line of every row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.formats.csv_cells import unescape_cell
from scoring.formats.encoding import describe_bad_utf8
from scoring.formats.lines import OpenFile, read_lines
from scoring.formats.problems import Problems
from scoring.formats.shape import describe
from scoring.formats.strict_json import NotStrict, parse_strict, show
from scoring.formats.table import read_header_and_rows

__all__ = ["Cells", "looks_like_json", "read_cells"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells:
    """One row: its line and its members by column; in CSV every member is a text, and an empty cell is null."""

    line: int
    values: dict[str, object]


def looks_like_json(file: OpenFile) -> bool:
    """Whether the content of an open file starts as a JSON object does (its name is not asked)."""
    return file.peek().removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"


def read_cells(
    file: OpenFile, problems: Problems, *, required: Sequence[str], one_of: Sequence[str] = ()
) -> Iterator[Cells]:
    """Every row of a CSV table (escapes undone) or of JSON Lines (exact).

    Parameters
    ----------
    required : columns that must be there.
    one_of : columns of which at least one must be there.

    Errors
    ------
    BadInput at once for another encoding; all other breaches go to ``problems``.
    """
    if looks_like_json(file):
        yield from _read_json_lines(file, problems, required, one_of)
        return
    header: tuple[str, ...] | None = None
    for row in read_header_and_rows(file, problems):
        cells = tuple(unescape_cell(cell) for cell in row.cells)
        if header is None:
            header = cells
            _check_columns(header, row.line, problems, required, one_of)
            if problems:
                return
        else:
            yield Cells(line=row.line, values={k: v or None for k, v in zip(header, cells, strict=True)})


def _read_json_lines(
    file: OpenFile, problems: Problems, required: Sequence[str], one_of: Sequence[str]
) -> Iterator[Cells]:
    for line, data in read_lines(file, problems):
        if not data.strip():
            continue
        try:
            value = parse_strict(data.decode("utf-8"))
        except UnicodeDecodeError as error:
            problems.add(line=line, field=None, code="encoding", message=describe_bad_utf8(data, error.start))
            continue
        except NotStrict as error:
            for flaw in error.flaws:
                problems.add(line=line, field=flaw.field, code=flaw.code, message=flaw.message)
            continue
        if not isinstance(value, dict):
            message = f"must be an object, it is {describe(value)}"
            problems.add(line=line, field=None, code="wrong_type", message=message)
        elif _check_columns(tuple(value), line, problems, required, one_of):
            yield Cells(line=line, values={key: None if member == "" else member for key, member in value.items()})


def _check_columns(
    columns: tuple[str, ...], line: int, problems: Problems, required: Sequence[str], one_of: Sequence[str]
) -> bool:
    missing = [name for name in required if name not in columns]
    if one_of and not set(one_of) & set(columns):
        missing.insert(0, " or ".join(one_of))
    for name in missing:
        problems.add(line=line, field=name, code="missing_field", message=f"is missing; there are {_list(columns)}")
    return not missing


def _list(columns: tuple[str, ...]) -> str:
    return ", ".join(show(name) for name in columns[:8]) + (", ..." if len(columns) > 8 else "")
