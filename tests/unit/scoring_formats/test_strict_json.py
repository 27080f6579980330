"""Strict JSON: what is refused, and where."""

from __future__ import annotations

import sys

import pytest

from scoring.formats.strict_json import NotStrict, list_flaws, measure_depth, parse_fast, parse_strict, show

DEEP_32 = "[" * 32 + "]" * 32


@pytest.mark.parametrize(
    "text, flaws",
    [
        ('{"a": {"b": 1, "b": 2}}', [("a.b", "duplicate_key")]),
        ('{"b": 1, "b": 2}', [("b", "duplicate_key")]),
        ("[NaN, Infinity, -Infinity, 1e400, -1e400]", [(f"[{i}]", "not_finite") for i in range(5)]),
        (r'{"a": "\ud800"}', [("a", "lone_surrogate")]),
        (r'{"\udc00": 1}', [(r"\udc00", "lone_surrogate")]),
        (r'["\u0000"]', [("[0]", "nul")]),
        (r'"\ud800\u0000"', [(None, "lone_surrogate"), (None, "nul")]),
        ("1e400", [(None, "not_finite")]),
        ("1" * 5000, [(None, "huge_integer")]),
        ("-" + "1" * 4301, [(None, "huge_integer")]),
        ("[" * 33 + "]" * 33, [(None, "nesting")]),
        ("[" * 200_000, [(None, "nesting")]),
        ('{"a": 1', [(None, "not_json")]),
        ("", [(None, "not_json")]),
        ("{'a': 1}", [(None, "not_json")]),
        ("[1] 2", [(None, "not_json")]),
    ],
)
def test_flaws_are_named_with_their_place(text: str, flaws: list[tuple[str | None, str]]) -> None:
    found = list_flaws(text)
    assert [(flaw.field, flaw.code) for flaw in found] == flaws
    assert all(flaw.message.isprintable() for flaw in found)
    with pytest.raises(NotStrict) as caught:
        parse_strict(text)
    assert caught.value.flaws == found
    assert str(caught.value) == found[0].message


@pytest.mark.parametrize(
    "text, value",
    [
        ('{"a": [1, -2.5, 1e3, true, false, null, "x"]}', {"a": [1, -2.5, 1000.0, True, False, None, "x"]}),
        (r'"\ud83d\ude00"', "😀"),
        (r'"\\u0000"', r"\u0000"),
        ("1" * 4300, int("1" * 4300)),
        ("-0", 0),
        ('{"": {}}', {"": {}}),
        ('{"a": {"b": 1}, "b": {"b": 2}}', {"a": {"b": 1}, "b": {"b": 2}}),
    ],
)
def test_strict_json_is_parsed(text: str, value: object) -> None:
    assert list_flaws(text) == ()
    assert parse_strict(text) == value
    assert parse_fast(text) == value


def test_depth_counts_brackets_outside_of_texts() -> None:
    assert measure_depth(DEEP_32) == 32
    assert measure_depth(r'{"[[\"[[": ["{"]}') == 2
    assert list_flaws(DEEP_32) == ()


def test_a_message_names_the_line_where_there_are_several() -> None:
    assert list_flaws('{\n"a": x}')[0].message == "not JSON: Expecting value at line 2, column 6"
    assert list_flaws('"a\tb"')[0].message == "not JSON: Invalid control character at column 3"


@pytest.mark.parametrize("text", ['{"a": 1, "a": 1}', "NaN", "1" * 5000, "{", "[" * 200_000])
def test_the_fast_way_never_lets_pass_what_it_must_see(text: str) -> None:
    with pytest.raises((ValueError, RecursionError)):
        parse_fast(text)


def test_a_long_number_is_cut_in_the_message() -> None:
    assert list_flaws("0." + "4" * 100 + "e9999")[0].message == f"is 0.{'4' * 35}..., which is no finite number"


def test_names_in_messages_are_printable_and_short() -> None:
    assert show("a\x1b[31m\ud800\n") == r"a\x1b[31m\ud800\n"
    assert show("é") == "é"
    assert show("x" * 61) == "x" * 57 + "..."


def test_the_limit_of_digits_is_pythons_own() -> None:
    assert sys.get_int_max_str_digits() == 4300
