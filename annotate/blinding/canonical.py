"""The one byte form of every JSON document that is hashed."""

from __future__ import annotations

import hashlib
import json

__all__ = ["LARGEST", "build_canonical", "build_digest"]

LARGEST = 2**53 - 1
"""Largest integer of a hashed document: every reader of JSON keeps it exactly."""


def build_canonical(document: object) -> bytes:
    """The canonical bytes of a document of objects, lists, strings, integers, booleans and null.

    Errors
    ------
    ValueError for a float, an integer beyond 2^53 - 1, a key that is no string, NUL or a lone surrogate in a string.

    Examples
    --------
    >>> build_canonical({"b": 1, "a": [None, "é"]}).decode()
    '{"a":[null,"é"],"b":1}'
    """
    _check(document)
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8")


def _check(value: object) -> None:
    if isinstance(value, float):
        raise ValueError("a hashed document holds no floating-point number")
    if isinstance(value, int) and abs(value) > LARGEST:
        raise ValueError("a hashed document holds no integer beyond 2^53 - 1")
    if isinstance(value, str) and "\0" in value:
        raise ValueError("a hashed document holds no NUL")
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise ValueError("a hashed document has strings as keys")
        for key, member in value.items():
            _check(key)
            _check(member)
    elif isinstance(value, list | tuple):
        for member in value:
            _check(member)


def build_digest(data: bytes) -> str:
    """SHA-256 as 64 lower-case hex digits.

    Examples
    --------
    >>> build_digest(b"")[:12]
    'e3b0c44298fc'
    """
    return hashlib.sha256(data).hexdigest()
