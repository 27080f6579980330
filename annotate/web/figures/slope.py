"""A slope chart of ranks: each model on both sides, joined; large moves are drawn strong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["SlopeChart", "SlopeLine", "build_slope_chart"]

WIDTH = 520
LEFT = 186
RIGHT = 334
TOP = 32
STEP = 24
STRONG_MOVE = 2
LONGEST_NAME = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class SlopeLine:
    """One model: its height and rank on either side."""

    name: str
    before: float
    after: float
    rank_before: str
    rank_after: str
    is_moved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SlopeChart:
    """Coordinates in the view box of ``width`` by ``height``; moved lines come last, on top."""

    width: int
    height: int
    left: int
    right: int
    lines: tuple[SlopeLine, ...]


def build_slope_chart(automated: Mapping[str, float], reference: Mapping[str, float]) -> SlopeChart:
    """Lay out the models that have a rank on both sides; tied models stand one below the other."""
    models = [name for name in automated if name in reference]
    before = _heights(models, automated)
    after = _heights(models, reference)
    lines = [
        SlopeLine(
            name=name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…",
            before=before[name],
            after=after[name],
            rank_before=f"{automated[name]:g}",
            rank_after=f"{reference[name]:g}",
            is_moved=abs(automated[name] - reference[name]) >= STRONG_MOVE,
        )
        for name in models
    ]
    lines.sort(key=lambda line: line.is_moved)
    height = TOP + STEP * len(models)
    return SlopeChart(width=WIDTH, height=height, left=LEFT, right=RIGHT, lines=tuple(lines))


def _heights(models: list[str], ranks: Mapping[str, float]) -> dict[str, float]:
    order = sorted(models, key=lambda name: (ranks[name], name))
    return {name: TOP + STEP * place + STEP / 2 for place, name in enumerate(order)}
