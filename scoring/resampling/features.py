"""What each record adds to the sums that scores are made of: 14 columns for each group of records."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.records import MILLION, NO_CONFIDENCE
from scoring.resampling.sums import Entries

__all__ = ["BINS", "ScoreFeatures", "build_score_features"]

BINS = 10
CERTAIN = 100 * MILLION
COLUMNS = 4 + BINS
RECORDS, RESTRAINT, WRONG, POOL, GAP = range(5)
IS_RESTRAINT, IS_CORRECT, IS_WRONG = 0, 1, 2


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreFeatures:
    """What each scored record adds to the sums of its group.

    Columns go kind by kind, in a kind group by group: records, restraint, wrong, calibration records, and for each of
    ten bins the sum of (confidence − correct), in units of ``unit`` · 10^-8. ``complete`` groups have a confidence for
    each of their substantive records; their column of restraint stays empty, since it is records − calibration records.
    """

    entries: Entries
    groups: int
    unit: int
    complete: np.ndarray


def _common_unit(confidence: np.ndarray) -> int:
    """The largest power of ten, up to certainty, that divides all confidences: small integers multiply faster."""
    unit = CERTAIN
    while unit > 1 and (confidence % unit).any():
        unit //= 10
    return unit


def build_score_features(
    *,
    role: np.ndarray,
    confidence: np.ndarray,
    unit: np.ndarray,
    group: np.ndarray,
    groups: int,
    weight: np.ndarray | None = None,
    right_closed: bool = False,
) -> ScoreFeatures:
    """Make the features of some records.

    Parameters
    ----------
    role : 0 restraint, 1 substantive-correct, 2 substantive-wrong; other records are passed over.
    confidence : int64, units of 10^-8; ``NO_CONFIDENCE`` where there is none.
    unit : the unit that each record is drawn with.
    group : what is scored together, such as a model under one labelling, 0 … groups − 1.
    weight : design weight of each record; None: 1.
    right_closed : bins (a, b] with 0 in the first one, instead of [a, b) with 1 in the last one.

    Source: scoring specification, section 3; speed notes. Bins [a, b) are the product's choice; the other side is there
    for comparison with implementations that take it.

    Examples
    --------
    >>> features = build_score_features(role=np.array([0, 2]), confidence=np.array([-1, 90_000_000]),
    ...     unit=np.array([0, 1]), group=np.array([0, 0]), groups=1)
    >>> features.unit, features.entries.column.tolist(), features.entries.value.tolist()
    (10000000, [0, 0, 2, 3, 13], [1, 1, 1, 1, 9])
    """
    scored = (role >= IS_RESTRAINT) & (role <= IS_WRONG)
    pooled = scored & (role != IS_RESTRAINT) & (confidence != NO_CONFIDENCE)
    silent = scored & (role != IS_RESTRAINT) & ~pooled
    complete = np.bincount(group[silent], minlength=groups) == 0
    stated = confidence[pooled]
    common = _common_unit(stated)
    width = CERTAIN // BINS
    edge = np.maximum(-(-stated // width) - 1, 0) if right_closed else np.minimum(stated // width, BINS - 1)
    gap = (stated - CERTAIN * (role[pooled] == IS_CORRECT)) // common
    kinds = (
        (RECORDS, scored, 1),
        (RESTRAINT, (role == IS_RESTRAINT) & ~complete[group], 1),
        (WRONG, role == IS_WRONG, 1),
        (POOL, pooled, 1),
        (GAP + edge, pooled, gap),
    )
    column = [np.asarray(kind, dtype="int64") * groups + group[chosen] for kind, chosen, _ in kinds]
    value = [np.broadcast_to(np.asarray(value, dtype="int64"), int(chosen.sum())) for _, chosen, value in kinds]
    rows = np.concatenate([np.flatnonzero(chosen) for _, chosen, _ in kinds])
    return ScoreFeatures(
        entries=Entries(
            unit=unit[rows],
            column=np.concatenate(column),
            value=np.concatenate(value),
            columns=COLUMNS * groups,
            weight=None if weight is None else weight[rows],
        ),
        groups=groups,
        unit=common,
        complete=complete,
    )
