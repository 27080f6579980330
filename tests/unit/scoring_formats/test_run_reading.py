"""What a record may hold: what counts as null, what is refused, what is told of it."""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.errors import BadInput
from scoring.formats import default_codebook, read_run, store_run
from tests.unit.scoring_formats.run_files import FULL, GOOD, hash_by_hand, list_refusals, write_jsonl


def refused(tmp_path: Path, **change: object) -> list[tuple[int | None, str | None, str]]:
    return list_refusals(write_jsonl(tmp_path / "run.jsonl", GOOD, GOOD | {"item_id": "2"} | change))


@pytest.mark.parametrize("empty", [None, "", [], {}])
def test_what_is_empty_is_null_in_every_field(empty: object, tmp_path: Path) -> None:
    optional = dict.fromkeys(set(FULL) - set(GOOD), empty)
    bare = read_run(write_jsonl(tmp_path / "a.jsonl", GOOD | {"response": empty}))
    full = read_run(write_jsonl(tmp_path / "b.jsonl", GOOD | {"response": empty} | optional))
    assert bare.sha256 == full.sha256 == hash_by_hand((GOOD | {"response": None},))
    assert bare.frame.equals(full.frame)
    assert bool(full.frame["blank"].item())


@pytest.mark.parametrize("name", ["item_id", "model", "category", "question"])
@pytest.mark.parametrize("empty", [None, "", [], {}])
def test_an_empty_required_field_is_a_missing_one(name: str, empty: object, tmp_path: Path) -> None:
    assert refused(tmp_path, **{name: empty}) == [(2, name, "missing_field")]


@pytest.mark.parametrize("text", [" ", "\t\r\n", "\u200b", "\ufeff", " \u2060\u200d ", "\u202e", "\U000e0041"])
def test_blank_responses_are_kept_and_known(text: str, tmp_path: Path) -> None:
    run = read_run(write_jsonl(tmp_path / "run.jsonl", GOOD | {"response": text}))
    assert run.sha256 == hash_by_hand((GOOD | {"response": text},))
    assert bool(run.frame["blank"].item())
    shown = read_run(write_jsonl(tmp_path / "run.jsonl", GOOD | {"response": text + "x" + text}))
    assert not shown.frame["blank"].item()


@pytest.mark.parametrize("value", [0, 100, 0.0, 100.0, 85, 85.0, 1e-7, 66.7, 33.333333333333336, 0.0000005, 0.0000015])
def test_confidence_is_hashed_in_millionths(value: float, tmp_path: Path) -> None:
    run = read_run(write_jsonl(tmp_path / "run.jsonl", GOOD | {"confidence": value}))
    assert run.sha256 == hash_by_hand((GOOD | {"confidence": value},))


@pytest.mark.parametrize(
    "change, field, code",
    [
        ({"record_id": 7}, "record_id", "wrong_type"),
        ({"question": ["Q"]}, "question", "wrong_type"),
        ({"gold_answers": ["a", None]}, "gold_answers[1]", "wrong_type"),
        ({"correct": 0}, "correct", "wrong_type"),
        ({"correct": "true"}, "correct", "wrong_type"),
        ({"eligible": 1}, "eligible", "wrong_type"),
        ({"labels": {"a": True}}, "labels.a", "wrong_type"),
        ({"labels": {"a b": "x"}}, "labels", "classifier_name"),
        ({"labels": {"": "x"}}, "labels", "classifier_name"),
        ({"labels": {"a" * 65: "x"}}, "labels", "classifier_name"),
        ({"confidence": False}, "confidence", "wrong_type"),
        ({"confidence": -0.1}, "confidence", "range"),
        ({"confidence": 10**30}, "confidence", "range"),
        ({"completion_tokens": 12.0}, "completion_tokens", "wrong_type"),
        ({"completion_tokens": False}, "completion_tokens", "wrong_type"),
        ({"reasoning_tokens": 2**53}, "reasoning_tokens", "huge_integer"),
        ({"note": {"a": ["\ud800"]}}, "note.a[0]", "lone_surrogate"),
        ({"note": {"\0": 1}}, r"note.\x00", "nul"),
        ({"no\ud800te": 1}, r"no\ud800te", "lone_surrogate"),
        ({"labels": {"a": "\0"}}, "labels.a", "nul"),
        ({"gold_answers": ["\udfff"]}, "gold_answers[0]", "lone_surrogate"),
    ],
)
def test_a_bad_value_is_refused_by_its_place(change: dict[str, object], field: str, code: str, tmp_path: Path) -> None:
    assert refused(tmp_path, **change) == [(2, field, code)]


def test_escapes_that_only_look_odd_are_read(tmp_path: Path) -> None:
    odd = GOOD | {"response": r"\u0000 \ud800", "note": r"\u0000", "model": "😀"}
    path = tmp_path / "run.jsonl"
    path.write_text(json.dumps(odd) + "\n", encoding="ascii")
    assert read_run(path).sha256 == hash_by_hand((odd,))


@pytest.mark.parametrize("depth, is_read", [(31, True), (32, False), (200, False), (900, False), (100_000, False)])
def test_nesting_of_unknown_fields(depth: int, is_read: bool, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(json.dumps(GOOD | {"note": "@", "b": "[" * 50}).replace('"@"', "[" * depth + "]" * depth))
    if is_read:
        assert len(read_run(path).frame) == 1
    else:
        assert [code for _, _, code in list_refusals(path)] == ["nesting"]


def test_integers_of_more_digits_than_this_python_reads(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(json.dumps(GOOD | {"note": "@"}).replace('"@"', "1" * 2000) + "\n")
    assert len(read_run(path).frame) == 1
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(1000)
    try:
        assert list_refusals(path) == [(1, None, "not_json")]
    finally:
        sys.set_int_max_str_digits(before)


def test_labels_of_the_codebook_its_map_and_others(tmp_path: Path) -> None:
    path = write_jsonl(
        tmp_path / "run.jsonl",
        *(
            {"automated_label": label, **GOOD, "item_id": str(i)}
            for i, label in enumerate(["HEDGE", "old", "CANNOT_CODE"])
        ),
    )
    assert list_refusals(path) == [(2, "automated_label", "label"), (3, "automated_label", "label")]
    book = replace(default_codebook(), map={"old": "ABSTAIN"})
    assert list_refusals(path, codebook=book) == [(3, "automated_label", "label")]
    kept = read_run(path, unknown_labels="keep")
    assert kept.frame["automated_label"].tolist() == ["HEDGE", "old", "CANNOT_CODE"]
    assert store_run(path, tmp_path / "s", unknown_labels="keep").outside_labels == 2
    assert store_run(path, tmp_path / "s", codebook=book, unknown_labels="keep").outside_labels == 1


def test_duplicates_are_told_by_both_lines(tmp_path: Path) -> None:
    order = random.Random(3)
    records = [GOOD | {"item_id": str(number % 3000)} for number in range(3100)]
    order.shuffle(records)
    path = write_jsonl(tmp_path / "run.jsonl", *records)
    first: dict[str, int] = {}
    expected = [
        (line, first[record["item_id"]])
        for line, record in enumerate(records, 1)
        if first.setdefault(record["item_id"], line) != line
    ]
    with pytest.raises(BadInput) as caught:
        read_run(path, name="run.jsonl")
    assert caught.value.message == "run.jsonl has 100 problems; nothing was imported"
    assert caught.value.more == 50
    assert [(p.line, p.message.split()[-2]) for p in caught.value.problems] == [(a, str(b)) for a, b in expected[:50]]


def test_all_problems_of_a_line_are_told(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "run.jsonl", {"model": 1, "confidence": "x", "automated_label": "?"})
    assert list_refusals(path) == [
        (1, "confidence", "wrong_type"),
        (1, "model", "wrong_type"),
        (1, "item_id", "missing_field"),
        (1, "category", "missing_field"),
        (1, "question", "missing_field"),
        (1, "response", "missing_field"),
        (1, "automated_label", "label"),
    ]
