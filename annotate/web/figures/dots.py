"""A dot plot: one mark a row on a common scale, with its interval where there is one."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Dot", "DotPlot", "DotRow", "Tick", "build_dot_plot"]

WIDTH = 520
NAMES = 168
RIGHT = 60
TOP = 30
STEP = 24
LONGEST_NAME = 22


@dataclass(frozen=True, slots=True, kw_only=True)
class DotRow:
    """What one row says: a value (None: the reason stands in its place) and an interval, or not."""

    name: str
    value: float | None
    shown: str
    low: float | None = None
    high: float | None = None
    is_strong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A mark of the scale."""

    x: float
    shown: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """A drawn row; ``x`` is None where there is no value."""

    name: str
    shown: str
    y: float
    x: float | None
    low: float | None
    high: float | None
    is_strong: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DotPlot:
    """Coordinates in the view box of ``width`` by ``height``; ``zero`` is the x of 0 where the scale crosses it."""

    title: str
    width: int
    height: int
    names: int
    bottom: int
    zero: float | None
    ticks: tuple[Tick, ...]
    dots: tuple[Dot, ...]


def build_dot_plot(title: str, rows: Iterable[DotRow], *, low: float, high: float, ticks: Iterable[Tick]) -> DotPlot:
    """Lay out rows from ``low`` to ``high``; ``ticks`` hold values in place of coordinates."""
    listed = list(rows)

    def place(value: float) -> float:
        return round(NAMES + 14 + (value - low) / (high - low) * (WIDTH - NAMES - RIGHT - 14), 1)

    return DotPlot(
        title=title,
        width=WIDTH,
        height=TOP + STEP * len(listed) + 8,
        names=NAMES,
        bottom=TOP + STEP * len(listed),
        zero=place(0) if low < 0 < high else None,
        ticks=tuple(Tick(x=place(tick.x), shown=tick.shown) for tick in ticks),
        dots=tuple(
            Dot(
                name=row.name if len(row.name) <= LONGEST_NAME else row.name[: LONGEST_NAME - 1] + "…",
                shown=row.shown,
                y=TOP + STEP * number + STEP / 2,
                x=None if row.value is None else place(row.value),
                low=None if row.low is None else place(max(row.low, low)),
                high=None if row.high is None else place(min(row.high, high)),
                is_strong=row.is_strong,
            )
            for number, row in enumerate(listed)
        ),
    )


def build_reach(values: Iterable[float]) -> float:
    """How far a scale round zero goes: the next tenth beyond the largest value, at least .2.

    Examples
    --------
    >>> build_reach([0.05, -0.31]), build_reach([])
    (0.4, 0.2)
    """
    return max(0.2, math.ceil(max((abs(value) for value in values), default=0) * 10) / 10)
