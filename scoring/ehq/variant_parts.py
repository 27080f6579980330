"""What the variants of a model's scores are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.ehq.balance import BalancedCalibration, PooledCalibration, balance_categories
from scoring.ehq.group import CategoryScore, GroupScore, merge_groups
from scoring.ehq.scores import NO_RECORD, Scores
from scoring.ehq.weights import Weights
from scoring.results import Exact

__all__ = ["CONTEXT", "KNOWLEDGE", "VariantParts", "build_parts"]

KNOWLEDGE = ("FEQ", "PCQ", "HNQ")
"""Categories of EHQ-K: the limits of what a model has learned."""

CONTEXT = ("CCQ",)
"""The category of EHQ-C: the limits of a document that stands before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantParts:
    """One model: its scores over everything, EHQ-K, EHQ-C, and its other calibration scores.

    ``records`` and ``calibration`` are the records behind the scores and those behind EHQ3.
    """

    model: str
    whole: Scores
    records: int
    calibration: int
    knowledge: GroupScore
    context: GroupScore
    balanced: BalancedCalibration
    pooled: PooledCalibration


def build_parts(
    model: str,
    group: GroupScore,
    of_category: Sequence[CategoryScore],
    pooled: PooledCalibration,
    *,
    categories: Sequence[str],
    codes: Sequence[str],
    weights: Weights,
) -> VariantParts:
    """The parts of one model.

    Parameters
    ----------
    group : its scores over everything. of_category : within each category that it has records of.
    categories : all categories of the run. codes : labels of the codebook.

    Source: scoring specification, section 3; EHQ, section 6.1 (EHQ-K and EHQ-C).

    Examples
    --------
    >>> from scoring.ehq.scoring_run import score
    >>> from scoring.records.small_run import build_small_codebook, build_small_run
    >>> elm = score(build_small_run(), codebook=build_small_codebook()).labels.models[0].parts
    >>> elm.knowledge.tally.records, elm.context.scores.ehq.undefined, elm.balanced.every.value
    (3, 'no scored record', Fraction(1, 1))
    """
    within = {part.name: part.group for part in of_category}
    calibration = [within[name].scores.ehq3 if name in within else Exact.none(NO_RECORD) for name in categories]

    def merge(names: Sequence[str]) -> GroupScore:
        return merge_groups([within[name] for name in names if name in within], codes, weights)

    return VariantParts(
        model=model,
        whole=group.scores,
        records=group.tally.records,
        calibration=group.tally.calibration,
        knowledge=merge(KNOWLEDGE),
        context=merge(CONTEXT),
        balanced=balance_categories(calibration, categories),
        pooled=pooled,
    )
