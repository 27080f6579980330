"""Tables of numbers: one object for the page and for its CSV, so that both say the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from annotate.selectors.tables import build_csv
from annotate.web.numbers import show_number, show_percent, show_signed

__all__ = [
    "Cell",
    "Column",
    "Table",
    "build_table",
    "build_table_csv",
    "get_value",
    "number_cell",
    "percent_cell",
    "signed_cell",
    "text_cell",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """``key`` heads the CSV's column, ``title`` the page's; ``is_number`` aligns it to the right."""

    key: str
    title: str
    is_number: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """``shown`` is for people, ``raw`` for the CSV; ``reason`` says why there is no number."""

    shown: str
    raw: object
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """``name`` is that of the CSV file; the first column heads its row."""

    name: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def lines(self) -> tuple[tuple[tuple[Column, Cell], ...], ...]:
        """Rows of pairs of column and cell, for a template."""
        return tuple(tuple(zip(self.columns, row, strict=True)) for row in self.rows)


def build_table(name: str, caption: str, columns: Iterable[Column], rows: Iterable[Iterable[Cell]]) -> Table:
    """A table of these rows."""
    return Table(name=name, caption=caption, columns=tuple(columns), rows=tuple(tuple(row) for row in rows))


def build_table_csv(table: Table) -> bytes:
    """The table with full numbers; null is an empty cell."""
    return build_csv([column.key for column in table.columns], [[cell.raw for cell in row] for row in table.rows])


def text_cell(text: object) -> Cell:
    """A cell that is the same on the page and in the file; null is a dash."""
    return Cell(shown="–" if text is None else str(text), raw=text)


def number_cell(figure: object, digits: int = 2) -> Cell:
    """A plain number or an estimate as the JSON documents hold it."""
    return _cell(figure, lambda value: show_number(value, digits))


def signed_cell(figure: object, digits: int = 2) -> Cell:
    """A difference, with its sign."""
    return _cell(figure, lambda value: show_signed(value, digits))


def percent_cell(figure: object) -> Cell:
    """A share, in percent on the page."""
    return _cell(figure, show_percent)


def get_value(figure: object) -> float | None:
    """The number of a plain figure or of an estimate; None where there is none."""
    value = figure.get("value") if isinstance(figure, Mapping) else figure
    return float(value) if isinstance(value, int | float) else None


def _cell(figure: object, show: Callable[[float], str]) -> Cell:
    value = get_value(figure)
    if value is not None:
        return Cell(shown=show(value), raw=value)
    reason = str(figure.get("undefined", "")) if isinstance(figure, Mapping) else ""
    return Cell(shown="undefined" if reason else "–", raw=None, reason=reason)
