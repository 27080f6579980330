"""Coders against themselves: silent repeats, and the first label saved beside the last."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from scoring.agreement.intervals import Measuring
from scoring.agreement.ratings import Ratings, TwoResolutions, build_ratings
from scoring.agreement.sampling import plan_units
from scoring.resampling.sample_plan import Draws, SamplePlan
from scoring.results import Codebook, Codings

__all__ = ["CoderRepeats", "FirstCodings", "Repeats", "measure_first_codings", "measure_repeats"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoderRepeats:
    """Agreement of one coder's two codings of the same units; rows of the confusion table are the first."""

    coder: str
    figures: TwoResolutions

    def as_json(self) -> dict[str, object]:
        """The coder with the figures."""
        return {"coder": self.coder, **self.figures.as_json()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeats:
    """Intra-coder agreement, over all repeats together and by coder."""

    figures: TwoResolutions
    coders: tuple[CoderRepeats, ...]

    def as_json(self) -> dict[str, object]:
        """The object ``repeats``."""
        return {**self.figures.as_json(), "coders": [coder.as_json() for coder in self.coders]}


def _pair_up(first: pd.Series, again: pd.Series, codebook: Codebook, draws: Draws | None, name: str) -> TwoResolutions:
    """Each repeated coding as a unit, its two labels as those of two coders."""
    units = [f"{place:012}" for place in range(len(first))] * 2
    frame = pd.DataFrame(
        {
            "unit": units,
            "coder": ["1"] * len(first) + ["2"] * len(again),
            "label": pd.Series([*first, *again], dtype=object),
        },
        dtype=object,
    )
    ratings = build_ratings(Codings(key="record_id", frame=frame, sha256=""), codebook)
    return _measure(ratings, None if draws is None else plan_units(ratings, None, (), draws), name)


def _measure(ratings: Ratings, plan: SamplePlan | None, name: str) -> TwoResolutions:
    measuring = Measuring(ratings=ratings, plan=None if plan is None else plan.silent())
    return measuring.measure(np.arange(len(ratings.units)), np.arange(len(ratings.coders)), name)


def measure_repeats(codings: Codings, codebook: Codebook, draws: Draws | None = None) -> Repeats | None:
    """Agreement of coders with themselves on silent repeats; the first coding counts everywhere else.

    Parameters
    ----------
    draws : of the bootstrap, over repeated codings without strata; None for point values only.

    Edge cases: None where no coding has a repeat. In the figures over all coders every repeated coding is a unit.

    Errors
    ------
    BadInput for a label outside the codebook.

    Source: scoring specification, section 5.

    Examples
    --------
    >>> from scoring.agreement.small_codings import build_small_codings
    >>> from scoring.records.small_run import build_small_codebook
    >>> found = measure_repeats(build_small_codings(), build_small_codebook())
    >>> [(one.coder, one.figures.full.n, str(one.figures.full.observed.value)) for one in found.coders]
    [('ann', 2, '1/2'), ('bob', 1, '1')]
    """
    if "repeat_label" not in codings.frame:
        return None
    repeated = codings.frame[codings.frame["repeat_label"].notna()]
    if repeated.empty:
        return None
    return Repeats(
        figures=_pair_up(repeated["label"], repeated["repeat_label"], codebook, draws, "repeats"),
        coders=tuple(
            CoderRepeats(
                coder=str(name),
                figures=_pair_up(mine["label"], mine["repeat_label"], codebook, draws, f"repeats={name}"),
            )
            for name, mine in repeated.groupby("coder", sort=True)
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstCodings:
    """Agreement on the first label saved; ``changed`` codings had another one."""

    changed: int
    figures: TwoResolutions

    def as_json(self) -> dict[str, object]:
        """The object ``first_coding``."""
        return {"changed": self.changed, **self.figures.as_json()}


def measure_first_codings(codings: Codings, codebook: Codebook, plan: SamplePlan | None = None) -> FirstCodings | None:
    """Agreement on the first label that each coder saved, beside that on the last word.

    Parameters
    ----------
    plan : how the units of these codings are drawn again; None for point values only.

    Edge cases: None where the codings do not say which labels came first; a coding without one was never changed.

    Errors
    ------
    BadInput for a label outside the codebook.

    Source: scoring specification, section 5.

    Examples
    --------
    >>> from scoring.agreement.small_codings import build_small_codings
    >>> from scoring.records.small_run import build_small_codebook
    >>> found = measure_first_codings(build_small_codings(), build_small_codebook())
    >>> found.changed, found.figures.full.observed.value
    (1, Fraction(1, 1))
    """
    if "first_label" not in codings.frame:
        return None
    frame = codings.frame
    first = frame["first_label"].where(frame["first_label"].notna(), frame["label"])
    changed = int(np.sum(first.to_numpy(dtype=object) != frame["label"].to_numpy(dtype=object)))
    ratings = build_ratings(replace(codings, frame=frame), codebook, labels=first)
    return FirstCodings(changed=changed, figures=_measure(ratings, plan, "first_coding"))
