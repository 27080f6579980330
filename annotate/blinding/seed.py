"""The seed of a draw, bound to the run, the frozen plan and a value from outside."""

from __future__ import annotations

import hashlib

__all__ = ["build_seed"]


def build_seed(*, run_sha256: str, plan_sha256: str, outside: str) -> str:
    """64 hex digits of SHA-256 over ``seed-v1``, NUL, run hash, plan hash, NUL, the outside value in UTF-8.

    Parameters
    ----------
    run_sha256, plan_sha256 : 64 lower-case hex digits each.
    outside : dice, a beacon round, another person's number; any text without NUL.

    Examples
    --------
    >>> build_seed(run_sha256="0" * 64, plan_sha256="1" * 64, outside="6 3 1")[:12]
    'e9cb7b5679e9'
    """
    text = b"seed-v1\0" + run_sha256.encode("ascii") + plan_sha256.encode("ascii") + b"\0" + outside.encode("utf-8")
    return hashlib.sha256(text).hexdigest()
