"""One record of a run file: checked, with its canonical bytes."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import cast

from scoring.formats.canonical import MAX_INTEGER
from scoring.formats.runs.fields import INTEGER, KINDS, REQUIRED, TEXT, Wrong, confidence_in_millionths, take_value
from scoring.formats.strict_json import MAX_DEPTH, Flaw, measure_depth, show
from scoring.results import Codebook

__all__ = ["Record", "RecordReader", "is_blank"]

_ZERO_WIDTH = dict.fromkeys(
    [
        *(0x061C, 0x180E, 0xFEFF, 0xE0001),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
        *range(0xE0020, 0xE0080),
    ]
)
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False)
_SORTED = tuple(sorted(KINDS.items()))
_REQUIRED = frozenset(REQUIRED)
_SURROGATE = re.compile("[\ud800-\udfff]")


def is_blank(response: str | None) -> bool:
    """Whether a response is empty: null, white space or zero-width characters only.

    Examples
    --------
    >>> is_blank(None), is_blank(" \\u200b\\ufeff"), is_blank("no")
    (True, True, False)
    """
    if response is None:
        return True
    core = response.strip()
    return not core or (ord(core[0]) in _ZERO_WIDTH and not core.translate(_ZERO_WIDTH).strip())


@dataclass(slots=True)
class Record:
    """A checked record.

    Parameters
    ----------
    known : its known non-null fields as they are hashed (``confidence`` in millionths), sorted by name.
    confidence : the confidence as the file has it.
    extra : its unknown fields as one JSON text.
    canonical : the bytes whose digest identifies it.
    is_outside : whether its automated label is kept although the codebook does not have it.
    """

    known: dict[str, object]
    confidence: float | None
    extra: str | None
    canonical: bytes
    is_outside: bool


class RecordReader:
    """Checks raw records against the field table and one codebook.

    Parameters
    ----------
    codebook : its codes, and the labels that its ``map`` renames, are the automated labels that may occur.
    keep_unknown : keep an ``automated_label`` outside the codebook instead of refusing it.
    """

    def __init__(self, *, codebook: Codebook, keep_unknown: bool) -> None:
        self._labels = frozenset(codebook.codes) | frozenset(codebook.map)
        self._codes = codebook.codes
        self._keep_unknown = keep_unknown

    def read(self, raw: dict[str, object], flaws: list[Flaw]) -> Record:
        """The record of a raw object; what is wrong with it is added to ``flaws``, and then it must not be used."""
        known: dict[str, object] = {}
        get = raw.get
        for name, kind in _SORTED:
            value = get(name)
            if value is None:
                continue
            if kind is TEXT and type(value) is str:
                if value:
                    known[name] = value
            elif kind is INTEGER and type(value) is int and -MAX_INTEGER <= value <= MAX_INTEGER:
                known[name] = value
            else:
                self._take(kind, name, value, known, flaws)
        if not (known.keys() >= _REQUIRED and "response" in raw):
            _list_missing(raw, known, flaws)
        if "record_id" not in known:
            known["record_id"] = f"{known.get('model')}/{known.get('item_id')}"
            known = dict(sorted(known.items()))
        if known.get("eligible"):
            del known["eligible"]
        confidence = cast("float | None", known.get("confidence"))
        if confidence is not None:
            known["confidence"] = confidence_in_millionths(confidence)
        extra = {} if raw.keys() <= KINDS.keys() else {name: raw[name] for name in raw if name not in KINDS}
        is_outside = self._is_outside(known, flaws)
        text, canonical = None, b""
        try:
            canonical = _ENCODER.encode(known).encode("utf-8")
            text = _ENCODER.encode(extra) if extra else None
            is_odd = b"\\u0000" in canonical or (text is not None and _is_odd(text))
        except (ValueError, RecursionError):
            is_odd = True
        if is_odd:
            _list_flaws(known, "", 1, flaws)
            _list_flaws(extra, "", 1, flaws)
        return Record(known=known, confidence=confidence, extra=text, canonical=canonical, is_outside=is_outside)

    def _take(self, kind: str, name: str, value: object, known: dict[str, object], flaws: list[Flaw]) -> None:
        try:
            taken = take_value(kind, value)
        except Wrong as wrong:
            flaws.append(Flaw(field=name + wrong.place, code=wrong.code, message=str(wrong)))
        else:
            if taken is not None:
                known[name] = taken

    def _is_outside(self, known: dict[str, object], flaws: list[Flaw]) -> bool:
        label = known.get("automated_label")
        if label is None or label in self._labels:
            return False
        if not self._keep_unknown:
            message = (
                f'"{show(str(label))}" is not in the codebook ({", ".join(self._codes)}); '
                "name another codebook, or keep such labels with --unknown-labels keep"
            )
            flaws.append(Flaw(field="automated_label", code="label", message=message))
        return True


def _list_missing(raw: dict[str, object], known: dict[str, object], flaws: list[Flaw]) -> None:
    for name in REQUIRED:
        if name not in known and not any(flaw.field == name for flaw in flaws):
            empty = "is empty" if name in raw else "is missing"
            flaws.append(Flaw(field=name, code="missing_field", message=empty))
    if "response" not in raw:
        message = "is missing; an empty response is null or an empty text"
        flaws.append(Flaw(field="response", code="missing_field", message=message))


def _is_odd(text: str) -> bool:
    if b"\\u0000" in text.encode("utf-8"):
        return True
    return text.count("[") + text.count("{") > MAX_DEPTH and measure_depth(text) > MAX_DEPTH


def _list_flaws(value: object, path: str, depth: int, flaws: list[Flaw]) -> None:
    """What no field may hold, at any depth: lone surrogates, NUL, numbers that are not finite, deep nesting."""
    if isinstance(value, str):
        surrogate = _SURROGATE.search(value)
        if surrogate:
            message = f"holds the lone surrogate U+{ord(surrogate[0]):04X}, which is half a character"
            flaws.append(Flaw(field=path, code="lone_surrogate", message=message))
        if "\0" in value:
            flaws.append(Flaw(field=path, code="nul", message="holds U+0000 (NUL), which no database keeps"))
    elif isinstance(value, float) and not math.isfinite(value):
        flaws.append(Flaw(field=path, code="not_finite", message=f"is {value}, which is no finite number"))
    elif isinstance(value, dict | list):
        if depth > MAX_DEPTH:
            message = f"is nested more than {MAX_DEPTH} deep"
            flaws.append(Flaw(field=path[:60], code="nesting", message=message))
            return
        members = value.items() if isinstance(value, dict) else ((f"[{i}]", member) for i, member in enumerate(value))
        for key, member in members:
            name = show(str(key))
            place = f"{path}.{name}" if path and isinstance(value, dict) else path + name
            if isinstance(value, dict):
                _list_flaws(key, place, depth, flaws)
            _list_flaws(member, place, depth + 1, flaws)
