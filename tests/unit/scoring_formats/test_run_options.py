"""Options of a reading: renames, formats, manifests, progress; and a disk that is full."""

from __future__ import annotations

import json
import random
import resource
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.errors import Usage
from scoring.formats import find_manifest, read_run, store_run
from tests.unit.scoring_formats.run_files import GOOD, RECORDS, hash_by_hand, list_refusals, write_jsonl


def test_columns_can_be_renamed_in_every_container(tmp_path: Path) -> None:
    renamed = [{"prompt" if key == "question" else key: value for key, value in GOOD.items()}]
    (tmp_path / "run.csv").write_text(",".join(renamed[0]) + "\n" + ",".join(renamed[0].values()) + "\n")
    pq.write_table(pa.Table.from_pylist(renamed), tmp_path / "run.parquet")
    for path in (write_jsonl(tmp_path / "run.jsonl", *renamed), tmp_path / "run.csv", tmp_path / "run.parquet"):
        assert read_run(path, columns={"question": "prompt"}).sha256 == hash_by_hand((GOOD,))
        codes = {code for _, _, code in list_refusals(path, columns={"question": "text"})}
        assert codes >= {"missing_field"}
        assert ("map" in codes) == (path.suffix != ".jsonl")


def test_a_rename_never_hides_a_column(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "run.jsonl", GOOD | {"prompt": "P"})
    assert list_refusals(path, columns={"question": "prompt"}) == [(1, "question", "map")]
    path = write_jsonl(tmp_path / "run.jsonl", {"prompt": "P"} | GOOD)
    assert list_refusals(path, columns={"question": "prompt"})[0] == (1, "question", "map")
    swapped = write_jsonl(tmp_path / "run.jsonl", GOOD | {"category": "Q", "question": "FEQ"})
    assert read_run(swapped, columns={"question": "category", "category": "question"}).sha256 == hash_by_hand((GOOD,))


def test_options_that_make_no_sense(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "run.jsonl", GOOD)
    for options, message in (
        ({"unknown_labels": "drop"}, "either"),
        ({"format": "xlsx"}, "one of jsonl, csv, parquet"),
        ({"columns": {"prompt": "question"}}, "prompt is no field"),
        ({"columns": {"question": "a", "context": "a"}}, "can't be both"),
    ):
        with pytest.raises(Usage, match=message):
            read_run(path, **options)  # type: ignore[arg-type]  # options of a test


def test_the_format_can_be_forced(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "run.csv", GOOD)
    assert read_run(path, format="jsonl").sha256 == hash_by_hand((GOOD,))
    assert {code for _, _, code in list_refusals(path)} == {"missing_field"}
    assert [code for _, _, code in list_refusals(path, format="parquet")] == ["bad_parquet"]


def test_progress_reaches_the_end(tmp_path: Path) -> None:
    records = [GOOD | {"item_id": str(number)} for number in range(3000)]
    path = write_jsonl(tmp_path / "run.jsonl", *records)
    store_run(path, tmp_path / "run.parquet")
    for source in (path, tmp_path / "run.parquet"):
        seen: list[tuple[int, int]] = []
        read_run(source, progress=lambda done, total, seen=seen: seen.append((done, total)))
        assert len(seen) > 2
        assert seen[-1] == (source.stat().st_size,) * 2
        assert seen == sorted(seen)


def test_manifests_are_found_beside_the_run(tmp_path: Path) -> None:
    for name in ("run.jsonl", "run.jsonl.gz", "run.csv", "run.parquet", "run"):
        assert find_manifest(tmp_path / name) is None
    (tmp_path / "run.run.json").write_text("{}")
    for name in ("run.jsonl", "run.jsonl.gz", "run.csv", "run.parquet", "run"):
        assert find_manifest(tmp_path / name) == tmp_path / "run.run.json"


def test_what_the_manifest_promises_is_checked(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "run.jsonl", *RECORDS)
    sha256 = hash_by_hand(RECORDS)
    manifest = tmp_path / "run.run.json"
    manifest.write_text(json.dumps({"name": "first", "records": 4, "sha256": sha256}), encoding="utf-8")
    found = read_run(path)
    assert found.manifest is not None
    assert (found.manifest.name, found.manifest.records) == ("first", 4)
    assert store_run(path, tmp_path / "s").manifest == found.manifest
    manifest.write_text(json.dumps({"records": 5, "sha256": sha256}), encoding="utf-8")
    assert list_refusals(path) == [(None, "records", "manifest")]
    manifest.write_text(json.dumps({"sha256": "0" * 64}), encoding="utf-8")
    assert list_refusals(path) == [(None, "sha256", "manifest")]
    other = tmp_path / "other.json"
    other.write_text("{}", encoding="utf-8")
    assert read_run(path, manifest=other).sha256 == sha256
    assert read_run(path, manifest=found.manifest).manifest == found.manifest


def test_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    noise = random.Random(5)
    records = [GOOD | {"item_id": str(n), "response": noise.randbytes(2000).hex()} for n in range(6000)]
    path = write_jsonl(tmp_path / "run.jsonl", *records)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            store_run(path, tmp_path / "stored")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [entry.name for entry in tmp_path.iterdir()] == ["run.jsonl"]
    assert store_run(path, tmp_path / "stored").records == 6000
