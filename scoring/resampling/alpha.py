"""Krippendorff's alpha of any number of coders, with gaps: for distinct patterns of codings, in every replicate."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from scoring.resampling.cells import draw_cells
from scoring.resampling.design import Design
from scoring.resampling.ratios import divide
from scoring.resampling.sums import Progress

__all__ = ["Patterns", "find_patterns", "replicate_alpha"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Patterns:
    """The distinct contents of units, who gave which label aside.

    Parameters
    ----------
    pattern : pattern of each unit; the first one holds all units with fewer than two codings.
    given : codings of each class in one unit, patterns × classes, integers.
    apart : ordered pairs of codings of one unit that differ, over its codings less one, times ``scale``; integers.
    scale : the least common multiple of codings less one.
    """

    pattern: np.ndarray
    given: np.ndarray
    apart: np.ndarray
    scale: int


def find_patterns(ratings: np.ndarray, classes: int) -> Patterns:
    """Put units of the same content together.

    Parameters
    ----------
    ratings : units × coders, class positions 0 … classes − 1; −1 where a coder gave none.

    Examples
    --------
    >>> found = find_patterns(np.array([[0, 0, 1], [1, 0, 0], [1, 1, -1], [-1, -1, 0]]), 2)
    >>> found.pattern.tolist(), found.given.tolist(), found.apart.tolist(), found.scale
    ([2, 2, 1, 0], [[0, 0], [0, 2], [2, 1]], [0, 0, 4], 2)
    """
    units, coders = np.nonzero(ratings >= 0)
    cell = units * classes + ratings[units, coders]
    counts = np.bincount(cell, minlength=len(ratings) * classes).reshape(-1, classes)
    counts[counts.sum(axis=1) < 2] = 0
    given, pattern = np.unique(np.vstack([np.zeros((1, classes), dtype="int64"), counts]), axis=0, return_inverse=True)
    codings = given.sum(axis=1)
    scale = math.lcm(*(n - 1 for n in codings.tolist() if n > 1))
    differing = codings * codings - (given * given).sum(axis=1)
    return Patterns(
        pattern=pattern[1:],
        given=given,
        apart=differing * (scale // np.maximum(codings - 1, 1)),
        scale=scale,
    )


def replicate_alpha(
    design: Design,
    patterns: Patterns,
    *,
    unit: np.ndarray,
    stream: np.random.Generator,
    replicates: int,
    progress: Progress | None = None,
) -> np.ndarray:
    """Nominal alpha in every replicate; units are drawn with all of their codings.

    ``1 − (n − 1) · D / (n² − Σ n_k²)``: n codings of units with two or more, n_k of class k, D their differing ordered
    pairs, each unit's over its codings less one.

    Parameters
    ----------
    design : how units are drawn. unit : the drawn unit of each coded one (items may hold several).

    Returns an array over replicates, NaN where the codings do not vary.

    Source: Krippendorff 2011; scoring specification, section 5 (units resampled with all their codings); speed notes.

    Examples
    --------
    >>> from scoring.resampling.design import build_design
    >>> from scoring.resampling.streams import open_stream
    >>> patterns = find_patterns(np.array([[0, 0], [0, 1], [1, 1]] * 20), 2)
    >>> replicate_alpha(build_design(np.zeros(60, dtype="int64"), rescaled=True), patterns, unit=np.arange(60),
    ...                 stream=open_stream("1", "x"), replicates=3).round(3).tolist()
    [0.318, 0.187, 0.326]
    """
    kinds = len(patterns.given)
    counts = draw_cells(
        design,
        unit=unit,
        cell=patterns.pattern,
        cells=kinds,
        stream=stream,
        replicates=replicates,
        progress=progress,
    )
    of_class = np.zeros((patterns.given.shape[1], replicates))
    apart = np.zeros(replicates)
    for count, given, differing in zip(counts, patterns.given.tolist(), patterns.apart.tolist(), strict=True):
        for k, number in enumerate(given):
            if number:
                of_class[k] += number * count
        apart += differing * count
    n = of_class.sum(axis=0)
    varied = n * n - (of_class * of_class).sum(axis=0)
    return 1 - divide((n - 1) * (apart / patterns.scale), varied, n * n)
