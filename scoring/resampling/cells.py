"""Drawing the cells of a table again: multinomial draws where strata are large, draws of units where they are small."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.resampling.design import Design
from scoring.resampling.sums import Entries, Progress, replicate_sums

__all__ = ["draw_cells"]

_UNITS_PER_BINOMIAL = 16
"""One binomial draw takes about as long as drawing so many units."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Content:
    """Strata of the same content: how many units are drawn of all of them, and the kinds of record, commonest first."""

    draws: int
    kinds: np.ndarray
    shares: np.ndarray


def _list_contents(design: Design, kind: np.ndarray, kinds: int) -> list[_Content]:
    """What is drawn from the strata, those of the same content together."""
    place, found = 0, []
    for block in design.blocks:
        rows = design.order[place : place + block.units]
        place += block.units
        cell = np.arange(block.units) // block.size * kinds + kind[rows]
        table = np.bincount(cell, minlength=block.strata * kinds).reshape(block.strata, kinds)
        alike, times = np.unique(table, axis=0, return_counts=True)
        for content, same in zip(alike, times.tolist(), strict=True):
            order = np.argsort(-content, kind="stable")[: np.count_nonzero(content)]
            found.append(_Content(draws=block.draws * same, kinds=order, shares=content[order] / block.size))
    return found


def draw_cells(
    design: Design,
    *,
    unit: np.ndarray,
    cell: np.ndarray,
    cells: int,
    stream: np.random.Generator,
    replicates: int,
    weight: np.ndarray | None = None,
    progress: Progress | None = None,
) -> np.ndarray:
    """How many records, weighted, fall into each cell in each replicate.

    Where every record is a unit of its own and strata are large, the cells of a stratum are drawn from a multinomial
    distribution, those of strata with the same content at once. Where units hold several records, or strata are so
    small that this is faster, units are drawn. The distribution is the same.

    Parameters
    ----------
    unit, cell : unit of each record of the design, and the cell that it lies in, 0 … cells − 1.
    weight : design weight of each record; None: 1.

    Edge cases: records that belong to no table get a cell too, of which nothing is read.

    Returns cells × replicates: counts, times n_h / (n_h − 1) and the weight.

    Source: speed notes; scoring specification, section 4.

    Examples
    --------
    >>> from scoring.resampling.design import build_design
    >>> from scoring.resampling.streams import open_stream
    >>> design = build_design(np.zeros(40, dtype="int64"), rescaled=False)
    >>> draw_cells(design, unit=np.arange(40), cell=np.repeat([0, 1], [30, 10]), cells=3, stream=open_stream("1", "x"),
    ...            replicates=4).tolist()
    [[33.0, 31.0, 33.0, 28.0], [7.0, 9.0, 7.0, 12.0], [0.0, 0.0, 0.0, 0.0]]
    """
    factor = design.factor[unit]
    if weight is not None:
        factor = factor * weight
    factors, which = np.unique(factor, return_inverse=True)
    kinds, kind_of = np.unique(which * cells + cell, return_inverse=True)
    kind = np.empty(design.units, dtype="int64")
    kind[unit] = kind_of
    contents = _list_contents(design, kind, len(kinds))
    binomials = sum(len(content.kinds) - 1 for content in contents)
    draws = sum(content.draws for content in contents)
    if len(unit) > design.units or binomials * _UNITS_PER_BINOMIAL > draws:
        entries = Entries(unit=unit, column=cell, value=np.ones_like(cell), columns=cells, weight=weight)
        return replicate_sums(
            design, entries, lambda sums: sums, stream=stream, replicates=replicates, progress=progress
        )
    counts = np.zeros((len(kinds), replicates))
    for content in contents:
        counts[content.kinds] += stream.multinomial(content.draws, content.shares, size=replicates).T
    if progress is not None:
        progress(replicates, replicates)
    found = np.zeros((cells, replicates))
    for place, factor_of in enumerate(factors.tolist()):
        mine = kinds // cells == place
        found[kinds[mine] % cells] += counts[mine] * factor_of
    return found
