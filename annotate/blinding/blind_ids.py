"""Blind ids: the public random name of a unit."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from annotate.blinding.entropy import Entropy

__all__ = ["LENGTH", "BlindIds", "build_blind_id", "draw_blind_ids"]

LENGTH = 10
"""Characters of a blind id: 50 random bits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindIds:
    """The blind secret of a study and the names that it gives: record id -> blind id."""

    secret: bytes
    names: dict[str, str]


def build_blind_id(secret: bytes, record_id: str, *, repeat: int = 0, length: int = LENGTH) -> str:
    """The first 10 base32 characters of HMAC-SHA256(secret, ``blindid-v1`` NUL record id).

    Parameters
    ----------
    secret : the study's blind secret, 32 random bytes.
    repeat : 0, or the number of a silent repeat, which is appended after a NUL.

    Examples
    --------
    >>> secret = bytes(32)
    >>> build_blind_id(secret, "m/1"), build_blind_id(secret, "m/1", repeat=1)
    ('JZ7XORGOR7', 'DMRN6WYKCY')
    """
    message = b"blindid-v1\0" + record_id.encode("utf-8")
    if repeat:
        message += b"\0" + str(repeat).encode("ascii")
    return base64.b32encode(hmac.digest(secret, message, hashlib.sha256)).decode("ascii")[:length]


def draw_blind_ids(record_ids: Sequence[str], entropy: Entropy, *, length: int = LENGTH) -> BlindIds:
    """A fresh secret of 32 bytes with the blind ids of these records; another secret where two would be alike.

    Examples
    --------
    >>> drawn = draw_blind_ids(["m/1", "m/2"], lambda n: bytes(n))
    >>> drawn.names["m/1"] == build_blind_id(drawn.secret, "m/1")
    True
    """
    while True:
        secret = entropy(32)
        names = {record_id: build_blind_id(secret, record_id, length=length) for record_id in record_ids}
        if len(set(names.values())) == len(names):
            return BlindIds(secret=secret, names=names)
