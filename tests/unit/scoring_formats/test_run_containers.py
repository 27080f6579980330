"""One run in every container: one hash, one frame, the same texts; and a stored run is a run again."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.errors import BadInput
from scoring.formats import RecordText, load_stored_run, read_run, read_texts, store_run
from scoring.results import RUN_COLUMNS, Manifest
from tests.unit.scoring_formats.run_files import FULL, GOOD, RECORDS, hash_by_hand, write_containers, write_jsonl


def rows_of(frame: pd.DataFrame) -> list[dict[str, object]]:
    plain = frame.astype(object)
    return plain.where(plain.notna(), None).to_dict("records")


def test_every_container_gives_one_run(tmp_path: Path) -> None:
    expected = hash_by_hand(RECORDS)
    first = None
    for path in write_containers(tmp_path, RECORDS):
        run = read_run(path)
        assert run.sha256 == expected, path.name
        first = run if first is None else first
        pd.testing.assert_frame_equal(run.frame, first.frame, obj=path.name)
        stored = store_run(path, tmp_path / "stored")
        assert (stored.sha256, stored.records, stored.models, stored.items, stored.categories) == (expected, 4, 2, 4, 2)
        again = read_run(tmp_path / "stored")
        assert again.sha256 == expected, path.name
        pd.testing.assert_frame_equal(again.frame, first.frame)
        loaded = load_stored_run(tmp_path / "stored", sha256=expected, file_sha256=stored.file_sha256)
        pd.testing.assert_frame_equal(loaded.frame, first.frame)


def test_the_frame_holds_the_file_exactly(tmp_path: Path) -> None:
    frame = read_run(write_jsonl(tmp_path / "run.jsonl", *RECORDS)).frame
    assert tuple(frame.columns) == RUN_COLUMNS
    assert frame["record_id"].tolist() == ["B/z", "m/1", "m/2", "m/Ω"]
    null = dict.fromkeys(RUN_COLUMNS) | {"eligible": True, "blank": True}
    assert rows_of(frame) == [
        null | {"record_id": "B/z", "item_id": "z", "model": "B", "category": "HNQ", "confidence": 0},
        {key: FULL[key] for key in RUN_COLUMNS if key != "blank"}
        | {"confidence": 66_700_000, "labels": '{"judge-a":"HEDGE","judge-b":"whatever"}', "blank": False},
        null | {"record_id": "m/2", "item_id": "2", "model": "m", "category": "null"},
        null
        | {
            "record_id": "m/Ω",
            "item_id": "Ω",
            "model": "m",
            "category": "HNQ",
            "confidence": 85_000_000,
            "correct": True,
        },
    ]
    kinds = {"confidence": "Int64", "completion_tokens": "Int64", "reasoning_tokens": "Int64", "correct": "boolean"}
    kinds |= {"eligible": "bool", "blank": "bool"}
    assert {name: str(dtype) for name, dtype in frame.dtypes.items()} == dict.fromkeys(RUN_COLUMNS, "object") | kinds


def test_texts_come_back_exactly_and_in_the_order_asked_for(tmp_path: Path) -> None:
    store_run(write_jsonl(tmp_path / "run.jsonl", *RECORDS), tmp_path / "stored")
    found = read_texts(tmp_path / "stored", ["m/2", "m/1"])
    assert found == [
        RecordText(record_id="m/2", question="NA", context=None, gold_answers=None, response=None),
        RecordText(
            record_id="m/1",
            question="Who?",
            context=FULL["context"],
            gold_answers=("One", "1", ""),
            response=FULL["response"],
        ),
    ]
    assert read_texts(tmp_path / "stored", []) == []
    with pytest.raises(BadInput, match='has no record "m/3"'):
        read_texts(tmp_path / "stored", ["m/1", "m/3"])


def test_unknown_fields_are_kept_and_enter_no_hash(tmp_path: Path) -> None:
    more = {"note": {"a": [1, 2.5, None, "é"]}, "extra": "x", "blank": "y"}
    plain = store_run(write_jsonl(tmp_path / "a.jsonl", FULL), tmp_path / "a.parquet")
    rich = store_run(write_jsonl(tmp_path / "b.jsonl", FULL | more), tmp_path / "b.parquet")
    assert plain.sha256 == rich.sha256
    assert pq.read_table(tmp_path / "a.parquet").column("extra").to_pylist() == [None]
    assert json.loads(pq.read_table(tmp_path / "b.parquet").column("extra")[0].as_py()) == more
    again = store_run(tmp_path / "b.parquet", tmp_path / "c.parquet")
    assert again.sha256 == rich.sha256
    assert pq.read_table(tmp_path / "c.parquet").equals(pq.read_table(tmp_path / "b.parquet"))


def test_unknown_columns_of_parquet_are_kept_as_json(tmp_path: Path) -> None:
    columns = {name: [value] for name, value in FULL.items() if name != "labels"}
    odd = {"day": pa.array([0], pa.date32()), "raw": pa.array([b"x"]), "list": pa.array([[1.5, None]])}
    odd |= {"pairs": pa.array([[("a", 1)]], pa.map_(pa.string(), pa.int64())), "object": pa.array([{"a": {"b": True}}])}
    pq.write_table(pa.table(columns | odd), tmp_path / "a.parquet")
    store_run(tmp_path / "a.parquet", tmp_path / "b.parquet")
    kept = json.loads(pq.read_table(tmp_path / "b.parquet").column("extra")[0].as_py())
    assert kept == {
        "day": "1970-01-01",
        "raw": "b'x'",
        "list": [1.5, None],
        "pairs": "[('a', 1)]",
        "object": {"a": {"b": True}},
    }


def test_a_run_of_several_batches_and_row_groups(tmp_path: Path) -> None:
    records = [FULL | {"record_id": f"r{number:05}", "response": f"{number} " * 900} for number in range(5000)]
    path = write_jsonl(tmp_path / "run.jsonl", *reversed(records))
    stored = store_run(path, tmp_path / "stored")
    assert pq.ParquetFile(tmp_path / "stored").num_row_groups > 1
    run = load_stored_run(tmp_path / "stored", sha256=stored.sha256)
    assert run.frame["record_id"].tolist() == [record["record_id"] for record in records]
    assert run.sha256 == read_run(path).sha256 == hash_by_hand(tuple(records))
    chosen = ["r00000", "r04999", "r02500"]
    assert [text.response for text in read_texts(tmp_path / "stored", chosen)] == [
        f"{int(name[1:])} " * 900 for name in chosen
    ]


def test_a_record_that_fills_a_row_group_by_itself(tmp_path: Path) -> None:
    record = FULL | {"response": "x" * 9_000_000}
    stored = store_run(write_jsonl(tmp_path / "run.jsonl", record), tmp_path / "stored")
    assert (stored.records, stored.sha256) == (1, hash_by_hand((record,)))
    assert read_texts(tmp_path / "stored", ["m/1"])[0].response == record["response"]


def test_real_runs_have_their_hash(shared_data: Path, tmp_path: Path) -> None:
    for name in ("xstest", "miniature", "battery_t6_run"):
        expected = json.loads((shared_data / name / "expected.json").read_text(encoding="utf-8"))["identity"]
        assert read_run(shared_data / name / "run.jsonl").sha256 == expected["run_sha256"]


def test_xstest_has_one_hash_in_every_container(shared_data: Path, tmp_path: Path) -> None:
    source = shared_data / "xstest/run.jsonl"
    expected = json.loads((shared_data / "xstest/expected.json").read_text(encoding="utf-8"))["identity"]["run_sha256"]
    records = tuple(json.loads(line) for line in source.read_bytes().splitlines())
    first = read_run(source).frame
    (tmp_path / "crlf.jsonl").write_bytes(source.read_bytes().replace(b"\n", b"\r\n"))
    for path in (tmp_path / "crlf.jsonl", *write_containers(tmp_path, records)):
        run = read_run(path)
        assert run.sha256 == expected, path.name
        pd.testing.assert_frame_equal(run.frame, first, obj=path.name)


def test_every_naughty_string_comes_back_as_response_question_and_model(shared_data: Path, tmp_path: Path) -> None:
    strings = json.loads((shared_data / "messy_files/json/blns.json").read_text(encoding="utf-8"))
    records = tuple(
        GOOD | {"record_id": f"r{number:03}", "response": text, "question": text or "?", "model": text or "m"}
        for number, text in enumerate(strings)
    )
    expected = hash_by_hand(records)
    for path in write_containers(tmp_path, records):
        stored = store_run(path, tmp_path / "stored")
        assert stored.sha256 == expected, path.name
        found = read_texts(tmp_path / "stored", [record["record_id"] for record in records])
        assert [text.response for text in found] == [text or None for text in strings]
        assert [text.question for text in found] == [text or "?" for text in strings]
        frame = load_stored_run(tmp_path / "stored", sha256=expected).frame
        assert frame["model"].tolist() == [text or "m" for text in strings]


def test_a_stored_run_is_checked_before_it_is_used(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "run.jsonl", *RECORDS)
    target = tmp_path / "stored"
    stored = store_run(path, target)
    manifest = Manifest(digest="0" * 64, name="x")
    assert load_stored_run(target, sha256=stored.sha256, manifest=manifest).manifest == manifest
    with pytest.raises(BadInput, match="is not the stored run 000000000000: it bears"):
        load_stored_run(target, sha256="0" * 64)
    with pytest.raises(BadInput, match="was changed"):
        load_stored_run(target, sha256=stored.sha256, file_sha256="0" * 64)
    with pytest.raises(BadInput, match="is no stored run"):
        load_stored_run(path, sha256=stored.sha256)
    with pytest.raises(BadInput, match="is no stored run"):
        read_texts(path, ["m/1"])
    with pytest.raises(BadInput, match="No such file"):
        load_stored_run(tmp_path / "none", sha256=stored.sha256)
    pq.write_table(pq.read_table(target).replace_schema_metadata(None), tmp_path / "bare")
    with pytest.raises(BadInput, match="it bears no hash"):
        load_stored_run(tmp_path / "bare", sha256=stored.sha256)


def test_storing_is_all_or_nothing(tmp_path: Path) -> None:
    target = tmp_path / "stored"
    path = write_jsonl(tmp_path / "run.jsonl", *RECORDS)
    first = store_run(path, target)
    with path.open("a", encoding="utf-8") as stream:
        stream.write("{\n")
    with pytest.raises(BadInput):
        store_run(path, target)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["run.jsonl", "stored"]
    assert load_stored_run(target, sha256=first.sha256, file_sha256=first.file_sha256).sha256 == first.sha256
    with pytest.raises(FileNotFoundError):
        store_run(write_jsonl(path, *RECORDS), tmp_path / "nowhere" / "stored")


def test_a_cut_file_is_never_half_imported(tmp_path: Path) -> None:
    whole = gzip.compress(write_jsonl(tmp_path / "run.jsonl", *RECORDS).read_bytes())
    path = tmp_path / "cut.jsonl.gz"
    for length in (*range(40), *range(40, len(whole), 23), *range(len(whole) - 10, len(whole))):
        path.write_bytes(whole[:length])
        with pytest.raises(BadInput):
            store_run(path, tmp_path / "stored", name="cut")
    assert not (tmp_path / "stored").exists()
