"""Agreement figures of some units in every replicate: of a table for two coders, of rows of codings for more."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from scoring.resampling.alpha import find_patterns
from scoring.resampling.cells import draw_cells
from scoring.resampling.ratios import divide
from scoring.resampling.sample_plan import SamplePart
from scoring.resampling.tables import TableAgreement, agreement_of_tables, as_tables, merge_classes

__all__ = ["FigureReplicates", "replicate_pair", "replicate_rows"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FigureReplicates:
    """Replicates at one resolution: ``single`` by the name of the figure, ``specific`` classes × replicates."""

    single: Mapping[str, np.ndarray]
    specific: np.ndarray


def _name(found: TableAgreement, *, weighted: bool) -> FigureReplicates:
    names = ("observed", "expected", "kappa", "ac1", "alpha", "pabak", "pi")
    single = {name: getattr(found, name) for name in names}
    if weighted:
        single |= {"linear": found.kappa_linear, "quadratic": found.kappa_quadratic}
    return FigureReplicates(single=single, specific=found.specific)


def replicate_pair(
    part: SamplePart,
    ratings: np.ndarray,
    two_of: np.ndarray,
    *,
    classes: int,
    q: int,
    ordered: bool,
    stream: np.random.Generator,
    replicates: int,
) -> tuple[FigureReplicates, FigureReplicates]:
    """Figures of two coders at both resolutions, from one draw of the cells of their table.

    Parameters
    ----------
    part : units as they are drawn. ratings : units × 2, positions of classes; −1 where a coder gave none.
    two_of : class of each class at two classes, −1 where it has none.
    classes : classes of the table. q : classes of the codebook.

    Edge cases: units that only one of the two coded are drawn and enter no table.

    Source: scoring specification, sections 4 and 5; speed notes.

    Examples
    --------
    >>> from scoring.resampling import build_design, open_stream
    >>> ratings = np.array([[0, 0], [0, 1], [1, 1], [1, 1]])
    >>> part = SamplePart(design=build_design(np.zeros(4, "int64"), rescaled=True), unit=np.arange(4), strata=np.zeros(1))
    >>> full, two = replicate_pair(part, ratings, np.array([0, 1]), classes=2, q=2, ordered=False,
    ...                            stream=open_stream("1", "x"), replicates=3)
    >>> full.single["observed"].round(4).tolist() == two.single["observed"].round(4).tolist()
    True
    """
    gap = (ratings < 0).any(axis=1)
    cell = np.where(gap, classes * classes, ratings[:, 0].astype("int64") * classes + ratings[:, 1])
    counts = draw_cells(
        part.design, unit=part.unit, cell=cell, cells=classes * classes + 1, stream=stream, replicates=replicates
    )
    tables = as_tables(counts[:-1], classes)
    merged = merge_classes(tables, two_of.tolist(), two_of.tolist(), 2)
    weighted = agreement_of_tables(tables[:q, :q], q) if ordered and classes > q else None
    full = _name(agreement_of_tables(tables, q), weighted=ordered)
    if weighted is not None:
        full = FigureReplicates(
            single={**full.single, "linear": weighted.kappa_linear, "quadratic": weighted.kappa_quadratic},
            specific=full.specific,
        )
    return full, _name(agreement_of_tables(merged, 2), weighted=False)


def replicate_rows(
    part: SamplePart,
    ratings: np.ndarray,
    *,
    classes: int,
    q: int,
    stream: np.random.Generator,
    replicates: int,
) -> FigureReplicates:
    """Figures of three or more coders, with gaps, at one resolution.

    Units with the same codings by the same coders are one kind; kinds are drawn, and every figure is a ratio of sums over
    kinds. All terms are integers (observed agreement and class shares over the least common multiple of what they are
    divided by), added in one order, so that the sums are the same on any machine.

    Parameters
    ----------
    part : units as they are drawn. ratings : units × coders, positions of classes; −1 where a coder gave none.

    Source: the formulas are those of ``unit_counts`` and ``conger``; scoring specification, sections 4 and 5.

    Examples
    --------
    >>> from scoring.resampling import build_design, open_stream
    >>> ratings = np.array([[0, 0, 0], [0, 1, -1], [1, 1, 1], [1, 1, 0]])
    >>> part = SamplePart(design=build_design(np.zeros(4, "int64"), rescaled=True), unit=np.arange(4), strata=np.zeros(1))
    >>> found = replicate_rows(part, ratings, classes=2, q=2, stream=open_stream("1", "x"), replicates=4)
    >>> found.single["observed"].round(4).tolist()
    [0.3333, 0.6667, 0.6667, 0.7778]
    """
    kinds, kind = np.unique(ratings, axis=0, return_inverse=True)
    counts = draw_cells(
        part.design, unit=part.unit, cell=kind.reshape(-1), cells=len(kinds), stream=stream, replicates=replicates
    )
    given = np.stack([(kinds == k).sum(axis=1) for k in range(classes)], axis=1)
    codings = given.sum(axis=1)
    paired = codings > 1
    scale = math.lcm(*(int(r) * max(int(r) - 1, 1) for r in set(codings.tolist()) if r))
    agreeing = (given * (given - 1)).sum(axis=1)
    pairs = np.maximum(codings * (codings - 1), 1)
    share = given * (scale // np.maximum(codings, 1))[:, np.newaxis]
    units, coded = _add(counts, paired.astype("int64")), _add(counts, (codings > 0).astype("int64"))
    observed = divide(_add(counts, agreeing * (scale // pairs)), units * scale)
    shares = np.stack([divide(_add(counts, share[:, k]), coded * scale) for k in range(classes)])
    chance = (shares * shares).sum(axis=0)
    named = np.stack([_add(counts, given[:, k] * (given[:, k] - 1)) for k in range(classes)])
    possible = np.stack([_add(counts, given[:, k] * np.maximum(codings - 1, 0)) for k in range(classes)])
    expected = _expect(counts, kinds, paired, classes)
    ac1_chance = (1 - chance) / (q - 1)
    return FigureReplicates(
        single={
            "observed": observed,
            "expected": expected,
            "kappa": divide(observed - expected, 1 - expected),
            "ac1": divide(observed - ac1_chance, 1 - ac1_chance),
            "alpha": _alpha(counts, kinds, classes),
            "pabak": (observed - 1 / q) / (1 - 1 / q),
            "pi": divide(observed - chance, 1 - chance),
        },
        specific=divide(named, possible),
    )


def _add(counts: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Sum over kinds of count times value, kind by kind."""
    found = np.zeros(counts.shape[1])
    for count, one in zip(counts, value.tolist(), strict=True):
        if one:
            found += one * count
    return found


def _expect(counts: np.ndarray, kinds: np.ndarray, paired: np.ndarray, classes: int) -> np.ndarray:
    """Agreement that is expected of two coders taken at random, each with an own margin over pairable units."""
    shares, present = [], np.zeros(counts.shape[1])
    for of_coder in kinds.T:
        of_class = np.stack([_add(counts, (paired & (of_coder == k)).astype("int64")) for k in range(classes)])
        given = of_class.sum(axis=0)
        shares.append(np.nan_to_num(divide(of_class, given)))
        present += given > 0
    every = np.stack(shares)
    both = (every.sum(axis=0) ** 2).sum(axis=0) - (every**2).sum(axis=(0, 1))
    return divide(both, present * (present - 1))


def _alpha(counts: np.ndarray, kinds: np.ndarray, classes: int) -> np.ndarray:
    patterns = find_patterns(kinds, classes)
    given, apart = patterns.given[patterns.pattern], patterns.apart[patterns.pattern]
    of_class = np.stack([_add(counts, given[:, k]) for k in range(classes)])
    n = of_class.sum(axis=0)
    varied = n * n - (of_class * of_class).sum(axis=0)
    return 1 - divide((n - 1) * (_add(counts, apart) / patterns.scale), varied, n * n)
