"""The standalone verifier: what it reads, what it says, how it exits."""

from __future__ import annotations

import ast
import json
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scoring import verify
from scoring.formats import (
    adjudication_name,
    build_adjudication_bytes,
    canonical_codebook,
    default_codebook,
    digest_of,
    read_run,
    store_run,
)
from tests.adjudications import RECORDS, build_document

BOOK = canonical_codebook(default_codebook())


def write_run(folder: Path) -> Path:
    rows = [
        {"item_id": name[2:], "model": "m", "category": "HNQ", "question": "Who?", "response": "Ä\r\nb",
         "automated_label": "HEDGE", "confidence": 66.7, "labels": {"b": "x", "a": None}, "correct": False,
         "gold_answers": ["1"], "reasoning_tokens": 0, "eligible": name != "m/aud", "note": 1}
        for name in RECORDS[:-1]
    ]  # fmt: skip
    last = {
        "item_id": "una",
        "model": "m",
        "category": "FEQ",
        "question": "What?",
        "response": None,
        "labels": {"a": None},
    }
    path = folder / "run.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in [last, *rows]), encoding="utf-8")
    return path


GOOD = {"item_id": "1", "model": "a", "category": "FEQ", "question": "Q", "response": "R"}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_run(tmp_path)


@pytest.fixture
def file(tmp_path: Path, run: Path) -> Path:
    document = build_document() | {"run_sha256": read_run(run).sha256, "codebook_sha256": digest_of(BOOK)}
    data = build_adjudication_bytes(document)
    path = tmp_path / adjudication_name(1, digest_of(data))
    path.write_bytes(data)
    return path


def call(*arguments: object) -> int:
    return verify.main([str(argument) for argument in arguments])


def lines(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    checks = json.loads(capsys.readouterr().out)["checks"]
    assert all(set(check) == {"name", "result", "detail"} and check["detail"] for check in checks)
    return {check["name"]: check["result"] for check in checks}


ALL = (
    *("origin", "readable", "canonical", "structure", "revision", "entries", "resolutions", "labels", "run hash"),
    *("records of the run", "automated labels"),
)


def test_all_checks_pass(file: Path, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = tmp_path / "book.json"
    book.write_bytes(BOOK)
    assert call(file, "--run", run, "--codebook", book, "--sha256", digest_of(file.read_bytes()).upper(), "--json") == 0
    assert lines(capsys) == dict.fromkeys(ALL, "PASS")
    assert call(file) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"PASS    origin: the name has the first twelve digits of {digest_of(file.read_bytes())}\n")
    assert "NOT RUN run hash: no --run was given\n" in out


def test_without_digits_in_the_name_the_origin_is_not_established(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    free = file.rename(file.with_name("copy.json"))
    assert call(free, "--json") == 0
    out = json.loads(capsys.readouterr().out)
    assert out["ok"] is True
    assert out["checks"][0]["result"] == "NOT RUN"
    assert "origin not established" in out["checks"][0]["detail"]


def test_other_bytes_fail(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(file, "--sha256", "0" * 64, "--json") == 1
    assert lines(capsys)["origin"] == "FAIL"
    other = file.rename(file.with_name(adjudication_name(1, "0" * 64)))
    assert call(other, "--json") == 1
    assert lines(capsys)["origin"] == "FAIL"
    later = other.rename(other.with_name(adjudication_name(2, digest_of(other.read_bytes()))))
    assert call(later, "--json") == 1
    assert lines(capsys)["revision"] == "FAIL"


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff", b"{", b'{"a":1,"a":2}', b'{"a":NaN}', b"[" * 200_000, b'{"a":' + b"1" * 5000 + b"}"],
)
def test_what_is_no_json_fails_and_ends_the_checks(data: bytes) -> None:
    found = {check.name: check.result for check in verify.verify_adjudication(data, name="x")}
    assert found == dict.fromkeys(ALL, "NOT RUN") | {"readable": "FAIL"}


@pytest.mark.parametrize(
    "value",
    [1.5, 2**53, "\0", "\ud800", {"A": 1}, {"labels": {"\0": 1}}, [[[1.0]]], json.loads("[" * 33 + "]" * 33)],
)
def test_the_profile_of_hashed_documents(value: object) -> None:
    data = json.dumps({"a": value}, separators=(",", ":")).encode()
    found = {check.name: check.result for check in verify.verify_adjudication(data, name="x")}
    assert (found["readable"], found["canonical"], found["structure"]) == ("PASS", "FAIL", "FAIL")


def test_data_keys_may_be_any_text() -> None:
    verify.check_profile({"labels": {"A b": 1}, "map": {"Ä": "x"}, "list": [1, True, None]})


def test_the_codebook_is_the_named_one_and_has_every_label(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "book.json"
    document = json.loads(file.read_bytes())
    for data, expected in (
        (BOOK, "PASS"),
        (BOOK + b" ", "FAIL"),
        (BOOK.replace(b'"HEDGE"', b'"OTHER"'), "FAIL"),
        (b"[]", "FAIL"),
        (b"{}", "FAIL"),
        (b'{"labels":[1]}', "FAIL"),
        (b"no", "FAIL"),
    ):
        book.write_bytes(data)
        document["codebook_sha256"] = digest_of(data) if data != BOOK + b" " else digest_of(BOOK)
        path = tmp_path / "a.json"
        path.write_bytes(build_adjudication_bytes(document))
        assert call(path, "--codebook", book, "--json") == (0 if expected == "PASS" else 1)
        assert lines(capsys)["labels"] == expected


def test_another_run_fails(file: Path, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = run.read_text(encoding="utf-8")
    other = tmp_path / "other.jsonl"
    other.write_text(text.replace('"automated_label": "HEDGE"', '"automated_label": "ABSTAIN"', 1), encoding="utf-8")
    assert call(file, "--run", other, "--json") == 1
    found = lines(capsys)
    assert (found["run hash"], found["records of the run"], found["automated labels"]) == ("FAIL", "PASS", "FAIL")
    other.write_text(text.partition("\n")[2], encoding="utf-8")
    assert call(file, "--run", other, "--json") == 1
    found = lines(capsys)
    assert (found["run hash"], found["records of the run"], found["automated labels"]) == ("FAIL", "FAIL", "NOT RUN")


@pytest.mark.parametrize(
    "change",
    [
        {"item_id": ""},
        {"item_id": None},
        {"model": 1},
        {"gold_answers": "x"},
        {"gold_answers": [1]},
        {"correct": 1},
        {"completion_tokens": True},
        {"completion_tokens": 1.5},
        {"completion_tokens": 2**53},
        {"labels": ["x"]},
        {"labels": {"a": 1}},
        {"confidence": True},
        {"confidence": "85"},
        {"confidence": 101},
        {"confidence": -1},
        {"response": "\ud800"},
    ],
)
def test_a_bad_record_fails_with_its_line(
    change: dict[str, object], tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(json.dumps(GOOD) + "\n" + json.dumps(GOOD | {"item_id": "2"} | change) + "\n", encoding="utf-8")
    with pytest.raises(verify.Bad, match=r"^line 2: "):
        verify.read_run(str(path))
    assert call(file, "--run", path, "--json") == 1
    found = lines(capsys)
    assert (found["run hash"], found["records of the run"]) == ("FAIL", "NOT RUN")


def test_what_cannot_be_opened_is_exit_2(
    file: Path, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store_run(run, tmp_path / "run.parquet")
    for arguments, message in (
        ((tmp_path / "none.json",), "can't be read: No such file"),
        ((tmp_path,), "bundles come with a later version"),
        ((file, "--run", tmp_path / "none.jsonl"), "can't be read"),
        ((file, "--codebook", tmp_path / "none.json"), "can't be read"),
        ((file, "--run", tmp_path / "run.parquet"), "is Parquet"),
    ):
        assert call(*arguments) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert message in err
        assert err.count("\n") == 1
    with pytest.raises(SystemExit) as caught:
        call(file, "--sha256", "abc")
    assert caught.value.code == 2


def test_it_is_a_script(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["verify.py", str(file)])
    with pytest.raises(SystemExit) as caught:
        runpy.run_path(verify.__file__, run_name="__main__")
    assert caught.value.code == 0
    assert "PASS    origin" in capsys.readouterr().out


def test_it_runs_alone(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    shutil.copy(verify.__file__, folder / "verify.py")
    done = subprocess.run(
        [sys.executable, "-I", "verify.py", str(file)], cwd=folder, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "resolutions" in done.stdout


def test_it_is_written_for_python_3_9_and_the_standard_library() -> None:
    source = Path(verify.__file__).read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 9))
    imported = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    assert imported <= sys.stdlib_module_names
    assert source.count("\n") < 800


def test_an_empty_set_of_entries_passes() -> None:
    data = build_adjudication_bytes(build_document() | {"entries": []})
    checks = verify.verify_adjudication(data, name="x")
    assert ("resolutions", "PASS", "no entries") in checks
    assert verify.is_ok(checks)
    assert not verify.is_ok([verify.Check("origin", "NOT RUN", "x")])
