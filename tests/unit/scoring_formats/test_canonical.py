"""Canonical JSON: one spelling of every document."""

from __future__ import annotations

import json

import pytest
import rfc8785

from scoring.errors import BadInput
from scoring.formats import canonical_json, digest_of, parse_canonical

DOCUMENT = {
    "text": 'é"\\\n\x01\u2028😀',
    "number": -(2**53 - 1),
    "list": [1, None, True, False, [], {}],
    "labels": {"alder/Ω 1": ["HEDGE", []], "": [None, []]},
    "impossible": {"FEQ x": ["A"]},
    "map": {"old label": "new"},
}


def test_bytes_are_sorted_tight_and_exact() -> None:
    data = canonical_json(DOCUMENT)
    assert data == json.dumps(DOCUMENT, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
    assert data == rfc8785.dumps(DOCUMENT)
    assert parse_canonical(data) == DOCUMENT
    assert digest_of(data) == digest_of(canonical_json(dict(reversed(DOCUMENT.items()))))


def test_tuples_are_lists() -> None:
    assert canonical_json({"a": (1, 2)}) == b'{"a":[1,2]}'


@pytest.mark.parametrize(
    "value, field, code",
    [
        ({"a": 1.0}, "a", "float"),
        ({"a": [2**53]}, "a[0]", "huge_integer"),
        ({"a": -(2**53)}, "a", "huge_integer"),
        ({"a": "\0"}, "a", "nul"),
        ({"a": "\ud800"}, "a", "lone_surrogate"),
        ({"A": 1}, "A", "key"),
        ({"a b": 1}, "a b", "key"),
        ({"a\n": 1}, r"a\n", "key"),
        ({"": 1}, "", "key"),
        ({1: 1}, "1", "key"),
        ({"labels": {"x": {"Y": 1}}}, "labels.x.Y", "key"),
        ({"labels": {"\0": 1}}, r"labels.\x00", "nul"),
        ({"labels": {1: 1}}, "labels.1", "key"),
        ({"a": b"x"}, "a", "wrong_type"),
        (1.5, None, "float"),
    ],
)
def test_what_no_hashed_document_holds_is_refused(value: object, field: str | None, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        canonical_json(value)
    assert [(p.field, p.code) for p in caught.value.problems] == [(field or None, code)]
    assert caught.value.message.startswith("a document can't be hashed: ")


@pytest.mark.parametrize(
    "data, code",
    [
        (b'{"a": 1}', "not_canonical"),
        (b'{"a":1}\n', "not_canonical"),
        (b'{"b":1,"a":2}', "not_canonical"),
        (b'{"a":"\\u00e9"}', "not_canonical"),
        (b'{"a":"\\/"}', "not_canonical"),
        (b'{"a":-0}', "not_canonical"),
        (b'\xef\xbb\xbf{"a":1}', "not_json"),
        (b'{"a":1.0}', "float"),
        (b'{"a":1e2}', "float"),
        (b'{"a":1,"a":1}', "duplicate_key"),
        (b'{"a":NaN}', "not_finite"),
        (b'{"a":"\\ud800"}', "lone_surrogate"),
        (b'{"a":"\\u0000"}', "nul"),
        (b'{"a":9007199254740992}', "huge_integer"),
        (b'{"A":1}', "key"),
        (b'{"a":"\xff"}', "encoding"),
        (b"[" * 33 + b"]" * 33, "nesting"),
        (b"[" * 200_000, "nesting"),
        (b"", "not_json"),
    ],
)
def test_every_other_spelling_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_canonical(data, file="a.json")
    assert caught.value.problems[0].code == code
    assert caught.value.file == "a.json"
    assert caught.value.message.startswith("a.json is not canonical JSON: ")


def test_a_flaw_is_placed() -> None:
    with pytest.raises(BadInput, match=r"^the file is not canonical JSON: a\.b key \"b\" stands twice in one object$"):
        parse_canonical(b'{"a":{"b":1,"b":2}}')
    with pytest.raises(BadInput, match=r"differ from byte 3 on$"):
        parse_canonical(b'{"b":1,"a":2}')
    with pytest.raises(BadInput, match=r"differ from byte 8 on$"):
        parse_canonical(b'{"a":1} ')
