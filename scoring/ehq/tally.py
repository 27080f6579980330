"""Counts that all scores are made of: per group the labels by role, and the calibration records by bin."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from scoring.records import MILLION, NO_CONFIDENCE

__all__ = [
    "BINS",
    "CERTAIN",
    "CORRECT",
    "NO_ROLE",
    "RESTRAINT",
    "WRONG",
    "Bin",
    "Tally",
    "count_tallies",
    "sum_tallies",
]

BINS = 10
"""Equal-width bins of EHQ3: [0,10), [10,20), …, [90,100] on the 0-100 scale."""

CERTAIN = 100 * MILLION
"""Confidence 100, that is certainty 1."""

RESTRAINT, CORRECT, WRONG, NO_ROLE = 0, 1, 2, -1
"""Role codes: restraint, substantive-correct, substantive-wrong, and labels that enter no score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Calibration records whose confidence lies in one bin.

    Parameters
    ----------
    n : records. correct : those labelled substantive-correct. confidence : sum of their confidences, in units of 10^-8.
        All three are weighted where the tally is.
    """

    n: int = 0
    correct: int = 0
    confidence: int = 0

    @property
    def gap(self) -> int:
        """n times |accuracy − mean confidence|, in units of 10^-8."""
        return abs(self.correct * CERTAIN - self.confidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Sufficient counts of one group of scored records; weighted counts are integers too.

    Parameters
    ----------
    records : how many records there are, never weighted.
    calibration : how many of them are calibration records, never weighted.
    restraint, correct, wrong : (weighted) counts by role.
    bins : ten bins of (weighted) calibration records.

    Examples
    --------
    >>> half = Tally(records=2, calibration=0, restraint=1, correct=0, wrong=1)
    >>> half.times(3).total, half.times(3).records, sum_tallies([half, half.times(3)]).wrong
    (6, 2, 4)
    """

    records: int = 0
    calibration: int = 0
    restraint: int = 0
    correct: int = 0
    wrong: int = 0
    bins: tuple[Bin, ...] = (Bin(),) * BINS

    @property
    def total(self) -> int:
        """The (weighted) count of all records: the denominator of EHQ1 and EHQ2."""
        return self.restraint + self.correct + self.wrong

    @property
    def pool(self) -> int:
        """The (weighted) count of the calibration records: the denominator of EHQ3."""
        return sum(part.n for part in self.bins)

    def times(self, weight: int) -> Tally:
        """The same records with an integer weight."""
        return replace(
            self,
            restraint=self.restraint * weight,
            correct=self.correct * weight,
            wrong=self.wrong * weight,
            bins=tuple(
                Bin(n=part.n * weight, correct=part.correct * weight, confidence=part.confidence * weight)
                for part in self.bins
            ),
        )


def _add(one: Tally, other: Tally) -> Tally:
    return Tally(
        records=one.records + other.records,
        calibration=one.calibration + other.calibration,
        restraint=one.restraint + other.restraint,
        correct=one.correct + other.correct,
        wrong=one.wrong + other.wrong,
        bins=tuple(
            Bin(n=a.n + b.n, correct=a.correct + b.correct, confidence=a.confidence + b.confidence)
            for a, b in zip(one.bins, other.bins, strict=True)
        ),
    )


def sum_tallies(tallies: Iterable[Tally]) -> Tally:
    """The tally of several groups together; an empty tally for none.

    Examples
    --------
    >>> sum_tallies([Tally(records=1, restraint=1), Tally(records=2, wrong=2)]).total
    3
    """
    return reduce(_add, tallies, Tally())


def count_tallies(*, role: np.ndarray, confidence: np.ndarray, group: np.ndarray, groups: int) -> list[Tally]:
    """Count the records of each group.

    Parameters
    ----------
    role : role code of each record; ``NO_ROLE`` records are passed over.
    confidence : int64, units of 10^-8 (millionths on the 0-100 scale); ``NO_CONFIDENCE`` where there is none.
    group : group of each record, 0 … groups − 1.

    Edge cases: a confidence on an edge (10, 20, …) lies in the upper bin, 100 in the last one. Sums of 90 million
    records stay exact.

    Source: scoring specification, section 3; EHQ, section 3.1.

    Examples
    --------
    >>> tallies = count_tallies(role=np.array([0, 1, 2, 2]), group=np.array([0, 0, 0, 1]), groups=2,
    ...     confidence=np.array([0, 90_000_000, 30_000_000, -1]))
    >>> tallies[0].total, tallies[0].pool, tallies[0].bins[3], tallies[1].pool
    (3, 2, Bin(n=1, correct=0, confidence=30000000), 0)
    """
    counts = np.zeros((groups, 3), dtype="int64")
    scored = role != NO_ROLE
    np.add.at(counts, (group[scored], role[scored]), 1)
    binned = np.zeros((groups, BINS, 3), dtype="int64")
    chosen = (role == CORRECT) | (role == WRONG)
    chosen &= confidence != NO_CONFIDENCE
    stated = confidence[chosen]
    place = (group[chosen], np.minimum(stated // (CERTAIN // BINS), BINS - 1))
    np.add.at(binned[:, :, 0], place, 1)
    np.add.at(binned[:, :, 1], place, (role[chosen] == CORRECT).astype("int64"))
    np.add.at(binned[:, :, 2], place, stated)
    return [
        Tally(
            records=sum(of_role),
            calibration=sum(n for n, _, _ in of_bins),
            restraint=of_role[RESTRAINT],
            correct=of_role[CORRECT],
            wrong=of_role[WRONG],
            bins=tuple(Bin(n=n, correct=correct, confidence=total) for n, correct, total in of_bins),
        )
        for of_role, of_bins in zip(counts.tolist(), binned.tolist(), strict=True)
    ]
