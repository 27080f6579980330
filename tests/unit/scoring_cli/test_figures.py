"""The commands score, agreement and validate: files in, objects and lines out, one clear line for what is wrong."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.cli import agreement, inspect, score, validate
from scoring.cli.main import main
from scoring.formats import build_adjudication_bytes, build_label_file_bytes
from scoring.results import LabelFile
from tests.adjudications import RECORDS, build_document

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def run_file(tmp_path: Path) -> Path:
    """Seven answers of one model: all but one labelled HEDGE, a judge's label on one of them."""
    lines = []
    for name in RECORDS:
        record = {"record_id": name, "item_id": name[2:], "model": "m", "category": "HNQ", "question": "?"}
        record |= {"response": "perhaps", "automated_label": None if name == "m/una" else "HEDGE"}
        lines.append(json.dumps(record | ({"labels": {"judge": "ABSTAIN"}} if name == "m/adj" else {})))
    file = tmp_path / "run.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


@pytest.fixture
def adjudication_file(run_file: Path, tmp_path: Path) -> Path:
    """An adjudication of that run."""
    document = build_document() | {"run_sha256": inspect(run_file)["sha256"]}
    file = tmp_path / "adjudication.json"
    file.write_bytes(build_adjudication_bytes(document))
    return file


@pytest.fixture
def codings_file(tmp_path: Path) -> Path:
    """Two coders on two records, one of whom coded a third."""
    file = tmp_path / "codings.csv"
    rows = ["m/adj,ann,HEDGE", "m/adj,bob,HEDGE", "m/aud,ann,ABSTAIN", "m/aud,bob,HEDGE", "m/cor,ann,HEDGE"]
    file.write_text("\n".join(["record_id,coder,label", *rows]), encoding="utf-8")
    return file


def _json(capsys: Capture, *arguments: object) -> dict:
    assert main([*map(str, arguments), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def _lines(capsys: Capture, *arguments: object) -> str:
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def _refused(capsys: Capture, *arguments: object) -> str:
    assert main([str(argument) for argument in arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    return err


def test_score_prints_a_line_for_each_model_and_the_object(run_file: Path, capsys: Capture) -> None:
    lines = _lines(capsys, "score", run_file)
    assert "m  EHQ1 1.00000  EHQ2 1.00000  EHQ3 undefined (no substantive record with a confidence)" in lines
    assert "(n 6 of 7, calibration 0)" in lines
    document = _json(capsys, "score", run_file)
    assert document == json.loads(json.dumps(score(run_file)))
    assert document["models"][0]["excluded"] == {"unlabelled": 1}


def test_score_with_an_adjudication_gives_before_and_after(
    run_file: Path, adjudication_file: Path, capsys: Capture, tmp_path: Path
) -> None:
    lines = _lines(capsys, "score", run_file, "--adjudication", adjudication_file)
    assert "before adjudication:" in lines
    assert "after adjudication, " in lines
    out = tmp_path / "scores.json"
    document = _json(capsys, "score", run_file, "--adjudication", adjudication_file, "--out", out)
    assert json.loads(out.read_text(encoding="utf-8")) == document
    decided = {entry["record_id"]: entry["label"] for entry in build_document()["entries"]}
    automated = {name: None if name == "m/una" else "HEDGE" for name in RECORDS}
    assert document["changed"] == [
        {"record_id": name, "automated": automated[name], "adjudicated": decided[name]}
        for name in RECORDS
        if decided[name] not in (None, automated[name])
    ]
    assert document["adjudicated"]["models"] == document["models"]
    assert document["automated"]["models"][0]["n"] == 6


def test_score_takes_other_labels_and_weights(run_file: Path, tmp_path: Path, capsys: Capture) -> None:
    judge = _json(capsys, "score", run_file, "--classifier", "judge", "--weights", "1,1,0")
    assert (judge["models"][0]["n"], judge["models"][0]["ehq"]["value"]) == (1, 1.0)
    labels = LabelFile(
        sha256="",
        run_sha256=str(inspect(run_file)["sha256"]),
        classifier="rules",
        rules_sha256="8" * 64,
        labels={"m/adj": "CONFIDENT_WRONG"},
    )
    file = tmp_path / "labels.json"
    file.write_bytes(build_label_file_bytes(labels))
    found = _json(capsys, "score", run_file, "--labels", file)
    assert found["models"][0]["counts"]["CONFIDENT_WRONG"] == 1
    assert found["identity_parts"]["rules_sha256"] == "8" * 64


@pytest.mark.parametrize(
    "options",
    [
        ["--weights", "1,2"],
        ["--classifier", "nobody"],
        ["--labels", "nowhere.json"],
        ["--adjudication", "nowhere.json"],
    ],
)
def test_score_refuses_what_makes_no_sense(run_file: Path, capsys: Capture, options: list[str]) -> None:
    assert len(_refused(capsys, "score", run_file, *options).splitlines()) == 1


def test_files_of_another_run_are_refused(
    run_file: Path, adjudication_file: Path, tmp_path: Path, capsys: Capture
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(run_file.read_text(encoding="utf-8").replace("perhaps", "maybe"), encoding="utf-8")
    assert "belongs to run" in _refused(capsys, "score", other, "--adjudication", adjudication_file)
    assert "belongs to run" in _refused(capsys, "validate", other, "--reference", adjudication_file)


def test_agreement_prints_both_resolutions_and_cells(run_file: Path, codings_file: Path, capsys: Capture) -> None:
    lines = _lines(capsys, "agreement", codings_file, "--run", run_file, "--by", "model,category")
    assert lines.startswith("2 coders, 2 units coded by two or more, 1 by one\n")
    assert "  m / HNQ: n 2, observed 0.50000, kappa 0.00000" in lines
    assert "note: " not in lines
    document = _json(capsys, "agreement", codings_file, "--run", run_file, "--by", "model,category")
    wanted = agreement(codings_file, run=run_file, by=["model", "category"])
    assert document == json.loads(json.dumps(wanted))


def test_agreement_notes_and_undefined_figures_are_words(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "codings.csv"
    file.write_text("record_id,coder,label\nr,a,HEDGE\nr,b,HEDGE\n", encoding="utf-8")
    lines = _lines(capsys, "agreement", file)
    assert "kappa: undefined (only one class used: expected agreement is 1)" in lines
    assert "note: 100.0% of all codings are HEDGE" in lines
    assert json.loads(json.dumps(agreement(file), allow_nan=False))["by"] == []


def test_agreement_prints_intervals_of_the_replicates_asked_for(codings_file: Path, capsys: Capture) -> None:
    lines = _lines(capsys, "agreement", codings_file, "--replicates", 50, "--seed", "s")
    assert "  observed agreement: 0.50000 [0." in lines
    document = _json(capsys, "agreement", codings_file, "--replicates", 50, "--seed", "s")
    assert document == json.loads(json.dumps(agreement(codings_file, replicates=50, seed="s")))
    assert (document["resampling"]["replicates"], document["observed"]["method"]) == (50, "wilson")
    plain = _json(capsys, "agreement", codings_file, "--replicates", 0)
    assert (plain["resampling"], plain["observed"]) == (None, {"value": 0.5, "n": 2})
    assert "  observed agreement: 0.50000\n" in _lines(capsys, "agreement", codings_file, "--replicates", 0)


def test_agreement_refuses_cells_without_a_run_and_negative_replicates(codings_file: Path, capsys: Capture) -> None:
    assert "needs the run" in _refused(capsys, "agreement", codings_file, "--by", "model")
    assert "--replicates needs" in _refused(capsys, "agreement", codings_file, "--replicates", -1)


def test_validate_prints_the_main_figures_and_the_object(
    run_file: Path, adjudication_file: Path, codings_file: Path, capsys: Capture, tmp_path: Path
) -> None:
    lines = _lines(capsys, "validate", run_file, "--reference", adjudication_file)
    assert lines.startswith("automated_label on ")
    assert "weights: none" in lines
    assert "  left out, left_out: 1" in lines
    assert "EHQ1: automated " in lines
    assert "calibration pool: leak " in lines
    drawn = tmp_path / "sample.json"
    _json(capsys, "sample", run_file, "--by", "model", "--per-stratum", 3, "--seed", "s", "--out", drawn)
    options = {"reference": adjudication_file, "sample": drawn, "codings": codings_file, "by_family": True}
    flags = ["--reference", adjudication_file, "--sample", drawn, "--codings", codings_file, "--by-family"]
    document = _json(capsys, "validate", run_file, *flags, "--weights", "1,1,1", "--classifier", "automated_label")
    wanted = validate(run_file, **options, weights="1,1,1", classifier="automated_label")
    assert document == json.loads(json.dumps(wanted))
    assert (document["weights"], len(document["ceiling"]["classifier_with"])) == ("equal", 2)


def test_validate_takes_a_plan_and_a_label_file_and_refuses_a_spent_sample(
    run_file: Path, tmp_path: Path, capsys: Capture
) -> None:
    reference, plan, labels = (tmp_path / name for name in ("reference.csv", "plan.json", "labels.json"))
    reference.write_text("record_id,label\nm/adj,HEDGE\nm/aud,ABSTAIN\n", encoding="utf-8")
    plan.write_text('{"format":"plan-v1","analysis":{"resolutions":["full"]}}', encoding="utf-8")
    flags = ["validate", run_file, "--reference", reference, "--plan", plan]
    assert _json(capsys, *flags)["declared"] == "prespecified"
    seen = hashlib.sha256(b"m/adj\nm/aud").hexdigest()
    file = LabelFile(
        sha256="", run_sha256=str(inspect(run_file)["sha256"]), classifier="rules", rules_sha256="8" * 64,
        labels={"m/adj": "HEDGE", "m/aud": "HEDGE"}, tuned_on=(seen,),
    )  # fmt: skip
    labels.write_bytes(build_label_file_bytes(file))
    assert "it is spent" in _refused(capsys, *flags, "--labels", labels)
    forced = _json(capsys, *flags, "--labels", labels, "--force")
    assert (forced["classifier"], forced["declared"], forced["accuracy"]["value"]) == ("rules", "spent sample", 0.5)
    labels.write_bytes(build_label_file_bytes(replace(file, run_sha256="f" * 64)))
    assert "belongs to run" in _refused(capsys, *flags, "--labels", labels)


def test_validate_refuses_unknown_records_and_labels(run_file: Path, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "reference.csv"
    file.write_text("record_id,label\nm/nobody,HEDGE\n", encoding="utf-8")
    assert "first m/nobody" in _refused(capsys, "validate", run_file, "--reference", file)
    file.write_text("record_id,label\nm/adj,MAYBE\n", encoding="utf-8")
    assert "MAYBE" in _refused(capsys, "validate", run_file, "--reference", file)
