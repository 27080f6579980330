"""The unit of a validation sample: a record in its stratum, or an item with all of its records."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["Units", "find_units"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Units:
    """Units of some records.

    Parameters
    ----------
    kind : ``record`` or ``item``, to be named in the result.
    unit : unit of each record.
    stratum : stratum of each unit.
    """

    kind: str
    unit: np.ndarray
    stratum: np.ndarray


def find_units(*, item: np.ndarray, stratum: np.ndarray, item_stratum: np.ndarray) -> Units:
    """Records of one item go together where any item occurs twice; else each record is a unit of its own.

    Parameters
    ----------
    item : item of each record, as an integer.
    stratum : stratum of each record, 0 … H − 1.
    item_stratum : stratum of each record's item, by what all records of an item share (its category, say), 0 … K − 1.

    Edge cases: an item whose records differ in ``item_stratum`` lies where its first record does.

    Source: scoring specification, section 4, *Unit*.

    Examples
    --------
    >>> alone = find_units(item=np.array([7, 8]), stratum=np.array([0, 1]), item_stratum=np.array([0, 0]))
    >>> alone.kind, alone.stratum.tolist()
    ('record', [0, 1])
    >>> both = find_units(item=np.array([7, 8, 7]), stratum=np.array([0, 0, 1]), item_stratum=np.array([0, 0, 0]))
    >>> both.kind, both.unit.tolist(), both.stratum.tolist()
    ('item', [0, 1, 0], [0, 0])
    """
    _, first, unit = np.unique(item, return_index=True, return_inverse=True)
    if len(first) == len(item):
        return Units(kind="record", unit=np.arange(len(item)), stratum=stratum)
    return Units(kind="item", unit=unit, stratum=item_stratum[first])
