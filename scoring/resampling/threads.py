"""One BLAS thread while matrices are multiplied: more of them are slower on a busy machine, and never change a result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from threadpoolctl import threadpool_limits

__all__ = ["one_blas_thread"]


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Let BLAS use one thread inside the ``with`` block.

    Source: speed notes; oracle trap 42.

    Examples
    --------
    >>> import numpy as np
    >>> with one_blas_thread():
    ...     np.ones((2, 3)) @ np.ones(3)
    array([3., 3.])
    """
    with threadpool_limits(limits=1, user_api="blas"):
        yield
