"""Intervals of agreement figures, beside the point values that ``Ratings`` gives."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from scoring.agreement.figures import Figures
from scoring.agreement.ratings import Ratings, TwoResolutions
from scoring.agreement.replicates import FigureReplicates, replicate_pair, replicate_rows
from scoring.resampling.reported import Uncertainty, summarise
from scoring.resampling.sample_plan import SamplePlan

__all__ = ["Measuring"]

CARRIED = ("kappa", "ac1", "alpha", "pabak", "pi", "linear", "quadratic")
"""Coefficients, whose intervals are carried to log(1 − x); PABAK, a line through observed agreement, is one too."""


@dataclass(slots=True, kw_only=True)
class Measuring:
    """Measures parts of the ratings, with intervals where there is a plan of how to draw again.

    Parameters
    ----------
    ratings : all of them. plan : None for point values only.
    steps : how many parts there will be; ``done`` of them are measured.
    """

    ratings: Ratings
    plan: SamplePlan | None
    steps: int = 0
    done: int = 0

    def measure(self, rows: np.ndarray, columns: np.ndarray, name: str) -> TwoResolutions:
        """The figures of some units and coders; ``name`` is the purpose of the random stream."""
        figures = self.ratings.measure(rows, columns)
        if self.plan is not None:
            if figures.full.n:
                figures = _add_intervals(figures, self.ratings, self.plan, rows, columns, name)
            self.done += 1
            if self.plan.draws.progress is not None:
                self.plan.draws.progress(self.done, max(self.steps, self.done))
        return figures


def _add_intervals(
    figures: TwoResolutions, ratings: Ratings, plan: SamplePlan, rows: np.ndarray, columns: np.ndarray, name: str
) -> TwoResolutions:
    part, replicates = plan.part(rows), plan.draws.replicates
    coded = ratings.full[np.ix_(rows, columns)]
    stream = plan.stream(f"agreement.{name}")
    if len(columns) == 2:
        full, two = replicate_pair(
            part,
            coded,
            ratings.two_of[: len(ratings.labels)],
            classes=len(ratings.labels),
            q=ratings.q,
            ordered=ratings.ordered,
            stream=stream,
            replicates=replicates,
        )
    else:
        full = replicate_rows(
            part, coded, classes=len(ratings.labels), q=ratings.q, stream=stream, replicates=replicates
        )
        two = replicate_rows(
            part,
            ratings.two[np.ix_(rows, columns)],
            classes=2,
            q=2,
            stream=plan.stream(f"agreement.{name}"),
            replicates=replicates,
        )
    return replace(figures, full=_describe(figures.full, full), two_class=_describe(figures.two_class, two))


def _describe(figures: Figures, replicates: FigureReplicates) -> Figures:
    """The figures with what their replicates say."""
    names = list(replicates.single)
    overlaps = replicates.specific / (2 - replicates.specific)
    rows = summarise(np.vstack([*(replicates.single[name] for name in names), replicates.specific, overlaps]))
    found: dict[str, Uncertainty] = {}
    for row, name in enumerate(names):
        value = _find_value(figures, name)
        if value is None:
            continue
        if name == "observed":
            found[name] = rows.share(row, value, figures.n)
        elif name in CARRIED:
            found[name] = rows.coefficient(row, value, figures.n)
        else:
            found[name] = rows.plain(row)
    for place, (label, agreement) in enumerate(zip(figures.labels, figures.per_class, strict=True)):
        value, row = agreement.number(), len(names) + place
        if value is not None:
            named = _count_named(figures, place)
            found[f"per_class.{label}"] = rows.f1(row, row + len(figures.labels), value, named)
    return replace(figures, uncertainty=found)


def _find_value(figures: Figures, name: str) -> float | None:
    if name in ("linear", "quadratic"):
        weighted = figures.weighted
        value = None if weighted is None else getattr(weighted, name)
    else:
        value = getattr(figures, name)
    return None if value is None else value.number()


def _count_named(figures: Figures, place: int) -> int:
    """Units that one of two coders gave the class; for more coders all units."""
    if figures.confusion is None:
        return figures.n
    row, column = figures.confusion[place], [line[place] for line in figures.confusion]
    return sum(row) + sum(column) - row[place]
