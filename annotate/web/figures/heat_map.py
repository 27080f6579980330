"""A confusion table as a heat map: counts, shares of the row, and a fill that never hides its text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotate.web.numbers import show_percent

__all__ = ["HeatCell", "HeatLine", "HeatMap", "build_heat_map"]

NAMES = 150
TOP = 60
BOX = 78
HIGH = 54
GAP = 6
LONGEST_NAME = 18
LONGEST_HEADING = 12

PALE = (0.06, 0.46)
STRONG = (0.82, 1.0)
"""Opacities of the fill. Between the two ranges no text colour keeps 4.5:1 in both themes, so none lies there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatCell:
    """One cell; ``is_strong`` asks for the light text on a strong fill."""

    x: int
    y: int
    middle: float
    count: int
    share: str
    opacity: float
    is_strong: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatLine:
    """A row's name with its place and its cells."""

    name: str
    y: float
    cells: tuple[HeatCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A column's name in one or two lines over its middle."""

    first: str
    second: str
    x: float


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMap:
    """Coordinates in the view box of ``width`` by ``height``."""

    title: str
    across: str
    down: str
    width: int
    height: int
    names: int
    middle: float
    box: int
    high: int
    headings: tuple[Heading, ...]
    lines: tuple[HeatLine, ...]


def build_heat_map(
    title: str, *, counts: Sequence[Sequence[int]], rows: Sequence[str], columns: Sequence[str], across: str, down: str
) -> HeatMap:
    """Lay out a table of counts; ``across`` and ``down`` say whose labels head the columns and the rows."""
    lines = []
    for place, (name, row) in enumerate(zip(rows, counts, strict=True)):
        y = TOP + place * (HIGH + GAP)
        whole = sum(row)
        cells = []
        for at, count in enumerate(row):
            share = count / whole if whole else None
            opacity = _fill(share)
            x = NAMES + 10 + at * (BOX + GAP)
            cells.append(
                HeatCell(
                    x=x,
                    y=y,
                    middle=x + BOX / 2,
                    count=count,
                    share=show_percent(share),
                    opacity=opacity,
                    is_strong=opacity >= STRONG[0],
                )
            )
        lines.append(HeatLine(name=_shorten(name), y=y + HIGH / 2, cells=tuple(cells)))
    wide = len(columns) * (BOX + GAP)
    return HeatMap(
        title=title,
        across=across,
        down=down,
        width=NAMES + 10 + wide,
        height=TOP + len(lines) * (HIGH + GAP),
        names=NAMES,
        middle=NAMES + 10 + wide / 2,
        box=BOX,
        high=HIGH,
        headings=tuple(
            _build_heading(name, NAMES + 10 + at * (BOX + GAP) + BOX / 2) for at, name in enumerate(columns)
        ),
        lines=tuple(lines),
    )


def _fill(share: float | None) -> float:
    """The opacity of a share: pale up to a half, strong from there.

    Examples
    --------
    >>> _fill(0.0), _fill(0.5), _fill(1.0), _fill(None)
    (0.06, 0.82, 1.0, 0.06)
    """
    if share is None:
        return PALE[0]
    low, high = PALE if share < 0.5 else STRONG
    part = share / 0.5 if share < 0.5 else (share - 0.5) / 0.5
    return round(low + part * (high - low), 3)


def _build_heading(name: str, x: float) -> Heading:
    """Long names break at their first space."""
    first, _, second = name.partition(" ") if len(name) > LONGEST_HEADING else (name, "", "")
    return Heading(first=_shorten(first, LONGEST_HEADING), second=_shorten(second, LONGEST_HEADING), x=x)


def _shorten(name: str, longest: int = LONGEST_NAME) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"
