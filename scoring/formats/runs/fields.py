"""The fields of a run file: their types, which must be there, and how a value of each is taken."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import lru_cache
from typing import NoReturn

from scoring.formats.shape import describe

__all__ = [
    "BOOLEAN",
    "INTEGER",
    "KINDS",
    "LABELS",
    "NUMBER",
    "REQUIRED",
    "TEXT",
    "TEXTS",
    "Wrong",
    "confidence_in_millionths",
    "take_value",
]

TEXT, NUMBER, INTEGER, BOOLEAN, TEXTS, LABELS = "text", "number", "integer", "boolean", "texts", "labels"

KINDS = {
    "record_id": TEXT,
    "item_id": TEXT,
    "model": TEXT,
    "family": TEXT,
    "provider": TEXT,
    "generation_of": TEXT,
    "category": TEXT,
    "subcategory": TEXT,
    "question": TEXT,
    "context": TEXT,
    "gold_answers": TEXTS,
    "response": TEXT,
    "confidence": NUMBER,
    "confidence_text": TEXT,
    "correct": BOOLEAN,
    "automated_label": TEXT,
    "label_reasons": TEXTS,
    "labels": LABELS,
    "answered_by": TEXT,
    "completion_tokens": INTEGER,
    "reasoning_tokens": INTEGER,
    "finish_reason": TEXT,
    "error": TEXT,
    "eligible": BOOLEAN,
}
"""Type of every known field, in the order in which they are documented and stored."""

REQUIRED = ("item_id", "model", "category", "question")
"""Fields that must be there and not empty; ``response`` must be there and may be empty."""

_CLASSIFIER = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")
_EXACT = Context(prec=60, rounding=ROUND_HALF_EVEN)


class Wrong(Exception):
    """A value that its field can't have; ``code`` and ``args[0]`` say why, ``place`` is a path inside the field."""

    def __init__(self, message: str, *, code: str = "wrong_type", place: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.place = place


@lru_cache(maxsize=65536)
def confidence_in_millionths(value: float) -> int:
    """A confidence in millionths, as it stands in hashed documents: ``Decimal(repr(x)) * 10**6``, half to even.

    Examples
    --------
    >>> confidence_in_millionths(85), confidence_in_millionths(66.7), confidence_in_millionths(0.0000005)
    (85000000, 66700000, 0)
    """
    return int((Decimal(repr(value)) * 1_000_000).to_integral_value(context=_EXACT))


def take_value(kind: str, value: object) -> object:
    """The value of a field that is neither a text nor an integer within bounds; None for what counts as null.

    Those two the reader of records takes without asking, since nearly all values are such.

    Errors
    ------
    Wrong when the field can't have it.

    Examples
    --------
    >>> take_value("number", 85), take_value("texts", []), take_value("labels", {"judge": "HEDGE", "b": None})
    (85, None, {'judge': 'HEDGE'})
    """
    if not value and value in (None, "", [], {}):
        return None
    return _TAKE[kind](value)


def _refuse_text(value: object) -> NoReturn:
    raise Wrong(f"must be a text, it is {describe(value)}")


def _take_number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Wrong(f"must be a number, it is {describe(value)}")
    if value != value or value in (float("inf"), float("-inf")):
        raise Wrong(f"is {value}, which is no finite number", code="not_finite")
    if not 0 <= value <= 100:
        raise Wrong(f"must lie between 0 and 100, it is {describe(value).removeprefix('the number ')}", code="range")
    return value


def _refuse_integer(value: object) -> NoReturn:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Wrong(f"must be an integer, it is {describe(value)}")
    raise Wrong("is an integer beyond 2^53 - 1", code="huge_integer")


def _take_boolean(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise Wrong(f"must be true or false, it is {describe(value)}")


def _take_texts(value: object) -> list[object]:
    if not isinstance(value, list):
        raise Wrong(f"must be a list of texts, it is {describe(value)}")
    for index, member in enumerate(value):
        if not isinstance(member, str):
            raise Wrong(f"must be a text, it is {describe(member)}", place=f"[{index}]")
    return value


def _take_labels(value: object) -> dict[str, str] | None:
    if not isinstance(value, dict):
        raise Wrong(f"must be an object, it is {describe(value)}")
    for name, label in value.items():
        if not _CLASSIFIER.match(name):
            raise Wrong("has a classifier's name that is not 1 to 64 of A-Z a-z 0-9 . _ -", code="classifier_name")
        if not isinstance(label, str | None):
            raise Wrong(f"must be a text, it is {describe(label)}", place=f".{name}")
    return {name: label for name, label in sorted(value.items()) if label is not None} or None


_TAKE = {
    TEXT: _refuse_text,
    NUMBER: _take_number,
    INTEGER: _refuse_integer,
    BOOLEAN: _take_boolean,
    TEXTS: _take_texts,
    LABELS: _take_labels,
}
