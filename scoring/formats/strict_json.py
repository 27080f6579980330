"""JSON without its traps: duplicate keys, NaN, Infinity, lone surrogates, NUL, deep nesting and huge integers refused.

The fast way parses with the standard library and hooks. Whatever looks odd is parsed a second time by ``list_flaws``,
which keeps numbers and pairs as they were written and so can name the place of every flaw.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import NoReturn

__all__ = [
    "MAX_DEPTH",
    "Flaw",
    "NotStrict",
    "Suspicious",
    "list_flaws",
    "measure_depth",
    "parse_fast",
    "parse_strict",
    "show",
]

MAX_DEPTH = 32
"""Deepest nesting that is read; the outermost object or list counts as 1."""

MAX_DIGITS = 4300
"""Longest integer that is read, in digits."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """One thing that strict JSON forbids: where (a dotted path, None for the whole text), a stable code, what."""

    field: str | None
    code: str
    message: str


class Suspicious(ValueError):
    """The fast way saw something that only ``list_flaws`` can judge."""


class NotStrict(ValueError):
    """A text is no strict JSON; ``flaws`` says why."""

    def __init__(self, flaws: tuple[Flaw, ...]) -> None:
        super().__init__(flaws[0].message)
        self.flaws = flaws


@dataclass(frozen=True, slots=True)
class _Number:
    text: str


@dataclass(frozen=True, slots=True)
class _Pairs:
    pairs: list[tuple[str, object]]


def _refuse_constant(name: str) -> NoReturn:
    raise Suspicious(name)


def _build_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    built = dict(pairs)
    if len(built) != len(pairs):
        raise Suspicious("duplicate key")
    return built


_FAST = json.JSONDecoder(object_pairs_hook=_build_object, parse_constant=_refuse_constant)
_SLOW = json.JSONDecoder(object_pairs_hook=_Pairs, parse_constant=_Number, parse_int=_Number, parse_float=_Number)


def parse_fast(text: str) -> object:
    """The value of a JSON text; lone surrogates, NUL, deep nesting and ``1e400`` are left to the caller.

    Errors
    ------
    ValueError or RecursionError when the text may not be strict JSON: ``list_flaws`` tells.

    Examples
    --------
    >>> parse_fast('{"a": [1, 2.5]}')
    {'a': [1, 2.5]}
    """
    return _FAST.decode(text)


def parse_strict(text: str) -> object:
    """The value of a strict JSON text.

    Errors
    ------
    NotStrict with every flaw and its path.

    Examples
    --------
    >>> parse_strict('{"a": {"b": true}}')
    {'a': {'b': True}}
    >>> parse_strict('{"a": {"b": 1, "b": 2}}')
    Traceback (most recent call last):
        ...
    scoring.formats.strict_json.NotStrict: key "b" stands twice in one object
    """
    flaws = list_flaws(text)
    if flaws:
        raise NotStrict(flaws)
    return parse_fast(text)


def list_flaws(text: str) -> tuple[Flaw, ...]:
    """Everything that strict JSON forbids in a text, in the order of the text; empty when it is fine.

    Examples
    --------
    >>> [(flaw.field, flaw.code) for flaw in list_flaws('{"a": [NaN, 1e400]}')]
    [('a[0]', 'not_finite'), ('a[1]', 'not_finite')]
    >>> list_flaws('{"a": 1')[0].message
    "not JSON: Expecting ',' delimiter at column 8"
    """
    depth = measure_depth(text)
    if depth > MAX_DEPTH:
        return (Flaw(field=None, code="nesting", message=f"nested {depth} deep, at most {MAX_DEPTH} are read"),)
    try:
        value = _SLOW.decode(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
        return (Flaw(field=None, code="not_json", message=f"not JSON: {error.msg.removesuffix(' at')} at {where}"),)
    flaws: list[Flaw] = []
    _walk(value, "", flaws)
    return tuple(flaws)


def measure_depth(text: str) -> int:
    """How deep the brackets of a JSON text go, strings left aside; 0 without any.

    Examples
    --------
    >>> measure_depth('{"a": [[1], "]]"]}')
    3
    """
    depth = deepest = 0
    for char in re.findall(r"[\[\]{}]", _STRING.sub("", text)):
        depth += 1 if char in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _walk(value: object, path: str, flaws: list[Flaw]) -> None:
    if isinstance(value, str):
        _check_text(value, path, flaws)
    elif isinstance(value, _Number):
        _check_number(value.text, path, flaws)
    elif isinstance(value, list):
        for index, member in enumerate(value):
            _walk(member, f"{path}[{index}]", flaws)
    elif isinstance(value, _Pairs):
        seen: set[str] = set()
        for key, member in value.pairs:
            inner = f"{path}.{show(key)}" if path else show(key)
            _check_text(key, inner, flaws)
            if key in seen:
                message = f'key "{show(key)}" stands twice in one object'
                flaws.append(Flaw(field=inner, code="duplicate_key", message=message))
            seen.add(key)
            _walk(member, inner, flaws)


def _check_text(text: str, path: str, flaws: list[Flaw]) -> None:
    surrogate = _SURROGATE.search(text)
    if surrogate:
        message = f"holds the lone surrogate U+{ord(surrogate[0]):04X}, which is half a character"
        flaws.append(Flaw(field=path or None, code="lone_surrogate", message=message))
    if "\0" in text:
        flaws.append(Flaw(field=path or None, code="nul", message="holds U+0000 (NUL), which no database keeps"))


def _check_number(text: str, path: str, flaws: list[Flaw]) -> None:
    digits = len(text.lstrip("-"))
    if text.lstrip("-").isdigit():
        if digits > MAX_DIGITS:
            message = f"is an integer of {digits} digits, at most {MAX_DIGITS} are read"
            flaws.append(Flaw(field=path or None, code="huge_integer", message=message))
    elif text.lstrip("-") in ("NaN", "Infinity") or float(text) in (float("inf"), float("-inf")):
        message = f"is {text if digits < 40 else text[:37] + '...'}, which is no finite number"
        flaws.append(Flaw(field=path or None, code="not_finite", message=message))


def show(text: str) -> str:
    """A name as it can stand in a one-line message: shortened, controls and surrogates escaped.

    Examples
    --------
    >>> show("a\\nb"), len(show("x" * 500))
    ('a\\\\nb', 60)
    """
    short = text if len(text) <= 60 else text[:57] + "..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in short)
