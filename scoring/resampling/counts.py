"""Drawing units again within their strata: how often each unit occurs in a replicate."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from scoring.resampling.design import Block, Design

__all__ = ["CHUNK", "draw_counts"]

CHUNK = 200
"""Replicates that are made at a time; a part of what a seed means, since draws are taken chunk by chunk."""

_ROWS = 20
"""Replicates whose draws lie in the processor's cache together."""

_NARROW = 1 << 15
"""Strata up to this size are drawn with 16 random bits a unit, larger ones with 32."""


def _draw_words(stream: np.random.Generator, number: int, dtype: type[np.unsignedinteger]) -> np.ndarray:
    """Random words of 16 or 32 bits, cut from words of 64 bits in one byte order on every machine."""
    per = 8 // np.dtype(dtype).itemsize
    words = stream.integers(0, 1 << 64, size=-(-number // per), dtype=np.uint64)
    return words.astype("<u8", copy=False).view(np.dtype(dtype).newbyteorder("<"))[:number].astype(dtype, copy=False)


def draw_below(stream: np.random.Generator, size: int, number: int) -> np.ndarray:
    """Unbiased random integers 0 … size − 1, for a size of at least 2.

    The words are cut into ``size`` equal ranges; words beyond the last full range are drawn again.

    Examples
    --------
    >>> from scoring.resampling.streams import open_stream
    >>> np.bincount(draw_below(open_stream("1", "x"), 3, 30_000)).tolist()
    [9970, 9992, 10038]
    """
    dtype, bits = (np.uint16, 16) if size <= _NARROW else (np.uint32, 32)
    width = (1 << bits) // size
    words = _draw_words(stream, number, dtype)
    last = dtype(width * size - 1)
    beyond = np.flatnonzero(words > last)
    while len(beyond):
        words[beyond] = _draw_words(stream, len(beyond), dtype)
        beyond = beyond[words[beyond] > last]
    np.floor_divide(words, dtype(width), out=words)
    return words


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _BlockDrawer:
    """Draws the units of a block, ``_ROWS`` replicates at most, in memory that it keeps.

    ``start`` is the number of the first unit of each stratum, ``_ROWS`` × strata × 1; ``drawn`` takes the drawn units.
    """

    block: Block
    start: np.ndarray
    drawn: np.ndarray

    def fill(self, stream: np.random.Generator, out: np.ndarray) -> None:
        """The counts of the block's units in some replicates, into ``out`` (replicates × units)."""
        block, rows = self.block, len(out)
        if block.size == 1:
            out[:] = 1
            return
        drawn = self.drawn[:rows]
        np.add(draw_below(stream, block.size, drawn.size).reshape(drawn.shape), self.start[:rows], out=drawn)
        out[:] = np.bincount(drawn.ravel(), minlength=out.size).reshape(out.shape)


def _build_drawer(block: Block) -> _BlockDrawer:
    strata = _ROWS * block.strata
    return _BlockDrawer(
        block=block,
        start=(np.arange(strata) * block.size).reshape(_ROWS, block.strata, 1),
        drawn=np.empty((_ROWS, block.strata, block.draws), dtype="int64"),
    )


def _fill_chunk(drawers: list[_BlockDrawer], stream: np.random.Generator, chunk: np.ndarray) -> np.ndarray:
    """The counts of one chunk of replicates, in place."""
    for start in range(0, len(chunk), _ROWS):
        rows, column = chunk[start : start + _ROWS], 0
        for drawer in drawers:
            drawer.fill(stream, rows[:, column : column + drawer.block.units])
            column += drawer.block.units
    return chunk


def draw_counts(
    design: Design, *, stream: np.random.Generator, replicates: int, dtype: str = "float64"
) -> Iterator[np.ndarray]:
    """How often each unit is drawn, for ``CHUNK`` replicates at a time.

    Parameters
    ----------
    replicates : how many are made in all, at least one; the last chunk may be shorter.
    dtype : of the counts.

    Yields arrays of replicates × units, units in the order of ``design.order``; two arrays take turns, so use one before
    asking for the next. The units of a stratum add up to its draws. A second thread draws one chunk ahead; all draws
    are its own, in one order, so their number and order never depend on timing.

    Source: scoring specification, section 4; speed notes.

    Examples
    --------
    >>> from scoring.resampling.design import build_design
    >>> from scoring.resampling.streams import open_stream
    >>> design = build_design(np.array([0, 0, 0, 1, 1, 1]), rescaled=True)
    >>> [counts] = draw_counts(design, stream=open_stream("1", "x"), replicates=2)
    >>> counts.tolist()
    [[0.0, 2.0, 0.0, 2.0, 0.0, 0.0], [1.0, 1.0, 0.0, 1.0, 1.0, 0.0]]
    """
    sizes = [min(CHUNK, replicates - done) for done in range(0, replicates, CHUNK)]
    buffers = [np.empty((sizes[0], design.units), dtype=dtype) for _ in range(2)]
    drawers = [_build_drawer(block) for block in design.blocks]

    def fill(place: int) -> np.ndarray:
        return _fill_chunk(drawers, stream, buffers[place % 2][: sizes[place]])

    with ThreadPoolExecutor(max_workers=1) as ahead:
        coming = [ahead.submit(fill, 0)]
        for place in range(len(sizes)):
            chunk = coming.pop().result()
            if place + 1 < len(sizes):
                coming.append(ahead.submit(fill, place + 1))
            yield chunk
