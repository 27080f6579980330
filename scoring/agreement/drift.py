"""Drift: disagreements and flags along each coder's own order, by tenths."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.agreement.flags import find_flags
from scoring.agreement.ratings import Ratings
from scoring.resampling.permutation import PermutationTest, trend_test
from scoring.resampling.reported import plain_share, report
from scoring.resampling.sample_plan import Draws
from scoring.resampling.streams import open_stream
from scoring.results import Codings, Exact

__all__ = ["TENTHS", "Drift", "Places", "Tenth", "find_places", "measure_drift"]

TENTHS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Tenth:
    """One tenth of every coder's order together.

    Parameters
    ----------
    tenth : from 1. codings : how many lie in it.
    paired, apart : codings of units that somebody else coded too, and those of units whose labels differ.
    stated, flagged : codings that say whether they are uncertain, and the uncertain ones.
    """

    tenth: int
    codings: int
    paired: int
    apart: int
    stated: int
    flagged: int

    def as_json(self) -> dict[str, object]:
        """The tenth with its two rates."""
        apart = Exact.ratio(self.apart, self.paired, undefined="no unit coded by two coders")
        flagged = Exact.ratio(self.flagged, self.stated, undefined="no coding says whether it is uncertain")
        return {
            "tenth": self.tenth,
            "codings": self.codings,
            "disagreement": report(apart.estimate(self.paired), plain_share(self.apart, self.paired)),
            "flagged": report(flagged.estimate(self.stated), plain_share(self.flagged, self.stated)),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """The ten tenths in order, and tests that nothing changes along them; None where nothing was drawn."""

    tenths: tuple[Tenth, ...]
    disagreement: PermutationTest | None
    flagged: PermutationTest | None

    def as_json(self) -> dict[str, object]:
        """The object ``order``."""
        return {
            "tenths": [tenth.as_json() for tenth in self.tenths],
            "trend": {"disagreement": _test_json(self.disagreement), "flagged": _test_json(self.flagged)},
        }


def _test_json(test: PermutationTest | None) -> dict[str, object] | None:
    if test is None:
        return None
    out: dict[str, object] = {"value": test.value, "p": test.p, "draws": test.arrangements}
    return out if test.undefined is None else out | {"undefined": test.undefined}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Places:
    """Codings whose place is known, one element each.

    Parameters
    ----------
    coder : as an integer. place : 0, 1, … among the codings of that coder. tenth : 0 … 9.
    apart : 1 where the unit's labels differ, 0 where they do not, −1 where nobody else coded it.
    flag : 1 flagged, 0 not, −1 where the coding does not say.
    """

    coder: np.ndarray
    place: np.ndarray
    tenth: np.ndarray
    apart: np.ndarray
    flag: np.ndarray


def find_places(codings: Codings, ratings: Ratings) -> Places | None:
    """Where each coding stands in its coder's own order; None where no coding says.

    Edge cases: gaps between positions do not count, places are taken among what a coder did code.

    Examples
    --------
    >>> from scoring.agreement.ratings import build_ratings
    >>> from scoring.agreement.small_codings import build_small_codings
    >>> from scoring.records.small_run import build_small_codebook
    >>> codings = build_small_codings()
    >>> found = find_places(codings, build_ratings(codings, build_small_codebook()))
    >>> found.coder.tolist(), found.tenth.tolist(), found.apart.tolist()
    ([0, 0, 0, 0, 1, 1, 1, 1], [0, 2, 5, 7, 0, 2, 5, 7], [1, 0, 0, 0, 0, 0, 0, 1])
    """
    if "position" not in codings.frame or codings.frame["position"].isna().all():
        return None
    position = codings.frame["position"].to_numpy(dtype="int64", na_value=0)
    order = np.lexsort((position, ratings.coder_of))
    order = order[position[order] > 0]
    unit, coder = ratings.unit_of[order], ratings.coder_of[order]
    size = np.bincount(coder)
    place = np.arange(len(coder)) - (np.cumsum(size) - size)[coder]
    paired = (ratings.full >= 0).sum(axis=1) > 1
    apart = np.where(paired, ratings.find_apart(), -1)
    return Places(
        coder=coder,
        place=place,
        tenth=place * TENTHS // size[coder],
        apart=apart[unit].astype("int64"),
        flag=find_flags(codings, ratings)[unit, coder].astype("int64"),
    )


def measure_drift(places: Places, draws: Draws | None = None) -> Drift:
    """Disagreements and flags by tenths of each coder's own order, with permutation tests of trend.

    Parameters
    ----------
    draws : its seed gives the random orders of the tests; None: no tests.

    Edge cases: with fewer than ten codings some tenths of a coder are empty.

    Source: scoring specification, section 5, *Order*.

    Examples
    --------
    >>> found = measure_drift(Places(coder=np.array([0, 0]), place=np.array([0, 1]), tenth=np.array([0, 5]),
    ...                              apart=np.array([0, 1]), flag=np.array([-1, 1])))
    >>> [(one.tenth, one.apart, one.flagged) for one in found.tenths if one.codings]
    [(1, 0, 0), (6, 1, 1)]
    """

    def count(which: np.ndarray) -> list[int]:
        counts: list[int] = np.bincount(places.tenth[which], minlength=TENTHS).tolist()
        return counts

    columns = zip(
        count(places.tenth >= 0),
        count(places.apart >= 0),
        count(places.apart == 1),
        count(places.flag >= 0),
        count(places.flag == 1),
        strict=True,
    )

    def test(outcome: np.ndarray, purpose: str) -> PermutationTest | None:
        if draws is None:
            return None
        known = outcome >= 0
        return trend_test(
            places.place[known], outcome[known], places.coder[known], stream=open_stream(draws.seed, purpose)
        )

    return Drift(
        tenths=tuple(
            Tenth(tenth=place, codings=n, paired=paired, apart=apart, stated=stated, flagged=flagged)
            for place, (n, paired, apart, stated, flagged) in enumerate(columns, 1)
        ),
        disagreement=test(places.apart, "agreement.trend.disagreement"),
        flagged=test(places.flag, "agreement.trend.flagged"),
    )
