"""The calibration pool: how much restraint leaks into it, and how much of it is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from scoring.records import NO_CONFIDENCE
from scoring.results import Exact
from scoring.validation.compared import OUTSIDE_CLASS, Compared, map_to_two
from scoring.validation.impact import GroupImpact, Impact
from scoring.validation.tables import Table, count_tables

__all__ = ["Pool", "PoolPart", "PoolShares", "measure_pool"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolShares:
    """Restraint and substantive records under both labellings; shares are weighted where weights are.

    ``restraint_to_substantive`` is the leak, ``substantive_to_restraint`` the loss, ``contamination`` the share of the
    automated substantive records that are restraint by the reference, ``wasted`` the share of the automated restraint
    records that are substantive by it.
    """

    table: Table
    restraint_to_substantive: Exact
    substantive_to_restraint: Exact
    contamination: Exact
    wasted: Exact

    def as_json(self) -> dict[str, object]:
        """Counts, plain shares, and the shares again as estimates with their n."""
        (kept, leaked, _), (lost, right, _) = self.table.counts
        shares = {
            "restraint_to_substantive": (self.restraint_to_substantive, kept + leaked),
            "substantive_to_restraint": (self.substantive_to_restraint, lost + right),
            "contamination": (self.contamination, leaked + right),
            "automated_restraint_that_is_substantive": (self.wasted, kept + lost),
        }
        return {
            "reference_restraint": kept + leaked,
            "reference_substantive": lost + right,
            "automated_restraint": kept + lost,
            "automated_substantive": leaked + right,
            **{name: share.number() for name, (share, _) in shares.items()},
            "estimates": {name: share.estimate(n).as_json() for name, (share, n) in shares.items()},
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedShares:
    """The shares within one model or category."""

    name: str
    shares: PoolShares


def _calibration_json(group: GroupImpact) -> dict[str, int]:
    return {"automated": group.calibration_automated, "reference": group.calibration_reference}


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolPart:
    """The shares over all of some records, by model and by category."""

    whole: PoolShares
    models: tuple[NamedShares, ...]
    categories: tuple[NamedShares, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The pool over all records, and for records with a usable confidence only."""

    every: PoolPart
    with_confidence: PoolPart
    impact: Impact

    @property
    def whole(self) -> PoolShares:
        """The shares over all records."""
        return self.every.whole

    def as_json(self) -> dict[str, object]:
        """The object ``pool``."""
        groups = dict(zip(self.impact.models, self.impact.groups, strict=True))
        return {
            **self.whole.as_json(),
            "calibration_n": _calibration_json(self.impact.pooled),
            "models": [
                {"model": part.name, **part.shares.as_json(), "calibration_n": _calibration_json(groups[part.name])}
                for part in self.every.models
            ],
            "categories": [{"category": part.name, **part.shares.as_json()} for part in self.every.categories],
            "with_confidence": {
                **self.with_confidence.whole.as_json(),
                "models": [{"model": part.name, **part.shares.as_json()} for part in self.with_confidence.models],
                "categories": [
                    {"category": part.name, **part.shares.as_json()} for part in self.with_confidence.categories
                ],
            },
        }


def _build_shares(table: Table) -> PoolShares:
    (kept, leaked, _), (lost, right, _) = table.weighted
    return PoolShares(
        table=table,
        restraint_to_substantive=Exact.ratio(leaked, kept + leaked, undefined="no restraint in the reference"),
        substantive_to_restraint=Exact.ratio(lost, lost + right, undefined="no substantive record in the reference"),
        contamination=Exact.ratio(leaked, leaked + right, undefined="no substantive automated label"),
        wasted=Exact.ratio(lost, kept + lost, undefined="no automated restraint"),
    )


def _share_by(two: Compared, group: np.ndarray, names: Sequence[str]) -> tuple[NamedShares, ...]:
    tables = count_tables(two, classes=2, group=group, groups=len(names))
    return tuple(
        NamedShares(name=name, shares=_build_shares(table))
        for name, table in zip(names, tables, strict=True)
        if table.n
    )


def _share_all(two: Compared) -> PoolShares:
    [table] = count_tables(two, classes=2, group=np.zeros(len(two.rows), dtype="int64"), groups=1)
    return _build_shares(table)


def measure_pool(compared: Compared, impact: Impact) -> Pool:
    """Leak, loss and contamination of the calibration pool.

    Edge cases: records whose automated label lies outside the codebook, or with neither class on one side, do not
    enter. A share over no records is undefined with the reason.

    Source: scoring specification, section 6, *Calibration pool*.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> study = build_small_study()
    >>> whole = measure_pool(study.compared, study.impact).whole
    >>> whole.restraint_to_substantive.value, whole.substantive_to_restraint.value, whole.contamination.value
    (Fraction(1, 3), Fraction(1, 4), Fraction(1, 4))
    """
    two = map_to_two(compared)
    two = two.take(two.automated != OUTSIDE_CLASS)
    confidence = two.records.frame["confidence"].to_numpy()[two.rows]
    return Pool(
        every=_measure_part(two), with_confidence=_measure_part(two.take(confidence != NO_CONFIDENCE)), impact=impact
    )


def _measure_part(two: Compared) -> PoolPart:
    category, categories = pd.factorize(two.records.frame["category"].iloc[two.rows], sort=True)
    return PoolPart(
        whole=_share_all(two),
        models=_share_by(two, two.model, [facts.model for facts in two.records.models]),
        categories=_share_by(two, category, [str(name) for name in categories]),
    )
