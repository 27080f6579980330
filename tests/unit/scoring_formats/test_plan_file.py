"""Plan files as scoring reads them, and what a label file says of the samples it has seen."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.errors import BadInput
from scoring.formats import build_label_file_bytes, digest_of, parse_label_file, parse_plan, read_plan
from scoring.results import AnalysisPlan, LabelFile, ModelPair

HEX = "0123456789abcdef" * 4


def test_a_plan_is_read_from_a_file_with_its_hash(tmp_path: Path) -> None:
    analysis = {
        "resolutions": ["two_class"], "families": ["north", "south"], "pairs": [["b", "a"]], "replicates": 500,
        "weights": ["1", "1", "0"], "alpha": "0.01", "majority": True, "thresholds": {},
    }  # fmt: skip
    path = tmp_path / "plan.json"
    path.write_text(json.dumps({"format": "plan-v1", "by": ["model"], "analysis": analysis}), encoding="utf-8")
    assert read_plan(path) == AnalysisPlan(
        sha256=digest_of(path.read_bytes()),
        resolutions=("two_class",),
        families=("north", "south"),
        pairs=(ModelPair(newer="b", older="a"),),
        replicates=500,
        weights=("1", "1", "0"),
        majority=True,
    )


@pytest.mark.parametrize("text", ["{}", '{"analysis":{}}', '{"analysis":{"families":null,"weights":null}}'])
def test_missing_parts_take_their_defaults(text: str) -> None:
    assert parse_plan(text.encode()) == AnalysisPlan(sha256=digest_of(text.encode()))


@pytest.mark.parametrize(
    "analysis, field",
    [
        ([], "analysis"),
        ({"families": "north"}, "analysis.families"),
        ({"resolutions": [1]}, "analysis.resolutions[0]"),
        ({"replicates": 0}, "analysis.replicates"),
        ({"replicates": "many"}, "analysis.replicates"),
        ({"weights": ["1"]}, "analysis.weights"),
        ({"pairs": [["a"]]}, "analysis.pairs[0]"),
        ({"pairs": [["a", 1]]}, "analysis.pairs[0]"),
        ({"pairs": ["ab"]}, "analysis.pairs[0]"),
        ({"majority": "yes"}, "analysis.majority"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(analysis: object, field: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_plan(json.dumps({"analysis": analysis}).encode())
    assert caught.value.problems[0].field == field


def test_a_label_file_says_which_samples_its_rules_have_seen() -> None:
    made = LabelFile(
        sha256="", run_sha256=HEX, classifier="rules", rules_sha256=HEX, labels={"a/1": None}, tuned_on=("f" * 64, HEX)
    )
    data = build_label_file_bytes(made)
    assert parse_label_file(data).tuned_on == (HEX, "f" * 64)
    assert b"tuned_on" not in build_label_file_bytes(replace(made, tuned_on=()))
    with pytest.raises(BadInput) as caught:
        parse_label_file(data.replace(b"f" * 64, b"f" * 63))
    assert [(problem.field, problem.code) for problem in caught.value.problems] == [("tuned_on[1]", "bad_digest")]
