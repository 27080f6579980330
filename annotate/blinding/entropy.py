"""Where random bytes come from: the operating system, or a named stream that tests inject."""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Callable

__all__ = ["Entropy", "build_fixed_entropy", "build_pseudonym", "system_entropy"]

Entropy = Callable[[int], bytes]
"""Gives n fresh random bytes."""

system_entropy: Entropy = secrets.token_bytes


def build_fixed_entropy(name: str) -> Entropy:
    """A repeatable stream of bytes for tests; never for a study.

    Examples
    --------
    >>> draw, again = build_fixed_entropy("t"), build_fixed_entropy("t")
    >>> draw(4) == again(4), draw(4) == again(5)
    (True, False)
    """
    count = 0

    def draw(n: int) -> bytes:
        nonlocal count
        count += 1
        return hashlib.shake_256(f"{name}|{count}".encode()).digest(n)

    return draw


def build_pseudonym(random_bytes: bytes) -> str:
    """``C-`` and five base32 characters from at least four random bytes.

    Examples
    --------
    >>> build_pseudonym(bytes(4))
    'C-AAAAA'
    """
    return "C-" + base64.b32encode(random_bytes).decode("ascii")[:5]
