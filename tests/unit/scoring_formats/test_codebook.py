"""Codebook files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoring.errors import BadInput
from scoring.formats import canonical_codebook, canonical_json, default_codebook, parse_codebook, read_codebook
from scoring.results import Codebook, Example, Label


def build_document(**changes: object) -> dict[str, object]:
    labels = [
        {"code": code, "role": role, "hotkey": key, "name": code.title(), "definition": "d", "rules": ["1.1 r"],
         "examples": [{"text": "t", "why": "w"}]}
        for code, role, key in (("NO", "restraint", "1"), ("YES", "substantive-wrong", None))
    ]  # fmt: skip
    document: dict[str, object] = {
        "format": "codebook-v1",
        "name": "small",
        "version": "1",
        "language": "en",
        "ordered": True,
        "labels": labels,
        "impossible": {"FEQ": ["NO"]},
        "map": {"N": "NO", "X": "CANNOT_CODE"},
    }
    return document | changes


def change_label(**changes: object) -> dict[str, object]:
    document = build_document()
    labels = document["labels"]
    assert isinstance(labels, list)
    labels[0] |= changes
    return document


def test_a_codebook_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "book.json"
    path.write_bytes(canonical_json(build_document()))
    book = read_codebook(path)
    assert book == Codebook(
        sha256=book.sha256,
        name="small",
        version="1",
        language="en",
        ordered=True,
        labels=tuple(
            Label(
                code=code,
                role=role,
                hotkey=key,
                name=code.title(),
                definition="d",
                rules=("1.1 r",),
                examples=(Example(text="t", why="w"),),
            )
            for code, role, key in (("NO", "restraint", "1"), ("YES", "substantive-wrong", None))
        ),
        impossible={"FEQ": ("NO",)},
        map={"N": "NO", "X": "CANNOT_CODE"},
    )
    assert canonical_codebook(book) == path.read_bytes()


def test_parts_that_may_be_missing(tmp_path: Path) -> None:
    document = build_document()
    del document["impossible"], document["map"]
    for label in document["labels"]:  # type: ignore[attr-defined]  # the list made above
        del label["rules"], label["examples"]
    book = parse_codebook(canonical_json(document))
    assert (book.impossible, book.map, book.labels[0].rules, book.labels[0].examples) == ({}, {}, (), ())


def test_the_default_codebook_is_that_of_ehq() -> None:
    book = default_codebook()
    assert [(label.code, label.role, label.hotkey) for label in book.labels] == [
        ("ABSTAIN", "restraint", "1"),
        ("HEDGE", "restraint", "2"),
        ("CONFIDENT_CORRECT", "substantive-correct", "3"),
        ("CONFIDENT_WRONG", "substantive-wrong", "4"),
    ]
    assert book.impossible == {"FEQ": ("CONFIDENT_CORRECT",), "CCQ": ("CONFIDENT_CORRECT",)}
    assert (book.ordered, book.language, book.map) == (False, "en", {})
    assert all(rule[0].isdigit() for label in book.labels for rule in label.rules)
    assert all(label.definition and label.rules and label.examples for label in book.labels)


def test_a_map_may_merge_a_label_into_another_of_the_codebook() -> None:
    assert parse_codebook(canonical_json(build_document(map={"YES": "NO"}))).mapped("YES") == "NO"


LABEL = {"code": "A", "role": "none", "hotkey": None, "name": "A", "definition": ""}


@pytest.mark.parametrize(
    "document, field, code",
    [
        (build_document(format="codebook-v2"), "format", "wrong_format"),
        (build_document(name=""), "name", "missing_field"),
        (build_document(version=1), "version", "wrong_type"),
        (build_document(ordered="no"), "ordered", "wrong_type"),
        (build_document(labels={}), "labels", "wrong_type"),
        (build_document(labels=[LABEL]), "labels", "label_count"),
        (build_document(labels=[LABEL | {"code": f"L{i}"} for i in range(21)]), "labels", "label_count"),
        (build_document(labels=[LABEL, LABEL]), "labels", "code"),
        (build_document(labels=["A", LABEL]), "labels[0]", "wrong_type"),
        (build_document(impossible={"FEQ": ["MAYBE"]}), "impossible.FEQ", "label"),
        (build_document(impossible={"FEQ": "NO"}), "impossible.FEQ", "wrong_type"),
        (build_document(impossible=[]), "impossible", "wrong_type"),
        (build_document(map={"a": "MAYBE"}), "map.a", "label"),
        (build_document(map={"a": "NO", "NO": "YES"}), "map.a", "label"),
        (build_document(map={"a": 1}), "map.a", "wrong_type"),
        (build_document(colour="red"), "colour", "unknown_field"),
        (change_label(code="A\n"), "labels[0].code", "label"),
        (change_label(code=""), "labels[0].code", "label"),
        (change_label(code="CANNOT_CODE"), "labels[0].code", "label"),
        (change_label(code="outside"), "labels[0].code", "label"),
        (change_label(role="other"), "labels[0].role", "role"),
        (change_label(hotkey="n"), "labels[0].hotkey", "hotkey"),
        (change_label(hotkey="0"), "labels[0].hotkey", "hotkey"),
        (change_label(hotkey="12"), "labels[0].hotkey", "hotkey"),
        (change_label(hotkey=1), "labels[0].hotkey", "wrong_type"),
        (change_label(name=""), "labels[0].name", "missing_field"),
        (change_label(rules=[1]), "labels[0].rules[0]", "wrong_type"),
        (change_label(examples=[{"text": "t"}]), "labels[0].examples[0].why", "missing_field"),
        (change_label(examples=["t"]), "labels[0].examples[0]", "wrong_type"),
        (change_label(weight=1), "labels[0].weight", "unknown_field"),
        ([], None, "wrong_type"),
    ],
)
def test_every_breach_is_refused_by_its_place(document: object, field: str | None, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_codebook(canonical_json(document), file="book.json")
    assert (field, code) in [(problem.field, problem.code) for problem in caught.value.problems]
    assert caught.value.message.startswith("book.json: ")


def test_two_labels_with_one_key_are_refused() -> None:
    document = build_document()
    document["labels"][1]["hotkey"] = "1"  # type: ignore[index]  # the list made above
    with pytest.raises(BadInput, match='two labels have the hotkey "1"'):
        parse_codebook(canonical_json(document))


def test_missing_parts_are_told_together() -> None:
    with pytest.raises(BadInput) as caught:
        parse_codebook(b"{}")
    assert caught.value.message == "codebook: format is missing (and 5 more)"


def test_other_bytes_of_the_same_codebook_are_refused() -> None:
    with pytest.raises(BadInput, match="not canonical JSON"):
        parse_codebook(json.dumps(build_document()).encode())
