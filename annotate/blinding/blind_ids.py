"""Blind ids: the public random name of a unit."""

from __future__ import annotations

import base64
import hashlib
import hmac

__all__ = ["build_blind_id"]


def build_blind_id(secret: bytes, record_id: str, *, repeat: int = 0) -> str:
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
    return base64.b32encode(hmac.digest(secret, message, hashlib.sha256)).decode("ascii")[:10]
