"""Properties of the formats: one spelling, exact texts, and no byte of a published file that can change unseen."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import verify
from scoring.errors import BadInput
from scoring.formats import (
    adjudication_name,
    build_adjudication_bytes,
    canonical_json,
    digest_of,
    escape_cell,
    parse_canonical,
    read_run,
    read_table,
    read_texts,
    store_run,
    unescape_cell,
    write_csv,
)
from scoring.formats.runs.fields import confidence_in_millionths
from tests.adjudications import build_document
from tests.unit.scoring_formats.run_files import RECORDS, hash_by_hand, write_containers

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
KEY = st.from_regex(r"[a-z0-9_]{1,6}", fullmatch=True)
SCALAR = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXT
DOCUMENT = st.recursive(SCALAR, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEY, inner, max_size=4))
QUICK = settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])


@given(DOCUMENT)
def test_a_document_has_one_spelling(document: Any) -> None:
    data = canonical_json(document)
    assert data == rfc8785.dumps(document)
    assert parse_canonical(data) == document
    assert verify.encode(verify.parse(data)) == data


@given(DOCUMENT, st.integers(0, 10**6), st.integers(1, 255))
def test_another_spelling_is_another_document_or_refused(document: Any, place: int, bits: int) -> None:
    data = bytearray(canonical_json(document))
    data[place % len(data)] ^= bits
    try:
        other = parse_canonical(bytes(data))
    except BadInput:
        return
    assert canonical_json(other) == bytes(data)
    assert other != document or type(other) is not type(document)


@given(TEXT)
def test_the_escape_of_cells_is_exact(text: str) -> None:
    assert unescape_cell(escape_cell(text)) == text


@QUICK
@given(st.lists(st.lists(TEXT, min_size=3, max_size=3), max_size=8))
def test_a_written_table_is_read_exactly(tmp_path: Path, rows: list[list[str]]) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(write_csv(["a", "b", "c"], rows))
    assert [[unescape_cell(cell) for cell in row.cells] for row in read_table(path).rows] == rows


@given(st.floats(0, 100) | st.integers(0, 100))
def test_confidence_is_rounded_to_the_nearest_millionth(value: float) -> None:
    found = confidence_in_millionths(value)
    assert isinstance(found, int)
    assert math.isclose(found / 10**6, value, abs_tol=5.1e-7)
    assert confidence_in_millionths(found / 10**6) == found


def _optional(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


RECORD = st.fixed_dictionaries(
    {
        "item_id": TEXT.filter(bool),
        "model": TEXT.filter(bool),
        "category": TEXT.filter(bool),
        "question": TEXT.filter(bool),
        "response": _optional(TEXT),
    },
    optional={
        "context": _optional(TEXT),
        "gold_answers": _optional(st.lists(TEXT, max_size=3)),
        "confidence": _optional(st.floats(0, 100) | st.integers(0, 100)),
        "correct": _optional(st.booleans()),
        "automated_label": _optional(st.sampled_from(["ABSTAIN", "HEDGE"])),
        "labels": _optional(st.dictionaries(st.sampled_from(["a", "b-1"]), _optional(TEXT), min_size=1)),
        "completion_tokens": _optional(st.integers(-(2**53) + 1, 2**53 - 1)),
        "eligible": st.booleans(),
    },
)


@QUICK
@given(st.lists(RECORD, min_size=1, max_size=4))
def test_every_container_keeps_texts_and_hash(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    numbered = tuple({"record_id": f"r{number}"} | record for number, record in enumerate(records))
    expected = hash_by_hand(numbered)
    for path in write_containers(tmp_path, numbered):
        assert read_run(path).sha256 == expected, path.name
    store_run(tmp_path / "run.jsonl", tmp_path / "stored")
    found = read_texts(tmp_path / "stored", [record["record_id"] for record in numbered])
    assert [text.response for text in found] == [record["response"] or None for record in numbered]
    assert [text.question for text in found] == [record["question"] for record in numbered]
    assert verify.read_run(str(tmp_path / "run.csv")).sha256 == expected


def test_no_byte_of_a_published_file_changes_unseen() -> None:
    document = build_document()
    document["entries"] = document["entries"][5:]
    data = build_adjudication_bytes(document | {"assistance": [], "deviations": []})
    name = adjudication_name(1, digest_of(data))
    assert verify.is_ok(verify.verify_adjudication(data, name=name))
    for place in range(len(data)):
        for bits in (0x01, 0xFF):
            changed = bytearray(data)
            changed[place] ^= bits
            assert not verify.is_ok(verify.verify_adjudication(bytes(changed), name=name)), place


@given(st.binary(max_size=200))
def test_no_bytes_surprise_the_verifier(data: bytes) -> None:
    checks = verify.verify_adjudication(data, name="adjudication-r0001-000000000000.json")
    assert not verify.is_ok(checks)


@QUICK
@given(st.binary(max_size=400), st.sampled_from([".jsonl", ".csv", ".parquet", ".jsonl.gz", ""]))
def test_no_bytes_surprise_the_reader_of_runs(tmp_path: Path, data: bytes, suffix: str) -> None:
    path = tmp_path / f"run{suffix}"
    for prefix in (
        b"",
        b"PAR1",
        b"\x1f\x8b\x08\0\0\0\0\0\0\0",
        b'{"item_id":"1",',
        b"item_id,model,category,question,response\n",
    ):
        path.write_bytes(prefix + data)
        with pytest.raises(BadInput) as caught:
            read_run(path, name="run")
        assert caught.value.problems
        assert json.dumps([problem.as_json() for problem in caught.value.problems])


def test_the_record_with_every_field_is_hashed_as_by_hand(tmp_path: Path) -> None:
    assert read_run(write_containers(tmp_path, RECORDS)[0]).sha256 == hash_by_hand(RECORDS)
