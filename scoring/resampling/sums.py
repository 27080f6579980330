"""Weighted sums of records over replicates: counts times features, in exact integers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from scoring.resampling.counts import CHUNK, draw_counts
from scoring.resampling.design import Design
from scoring.resampling.threads import one_blas_thread

__all__ = ["Entries", "Progress", "replicate_sums"]

Progress = Callable[[int, int], None]
"""Called with replicates done and replicates in all."""

_EXACT = {"float32": 1 << 24, "float64": 1 << 53}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Entries:
    """What records add to the sums: a sparse matrix of units × columns.

    Parameters
    ----------
    unit : unit of each entry. column : its column. value : what it adds, an integer.
    columns : how many columns there are.
    weight : design weight of each entry's record; None: 1.
    """

    unit: np.ndarray
    column: np.ndarray
    value: np.ndarray
    columns: int
    weight: np.ndarray | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Layer:
    """Entries that count alike: features (columns × units, integers), whose units they are, and what one counts.

    ``fixed`` are the sums of columns that every replicate shares; ``varying`` the columns that ``features`` holds.
    """

    features: np.ndarray
    units: np.ndarray | None
    factor: float
    varying: np.ndarray
    fixed: np.ndarray


def _starts(design: Design) -> np.ndarray:
    """Where each stratum begins in the order of the units, and how many of it are drawn."""
    ends = np.cumsum(np.concatenate([np.full(block.strata, block.size) for block in design.blocks]))
    starts: np.ndarray = np.concatenate([[0], ends[:-1]])
    return starts


def _build_layer(design: Design, dense: np.ndarray, units: np.ndarray | None, factor: float) -> _Layer:
    """Find out which columns vary at all, and whether single precision holds their sums exactly."""
    draws = np.concatenate([np.full(block.strata, block.draws) for block in design.blocks])
    columns = len(dense)
    fixed = np.zeros(columns)
    varying = np.arange(columns)
    if units is None:
        starts = _starts(design)
        low = np.minimum.reduceat(dense, starts, axis=1)
        high = np.maximum.reduceat(dense, starts, axis=1)
        varying = np.flatnonzero((low != high).any(axis=1))
        fixed = (low * draws).sum(axis=1)
        fixed[varying] = 0
        largest = (np.maximum(np.abs(low), np.abs(high)) * draws).sum(axis=1).max(initial=0)
    else:
        largest = np.abs(dense).max(initial=0) * int(draws.sum())
    if largest >= _EXACT["float64"]:
        raise ValueError("the sums are too large to be exact in double precision")
    dtype = "float32" if largest < _EXACT["float32"] else "float64"
    return _Layer(
        features=np.ascontiguousarray(dense[varying], dtype=dtype),
        units=units,
        factor=factor,
        varying=varying,
        fixed=fixed,
    )


def _build_layers(design: Design, entries: Entries) -> list[_Layer]:
    """One layer for each product of design weight and factor of the drawing; in most studies there is one."""
    place = np.empty(design.units, dtype="int64")
    place[design.order] = np.arange(design.units)
    factor = design.factor[entries.unit]
    if entries.weight is not None:
        factor = factor * entries.weight
    layers = []
    for one in np.unique(factor).tolist():
        mine = factor == one
        at, units = place[entries.unit[mine]], None
        if not mine.all():
            units, at = np.unique(at, return_inverse=True)
        width = design.units if units is None else len(units)
        cell = entries.column[mine] * width + at
        flat = np.bincount(cell, weights=entries.value[mine], minlength=entries.columns * width)
        layers.append(_build_layer(design, flat.reshape(entries.columns, width), units, one))
    return layers


def _add_layer(layer: _Layer, counts: np.ndarray, sums: np.ndarray) -> None:
    of_units = counts if layer.units is None else counts[:, layer.units]
    products = layer.features @ of_units.astype(layer.features.dtype, copy=False).T
    sums[layer.varying] += products if layer.factor == 1 else products * np.float64(layer.factor)
    sums += (layer.fixed * layer.factor)[:, np.newaxis]


def replicate_sums(
    design: Design,
    entries: Entries,
    statistic: Callable[[np.ndarray], np.ndarray],
    *,
    stream: np.random.Generator,
    replicates: int,
    progress: Progress | None = None,
) -> np.ndarray:
    """A statistic of the sums of each column, in each replicate.

    A replicate is a vector of counts over units; the replicates of a chunk are one matrix product. Values are integers,
    so each product is exact whatever the order of its terms; entries of different weight are multiplied apart and their
    sums weighted afterwards. Single precision is used where it is exact too.

    Parameters
    ----------
    entries : values as integers of any integer type.
    statistic : from sums (columns × replicates of a chunk) to figures (… × replicates of that chunk).
    progress : called after each chunk.

    Returns figures × replicates.

    Errors
    ------
    ValueError where a sum might exceed 2^53.

    Source: scoring specification, section 4; speed notes.

    Examples
    --------
    >>> from scoring.resampling.design import build_design
    >>> from scoring.resampling.streams import open_stream
    >>> entries = Entries(unit=np.arange(4), column=np.array([0, 0, 1, 1]), value=np.array([1, 0, 5, 5]), columns=2)
    >>> design = build_design(np.array([0, 0, 1, 1]), rescaled=False)
    >>> replicate_sums(design, entries, lambda sums: sums, stream=open_stream("1", "x"), replicates=5).tolist()
    [[1.0, 2.0, 0.0, 2.0, 0.0], [10.0, 10.0, 10.0, 10.0, 10.0]]
    """
    layers = _build_layers(design, entries)
    dtype = "float32" if all(layer.features.dtype == np.float32 for layer in layers) else "float64"
    found = []
    with one_blas_thread():
        for counts in draw_counts(design, stream=stream, replicates=replicates, dtype=dtype):
            sums = np.zeros((entries.columns, len(counts)))
            for layer in layers:
                _add_layer(layer, counts, sums)
            found.append(statistic(sums))
            if progress is not None:
                progress(min(len(found) * CHUNK, replicates), replicates)
    return np.concatenate(found, axis=-1)
