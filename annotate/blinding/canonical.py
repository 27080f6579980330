"""The one byte form of every JSON document that is hashed."""

from __future__ import annotations

import hashlib
import json

__all__ = ["build_canonical", "build_digest"]


def build_canonical(document: object) -> bytes:
    """The canonical bytes of a document of objects, lists, strings, integers, booleans and null.

    Errors
    ------
    ValueError for a float or a string that is no Unicode text (lone surrogate).

    Examples
    --------
    >>> build_canonical({"b": 1, "a": [None, "é"]}).decode()
    '{"a":[null,"é"],"b":1}'
    """
    _refuse_floats(document)
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8")


def _refuse_floats(value: object) -> None:
    if isinstance(value, float):
        raise ValueError("a hashed document holds no floating-point number")
    if isinstance(value, dict):
        for member in value.values():
            _refuse_floats(member)
    elif isinstance(value, list | tuple):
        for member in value:
            _refuse_floats(member)


def build_digest(data: bytes) -> str:
    """SHA-256 as 64 lower-case hex digits.

    Examples
    --------
    >>> build_digest(b"")[:12]
    'e3b0c44298fc'
    """
    return hashlib.sha256(data).hexdigest()
