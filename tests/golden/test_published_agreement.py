"""Textbook tables and a study of three coders: the published figures, through files and codebooks of their own."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from scoring.cli import agreement, validate
from scoring.formats import canonical_codebook
from tests.small_runs import build_codebook

Json = dict

FIGURES = {
    "percent_agreement": "observed",
    "expected_cohen": "expected",
    "cohen_kappa": "kappa",
    "scott_pi": "pi",
    "bennett_s": "pabak",
    "krippendorff_alpha_nominal": "alpha",
}
LATER = {"cohen_kappa_quadratic", "cohen_se", "cohen_ci"}


def _read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _write_codings(path: Path, rows: list[dict[str, str]], coders: list[str]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["record_id", "coder", "label"])
        writer.writerows([row["item_id"], coder, row[coder]] for row in rows for coder in coders)
    return path


def _write_codebook(path: Path, codes: list[str]) -> Path:
    book = build_codebook(dict.fromkeys(codes, "none"))
    document = json.loads(canonical_codebook(book))
    for key, label in enumerate(document["labels"], 1):
        label |= {"hotkey": str(key), "definition": "as published"}
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    path.write_text(text, encoding="utf-8")
    return path


def test_published_figures_of_eight_tables(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "agreement_matrices"
    published = _read(folder / "published.csv")
    assert len(published) == 30
    checked = 0
    for name in sorted({line["file"] for line in published}):
        rows = _read(folder / name)
        codes = sorted({row[coder] for row in rows for coder in ("coder_1", "coder_2")})
        codings = _write_codings(tmp_path / name, rows, ["coder_1", "coder_2"])
        found = agreement(codings, codebook=_write_codebook(tmp_path / f"{name}.json", codes))
        for line in published:
            if line["file"] == name and line["statistic"] not in LATER:
                figure = found[FIGURES[line["statistic"]]]
                assert figure["n"] == int(line["n_items"])
                wanted = pytest.approx(float(line["published"]), abs=float(line["tolerance"]))
                assert figure["value"] == wanted, (name, line["statistic"])
                checked += 1
    assert checked == 27


@pytest.fixture(scope="module")
def pairs(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The study of response pairs, in the product's formats."""
    source, folder = shared_data / "pandalm_testset", tmp_path_factory.mktemp("pairs")
    rows = _read(source / "human_labels.csv")
    _write_codebook(folder / "codebook.json", ["tie", "response1", "response2"])
    _write_codings(folder / "codings.csv", rows, ["coder_1", "coder_2", "coder_3"])
    with (folder / "reference.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["record_id", "label"], *([row["item_id"], row["majority"]] for row in rows)])
    with (folder / "run.jsonl").open("w", encoding="utf-8") as file:
        for line in (source / "responses.jsonl").read_text(encoding="utf-8").splitlines():
            given = json.loads(line)
            record = {
                "record_id": given["item_id"],
                "item_id": given["item_id"],
                "model": f"{given['model_1']} / {given['model_2']}",
                "category": given["category"],
                "question": given["instruction"],
                "context": given["input"].strip() or None,
                "response": f"{given['response_1']}\n-----\n{given['response_2']}",
                "automated_label": given["auto_gpt35"],
                "labels": {"pandalm7b": given["auto_pandalm7b"]},
            }
            file.write(json.dumps(record) + "\n")
    return folder


def test_three_coders(pairs: Path, shared_data: Path) -> None:
    expected = json.loads((shared_data / "pandalm_testset/expected.json").read_text(encoding="utf-8"))
    found = agreement(pairs / "codings.csv", codebook=pairs / "codebook.json")
    assert found["pi"]["value"] == pytest.approx(expected["fleiss_kappa_3"], abs=5e-7)
    assert found["alpha"]["value"] == pytest.approx(expected["krippendorff_alpha_nominal_3"], abs=5e-7)
    for pair, wanted in zip(found["pairs"], expected["coder_pairs"].values(), strict=True):
        assert pair["confusion"] == wanted["confusion_rows_first_cols_second"]
        assert pair["kappa"]["value"] == pytest.approx(wanted["cohen_kappa"], abs=5e-7)
        assert pair["pi"]["value"] == pytest.approx(wanted["fleiss_kappa_2raters"], abs=5e-7)
        assert pair["observed"]["value"] == pytest.approx(wanted["observed_agreement"], abs=5e-7)
    assert found["two_class"]["kappa"]["value"] is None


def test_a_judge_with_values_outside_the_codebook(pairs: Path) -> None:
    found = validate(
        pairs / "run.jsonl",
        reference=pairs / "reference.csv",
        codebook=pairs / "codebook.json",
        unknown_labels="keep",
    )
    assert (found["n"], found["outside"]) == (999, 25)
    assert found["accuracy"]["value"] == pytest.approx(0.697698, abs=5e-7)
    assert found["kappa"]["value"] == pytest.approx(0.475508, abs=5e-7)
    assert found["per_class"]["tie"]["recall"]["value"] == pytest.approx(0.047619, abs=5e-7)
    assert found["macro_f1_defined"]["value"] == pytest.approx(0.527419, abs=5e-7)
    other = found["classifiers"][1]
    assert other["name"] == "pandalm7b"
    assert other["accuracy"]["value"] == pytest.approx(0.6677, abs=5e-5)
    assert other["kappa"]["value"] == pytest.approx(0.4354, abs=5e-5)
    assert found["impact"]["ehq1"]["bias"]["value"] is None
