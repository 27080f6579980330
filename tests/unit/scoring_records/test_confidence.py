"""Confidence texts: what is accepted, what is refused, and with which reason."""

from __future__ import annotations

import pandas as pd
import pytest

from scoring.records import REFUSALS, parse_confidence, parse_confidences

ACCEPTED = {
    "85": 85,
    " 85 ": 85,
    "85%": 85,
    "85 %.": 85,
    "Confidence: 85/100": 85,
    "85 out of 100": 85,
    "I am 85% of 100 sure": 85,
    "**85**": 85,
    "_85_": 85,
    "85.5": 85.5,
    "0": 0,
    "1": 1,
    "100": 100,
    "100/100": 100,
    "0.85": 85,
    ".5": 50,
    "1.0": 100,
    "0.0": 0,
    "1.5": 1.5,
    "0.5%": 0.5,
    "0.5 percent": 0.5,
    "0.85/100": 0.85,
    "85 (85%)": 85,
    "about 85 percent, I think": 85,
    "Confidence - 85": 85,
    "85.": 85,
    "33.3333335": 33.333334,
    "33.3333325": 33.333332,
}
REFUSED = {
    "": "blank",
    " \n\t": "blank",
    "quite sure": "no_number",
    "½": "no_number",
    "-5": "negative",
    "\u22125": "negative",
    "minus 5": "negative",
    "120": "over_100",
    "100.01": "over_100",
    "80-90": "range",
    "80 \u2013 90%": "range",
    "80% to 90%": "range",
    "between 80 and 90": "range",
    "over 90": "range",
    ">= 90": "range",
    "90+": "range",
    "90 or more": "range",
    "at least 90%": "range",
    "80 or 85": "two_numbers",
    "85, 0.85": "two_numbers",
    "8/10": "scale_unclear",
    "10 out of 10": "scale_unclear",
    "85/1000": "scale_unclear",
    "Confidence: 0.85": "scale_unclear",
    "1.0 I am sure": "scale_unclear",
    "85,5": "number_unclear",
    "1,000": "number_unclear",
    "85x": "number_unclear",
    "1e2": "number_unclear",
    "\uff18\uff15": "number_unclear",
    "85 " + "word " * 20: "too_long",
}


@pytest.mark.parametrize("text", ACCEPTED)
def test_one_number_is_read(text: str) -> None:
    found = parse_confidence(text)
    assert (found.value, found.refused) == (round(ACCEPTED[text] * 1_000_000), None)


@pytest.mark.parametrize("text", REFUSED)
def test_everything_else_is_refused_with_its_reason(text: str) -> None:
    found = parse_confidence(text)
    assert (found.value, found.refused) == (None, REFUSED[text])


def test_every_reason_occurs() -> None:
    assert set(REFUSED.values()) == set(REFUSALS)


def test_twenty_words_are_still_a_phrase() -> None:
    assert parse_confidence("85 " + "word " * 19).value == 85_000_000


def test_the_number_of_a_record_wins_over_its_text() -> None:
    numbers = pd.Series([90_000_000, None, None, None], dtype="Int64")
    texts = pd.Series(["words alone", "70", "words alone", None], dtype=object)
    found = parse_confidences(numbers, texts)
    assert found.values.tolist() == [90_000_000, 70_000_000, -1, -1]
    assert found.refused.tolist() == [-1, -1, REFUSALS.index("no_number"), -1]
