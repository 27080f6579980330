"""Tables of reference against automated labels: as counts, and as integer weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.validation.compared import OUTSIDE_CLASS, Compared

__all__ = ["Table", "count_table", "count_tables"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows are the reference classes, columns the automated ones and, last, all values outside the codebook.

    ``counts`` are records; ``weighted`` holds integers in the proportion of the design weights (the counts themselves
    where there are none).
    """

    counts: tuple[tuple[int, ...], ...]
    weighted: tuple[tuple[int, ...], ...]

    @property
    def n(self) -> int:
        """Records in the table."""
        return sum(sum(row) for row in self.counts)

    @property
    def outside(self) -> int:
        """Records whose automated label lies outside the codebook."""
        return sum(row[-1] for row in self.counts)


def count_tables(compared: Compared, *, classes: int, group: np.ndarray, groups: int) -> list[Table]:
    """One table for each group of the compared records.

    Parameters
    ----------
    classes : classes of the resolution that ``compared`` is at. group : group of each record, 0 … groups − 1.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> compared = build_small_study().compared
    >>> [table.n for table in count_tables(compared, classes=3, group=compared.model, groups=2)]
    [3, 4]
    """
    strata, columns = len(compared.weights), classes + 1
    column = np.where(compared.automated == OUTSIDE_CLASS, classes, compared.automated).astype("int64")
    part, where = np.unique(group.astype("int64") * strata + compared.stratum, return_inverse=True)
    size = classes * columns
    flat = np.bincount(where * size + compared.reference * columns + column, minlength=len(part) * size)
    counts = np.zeros((groups, size), dtype="int64")
    weighted = np.zeros((groups, size), dtype=object)
    for place, cells in zip(part.tolist(), flat.reshape(len(part), size), strict=True):
        counts[place // strata] += cells
        weighted[place // strata] += cells.astype(object) * compared.weights[place % strata]
    shape = (groups, classes, columns)
    return [
        Table(counts=tuple(map(tuple, plain)), weighted=tuple(map(tuple, scaled)))
        for plain, scaled in zip(counts.reshape(shape).tolist(), weighted.reshape(shape).tolist(), strict=True)
    ]


def count_table(compared: Compared, *, classes: int) -> Table:
    """The table of all compared records.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> count_table(build_small_study().compared, classes=3).counts
    ((2, 0, 1, 0), (0, 2, 0, 0), (1, 0, 1, 0))
    >>> count_table(build_small_study(per_stratum=2).compared, classes=3).weighted
    ((0, 0, 0, 0), (0, 7, 0, 0), (3, 0, 4, 0))
    """
    return count_tables(compared, classes=classes, group=np.zeros(len(compared.rows), dtype="int64"), groups=1)[0]
