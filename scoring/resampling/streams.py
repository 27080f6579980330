"""Named streams of random numbers: one for each purpose, all derived from one seed text."""

from __future__ import annotations

import hashlib

import numpy as np

__all__ = ["open_stream"]

_FORMAT = b"stream-v1"


def open_stream(seed: str, purpose: str) -> np.random.Generator:
    """The stream of one purpose under one seed.

    The first 128 bits of SHA-256 over ``stream-v1``, NUL, the purpose, NUL and the seed start a PCG64 generator. What is
    drawn for one purpose never depends on what else is computed, so a new section moves no old number.

    Parameters
    ----------
    seed : any text. purpose : name of the use, such as ``scores`` or ``agreement.full``; without a NUL.

    Errors
    ------
    ValueError for a purpose with a NUL, which could be taken for another purpose and seed.

    Source: architecture, habit 5; scoring specification, section 4.

    Examples
    --------
    >>> [open_stream("1", name).integers(0, 1000, size=3).tolist() for name in ("scores", "scores", "agreement")]
    [[436, 644, 417], [436, 644, 417], [37, 951, 264]]
    """
    if "\0" in purpose:
        raise ValueError("the purpose of a stream holds no NUL")
    digest = hashlib.sha256(b"\0".join((_FORMAT, purpose.encode(), seed.encode()))).digest()
    return np.random.Generator(np.random.PCG64(int.from_bytes(digest[:16], "big")))
