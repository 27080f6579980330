"""Real replies: every figure of the data's own record, through the commands' functions."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.cli import agreement, sample, score, validate
from scoring.formats import canonical_codebook, default_codebook
from scoring.results import Codebook, Label

Json = dict


@pytest.fixture(scope="module")
def folder(shared_data: Path) -> Path:
    """The folder of the data."""
    return shared_data / "xstest"


@pytest.fixture(scope="module")
def expected(folder: Path) -> Json:
    """The figures."""
    return json.loads((folder / "expected.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def validated(folder: Path) -> Json:
    """What ``validate`` gives for the run's own labels."""
    return validate(folder / "run.jsonl", reference=folder / "reference.csv")


@pytest.fixture(scope="module")
def three_classes(tmp_path_factory: pytest.TempPathFactory, expected: Json) -> Path:
    """A codebook that merges the two substantive classes by its map."""
    given = expected["three_class"]
    labels = tuple(
        Label(code=code, role="restraint", hotkey=str(key), name=code, definition=code)
        for key, code in enumerate(given["labels"], 1)
    )
    own = default_codebook()
    book = Codebook(sha256="", name="three", version="1", language=own.language, ordered=False, labels=labels)
    file = tmp_path_factory.mktemp("codebook") / "three.json"
    document = json.loads(canonical_codebook(book)) | {"map": given["map"]}
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    file.write_text(text, encoding="utf-8")
    return file


def close(found: object, wanted: float | None) -> bool:
    """Equal to 1e-12; an undefined figure is None and says why."""
    if wanted is None:
        return isinstance(found, dict) and found["value"] is None and bool(found["undefined"])
    return (found["value"] if isinstance(found, dict) else found) == pytest.approx(wanted, abs=1e-12)


def test_agreement_between_the_coders(folder: Path, expected: Json) -> None:
    found, wanted = agreement(folder / "codings.csv"), expected["agreement"]
    assert found["n"] == wanted["n"]
    assert close(found["observed"], wanted["observed"])
    assert close(found["kappa"], wanted["kappa"])
    assert all(close(found["two_class"][name], wanted["two_class"][name]) for name in ("observed", "kappa"))
    apart = sum(sum(row) for row in found["confusion"]) - sum(row[k] for k, row in enumerate(found["confusion"]))
    assert apart == expected["coding_disagreements"]


def test_validity_at_both_resolutions(validated: Json, expected: Json) -> None:
    for found, wanted in (
        (validated, expected["validity"]),
        (validated["two_class"], expected["validity_two_class"]),
    ):
        assert (found["n"], found["confusion"]) == (wanted["n"], wanted["confusion"])
        assert close(found["accuracy"], wanted["accuracy"])
        assert close(found["kappa"], wanted["kappa"])
        for label, figures in wanted["per_class"].items():
            assert all(close(found["per_class"][label][name], figure) for name, figure in figures.items())


def test_impact_ranks_and_pool(validated: Json, expected: Json) -> None:
    for name, wanted in expected["impact"].items():
        found = validated["impact"][name]
        assert all(close(found[key], figure) for key, figure in wanted.items())
        for model in found["models"]:
            of_model = expected["per_model"][model["model"]][name]
            assert all(close(model[key], figure) for key, figure in of_model.items())
    for name, wanted in expected["ranks"].items():
        assert all(close(validated["ranks"][name][key], figure) for key, figure in wanted.items())
    assert all(close(validated["pool"][key], figure) for key, figure in expected["pool"].items())


def test_scores_without_confidence_say_why_they_are_undefined(folder: Path, validated: Json) -> None:
    found = score(folder / "run.jsonl")
    for model in found["models"]:
        assert (model["ehq3"]["value"], model["ehq"]["value"], model["rank"]) == (None, None, None)
        assert model["ehq3"]["undefined"] == "no substantive record with a confidence"
    assert validated["ranks"]["ehq3"]["spearman"]["undefined"] == "fewer than 3 models"


def test_the_judge_has_labels_outside_the_codebook_which_count_as_errors(folder: Path) -> None:
    found = validate(folder / "run.jsonl", reference=folder / "reference.csv", classifier="judge")
    assert found["kappa"]["value"] == pytest.approx(0.6795, abs=5e-5)
    assert found["accuracy"]["value"] == pytest.approx(0.7991, abs=5e-5)
    assert (found["outside"], found["labels"][-1], found["n"]) == (11, "outside", 2250)
    assert sum(row[-1] for row in found["confusion"]) == 11
    assert found["per_class"]["HEDGE"]["recall"]["value"] == pytest.approx(0.108, abs=5e-4)
    assert found["impact"]["ehq1"]["n"] == 2250 - 11
    own, judge = found["classifiers"]
    assert (own["name"], judge["name"], judge["outside"]) == ("automated_label", "judge", 11)
    assert judge["kappa"] == found["kappa"]
    assert close(own["kappa"], 0.7372755141100822)


def test_three_classes_by_a_map_give_the_published_figures(folder: Path, expected: Json, three_classes: Path) -> None:
    found = agreement(
        folder / "codings.csv", run=folder / "run.jsonl", by=["model"], codebook=three_classes, unknown_labels="keep"
    )
    wanted = expected["three_class"]
    assert close(found["pi"], wanted["all"]["fleiss_kappa"])
    assert close(found["kappa"], wanted["all"]["kappa"])
    assert len(found["by"]) == 5
    for cell in found["by"]:
        of_model = wanted["per_model"][cell["key"][0]]
        assert cell["n"] == of_model["n"]
        assert close(cell["pi"], of_model["fleiss_kappa"])
        assert all(close(cell[name], of_model[name]) for name in ("kappa", "observed"))


def test_cells_where_both_coders_used_one_class_are_undefined(
    folder: Path, expected: Json, three_classes: Path
) -> None:
    found = agreement(
        folder / "codings.csv",
        run=folder / "run.jsonl",
        by=["model", "subcategory"],
        codebook=three_classes,
        unknown_labels="keep",
    )["by"]
    wanted = expected["three_class_by_model_and_subcategory"]
    assert (len(found), {cell["n"] for cell in found}) == (wanted["cells"], {wanted["records_per_cell"]})
    undefined: dict[str, list[str]] = {}
    for cell in found:
        if cell["kappa"]["value"] is None:
            undefined.setdefault(cell["key"][0], []).append(cell["key"][1])
            assert cell["kappa"]["undefined"] == "only one class used: expected agreement is 1"
            assert cell["observed"]["value"] == cell["ac1"]["value"] == 1
    assert undefined == wanted["undefined"]
    low = [cell for cell in found if cell["kappa"]["value"] is not None and cell["kappa"]["value"] <= 0]
    assert [cell["key"] for cell in low] == [
        [one["model"], one["subcategory"]] for one in wanted["kappa_zero_or_below"]
    ]
    for cell, one in zip(low, wanted["kappa_zero_or_below"], strict=True):
        assert close(cell["kappa"], one["kappa"])
        assert close(cell["observed"], one["observed"])


@pytest.mark.parametrize("data", ["xstest", "battery_t6_run"])
def test_the_sample_is_the_recorded_one(shared_data: Path, data: str) -> None:
    folder = shared_data / data
    wanted = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["identity"]
    drawn = wanted["sample"]
    found = sample(folder / "run.jsonl", by=drawn["by"], per_stratum=drawn["per_stratum"], seed=drawn["seed"])
    assert len(found["records"]) == drawn["records_drawn"]
    assert found["records"][:3] == drawn["first"]
    assert found["sha256"] == drawn["sha256_of_sorted_ids_joined_by_newline"]
    assert found["run_sha256"] == wanted["run_sha256"]


def test_tied_models_share_a_rank_on_real_data(shared_data: Path) -> None:
    found = {model["model"]: model for model in score(shared_data / "battery_t6_run/run.jsonl")["models"]}
    assert len(found) == 20
    tied = {found["GPT-5.4"]["ranks"]["ehq1"], found["GPT-5.4 mini"]["ranks"]["ehq1"]}
    assert len(tied) == 1
    assert sum(model["ranks"]["ehq1"] for model in found.values()) == 210


def test_a_census_gives_equal_weights_and_the_reference_score(folder: Path, tmp_path: Path, validated: Json) -> None:
    drawn = sample(folder / "run.jsonl", by=["model", "category"], per_stratum=250, seed="s1")
    assert len(drawn["records"]) == 2250
    file = tmp_path / "sample.json"
    file.write_text(json.dumps(drawn), encoding="utf-8")
    found = validate(folder / "run.jsonl", reference=folder / "reference.csv", sample=file)
    assert (found["weights"], found["unweighted"]) == ("equal", None)
    assert found["kappa"] == validated["kappa"]
    for name in ("ehq1", "ehq2"):
        whole = found["full_run"][name]
        assert whole["variance_design"]["value"] == 0
        assert close(whole["estimate"], validated["impact"][name]["reference"])


def test_the_commands_print_the_same_objects(folder: Path, validated: Json) -> None:
    calls = {
        "validate": [str(folder / "run.jsonl"), "--reference", str(folder / "reference.csv")],
        "agreement": [str(folder / "codings.csv")],
    }
    for command, arguments in calls.items():
        done = subprocess.run(
            [sys.executable, "-m", "scoring", command, *arguments, "--json"], capture_output=True, check=True, text=True
        )
        wanted = validated if command == "validate" else agreement(folder / "codings.csv")
        assert json.loads(done.stdout) == json.loads(json.dumps(wanted))
