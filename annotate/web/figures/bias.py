"""Bias of a score by model: automated minus reference, round zero."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annotate.web.figures.dots import DotPlot, DotRow, Tick, build_dot_plot, build_reach
from annotate.web.numbers import show_signed
from annotate.web.tables import get_value

__all__ = ["build_bias_dots"]

STRONG_BIAS = 0.1
"""Names of models that are off by more are drawn strong."""


def build_bias_dots(impact: Mapping[str, Any], title: str) -> DotPlot:
    """The dot plot of one score's bias, with intervals where the results have them."""
    rows = []
    for model in impact["models"]:
        bias = model["bias"]
        value = get_value(bias)
        rows.append(
            DotRow(
                name=str(model["model"]),
                value=value,
                shown=show_signed(value),
                low=bias.get("low"),
                high=bias.get("high"),
                is_strong=value is not None and abs(value) > STRONG_BIAS,
            )
        )
    reach = build_reach([edge for row in rows for edge in (row.value, row.low, row.high) if edge is not None])
    steps = (-1, -0.5, 0, 0.5, 1)
    ticks = [Tick(x=step * reach, shown=show_signed(step * reach)) for step in steps]
    return build_dot_plot(title, rows, low=-reach, high=reach, ticks=ticks)
