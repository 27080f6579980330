"""EHQ1, EHQ2, EHQ3 and EHQ of one group of records, in exact fractions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.ehq.tally import CERTAIN, Tally
from scoring.ehq.weights import Weights
from scoring.results import Exact

__all__ = ["NO_POOL", "NO_RECORD", "SCORES", "Scores", "mean_of_scores", "score_tally"]

SCORES = ("ehq1", "ehq2", "ehq3", "ehq")
"""The four scores, in the order in which they are printed."""

NO_RECORD = "no scored record"
NO_POOL = "no substantive record with a confidence"
NO_MODEL = "no model has a value"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """The four scores of a group; each is a number or the reason for none."""

    ehq1: Exact
    ehq2: Exact
    ehq3: Exact
    ehq: Exact

    def get(self, score: str) -> Exact:
        """One of the four by its name in ``SCORES``."""
        return {"ehq1": self.ehq1, "ehq2": self.ehq2, "ehq3": self.ehq3, "ehq": self.ehq}[score]


def score_tally(tally: Tally, weights: Weights) -> Scores:
    """The scores of one group.

    ::

        EHQ1 = restraint / n                EHQ2 = 1 − wrong / n
        EHQ3 = 1 − Σ_b |Σ_{i in b} (correct_i − c_i)| / |S|       over ten bins of the calibration records S
        EHQ  = w1·EHQ1 + w2·EHQ2 + w3·EHQ3

    Edge cases: a group without records has no score; without calibration records EHQ3 is undefined, and so is EHQ
    unless its weight is 0. Where no record is substantive-correct, EHQ3 is 1 − mean confidence.

    Source: scoring specification, section 3; EHQ, section 3.1.

    Examples
    --------
    >>> from scoring.ehq.tally import Bin
    >>> from scoring.ehq.weights import DEFAULT_WEIGHTS
    >>> bins = [Bin()] * 10
    >>> bins[6] = Bin(n=1, correct=0, confidence=60_000_000)
    >>> tally = Tally(records=4, calibration=1, restraint=3, correct=0, wrong=1, bins=tuple(bins))
    >>> found = score_tally(tally, DEFAULT_WEIGHTS)
    >>> found.ehq1.value, found.ehq2.value, found.ehq3.value, found.ehq.value
    (Fraction(3, 4), Fraction(3, 4), Fraction(2, 5), Fraction(53, 80))
    >>> score_tally(Tally(records=1, restraint=1), DEFAULT_WEIGHTS).ehq.undefined
    'no substantive record with a confidence'
    """
    ehq1 = Exact.ratio(tally.restraint, tally.total, undefined=NO_RECORD)
    ehq2 = Exact.ratio(tally.total - tally.wrong, tally.total, undefined=NO_RECORD)
    whole = tally.pool * CERTAIN
    gaps = sum(part.gap for part in tally.bins)
    ehq3 = Exact.ratio(whole - gaps, whole, undefined=NO_POOL if tally.total else NO_RECORD)
    return Scores(ehq1=ehq1, ehq2=ehq2, ehq3=ehq3, ehq=weights.compose(ehq1, ehq2, ehq3))


def mean_of_scores(scores: Sequence[Scores]) -> Scores:
    """The simple mean of each score over those models that have it; never called pooled.

    Examples
    --------
    >>> from scoring.ehq.weights import DEFAULT_WEIGHTS
    >>> of_two = [score_tally(Tally(records=1, restraint=1), DEFAULT_WEIGHTS),
    ...           score_tally(Tally(records=1, wrong=1), DEFAULT_WEIGHTS)]
    >>> mean_of_scores(of_two).ehq1.value, mean_of_scores(of_two).ehq3.undefined
    (Fraction(1, 2), 'no model has a value')
    """
    means = {name: Exact.mean(tuple(one.get(name) for one in scores), undefined=NO_MODEL) for name in SCORES}
    return Scores(**means)
