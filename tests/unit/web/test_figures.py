"""Figures: marks lie where the numbers say, and text on a fill can be read in both themes."""

from __future__ import annotations

import pytest

from annotate.web.figures.bias import build_bias_dots
from annotate.web.figures.dots import DotRow, Tick, build_dot_plot
from annotate.web.figures.heat_map import PALE, STRONG, build_heat_map
from annotate.web.figures.scores import build_score_dots
from annotate.web.figures.slope import STEP, build_slope_chart

CARD = {"light": (255, 255, 255), "dark": (0x1C, 0x1F, 0x23)}
FILL = {"light": (0x0B, 0x5D, 0x6B), "dark": (0x5C, 0xC3, 0xD3)}
INK = {"light": (0x1B, 0x1D, 0x21), "dark": (0xE8, 0xE6, 0xE1)}


def build_luminance(colour: tuple[float, ...]) -> float:
    """Relative luminance as WCAG defines it."""
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def build_contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Contrast ratio as WCAG defines it."""
    light, dark = sorted((build_luminance(one), build_luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("share", [0, 0.1, 0.25, 0.4, 0.4999, 0.5, 0.6, 0.75, 0.9, 1])
def test_text_on_cells_can_be_read(theme: str, share: float) -> None:
    row = [round(share * 10_000), 10_000 - round(share * 10_000)]
    heat = build_heat_map("t", counts=[row], rows=["a"], columns=["a", "b"], across="x", down="y")
    for cell in heat.lines[0].cells:
        filled = tuple(f * cell.opacity + c * (1 - cell.opacity) for f, c in zip(FILL[theme], CARD[theme], strict=True))
        text = CARD[theme] if cell.is_strong else INK[theme]
        assert build_contrast(filled, text) >= 4.5


def test_a_fill_between_the_ranges_could_not_be_read() -> None:
    """Why the ranges have a gap: in the dark theme neither text colour is readable in the middle of it."""
    middle = (PALE[1] + STRONG[0]) / 2 - 0.05
    filled = tuple(f * middle + c * (1 - middle) for f, c in zip(FILL["dark"], CARD["dark"], strict=True))
    assert max(build_contrast(filled, CARD["dark"]), build_contrast(filled, INK["dark"])) < 4.5


def test_heat_map_with_an_empty_row_and_long_names() -> None:
    heat = build_heat_map(
        "t", counts=[[0, 0], [1, 3]], rows=["a", "a very long name of a label"], columns=["x", "Confident, wrong"],
        across="automated", down="reference",
    )  # fmt: skip
    empty, full = heat.lines
    assert [cell.share for cell in empty.cells] == ["–", "–"]
    assert [cell.share for cell in full.cells] == ["25%", "75%"]
    assert full.name == "a very long name …"
    assert [(heading.first, heading.second) for heading in heat.headings] == [("x", ""), ("Confident,", "wrong")]


def test_slope_chart() -> None:
    chart = build_slope_chart({"a": 1.0, "b": 2.5, "c": 2.5, "gone": 4.0}, {"a": 3.0, "b": 1.5, "c": 1.5})
    by_name = {line.name: line for line in chart.lines}
    assert [line.name for line in chart.lines] == ["b", "c", "a"]  # the moved one is drawn last
    assert by_name["a"].is_moved
    assert not by_name["b"].is_moved
    assert (by_name["b"].rank_before, by_name["b"].rank_after) == ("2.5", "1.5")
    assert by_name["c"].before - by_name["b"].before == STEP
    assert chart.height == 32 + 3 * STEP


def test_score_dots_come_highest_first_and_undefined_last() -> None:
    models = [
        {"model": "low", "ehq": {"value": 0.25}},
        {"model": "none", "ehq": {"value": None, "undefined": "no record"}},
        {"model": "high", "ehq": {"value": 0.75}},
    ]
    plot = build_score_dots({"models": models})
    assert [(dot.name, dot.shown) for dot in plot.dots] == [("high", ".75"), ("low", ".25"), ("none", "undefined")]
    assert plot.dots[2].x is None
    assert plot.dots[0].x == plot.ticks[3].x
    assert plot.zero is None


def test_bias_dots_lie_round_zero_with_their_intervals() -> None:
    models = [
        {"model": "far", "bias": {"value": -0.2, "low": -0.3, "high": -0.1}},
        {"model": "near", "bias": {"value": 0.05}},
        {"model": "none", "bias": {"value": None, "undefined": "no record"}},
    ]
    plot = build_bias_dots({"models": models}, "Bias")
    far, near, none = plot.dots
    assert [tick.shown for tick in plot.ticks] == ["−.30", "−.15", ".00", "+.15", "+.30"]
    assert (far.shown, far.is_strong, far.low) == ("−.20", True, plot.ticks[0].x)
    assert (near.shown, near.is_strong, near.low) == ("+.05", False, None)
    assert plot.zero == plot.ticks[2].x
    assert near.x is not None
    assert near.x > plot.zero
    assert none.x is None


def test_long_names_are_cut() -> None:
    plot = build_dot_plot(
        "t", [DotRow(name="m" * 30, value=None, shown="")], low=0, high=1, ticks=[Tick(x=0, shown="0")]
    )
    assert plot.dots[0].name == "m" * 21 + "…"
