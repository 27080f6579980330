"""Uncertainty flags: how often coders are unsure, whether they disagree there, whether they are unsure of the same."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from scoring.agreement.figures import Figures, measure_ratings
from scoring.agreement.intervals import Measuring
from scoring.agreement.ratings import Ratings
from scoring.resampling.reported import plain_share, report
from scoring.resampling.sample_plan import SamplePlan
from scoring.results import Codings, Exact

__all__ = ["FLAGS", "CoderFlags", "Flags", "find_flags", "measure_flags"]

FLAGS = ("unflagged", "flagged")
"""The two classes of a flag."""

NOT_STATED = "no coding says whether it is uncertain"


@dataclass(frozen=True, slots=True, kw_only=True)
class CoderFlags:
    """Flags of one coder: ``flagged`` of ``stated`` codings that say whether they are uncertain."""

    coder: str
    flagged: int
    stated: int

    def as_json(self) -> dict[str, object]:
        """The coder with the rate and its Wilson interval."""
        return {"coder": self.coder, "rate": _share(self.flagged, self.stated, NOT_STATED)}


def _share(count: int, n: int, undefined: str) -> dict[str, object]:
    return report(Exact.ratio(count, n, undefined=undefined).estimate(n), plain_share(count, n))


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """Flags beside labels; they never change or exclude one.

    Parameters
    ----------
    units : units that some coder flagged, sorted.
    flagged, flagged_apart : of them, those with two codings or more, and those whose labels differ.
    unflagged, unflagged_apart : the same of units that nobody flagged.
    agreement : agreement on the flag itself, two classes.
    """

    coders: tuple[CoderFlags, ...]
    units: tuple[str, ...]
    flagged: int
    flagged_apart: int
    unflagged: int
    unflagged_apart: int
    agreement: Figures

    def as_json(self) -> dict[str, object]:
        """The object ``uncertain``."""
        return {
            "coders": [coder.as_json() for coder in self.coders],
            "flagged_by_any": list(self.units),
            "disagreement": {
                "flagged": _share(self.flagged_apart, self.flagged, "no flagged unit coded by two coders"),
                "unflagged": _share(self.unflagged_apart, self.unflagged, "no unflagged unit coded by two coders"),
            },
            "agreement": self.agreement.as_json(),
        }


def find_flags(codings: Codings, ratings: Ratings) -> np.ndarray:
    """The flag of each unit by each coder: 1 flagged, 0 not, −1 where nobody says.

    Parameters
    ----------
    ratings : of the same codings.

    Examples
    --------
    >>> from scoring.agreement.ratings import build_ratings
    >>> from scoring.agreement.small_codings import build_small_codings
    >>> from scoring.records.small_run import build_small_codebook
    >>> codings = build_small_codings()
    >>> find_flags(codings, build_ratings(codings, build_small_codebook())).tolist()
    [[0, 0], [1, 0], [0, 0], [0, 1]]
    """
    found = np.full(ratings.full.shape, -1, dtype="int16")
    if "uncertain" in codings.frame:
        flags = codings.frame["uncertain"].astype("boolean").to_numpy(dtype="int16", na_value=-1)
        found[ratings.unit_of, ratings.coder_of] = flags
    return found


def measure_flags(codings: Codings, ratings: Ratings, plan: SamplePlan | None = None) -> Flags:
    """Rates by coder, disagreement of labels by flagged or not, and agreement of flags.

    A unit is flagged when some coder flagged it.

    Parameters
    ----------
    plan : how the units are drawn again, for the agreement of flags; the shares have plain Wilson intervals.

    Edge cases: codings that do not say whether they are uncertain count as not flagged for their unit, and leave the
    coder's rate and the agreement of flags.

    Source: scoring specification, section 5.

    Examples
    --------
    >>> from scoring.agreement.ratings import build_ratings
    >>> from scoring.agreement.small_codings import build_small_codings
    >>> from scoring.records.small_run import build_small_codebook
    >>> codings = build_small_codings()
    >>> found = measure_flags(codings, build_ratings(codings, build_small_codebook()))
    >>> found.units, found.flagged, found.flagged_apart, found.unflagged_apart
    (('elm/2', 'oak/2'), 2, 1, 0)
    """
    flags = find_flags(codings, ratings)
    paired = (ratings.full >= 0).sum(axis=1) > 1
    apart = ratings.find_apart()
    marked = (flags == 1).any(axis=1)
    return Flags(
        coders=tuple(
            CoderFlags(coder=str(name), flagged=int((of_coder == 1).sum()), stated=int((of_coder >= 0).sum()))
            for name, of_coder in zip(ratings.coders, flags.T, strict=True)
        ),
        units=tuple(ratings.units[marked].tolist()),
        flagged=int((paired & marked).sum()),
        flagged_apart=int((apart & marked).sum()),
        unflagged=int((paired & ~marked).sum()),
        unflagged_apart=int((apart & ~marked).sum()),
        agreement=_agree_on_flags(flags, ratings, plan),
    )


def _agree_on_flags(flags: np.ndarray, ratings: Ratings, plan: SamplePlan | None) -> Figures:
    if not (flags >= 0).any():
        return measure_ratings(flags, FLAGS, q=2, empty=NOT_STATED)
    of_flags = replace(ratings, full=flags, two=flags, labels=FLAGS, q=2, ordered=False, two_of=np.array([0, 1, -1]))
    measuring = Measuring(ratings=of_flags, plan=None if plan is None else plan.silent())
    return measuring.measure(np.arange(len(flags)), np.arange(flags.shape[1]), "flags").full
