"""What is fixed in every world, so that two worlds can be compared without leaving anything out.

This is the only place where something is injected, and nothing is normalised when answers are compared:

- the operating system's random bytes, below ``secrets``, ``random.SystemRandom`` and ``uuid``: a named stream, begun
  anew for each step of the story and for each request (session keys, form tokens, decision keys, error numbers, salts);
- the clock: it stands still;
- the root over the sealed key, from which the commitment follows: the key holds the exchanged facts, so that the
  commitment would differ by right (it is shown to leads, and enters the chain);
- the secret key: each world copies the same data folder.
"""

from __future__ import annotations

import hashlib
import os
import random
from datetime import datetime

import time_machine

from annotate.blinding import commitment

__all__ = ["begin", "fix"]


class _Stream:
    """Repeatable bytes under a name."""

    def __init__(self) -> None:
        self.begin("start")

    def begin(self, name: str) -> None:
        self.name, self.count = name, 0

    def draw(self, n: int) -> bytes:
        self.count += 1
        return hashlib.shake_256(f"{self.name}|{self.count}".encode()).digest(n)


_STREAM = _Stream()


def begin(name: str) -> None:
    """Begin the stream of this name; what was drawn before has no effect on it."""
    _STREAM.begin(name)


def fix(now: datetime) -> None:
    """Fix randomness, clock and root for the rest of this process; call it before the services are imported."""
    os.urandom = _STREAM.draw
    random._urandom = _STREAM.draw  # type: ignore[attr-defined]  # where the standard library takes its bytes from
    commitment.build_root = lambda leaves: hashlib.sha256(b"root of %d leaves" % len(leaves)).digest()
    time_machine.travel(now, tick=False).start()
