"""Manifests, label files, sample files, plain JSON, atomic writing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import BadInput
from scoring.formats import (
    build_label_file_bytes,
    canonical_json,
    check_label_file_for_run,
    digest_of,
    dump_json,
    parse_label_file,
    parse_manifest,
    read_label_file,
    read_manifest,
    read_sample,
    write_atomic,
)
from scoring.formats.shape import describe
from scoring.results import LabelFile, Manifest, ModelFacts, Sample, Stratum
from tests.small_runs import build_run

HEX = "ab" * 32


def fields_of(caught: pytest.ExceptionInfo[BadInput]) -> list[tuple[str | None, str]]:
    return [(problem.field, problem.code) for problem in caught.value.problems]


def test_a_manifest_is_read_whole(tmp_path: Path) -> None:
    document = {
        "name": "n", "protocol": "p", "framework_version": "1", "answer_budget_tokens": 512, "created": "2026-01-02",
        "records": 3, "sha256": HEX, "unknown": [1.5],
        "models": [
            {"model": "a", "family": "f", "provider": "p", "generation_of": "z", "answers_as": ["a", "a-1"],
             "excluded": True, "reason": "cut off", "more": 1},
            {"model": "b"},
        ],
    }  # fmt: skip
    path = tmp_path / "run.run.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(document).encode())
    assert read_manifest(path) == Manifest(
        digest=digest_of(path.read_bytes()),
        name="n",
        protocol="p",
        framework_version="1",
        answer_budget_tokens=512,
        created="2026-01-02",
        records=3,
        sha256=HEX,
        models=(
            ModelFacts(
                model="a",
                family="f",
                provider="p",
                generation_of="z",
                answers_as=("a", "a-1"),
                excluded=True,
                reason="cut off",
            ),
            ModelFacts(model="b"),
        ),
    )
    assert parse_manifest(b'{"models": null, "records": null}') == Manifest(
        digest=digest_of(b'{"models": null, "records": null}')
    )


@pytest.mark.parametrize(
    "document, field, code",
    [
        ([], None, "wrong_type"),
        ({"name": 1}, "name", "wrong_type"),
        ({"records": -1}, "records", "range"),
        ({"records": True}, "records", "wrong_type"),
        ({"records": "3"}, "records", "wrong_type"),
        ({"sha256": "ab"}, "sha256", "bad_digest"),
        ({"models": {}}, "models", "wrong_type"),
        ({"models": ["a"]}, "models[0]", "wrong_type"),
        ({"models": [{"family": "f"}]}, "models[0].model", "missing_field"),
        ({"models": [{"model": ""}]}, "models[0].model", "missing_field"),
        ({"models": [{"model": "a", "answers_as": "a"}]}, "models[0].answers_as", "wrong_type"),
        ({"models": [{"model": "a", "excluded": "yes"}]}, "models[0].excluded", "wrong_type"),
        ({"models": [{"model": "a"}, {"model": "a"}]}, "models", "duplicate"),
    ],
)
def test_a_bad_manifest_is_refused(document: object, field: str | None, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_manifest(json.dumps(document).encode(), file="m.json")
    assert (field, code) in fields_of(caught)
    assert caught.value.message.startswith("m.json: ")


@pytest.mark.parametrize(
    "data, code",
    [
        (b"", "not_json"),
        (b"{'a': 1}", "not_json"),
        (b'{"name": "\xff"}', "encoding"),
        ("{}".encode("utf-16"), "encoding"),
        (b'{"name": "a", "name": "a"}', "duplicate_key"),
        (b'{"x": NaN}', "not_finite"),
    ],
)
def test_json_that_is_not_strict_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_manifest(data, file="m.json")
    assert [problem.code for problem in caught.value.problems] == [code]
    assert caught.value.message.startswith("m.json ")


def test_more_than_fifty_breaches_are_counted() -> None:
    with pytest.raises(BadInput) as caught:
        parse_manifest(json.dumps({"models": [1] * 60}).encode())
    assert (len(caught.value.problems), caught.value.more) == (50, 71)


LABELS = LabelFile(
    sha256="",
    run_sha256="0" * 64,
    classifier="rules",
    rules_sha256=HEX,
    labels={"a/1": "HEDGE", "a/2": None},
    reasons={"a/1": ("maybe", "r2")},
)


def test_a_label_file_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "labels.json"
    path.write_bytes(build_label_file_bytes(LABELS))
    found = read_label_file(path)
    assert found == LabelFile(
        sha256=digest_of(path.read_bytes()),
        run_sha256=LABELS.run_sha256,
        classifier="rules",
        rules_sha256=HEX,
        labels=LABELS.labels,
        reasons=LABELS.reasons,
    )
    assert parse_label_file(path.read_bytes().replace(f'"{HEX}"'.encode(), b"null")).rules_sha256 is None


def label_document(**changes: object) -> bytes:
    document = {
        "format": "labels-v1", "run_sha256": HEX, "classifier": "rules", "rules_sha256": None,
        "labels": {"a/1": ["HEDGE", []]},
    }  # fmt: skip
    return canonical_json(document | changes)


@pytest.mark.parametrize(
    "changes, field, code",
    [
        ({"format": "labels-v2"}, "format", "wrong_format"),
        ({"run_sha256": None}, "run_sha256", "wrong_type"),
        ({"classifier": ""}, "classifier", "missing_field"),
        ({"rules_sha256": "x"}, "rules_sha256", "bad_digest"),
        ({"labels": []}, "labels", "wrong_type"),
        ({"labels": {"a": "HEDGE"}}, "labels.a", "wrong_type"),
        ({"labels": {"a": ["HEDGE"]}}, "labels.a", "wrong_type"),
        ({"labels": {"a": [1, []]}}, "labels.a", "wrong_type"),
        ({"labels": {"a": ["HEDGE", "r"]}}, "labels.a", "wrong_type"),
        ({"labels": {"a": ["HEDGE", [1]]}}, "labels.a", "wrong_type"),
        ({"more": 1}, "more", "unknown_field"),
    ],
)
def test_a_bad_label_file_is_refused(changes: dict[str, object], field: str, code: str) -> None:
    assert parse_label_file(label_document()).labels == {"a/1": "HEDGE"}
    with pytest.raises(BadInput) as caught:
        parse_label_file(label_document(**changes))
    assert fields_of(caught) == [(field, code)]


def test_a_label_file_belongs_to_its_run() -> None:
    run = build_run([{"item_id": "1"}, {"item_id": "2"}, {"item_id": "3"}])
    check_label_file_for_run(LABELS, run)
    with pytest.raises(BadInput, match="belongs to run 000000000000, not 111111111111"):
        check_label_file_for_run(LABELS, build_run([{"item_id": "1"}, {"item_id": "2"}], sha256="1" * 64))
    with pytest.raises(BadInput, match='labels "a/2", which the run does not have'):
        check_label_file_for_run(LABELS, build_run([{"item_id": "1"}]))


def sample_document(**changes: object) -> dict[str, Any]:
    sample = Sample(
        sha256=digest_of(b"a/1\na/2"),
        seed="s",
        by=("model", "family"),
        same_items=False,
        strata=(Stratum(key=("a", None), available=5, drawn=2, wanted=3),),
        records=("a/1", "a/2"),
        skipped_items=0,
        run_sha256=HEX,
    )
    return sample.as_json() | changes


def test_a_sample_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "sample.json"
    path.write_text(dump_json(sample_document()), encoding="utf-8")
    found = read_sample(path)
    assert found.as_json() == sample_document()
    short = {key: sample_document()[key] for key in ("sha256", "seed", "by", "records")}
    short["strata"] = [{"key": ["a", None], "available": 5, "drawn": 2}]
    path.write_text(json.dumps(short), encoding="utf-8")
    found = read_sample(path)
    assert (found.run_sha256, found.same_items, found.skipped_items, found.strata[0].wanted) == (None, False, 0, 2)


@pytest.mark.parametrize(
    "changes, field, code",
    [
        ({"records": ["a/2", "a/1"]}, "records", "order"),
        ({"records": ["a/1", "a/1"]}, "records", "order"),
        ({"records": ["a/1"]}, "sha256", "digest"),
        ({"records": [1]}, "records[0]", "wrong_type"),
        ({"sha256": "x"}, "sha256", "bad_digest"),
        ({"seed": 1}, "seed", "wrong_type"),
        ({"strata": [{"key": ["a"], "available": 5, "drawn": 2}]}, "strata[0].key", "key"),
        ({"strata": [{"key": ["a", 1], "available": 5}]}, "strata[0].drawn", "missing_field"),
        ({"strata": [{"key": ["a", "b"], "available": "5", "drawn": 2}]}, "strata[0].available", "wrong_type"),
        ({"by": "model"}, "by", "wrong_type"),
        ({"run_sha256": "x"}, "run_sha256", "bad_digest"),
    ],
)
def test_a_bad_sample_is_refused(changes: dict[str, object], field: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "sample.json"
    path.write_text(json.dumps(sample_document(**changes)), encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        read_sample(path)
    assert (field, code) in fields_of(caught)


def test_writing_replaces_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_atomic(path, b"one")
    write_atomic(path, b"two")
    assert [(entry.name, entry.read_bytes()) for entry in tmp_path.iterdir()] == [("a.json", b"two")]
    folder = tmp_path / "taken"
    folder.mkdir()
    (folder / "file").touch()
    with pytest.raises(OSError, match="taken"):
        write_atomic(folder, b"three")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["a.json", "taken"]
    with pytest.raises(FileNotFoundError):
        write_atomic(tmp_path / "nowhere" / "a.json", b"")


def test_json_for_people_never_holds_nan() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        dump_json({"a": float("nan")})


def test_values_are_described_in_a_few_words() -> None:
    values = [10**18, -(10**17), 1.5, {}, (), False, "a\n" * 100]
    assert [describe(value) for value in values] == [
        "the number of many digits",
        f"the number {-(10**17)}",
        "the number 1.5",
        "an object",
        "a list",
        "false",
        'the text "' + "a\\n" * 28 + "a" + '..."',
    ]
