"""The scores of one group of records: a model, a category of a model, all records together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.ehq.scores import SCORES, Scores, score_tally
from scoring.ehq.tally import BINS, CERTAIN, Tally, sum_tallies
from scoring.ehq.weights import Weights
from scoring.results import Exact

__all__ = ["CategoryScore", "GroupScore", "merge_groups"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupScore:
    """The scores of one group of records.

    Parameters
    ----------
    tally : its sufficient counts. counts : scored records by label, in the codebook's order.
    stated : scored records, of any label, with a usable confidence.
    """

    tally: Tally
    counts: dict[str, int]
    stated: int
    scores: Scores

    @property
    def coverage(self) -> Exact:
        """Share of scored records whose confidence could be read."""
        return Exact.ratio(self.stated, self.tally.records, undefined="no scored record")

    def as_json(self) -> dict[str, object]:
        """The group with both denominators: ``n`` for EHQ1 and EHQ2, ``calibration_n`` for EHQ3."""
        return {
            "n": self.tally.records,
            "counts": self.counts,
            **_scores_json(self.scores, self.tally),
            "calibration_n": self.tally.calibration,
            "coverage": self.coverage.estimate(self.tally.records).as_json(),
            "bins": _bins_json(self.tally),
        }


def _scores_json(scores: Scores, tally: Tally) -> dict[str, object]:
    behind = {"ehq1": tally.records, "ehq2": tally.records, "ehq3": tally.calibration, "ehq": tally.records}
    return {name: scores.get(name).estimate(behind[name]).as_json() for name in SCORES}


def _bins_json(tally: Tally) -> list[dict[str, object]]:
    """The bins that hold records, on the 0-100 scale; accuracy and mean confidence as shares."""
    width = 100 // BINS
    return [
        {
            "bin": place,
            "low": place * width,
            "high": (place + 1) * width,
            "n": part.n,
            "accuracy": part.correct / part.n,
            "confidence": part.confidence / (part.n * CERTAIN),
        }
        for place, part in enumerate(tally.bins)
        if part.n
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryScore:
    """A model's scores within one category or subcategory.

    ``one_sided`` says that no substantive-correct label can occur there by the codebook, so that EHQ3 is one-sided
    false-answer confidence alignment: 1 − mean confidence.
    """

    name: str
    one_sided: bool
    group: GroupScore

    def as_json(self) -> dict[str, object]:
        """The scores under the category's name."""
        return {"name": self.name, "one_sided": self.one_sided, **self.group.as_json()}


def merge_groups(groups: Sequence[GroupScore], codes: Sequence[str], weights: Weights) -> GroupScore:
    """Several groups as if their records were of one.

    Parameters
    ----------
    codes : labels of the codebook, in order.

    Edge cases: no group gives a group without records.

    Examples
    --------
    >>> from scoring.ehq.weights import DEFAULT_WEIGHTS
    >>> tally = Tally(records=1, restraint=1)
    >>> one = GroupScore(tally=tally, counts={"NO": 1}, stated=0, scores=score_tally(tally, DEFAULT_WEIGHTS))
    >>> found = merge_groups([one, one], ["NO"], DEFAULT_WEIGHTS)
    >>> found.counts, found.scores.ehq1.value, merge_groups([], ["NO"], DEFAULT_WEIGHTS).scores.ehq1.undefined
    ({'NO': 2}, Fraction(1, 1), 'no scored record')
    """
    whole = sum_tallies(group.tally for group in groups)
    return GroupScore(
        tally=whole,
        counts={code: sum(group.counts[code] for group in groups) for code in codes},
        stated=sum(group.stated for group in groups),
        scores=score_tally(whole, weights),
    )
