"""EHQ3 under other ways to put its records together: each category counted alike, or restraint records pooled in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.ehq.labelling import Labelling
from scoring.ehq.scores import NO_POOL, score_tally
from scoring.ehq.tally import RESTRAINT, WRONG, count_tallies
from scoring.ehq.weights import DEFAULT_WEIGHTS
from scoring.records import Records
from scoring.results import Exact

__all__ = ["BalancedCalibration", "PooledCalibration", "balance_categories", "pool_restraint"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BalancedCalibration:
    """One model's EHQ3 with every category counted alike.

    Parameters
    ----------
    every : the mean over all categories; undefined where one has no calibration record.
    nonempty : the mean over the categories that have one, whatever the number of the others.
    pools, categories : how many categories have a calibration record, and how many there are.
    """

    every: Exact
    nonempty: Exact
    pools: int
    categories: int


def balance_categories(of_category: Sequence[Exact], names: Sequence[str]) -> BalancedCalibration:
    """The simple mean of one model's EHQ3 over categories.

    Parameters
    ----------
    of_category : EHQ3 in each category of the run. names : their names.

    Edge cases: a category without calibration records leaves the mean undefined and is named; the mean over the others
    stands beside it and is to be marked as such.

    Source: scoring specification, section 3; EHQ, section 4.6 (category-balanced diagnostic).

    Examples
    --------
    >>> found = balance_categories([Exact.of(1), Exact.none("empty"), Exact.of(0)], ["CCQ", "FEQ", "HNQ"])
    >>> found.every.undefined, str(found.nonempty.value), found.pools
    ('no substantive record with a confidence in FEQ', '1/2', 2)
    """
    empty = [name for name, score in zip(names, of_category, strict=True) if score.value is None]
    mean = Exact.mean(tuple(of_category), undefined=NO_POOL)
    return BalancedCalibration(
        every=Exact.none(f"{NO_POOL} in {', '.join(empty)}") if empty else mean,
        nonempty=mean,
        pools=len(names) - len(empty),
        categories=len(names),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PooledCalibration:
    """The superseded EHQ3 of one model, over all scored records with a confidence, and how many these are."""

    ehq3: Exact
    n: int


def pool_restraint(records: Records, labelling: Labelling) -> tuple[PooledCalibration, ...]:
    """The superseded EHQ3 of each model: restraint records lie in the bins too, as not correct.

    It counts restraint twice and reads a confidence that belongs to no answer; it is given to show what the definition
    changes, and is to be marked as superseded wherever it stands.

    Source: scoring specification, section 3; EHQ, sections 3.2 and 6.1.

    Examples
    --------
    >>> from scoring.ehq.labelling import build_labelling
    >>> from scoring.records import encode_labels, prepare_records
    >>> from scoring.records.small_run import build_small_codebook, build_small_run
    >>> records, book = prepare_records(build_small_run()), build_small_codebook()
    >>> codes = encode_labels(records.frame["automated_label"], book, by_people=False)
    >>> labelling = build_labelling(records.frame["exclusion"].to_numpy(), codes, book)
    >>> [(str(one.ehq3.value), one.n) for one in pool_restraint(records, labelling)]
    [('29/30', 3), ('5/8', 4)]
    """
    frame = records.frame
    role = np.where(labelling.role == RESTRAINT, WRONG, labelling.role)
    tallies = count_tallies(
        role=role,
        confidence=frame["confidence"].to_numpy(),
        group=frame["model"].to_numpy(),
        groups=len(records.models),
    )
    return tuple(PooledCalibration(ehq3=score_tally(one, DEFAULT_WEIGHTS).ehq3, n=one.pool) for one in tallies)
