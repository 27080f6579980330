"""Scores by model, highest first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annotate.web.figures.dots import DotPlot, DotRow, Tick, build_dot_plot
from annotate.web.numbers import show_number
from annotate.web.tables import get_value

__all__ = ["build_score_dots"]

SCALE = [Tick(x=at, shown=show_number(at) if 0 < at < 1 else str(int(at))) for at in (0, 0.25, 0.5, 0.75, 1)]


def build_score_dots(scores: Mapping[str, Any], score: str = "ehq") -> DotPlot:
    """The dot plot of one score; models without a value come last and say so."""
    found = [(get_value(model[score]), str(model["model"])) for model in scores["models"]]
    found.sort(key=lambda pair: (pair[0] is None, -(pair[0] or 0), pair[1]))
    rows = [
        DotRow(name=name, value=value, shown="undefined" if value is None else show_number(value))
        for value, name in found
    ]
    return build_dot_plot(f"{score.upper()} by model", rows, low=0, high=1, ticks=SCALE)
