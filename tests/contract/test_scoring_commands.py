"""The commands of ``python -m scoring``: exit codes, JSON on stdout and nothing else, one clear line for bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoring import cli
from scoring.cli.main import COMMANDS, main
from scoring.errors import Usage
from scoring.formats import (
    adjudication_name,
    build_adjudication_bytes,
    canonical_codebook,
    default_codebook,
    digest_of,
    read_run,
    store_run,
)
from tests.adjudications import build_document
from tests.unit.scoring_formats.run_files import GOOD, RECORDS, hash_by_hand, write_jsonl


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "run.jsonl", *RECORDS)


def call(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_inspect_counts(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "inspect", run, "--json")
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert {key: document[key] for key in ("records", "models", "items", "categories", "sha256", "problems")} == {
        "records": 4,
        "models": 2,
        "items": 4,
        "categories": 2,
        "sha256": hash_by_hand(RECORDS),
        "problems": [],
    }
    assert document["excluded"] == {"not_eligible": 1, "empty_response": 3}
    assert cli.inspect(run) == document
    code, out, _ = call(capsys, "inspect", run)
    assert code == 0
    assert out.splitlines()[0] == "4 records of 2 models, 4 items, 2 categories"
    assert out.splitlines()[-1] == f"content hash: {document['sha256']}"


def test_sample_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = [GOOD | {"item_id": f"{n:02}", "model": model} for n in range(5) for model in ("a", "b")]
    path = write_jsonl(tmp_path / "run.jsonl", *records)
    arguments = ("sample", path, "--by", "model,category", "--per-stratum", 2, "--seed", "s")
    code, out, _ = call(capsys, *arguments, "--json", "--out", tmp_path / "sample.json")
    document = json.loads(out)
    assert code == 0
    assert document["sha256"] == digest_of("\n".join(document["records"]).encode())
    assert [(s["key"], s["available"], s["drawn"]) for s in document["strata"]] == [
        (["a", "FEQ"], 5, 2),
        (["b", "FEQ"], 5, 2),
    ]
    assert (document["seed"], document["by"]) == ("s", ["model", "category"])
    assert json.loads((tmp_path / "sample.json").read_text(encoding="utf-8")) == document
    assert cli.sample(path, by=["model", "category"], per_stratum=2, seed="s") == document
    code, out, _ = call(capsys, *arguments[:5], "9", "--seed", "s", "--same-items")
    assert code == 0
    assert "  a / FEQ: 5 of 5 (all there are)\n" in out
    code, _, err = call(capsys, *arguments, "--by", "colour")
    assert code == 2
    assert "colour" in err


def test_real_sample(shared_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, size in (("xstest", 10), ("battery_t6_run", 3)):
        expected = json.loads((shared_data / name / "expected.json").read_text(encoding="utf-8"))["identity"]["sample"]
        found = cli.sample(shared_data / name / "run.jsonl", by=["model", "category"], per_stratum=size, seed="s1")
        assert found["sha256"] == expected["sha256_of_sorted_ids_joined_by_newline"]
        records = found["records"]
        assert isinstance(records, list)
        assert (len(records), records[:3]) == (expected["records_drawn"], expected["first"])


@pytest.fixture
def published(tmp_path: Path) -> Path:
    rows = [GOOD | {"item_id": entry["record_id"][2:], "model": "m"} for entry in build_document()["entries"]]
    document = build_document()
    for row, entry in zip(rows, document["entries"], strict=True):
        row["automated_label"] = entry["automated_label"]
    path = write_jsonl(tmp_path / "coded.jsonl", *rows)
    book = canonical_codebook(default_codebook())
    (tmp_path / "book.json").write_bytes(book)
    data = build_adjudication_bytes(
        document | {"run_sha256": read_run(path).sha256, "codebook_sha256": digest_of(book)}
    )
    file = tmp_path / adjudication_name(1, digest_of(data))
    file.write_bytes(data)
    return file


def results(out: str) -> set[str]:
    return {check["result"] for check in json.loads(out)["checks"]}


def test_verify_checks(published: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, book = tmp_path / "coded.jsonl", tmp_path / "book.json"
    stored = store_run(run, tmp_path / "coded.parquet")
    for source in (run, tmp_path / "coded.parquet"):
        code, out, err = call(capsys, "verify", published, "--run", source, "--codebook", book, "--json")
        assert (code, err, json.loads(out)["ok"], results(out)) == (0, "", True, {"PASS"})
    assert cli.verify(published, run=run, codebook=book) == json.loads(out)
    code, out, _ = call(capsys, "verify", published, "--run", run, "--map", "question=question", "--json")
    assert (code, results(out)) == (0, {"PASS", "NOT RUN"})
    sha256 = digest_of(published.read_bytes())
    assert call(capsys, "verify", published, "--sha256", sha256.upper())[0] == 0
    code, out, _ = call(capsys, "verify", published, "--sha256", "0" * 64)
    assert (code, out.startswith("FAIL    origin: SHA-256 is ")) == (1, True)
    changed = bytearray(published.read_bytes())
    changed[100] ^= 1
    published.write_bytes(bytes(changed))
    assert call(capsys, "verify", published, "--json")[0] == 1
    (tmp_path / "coded.parquet").write_bytes(b"PAR1" + b"x" * 50)
    code, out, _ = call(capsys, "verify", published, "--run", tmp_path / "coded.parquet", "--json")
    assert (code, stored.records) == (1, 7)
    run.write_text("{}\n", encoding="utf-8")
    code, out, _ = call(capsys, "verify", published, "--run", run)
    assert code == 1


def test_verify_without_an_origin_says_so(published: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "verify", published.rename(published.with_name("a.json")))
    assert code == 0
    assert out.startswith("NOT RUN origin: origin not established")


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("verify", "."), "bundles come with a later version"),
        (("verify", "none.json"), "none.json can't be read: No such file or directory"),
        (("verify", "run.jsonl", "--run", "none.jsonl"), "none.jsonl can't be read"),
        (("verify", "run.jsonl", "--codebook", "none.json"), "none.json can't be read"),
        (("verify", "run.jsonl", "--sha256", "12"), "--sha256 needs 64 hex digits"),
        (("inspect", "none.jsonl"), "none.jsonl can't be read: No such file or directory"),
        (("inspect", "."), "Is a directory"),
        (("inspect", "run.jsonl", "--codebook", "run.jsonl"), "run.jsonl is not canonical JSON"),
        (("inspect", "run.jsonl", "--manifest", "run.jsonl"), "run.jsonl not JSON"),
        (("inspect", "run.jsonl", "--map", "question"), "--map needs FIELD=COLUMN"),
        (("inspect", "run.jsonl", "--map", "=x"), "--map needs FIELD=COLUMN"),
        (("inspect", "run.jsonl", "--map", "question=a", "--map", "question=b"), "--map names question twice"),
        (("inspect", "run.jsonl", "--out", "no/such/folder.json"), "No such file or directory"),
    ],
)
@pytest.mark.usefixtures("run")
def test_bad_input_is_exit_2_and_a_line(
    arguments: tuple[str, ...],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = call(capsys, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err
    code, out, _ = call(capsys, *arguments, "--json")
    document = json.loads(out)
    assert (code, document["ok"], document["more"]) == (2, False, 0)
    assert document["problems"]
    assert all(set(problem) == {"line", "field", "code", "message"} for problem in document["problems"])


def test_problems_are_told_by_file_line_and_field(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_jsonl(Path("run.jsonl"), *[GOOD | {"item_id": str(n), "model": n if n else "a"} for n in range(61)])
    code, out, err = call(capsys, "inspect", "run.jsonl", "--json")
    lines = err.splitlines()
    assert code == 2
    assert lines[0] == "run.jsonl has 60 problems; nothing was imported"
    assert lines[1] == "run.jsonl:2: model: must be a text, it is the number 1"
    assert lines[50] == "run.jsonl:51: model: must be a text, it is the number 50"
    assert lines[51:] == ["and 10 more"]
    document = json.loads(out)
    assert (document["ok"], len(document["problems"]), document["more"]) == (False, 50, 10)
    assert document["problems"][0] == {
        "line": 2,
        "field": "model",
        "code": "wrong_type",
        "message": "must be a text, it is the number 1",
    }
    Path("run.jsonl").write_text("{\n[]\n", encoding="utf-8")
    assert (
        call(capsys, "inspect", "run.jsonl")[2]
        .splitlines()[0]
        .startswith("run.jsonl spreads an object over several lines")
    )


def test_every_messy_file_is_refused_in_a_summary_with_lines(
    shared_data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = sorted((shared_data / "messy_files").glob("*/*"))
    assert len(files) == 81
    for path in files:
        code, out, err = call(capsys, "inspect", path, "--json")
        document = json.loads(out)
        assert (code, document["ok"], bool(document["problems"])) == (2, False, True), path.name
        summary, *told = err.splitlines()
        assert str(path) in summary
        assert len(told) <= 51
        assert all(line.startswith((str(path), "and ")) for line in told)
        assert err.isprintable() or all(line.isprintable() for line in err.splitlines())


def test_usage_is_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["unknown"], ["inspect"], ["inspect", "a", "--unknown-labels", "drop"], ["sample", "a"]):
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        assert caught.value.code == 2
        assert "usage: " in capsys.readouterr().err
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0


def test_each_command_is_a_function_of_its_name() -> None:
    assert set(cli.__all__) == set(COMMANDS)
    assert all(callable(getattr(cli, name)) for name in COMMANDS)


def test_a_function_refuses_bad_usage(run: Path) -> None:
    with pytest.raises(Usage):
        cli.verify(run, sha256="12")


def test_out_is_written_whole_and_the_same(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.json"
    code, out, _ = call(capsys, "inspect", run, "--json", "--out", target)
    assert (code, target.read_text(encoding="utf-8")) == (0, out)
