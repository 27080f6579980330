"""Runs as the standalone verifier reads them: the same hash in every container, and what is wrong by line."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path

import pytest

from scoring import verify
from scoring.formats import read_run

ROWS = [
    {"item_id": "una", "model": "m", "category": "FEQ", "question": "What?", "response": None, "labels": {"a": None}},
    {"item_id": "1", "model": "m", "category": "HNQ", "question": "Who?", "response": "Ä\r\nb", "automated_label": "HEDGE",
     "confidence": 66.7, "labels": {"b": "x", "a": None}, "correct": False, "gold_answers": ["1"],
     "reasoning_tokens": 0, "eligible": True, "note": 1},
    {"item_id": "2", "model": "m", "category": "HNQ", "question": "Who?", "response": "", "eligible": False},
]  # fmt: skip


@pytest.fixture
def run(tmp_path: Path) -> Path:
    path = tmp_path / "run.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return path


def test_every_container_of_a_run_has_one_hash(run: Path, tmp_path: Path) -> None:
    expected = read_run(run)
    data = run.read_bytes()
    (tmp_path / "bom.jsonl").write_bytes(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n\r\n"))
    (tmp_path / "run.jsonl.gz").write_bytes(gzip.compress(data))
    rows = [json.loads(line) for line in data.splitlines()]
    fields = list(dict.fromkeys(name for row in rows for name in row))
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(fields)
    for row in rows:
        cells = [row.get(name) for name in fields]
        writer.writerow(
            [
                c
                if isinstance(c, str)
                else ""
                if c is None
                else json.dumps(c).upper()
                if isinstance(c, bool)
                else json.dumps(c)
                for c in cells
            ]
        )
    (tmp_path / "run.csv").write_bytes(stream.getvalue().encode())
    (tmp_path / "run.CSV.gz").write_bytes(gzip.compress(stream.getvalue().encode()))
    labels = dict(zip(expected.frame["record_id"], expected.frame["automated_label"], strict=True))
    for name in ("run.jsonl", "bom.jsonl", "run.jsonl.gz", "run.csv", "run.CSV.gz"):
        assert verify.read_run(str(tmp_path / name)) == (expected.sha256, labels), name


def test_real_runs(shared_data: Path) -> None:
    for name in ("xstest", "miniature", "battery_t6_run"):
        expected = json.loads((shared_data / name / "expected.json").read_text(encoding="utf-8"))["identity"]
        assert verify.read_run(str(shared_data / name / "run.jsonl")).sha256 == expected["run_sha256"]


GOOD = {"item_id": "1", "model": "a", "category": "FEQ", "question": "Q", "response": "R"}


@pytest.mark.parametrize(
    "name, data, message",
    [
        ("a.jsonl", b'{"model": "a"}', "line 1: response is missing"),
        ("a.jsonl", json.dumps(GOOD).encode() * 1 + b"\n" + json.dumps(GOOD).encode(), "line 2: 'a/1' stands twice"),
        ("a.jsonl", b"[]", "line 1: is no object"),
        ("a.jsonl", b"\n{", "line 2: is not JSON"),
        ("a.jsonl", gzip.compress(b"{}" * 1000)[:-9], "the run file is damaged"),
        ("a.csv", b"a,b\n1\n", "line 2: has 1 cells, the header 2"),
        ("a.csv", b"a,b\n1,\xff\n", "line 2: is not UTF-8"),
        ("a.csv", b'a,b\n1,"x\n', "the run file is damaged"),
        ("a.csv", b"item_id,model,category,question,response,confidence\n1,a,F,Q,R,high\n", "line 2: confidence"),
        ("a.csv", b"item_id,model,category,question,response,completion_tokens\n1,a,F,Q,R,1.5\n", "completion_tokens"),
        ("a.csv", b"item_id,model,category,question,response,correct\n1,a,F,Q,R,yes\n", "correct"),
        ("a.csv", b"item_id,model,category,question,response,gold_answers\n1,a,F,Q,R,x\n", "line 2: is not JSON"),
    ],
)
def test_a_bad_run_file_is_told(name: str, data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(verify.Bad) as caught:
        verify.read_run(str(path))
    assert message in str(caught.value)


def test_numbers_of_a_csv_cell(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"item_id,model,category,question,response,confidence,completion_tokens\n\n1,a,F,Q,R,8.5e1,12.0\n")
    twin = tmp_path / "b.jsonl"
    record = GOOD | {"category": "F", "confidence": 85, "completion_tokens": 12}
    twin.write_text(json.dumps(record), encoding="utf-8")
    assert verify.read_run(str(path)).sha256 == verify.read_run(str(twin)).sha256 == read_run(path).sha256
