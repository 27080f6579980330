"""A strict reader of CSV tables (RFC 4180): cell texts exactly as they are, with the physical line of every row."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scoring.formats.encoding import describe_bad_utf8
from scoring.formats.lines import MAX_LINE, OpenFile, Progress, open_file, read_lines
from scoring.formats.problems import Problems
from scoring.formats.strict_json import show

__all__ = ["Row", "Table", "read_header_and_rows", "read_table"]

csv.field_size_limit(MAX_LINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row: the line it starts in, and its cells as texts (an empty cell is the empty text)."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A whole table; every row has as many cells as the header."""

    header: tuple[str, ...]
    rows: tuple[Row, ...]

    def list_records(self) -> list[dict[str, str]]:
        """The rows as mappings from column name to cell text."""
        return [dict(zip(self.header, row.cells, strict=True)) for row in self.rows]


def read_table(path: str | Path, *, name: str | None = None) -> Table:
    """A whole CSV table in memory.

    Errors
    ------
    BadInput with line numbers: other encoding, NUL, ragged row, open quote, two columns of one name, no header.
    """
    with open_file(path, name=name) as file:
        problems = Problems(file=file.name)
        rows = list(read_header_and_rows(file, problems))
        problems.check("the table was not read")
    return Table(header=rows[0].cells, rows=tuple(rows[1:]))


def read_header_and_rows(file: OpenFile, problems: Problems, *, progress: Progress | None = None) -> Iterator[Row]:
    """The header and then every row of the header's length; all else goes to ``problems``.

    Rows end at CR LF or LF; both are kept inside quotes. Lines without any cell are passed over. A row that is
    malformed ends the reading, since nothing after it can be trusted.
    """
    feed = _Feed(file, problems, progress)
    reader = csv.reader(feed, strict=True)
    width: int | None = None
    try:
        for cells in reader:
            line, feed.start = feed.start or feed.line, None
            if not cells:
                continue
            if width is None:
                width = len(cells)
                _check_header(cells, line, problems)
            elif len(cells) != width:
                message = f"the row has {len(cells)} cells, the header has {width}"
                problems.add(line=line, field=None, code="ragged_row", message=message)
                continue
            yield Row(line=line, cells=tuple(cells))
    except csv.Error as error:
        message = f"malformed CSV: {error}; the rest of the file was not read"
        problems.add(line=feed.start or feed.line, field=None, code="malformed_csv", message=message)
    if width is None and not problems:
        problems.add(line=None, field=None, code="empty", message="the file is empty: it has no header")


class _Feed:
    """Decoded lines for the csv module; ``start`` is the first line since it was last set to None."""

    def __init__(self, file: OpenFile, problems: Problems, progress: Progress | None) -> None:
        self._lines = read_lines(file, problems, progress=progress)
        self._problems = problems
        self.line = 0
        self.start: int | None = None

    def __iter__(self) -> _Feed:
        return self

    def __next__(self) -> str:
        self.line, line = next(self._lines)
        if self.start is None:
            self.start = self.line
        if b"\0" in line:
            message = "holds U+0000 (NUL), which no database keeps"
            self._problems.add(line=self.line, field=None, code="nul", message=message)
            line = line.replace(b"\0", b"")
        try:
            return line.decode("utf-8")
        except UnicodeDecodeError as error:
            message = describe_bad_utf8(line, error.start)
            self._problems.add(line=self.line, field=None, code="encoding", message=message)
            return line.decode("utf-8", "replace")


def _check_header(cells: list[str], line: int, problems: Problems) -> None:
    for name in sorted({name for name in cells if cells.count(name) > 1}):
        message = f'the header has {cells.count(name)} columns named "{show(name)}"'
        problems.add(line=line, field=show(name) or None, code="duplicate_column", message=message)
