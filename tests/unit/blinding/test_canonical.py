"""The one byte form of hashed documents, and what may not stand in one."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.blinding.canonical import LARGEST, build_canonical, build_digest
from scoring.formats import canonical_json, parse_canonical

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abcxyz019_", min_size=1, max_size=6), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(DOCUMENTS)
def test_the_form_is_that_of_scoring(document: object) -> None:
    data = build_canonical(document)
    assert data == canonical_json(document)
    assert parse_canonical(data) == document


@pytest.mark.parametrize(
    "document, what",
    [
        ({"a": [1.0]}, "floating-point"),
        ([{"a": float("nan")}], "floating-point"),
        ({"a": LARGEST + 1}, "beyond"),
        ([-LARGEST - 1], "beyond"),
        ({"a": "x\0"}, "NUL"),
        ({"x\0": 1}, "NUL"),
        ({1: "a"}, "strings as keys"),
        ({"a": "\ud800"}, "surrogates not allowed"),
    ],
)
def test_what_no_hashed_document_holds(document: object, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        build_canonical(document)


def test_integers_at_the_limit_and_booleans_are_kept() -> None:
    assert build_canonical([LARGEST, -LARGEST, True, False]) == b"[9007199254740991,-9007199254740991,true,false]"


def test_keys_are_sorted_by_code_point_whatever_their_order() -> None:
    assert build_canonical({"é": 1, "z": 2, "a": 3}) == build_canonical({"a": 3, "é": 1, "z": 2})
    assert list(json.loads(build_canonical({"é": 1, "z": 2, "a": 3}))) == ["a", "z", "é"]


def test_the_digest_is_sha256_in_hex() -> None:
    assert build_digest(b"candor") == hashlib.sha256(b"candor").hexdigest()
