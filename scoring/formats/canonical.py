"""Canonical JSON: the one byte form of every document whose hash is taken."""

from __future__ import annotations

import hashlib
import json
import re

from scoring.errors import BadInput, Problem
from scoring.formats.strict_json import MAX_DEPTH, NotStrict, measure_depth, parse_fast, parse_strict, show

__all__ = ["MAX_INTEGER", "canonical_json", "digest_of", "encode_canonical", "parse_canonical"]

MAX_INTEGER = 2**53 - 1
"""Largest integer of a hashed document: every JSON reader keeps it exactly."""

_DATA_KEYS = frozenset({"labels", "impossible", "map"})
_KEY = re.compile(r"[a-z0-9_]+\Z")
_ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def encode_canonical(value: object) -> bytes:
    """The canonical bytes of a value that is known to keep the profile (nothing is checked).

    Examples
    --------
    >>> encode_canonical({"b": 1, "a": "é"}).decode()
    '{"a":"é","b":1}'
    """
    return _ENCODER.encode(value).encode("utf-8")


def canonical_json(value: object) -> bytes:
    """The canonical bytes of a document: keys sorted by code point, no spaces, UTF-8, no line feed at the end.

    Parameters
    ----------
    value : objects, lists, strings, integers, booleans and null; keys ``[a-z0-9_]+`` but under ``labels``,
        ``impossible`` and ``map``, where keys are data.

    Errors
    ------
    BadInput when a float, a large integer, a lone surrogate, NUL or a foreign key is in it.

    Source: the profile of hashed documents in docs (keys, integers within 2^53 - 1, no floats).

    Examples
    --------
    >>> canonical_json({"b": [1, None, True], "a": "x"})
    b'{"a":"x","b":[1,null,true]}'
    """
    problems = [_problem(path, code, what) for path, code, what in _list_breaches(value, "", data_keys=False)]
    if problems:
        raise BadInput(_summary("a document can't be hashed", problems), problems=tuple(problems))
    return encode_canonical(value)


def parse_canonical(data: bytes, *, file: str | None = None) -> object:
    """The document of canonical bytes; the bytes are the authority, so any other spelling of it is refused.

    Errors
    ------
    BadInput when the bytes are not UTF-8, not strict JSON, outside the profile, or not in canonical form.

    Examples
    --------
    >>> parse_canonical(b'{"a":1}')
    {'a': 1}
    >>> parse_canonical(b'{"a": 1}')
    Traceback (most recent call last):
    scoring.errors.BadInput: the file is not canonical JSON: spaces, key order or escapes differ from byte 6 on
    """
    name = file or "the file"
    try:
        value = _parse(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        message = f"byte 0x{data[error.start]:02X} at position {error.start + 1} is not UTF-8"
        raise BadInput(
            f"{name} is not canonical JSON: {message}", problems=(_problem("", "encoding", message),), file=file
        ) from None
    except NotStrict as error:
        problems = [_problem(flaw.field or "", flaw.code, flaw.message) for flaw in error.flaws]
        raise BadInput(
            _summary(f"{name} is not canonical JSON", problems), problems=tuple(problems), file=file
        ) from None
    problems = [_problem(path, code, what) for path, code, what in _list_breaches(value, "", data_keys=False)]
    if problems:
        raise BadInput(_summary(f"{name} is not canonical JSON", problems), problems=tuple(problems), file=file)
    expected = encode_canonical(value)
    if expected != data:
        first = next((i for i, (a, b) in enumerate(zip(expected, data, strict=False)) if a != b), len(expected))
        message = f"spaces, key order or escapes differ from byte {first + 1} on"
        raise BadInput(
            f"{name} is not canonical JSON: {message}", problems=(_problem("", "not_canonical", message),), file=file
        )
    return value


def _parse(text: str) -> object:
    if measure_depth(text) > MAX_DEPTH:
        return parse_strict(text)
    try:
        return parse_fast(text)
    except ValueError:
        return parse_strict(text)


def digest_of(data: bytes) -> str:
    """The SHA-256 of bytes as 64 lower-case hex digits.

    Examples
    --------
    >>> digest_of(b"")[:12]
    'e3b0c44298fc'
    """
    return hashlib.sha256(data).hexdigest()


def _list_breaches(value: object, path: str, *, data_keys: bool) -> list[tuple[str, str, str]]:
    if value is None or isinstance(value, bool):
        return []
    if isinstance(value, int):
        within = abs(value) <= MAX_INTEGER
        return [] if within else [(path, "huge_integer", "is an integer beyond 2^53 - 1")]
    if isinstance(value, str):
        return _list_text_breaches(value, path)
    if isinstance(value, list | tuple):
        inner = [_list_breaches(member, f"{path}[{i}]", data_keys=False) for i, member in enumerate(value)]
        return [breach for breaches in inner for breach in breaches]
    if isinstance(value, dict):
        out: list[tuple[str, str, str]] = []
        for key, member in value.items():
            place = f"{path}.{show(str(key))}" if path else show(str(key))
            if not isinstance(key, str) or not (data_keys or _KEY.match(key)):
                out.append((place, "key", "is no key of a hashed document (a-z, 0-9 and _ only)"))
            elif data_keys:
                out += _list_text_breaches(key, place)
            out += _list_breaches(member, place, data_keys=key in _DATA_KEYS)
        return out
    kind = "a float" if isinstance(value, float) else f"a {type(value).__name__}"
    return [(path, "float" if isinstance(value, float) else "wrong_type", f"is {kind}; no hashed document holds one")]


def _list_text_breaches(text: str, path: str) -> list[tuple[str, str, str]]:
    if "\0" in text:
        return [(path, "nul", "holds U+0000 (NUL)")]
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return [(path, "lone_surrogate", "holds a lone surrogate")]
    return []


def _problem(path: str, code: str, what: str) -> Problem:
    return Problem(line=None, field=path or None, code=code, message=what)


def _summary(start: str, problems: list[Problem]) -> str:
    first = problems[0]
    return f"{start}: {first.field + ' ' if first.field else ''}{first.message}"
