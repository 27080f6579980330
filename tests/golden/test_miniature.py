"""The miniature study, worked by hand in exact fractions: every figure that point values cover, through the files."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from scoring.cli import agreement, inspect, sample, score, validate

Json = dict


@pytest.fixture(scope="module")
def folder(shared_data: Path) -> Path:
    """The folder of the miniature study."""
    return shared_data / "miniature"


@pytest.fixture(scope="module")
def exact(folder: Path) -> Json:
    """The figures as fractions."""
    return json.loads((folder / "expected.json").read_text(encoding="utf-8"))["exact"]


@pytest.fixture(scope="module")
def agreed(folder: Path) -> Json:
    """What ``agreement`` gives."""
    return agreement(folder / "codings.csv")


@pytest.fixture(scope="module")
def validated(folder: Path) -> Json:
    """What ``validate`` gives against the whole reference."""
    return validate(folder / "run.jsonl", reference=folder / "reference.csv")


@pytest.fixture(scope="module")
def drawn(folder: Path) -> Json:
    """The subsample of two records a stratum."""
    return sample(folder / "run.jsonl", by=["model", "category"], per_stratum=2, seed="mini")


@pytest.fixture(scope="module")
def subsampled(folder: Path, drawn: Json, tmp_path_factory: pytest.TempPathFactory) -> Json:
    """What ``validate`` gives with the file of the subsample."""
    file = tmp_path_factory.mktemp("mini") / "sample.json"
    file.write_text(json.dumps(drawn), encoding="utf-8")
    return validate(folder / "run.jsonl", reference=folder / "reference.csv", sample=file)


def same(found: object, wanted: object) -> bool:
    """The double is the one that the fraction rounds to; nested figures alike."""
    if isinstance(found, dict) and "value" in found:
        found = found["value"]
    if isinstance(wanted, dict) and "fraction" in wanted:
        return found == float(Fraction(wanted["fraction"]))
    return found == wanted


def test_inspection(folder: Path, exact: Json) -> None:
    found = inspect(folder / "run.jsonl")
    assert {key: found[key] for key in ("records", "models", "items")} == {"records": 16, "models": 2, "items": 8}
    assert (found["excluded"], found["countable"]) == ({"empty_response": 1}, exact["inspect"]["scored"])


AGREEMENT = {
    "observed": "observed",
    "expected_agreement": "expected",
    "kappa": "kappa",
    "pi": "pi",
    "brennan_prediger": "pabak",
    "ac1": "ac1",
    "alpha": "alpha",
}


@pytest.mark.parametrize("resolution", ["full", "two_class"])
def test_agreement(agreed: Json, exact: Json, resolution: str) -> None:
    found, wanted = agreed, exact["agreement"]
    if resolution == "two_class":
        found, wanted = found["two_class"], wanted["two_class"]
    assert (found["n"], found["confusion"]) == (wanted["n"], wanted["confusion"])
    assert all(same(found[ours], wanted[theirs]) for theirs, ours in AGREEMENT.items())
    assert list(found["per_class"]) == list(wanted["specific_agreement"])
    assert all(same(found["per_class"][label], one) for label, one in wanted["specific_agreement"].items())


def test_flags(agreed: Json, exact: Json) -> None:
    found, wanted = agreed["uncertain"], exact["uncertain"]
    assert all(same(coder["rate"], wanted["rate"][coder["coder"]]) for coder in found["coders"])
    assert found["flagged_by_any"] == wanted["flagged_by_any"]
    assert all(same(found["disagreement"][kind], figure) for kind, figure in wanted["disagreement"].items())


@pytest.mark.parametrize("resolution", ["full", "two_class"])
def test_validity(validated: Json, exact: Json, resolution: str) -> None:
    found, wanted = validated, exact["validity"]
    if resolution == "two_class":
        found, wanted = found["two_class"], wanted["two_class"]
    assert (found["n"], found["confusion"]) == (wanted["n"], wanted["confusion"])
    assert same(found["accuracy"], wanted["accuracy"])
    assert same(found["kappa"], wanted["kappa"])
    assert same(found["expected"], wanted["expected_agreement"])
    assert same(found["macro_f1_defined"], wanted["macro_f1"])
    assert same(found["macro_f1_zero"], wanted["macro_f1"])
    assert same(found["weighted_f1"], wanted["weighted_f1"])
    for label, figures in wanted["per_class"].items():
        assert all(same(found["per_class"][label][name], figure) for name, figure in figures.items())


def _same_group(found: Json, wanted: Json) -> None:
    assert (found["n"], found["counts"]) == (wanted["n"], wanted["counts"])
    assert found["calibration_n"] == wanted["calibration_n"]
    for name in ("ehq1", "ehq2", "ehq3", "ehq"):
        assert same(found[name], wanted[name])
    assert len(found["bins"]) == len(wanted["bins"])
    for bin_found, bin_wanted in zip(found["bins"], wanted["bins"], strict=True):
        assert all(same(bin_found[name], figure) for name, figure in bin_wanted.items())


@pytest.fixture(scope="module")
def scored(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Json:
    """Scores under the automated labels, and under the reference put into the run in their place."""
    reference = dict(
        line.split(",") for line in (folder / "reference.csv").read_text(encoding="utf-8").splitlines()[1:]
    )
    rows = [json.loads(line) for line in (folder / "run.jsonl").read_text(encoding="utf-8").splitlines()]
    relabelled = tmp_path_factory.mktemp("mini") / "relabelled.jsonl"
    with relabelled.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row | {"automated_label": reference.get(row["record_id"])}) + "\n")
    return {"automated": score(folder / "run.jsonl"), "reference": score(relabelled)}


@pytest.mark.parametrize("labelling", ["automated", "reference"])
def test_scores(scored: Json, exact: Json, labelling: str) -> None:
    found, wanted = scored[labelling], exact["scores"][labelling]
    for model in found["models"]:
        _same_group(model, wanted[model["model"]])
    _same_group(found["pooled"], wanted["pooled"])
    for model in found["models"]:
        of_model = exact["scores_by_category"][labelling][model["model"]]
        assert [part["name"] for part in model["categories"]] == list(of_model)
        for part in model["categories"]:
            _same_group(part, of_model[part["name"]])


def test_impact(validated: Json, exact: Json) -> None:
    for name, wanted in exact["impact"].items():
        found = validated["impact"][name]
        models = {model["model"]: model for model in found["models"]}
        groups = {"pooled": found, "mean_of_models": found["mean_of_models"]} | models
        assert set(groups) == set(wanted)
        for group, figures in wanted.items():
            assert all(same(groups[group][key], figure) for key, figure in figures.items())


def test_ranks(validated: Json, exact: Json) -> None:
    for name, wanted in exact["ranks"].items():
        found = validated["ranks"][name]
        assert all(same(found["automated"][model], rank) for model, rank in wanted["automated"].items())
        assert all(same(found["reference"][model], rank) for model, rank in wanted["reference"].items())
        assert same(found["max_shift"], wanted["max_shift"])
        assert found["top"] == wanted["top"]
        for statistic in ("pearson", "spearman", "kendall"):
            assert found[statistic] == {"value": None, "n": 2, "undefined": wanted["undefined"]}


@pytest.mark.parametrize("labelling", ["automated", "reference"])
def test_other_calibration_scores(scored: Json, exact: Json, labelling: str) -> None:
    variants = {variant["name"]: variant for variant in scored[labelling]["sensitivity"]}
    tables = {
        "superseded_pooled_ehq3": exact["superseded_pooled_ehq3"][labelling],
        "balanced_ehq3": exact["category_balanced_ehq3"][labelling],
        "balanced_ehq3_nonempty": exact["category_balanced_ehq3"][labelling],
    }
    for name, wanted in tables.items():
        found = {model["model"]: model["score"] for model in variants[name]["models"]}
        assert set(found) == set(wanted)
        assert all(same(found[model], figure) for model, figure in wanted.items())


def test_compliance_on_automated_abstentions(scored: Json, exact: Json) -> None:
    wanted = exact["compliance_on_automated_abstentions"]
    found = {model["model"]: model["compliance"]["share"] for model in scored["automated"]["models"]}
    assert all(same(found[model], figure) for model, figure in wanted.items())
    assert scored["automated"]["compliance"]["median"] == {"value": 1 / 3, "n": 2}


def test_spread_and_family(validated: Json, exact: Json) -> None:
    for name in ("ehq1", "ehq2"):
        wanted = exact["spread"][name]
        assert all(same(validated["spread"][name][key], figure) for key, figure in wanted.items())
        north, south = validated["family"][name]
        assert (north["family"], south["family"]) == ("north", "south")
        assert same(north["difference"], exact["family"][name]["north_minus_others"])
        assert north["arrangements"] == exact["family"][name]["arrangements"]
        assert same(north["p"], exact["family"][name]["p"])


def test_pool(validated: Json, exact: Json) -> None:
    found, wanted = validated["pool"], exact["pool"]
    for key in ("reference_restraint", "reference_substantive", "automated_restraint", "automated_substantive"):
        assert found[key] == wanted[key]
    assert same(found["restraint_to_substantive"], wanted["restraint_to_substantive"])
    assert same(found["substantive_to_restraint"], wanted["substantive_to_restraint"])
    assert same(found["contamination"], wanted["automated_pool_that_is_restraint"])
    key = "automated_restraint_that_is_substantive"
    assert same(found[key], wanted[key])
    parts = {"pooled": found} | {model["model"]: model for model in found["models"]}
    for labelling, of_labelling in wanted["calibration_n"].items():
        assert {name: part["calibration_n"][labelling] for name, part in parts.items()} == of_labelling


def test_the_drawn_sample_and_its_weights(drawn: Json, exact: Json, folder: Path) -> None:
    wanted = exact["subsample"]
    identity = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["identity"]
    assert drawn["records"] == identity["sample"]["records"]
    assert drawn["sha256"] == wanted["sha256_of_sorted_ids_joined_by_newline"]
    for stratum, line in zip(drawn["strata"], wanted["strata"], strict=True):
        assert {key: stratum[key] for key in ("key", "available", "drawn")} == {
            key: line[key] for key in ("key", "available", "drawn")
        }


@pytest.mark.parametrize("kind", ["weighted", "unweighted"])
def test_weighted_scores_of_the_subsample(subsampled: Json, exact: Json, kind: str) -> None:
    assert subsampled["weights"] == "design"
    found = subsampled if kind == "weighted" else subsampled["unweighted"]
    assert same(found["accuracy"], exact["subsample"]["accuracy"][kind])
    for group, of_group in exact["subsample"][kind].items():
        for labelling, scores in of_group.items():
            for name, wanted in scores.items():
                impact = found["impact"][name]
                models = {model["model"]: model for model in impact["models"]}
                assert same(impact[labelling] if group == "pooled" else models[group][labelling], wanted)


def test_full_run_estimate_of_the_subsample(subsampled: Json, exact: Json) -> None:
    for name, of_score in exact["subsample"]["difference_estimate"].items():
        found = subsampled["full_run"][name]
        groups = {"pooled": found} | {model["model"]: model for model in found["models"]}
        assert set(groups) == set(of_score)
        for group, figures in of_score.items():
            assert all(same(groups[group][key], figure) for key, figure in figures.items())
    assert subsampled["full_run"]["ehq3"]["value"] is None


def test_classifier_error_by_flag(folder: Path, exact: Json) -> None:
    found = validate(folder / "run.jsonl", reference=folder / "reference.csv", codings=folder / "codings.csv")
    wanted = exact["uncertain"]["classifier_error"]
    assert all(same(found["uncertain"]["classifier_error"][kind], figure) for kind, figure in wanted.items())


def test_without_a_sample_file_there_is_no_full_run_estimate(validated: Json) -> None:
    assert validated["full_run"] == {"value": None, "undefined": "needs a sample file", "declared": "post hoc"}
    assert (validated["weights"], validated["unweighted"]) == ("none", None)
