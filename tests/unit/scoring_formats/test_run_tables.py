"""Runs as CSV and Parquet: how cells and columns are taken, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from scoring.formats import read_run
from tests.unit.scoring_formats.run_files import GOOD, list_refusals


def test_parquet_that_is_no_run(tmp_path: Path) -> None:
    path = tmp_path / "run.parquet"
    pq.write_table(pa.table({"model": ["a"]}), path)
    assert [field for _, field, _ in list_refusals(path)] == ["item_id", "category", "question", "response"]
    pq.write_table(pa.Table.from_arrays([pa.array(["a"])] * 2, ["model", "model"]), path)
    assert list_refusals(path) == [(None, None, "duplicate_column")]
    path.write_bytes(b"PAR1" + b"x" * 100)
    assert list_refusals(path) == [(None, None, "bad_parquet")]
    columns = {name: [value, value] for name, value in GOOD.items()} | {"item_id": ["1", "2"]}
    binary = pa.array([b"R", b"caf\xe9"], pa.binary())
    text = pa.StringArray.from_buffers(2, binary.buffers()[1], binary.buffers()[2])
    pq.write_table(pa.table(columns | {"response": text}), path)
    assert list_refusals(path) == [(2, "response", "encoding")]
    for name, values, code in (
        ("response", pa.array([b"x", None]), "wrong_type"),
        ("confidence", pa.array([float("nan"), 1.0]), "not_finite"),
        ("confidence", pa.array(["1", None]), "wrong_type"),
        ("correct", pa.array([1, None]), "wrong_type"),
        ("completion_tokens", pa.array([1.5, 2.0]), "wrong_type"),
        ("gold_answers", pa.array([["a", None], None]), "wrong_type"),
        ("labels", pa.array(['{"a":1}', None]), "wrong_type"),
        ("labels", pa.array(["{", None]), "not_json"),
        ("labels", pa.array(['{"a":"x","a":"y"}', ""]), "duplicate_key"),
        ("labels", pa.array([[("a", "x"), ("a", "y")], None], pa.map_(pa.string(), pa.string())), "duplicate_key"),
        ("labels", pa.array([["a"], []]), "wrong_type"),
        ("labels", pa.array([1, None]), "wrong_type"),
        ("note", pa.array([float("inf"), 1.0]), "not_finite"),
    ):
        pq.write_table(pa.table(columns | {name: values}), path)
        assert [(line, code_) for line, _, code_ in list_refusals(path)] == [(1, code)], (name, code)


def test_cells_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    head = ",".join(GOOD)
    for name, cell, code in (
        ("confidence", "85", None),
        ("confidence", "8.5e1", None),
        ("confidence", "high", "wrong_type"),
        ("confidence", "085", "wrong_type"),
        ("confidence", "NaN", "not_finite"),
        ("confidence", "-inf", "not_finite"),
        ("confidence", "1e400", "not_finite"),
        ("confidence", "101", "range"),
        ("completion_tokens", "12", None),
        ("completion_tokens", "12.0", None),
        ("completion_tokens", "-1", None),
        ("completion_tokens", "12.5", "wrong_type"),
        ("completion_tokens", "NaN", "wrong_type"),
        ("completion_tokens", "9" * 300, "huge_integer"),
        ("completion_tokens", "9" * 500, "wrong_type"),
        ("correct", "TRUE", None),
        ("correct", "False", None),
        ("correct", "1", "wrong_type"),
        ("gold_answers", '"[""a"",""b""]"', None),
        ("gold_answers", "a", "not_json"),
        ("gold_answers", '"{""a"":1}"', "wrong_type"),
        ("labels", '"{""a"":""x""}"', None),
        ("labels", '"{""a"":1,""a"":2}"', "duplicate_key"),
        ("labels", "null", None),
    ):
        path.write_text(f"{head},{name}\n1,a,FEQ,Q,R,{cell}\n", encoding="utf-8")
        if code is None:
            assert len(read_run(path).frame) == 1
        else:
            assert [(line, field.split(".")[0], found) for line, field, found in list_refusals(path) if field] == [
                (2, name, code)
            ]
