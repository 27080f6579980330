"""Confidence as models state it: one number from 0 to 100 out of a short text, or the reason why there is none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

import numpy as np
import pandas as pd

__all__ = ["MILLION", "NO_CONFIDENCE", "REFUSALS", "ParsedConfidence", "parse_confidence", "parse_confidences"]

MILLION = 1_000_000
"""Confidence is held in millionths on the 0-100 scale, that is in units of 10^-8 of certainty."""

NO_CONFIDENCE = -1
"""Stands in integer arrays where a record has no usable confidence."""

REFUSALS = (
    "blank",
    "too_long",
    "no_number",
    "number_unclear",
    "scale_unclear",
    "negative",
    "range",
    "two_numbers",
    "over_100",
)
"""Reasons for refusing a confidence text."""

_WORDS = 20
_SHARE = re.compile(r"[01]?\.[0-9]+")
_NUMBER = re.compile(r"(?<![^\W_])(?<![0-9][.,])[0-9]+(?:\.[0-9]+)?(?![^\W_])(?![.,][0-9])")
_OF_HUNDRED = re.compile(r"(?<=[0-9%])\s*(?:/|(?:out\s+)?of)\s*100(?:\.0+)?(?![0-9])(?![.,][0-9])", re.I)
_FRACTION = re.compile(r"[0-9]\s*(?:/|out\s+of)\s*[0-9]", re.I)
_NEGATIVE = re.compile(
    r"(?<![^\W_])(?<![0-9%])[-\u2010-\u2015\u2212](?=[0-9.])|\b(?:minus|negative)\s+(?=[0-9.])", re.I
)
_RANGE = re.compile(
    r"[0-9]\s*%?\s*(?:[-\u2010-\u2015\u2212~]|\bto\b)\s*[0-9]|\bbetween\b"
    r"|(?:[<>\u2264\u2265]=?|\b(?:at\s+least|at\s+most|less\s+than|more\s+than|over|under|above|below))\s*[0-9]"
    r"|[0-9]\s*%?\s*(?:\+|or\s+(?:more|less|higher|lower|above|below)\b)",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedConfidence:
    """A confidence in millionths on the 0-100 scale, or the reason for none: exactly one of the two."""

    value: int | None
    refused: str | None


def _refuse(reason: str) -> ParsedConfidence:
    return ParsedConfidence(value=None, refused=reason)


def _accept(number: Decimal) -> ParsedConfidence:
    return ParsedConfidence(value=int((number * MILLION).to_integral_value(rounding=ROUND_HALF_EVEN)), refused=None)


def parse_confidence(text: str) -> ParsedConfidence:
    """Read the text of a confidence turn.

    Accepted is one number from 0 to 100, alone or in a phrase of at most 20 words, with or without ``%`` or ``/100``.
    A decimal in [0, 1] with a decimal point is a share (0.85 is 85 of 100) only where it is the whole text; ``1`` is
    1 of 100. The same number said twice counts once. All else is refused, with one of ``REFUSALS``.

    Parameters
    ----------
    text : the raw text; never null.

    Edge cases: a decimal up to 1 inside a phrase could mean either scale and is refused (``scale_unclear``), as is a
    fraction of anything but 100; bounds ("over 90") are refused as ``range``; digits that are part of a word, a decimal
    comma or digits of another script are ``number_unclear``. These four, and the limit of 20 words, are choices.

    Source: scoring specification, section 2; the confidence turn is described in EHQ, section 3.1.

    Examples
    --------
    >>> parse_confidence("Confidence: 85/100").value
    85000000
    >>> parse_confidence("0.85").value, parse_confidence("1").value
    (85000000, 1000000)
    >>> [parse_confidence(t).refused for t in ("80-90", "80 or 85", "-5", "120", "quite sure")]
    ['range', 'two_numbers', 'negative', 'over_100', 'no_number']
    """
    stripped = text.strip()
    if not stripped:
        return _refuse("blank")
    if _SHARE.fullmatch(stripped):
        share = Decimal(stripped)
        return _accept(share * 100) if share <= 1 else _accept(share)
    if len(stripped.split()) > _WORDS:
        return _refuse("too_long")
    if _NEGATIVE.search(stripped):
        return _refuse("negative")
    of_hundred = _OF_HUNDRED.search(stripped) is not None
    rest = _OF_HUNDRED.sub("", stripped)
    if _RANGE.search(rest):
        return _refuse("range")
    if _FRACTION.search(rest):
        return _refuse("scale_unclear")
    return _one_number(rest, has_scale=of_hundred or "%" in rest or "percent" in rest.lower())


def _one_number(text: str, *, has_scale: bool) -> ParsedConfidence:
    """The only number in a text without signs, ranges and scales."""
    numbers = {Decimal(found): found for found in _NUMBER.findall(text)}
    if any(character.isdigit() for character in _NUMBER.sub("", text)):
        return _refuse("number_unclear")
    if not numbers:
        return _refuse("no_number")
    if len(numbers) > 1:
        return _refuse("two_numbers")
    [(number, written)] = numbers.items()
    if number > 100:
        return _refuse("over_100")
    if number <= 1 and "." in written and not has_scale:
        return _refuse("scale_unclear")
    return _accept(number)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedConfidences:
    """Confidences of many records.

    Parameters
    ----------
    values : int64 array, millionths on the 0-100 scale; ``NO_CONFIDENCE`` where there is none.
    refused : int8 array, index into ``REFUSALS``; -1 where nothing was refused.
    """

    values: np.ndarray
    refused: np.ndarray


def parse_confidences(confidence: pd.Series, texts: pd.Series) -> ParsedConfidences:
    """The confidence of each record: the number where there is one, else what its text says.

    Each distinct text is read once.

    Parameters
    ----------
    confidence : nullable Int64, millionths on the 0-100 scale.
    texts : text or None, as long as ``confidence``.

    Edge cases: a record with neither has no confidence and no refusal.

    Source: scoring specification, section 2.

    Examples
    --------
    >>> found = parse_confidences(pd.Series([90_000_000, None, None], dtype="Int64"),
    ...                           pd.Series(["9", "quite sure", None], dtype=object))
    >>> found.values.tolist(), [REFUSALS[i] for i in found.refused if i >= 0]
    ([90000000, -1, -1], ['no_number'])
    """
    values = confidence.to_numpy(dtype="int64", na_value=NO_CONFIDENCE)
    codes, distinct = pd.factorize(texts.where(confidence.isna(), None))
    parsed = [parse_confidence(text) for text in distinct]
    by_text = np.array([*(NO_CONFIDENCE if p.value is None else p.value for p in parsed), NO_CONFIDENCE], dtype="int64")
    refused = np.array([*(-1 if p.refused is None else REFUSALS.index(p.refused) for p in parsed), -1], dtype="int8")
    return ParsedConfidences(values=np.where(values == NO_CONFIDENCE, by_text[codes], values), refused=refused[codes])
