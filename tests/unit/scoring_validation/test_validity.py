"""Which records enter a validation, what counts as an error, and what is undefined."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring.errors import BadInput, Usage
from scoring.results import Adjudication, LabelFile, Reference, Run
from scoring.validation import Validation, validate
from tests.small_runs import FOUR, build_codebook, build_codings, build_run

ROWS = [
    {"item_id": "1", "automated_label": "A", "labels": '{"judge":"A","other":"CW"}'},
    {"item_id": "2", "automated_label": "CC", "confidence": 90, "labels": '{"judge":"?"}'},
    {"item_id": "3", "automated_label": "CW", "confidence": 80, "category": "FEQ"},
    {"item_id": "4", "automated_label": "MAYBE"},
    {"item_id": "5"},
    {"item_id": "6", "automated_label": "CW", "blank": True},
    {"item_id": "7", "automated_label": "H"},
    {"item_id": "8", "automated_label": "H"},
]
SAID = {
    "a/1": "A",
    "a/2": "CC",
    "a/3": "H",
    "a/4": "A",
    "a/5": "A",
    "a/6": "CW",
    "a/7": "CANNOT_CODE",
    "a/8": None,
}


def _reference(labels: dict[str, str | None], adjudication: Adjudication | None = None) -> Reference:
    return Reference(sha256="e" * 64, labels=labels, adjudication=adjudication)


def _validate(run: Run | None = None, said: dict[str, str | None] | None = None, **options: object) -> Validation:
    options.setdefault("codebook", FOUR)
    return validate(run or build_run(ROWS), _reference(SAID if said is None else said), **options)


def test_each_entry_that_does_not_enter_is_counted_under_its_reason() -> None:
    found = _validate()
    assert found.left_out == {"cannot_code": 1, "empty_response": 1, "left_out": 1}
    assert (found.unlabelled, found.measured.full.n) == (1, 4)


def test_a_label_outside_the_codebook_is_an_error_and_leaves_both_labellings_of_the_scores() -> None:
    full = _validate().measured.full
    assert full.table.counts == ((1, 0, 0, 0, 1), (0, 0, 0, 1, 0), (0, 0, 1, 0, 0), (0, 0, 0, 0, 0))
    assert full.accuracy.value == Fraction(1, 2)
    assert full.kappa.value == (Fraction(1, 2) - Fraction(3, 16)) / (1 - Fraction(3, 16))
    assert full.per_class[0].recall.value == Fraction(1, 2)
    assert full.as_json()["labels"] == ["A", "H", "CC", "CW", "outside"]
    impact = _validate().measured.impact
    assert (impact.pooled.n, impact.pooled.automated.ehq1.value) == (3, Fraction(1, 3))
    assert _validate().measured.two_class.table.outside == 1
    assert _validate().measured.pool.whole.table.n == 3


def test_undefined_figures_of_a_class_say_why() -> None:
    per_class = {one.label: one for one in _validate(said={"a/1": "A", "a/3": "H"}).measured.full.per_class}
    assert per_class["H"].precision.undefined == "never predicted"
    assert per_class["CW"].recall.undefined == "no support in the reference"
    assert {per_class["CC"].precision.undefined, per_class["CC"].recall.undefined, per_class["CC"].f1.undefined} == {
        "class neither in the reference nor predicted"
    }
    assert (per_class["H"].f1.value, per_class["CW"].f1.value) == (0, 0)


def test_macro_f1_has_two_conventions() -> None:
    full = _validate(said={"a/1": "A", "a/3": "H"}).measured.full
    assert full.macro_f1_defined.value == Fraction(1, 3)
    assert full.macro_f1_zero.value == Fraction(1, 4)


def test_nothing_to_compare_is_undefined_everywhere_and_no_error() -> None:
    out = _validate(said={}).as_json()
    assert out["n"] == out["two_class"]["n"] == 0
    for key in ("accuracy", "kappa", "macro_f1_defined", "macro_f1_zero", "weighted_f1", "design_effect"):
        assert out[key]["value"] is None
    assert out["impact"]["ehq1"]["models"] == []
    assert out["ranks"]["ehq1"]["max_shift"] is None
    assert out["spread"]["ehq1"]["max_min_automated"]["undefined"] == "no model has a value"
    assert out["spread"]["ehq1"]["sd_reference"]["undefined"] == "fewer than 2 models"
    assert (out["family"]["ehq1"], out["classifiers"]) == ([], [])
    assert out["pool"]["restraint_to_substantive"] is None
    assert out["pool"]["estimates"]["contamination"]["undefined"] == "no substantive automated label"


def test_another_classifier_is_validated_by_name_or_by_label_file() -> None:
    judge = _validate(classifier="judge")
    assert (judge.classifier, judge.measured.full.n, judge.unlabelled) == ("judge", 2, 3)
    assert [one.name for one in judge.classifiers] == ["automated_label", "judge", "other"]
    assert judge.classifiers[2].unlabelled == 4
    labels = {"a/1": "H", "a/2": "CC"}
    file = LabelFile(sha256="7" * 64, run_sha256="0" * 64, classifier="rules", rules_sha256=None, labels=labels)
    by_file = _validate(label_file=file)
    assert (by_file.classifier, by_file.measured.full.accuracy.value) == ("rules", Fraction(1, 2))
    with pytest.raises(Usage):
        _validate(classifier="nobody")


def test_a_classifier_without_a_label_on_any_referenced_record_is_left_out() -> None:
    found = _validate(said={"a/3": "H"})
    assert [one.name for one in found.classifiers] == ["automated_label"]


def test_labels_of_role_none_count_at_full_resolution_only() -> None:
    roles = {"A": "restraint", "CC": "substantive-correct", "CW": "substantive-wrong", "N": "none"}
    rows = [{"item_id": "1", "automated_label": "N"}, {"item_id": "2", "automated_label": "A"}]
    found = _validate(build_run(rows), {"a/1": "N", "a/2": "N"}, codebook=build_codebook(roles)).measured
    assert (found.full.n, found.full.accuracy.value) == (2, Fraction(1, 2))
    assert (found.two_class.n, found.two_class_left_out, found.impact.pooled.n) == (0, 2, 0)


def test_a_codebook_without_roles_gives_validity_and_says_why_there_are_no_scores() -> None:
    rows = [{"item_id": str(n), "automated_label": label} for n, label in enumerate("XYY")]
    book = build_codebook({"X": "none", "Y": "none"})
    found = _validate(build_run(rows), {"a/0": "X", "a/1": "Y", "a/2": "X"}, codebook=book)
    assert found.measured.full.kappa.value == Fraction(2, 5)
    reason = "no label of the codebook has the role restraint, substantive-correct, substantive-wrong"
    out = found.as_json()
    assert out["impact"]["ehq1"]["bias"]["undefined"] == reason
    assert out["impact"]["ehq3"]["models"][0]["bias"]["undefined"] == reason
    assert out["impact"]["ehq"]["mean_of_models"]["bias"]["undefined"] == reason
    assert out["two_class"]["kappa"]["undefined"] == "no record with a reference and an automated label"


def test_error_rates_by_family_and_model_are_given_when_asked() -> None:
    rows = [row | {"family": "north"} for row in ROWS] + [{"item_id": "1", "model": "b", "automated_label": "H"}]
    found = _validate(build_run(rows), SAID | {"b/1": "A"}, by_family=True)
    rates = {(one["group"], one["label"]): one for one in found.as_json()["family"]["error_rates"]}
    assert rates["north", "A"] == {
        "group": "north",
        "label": "A",
        "value": 0.5,
        "n": 2,
        "low": pytest.approx(0.09453120573423074),
        "high": pytest.approx(0.9054687942657693),
        "method": "wilson",
        "grouping": "family",
        "declared": "post hoc",
    }
    assert rates["b", "A"]["value"] == 1
    assert rates["a", "CW"]["undefined"] == "no reference record of this class"
    assert set(rates) == {(group, label) for group in ("north", "a", "b") for label in FOUR.codes}
    assert "error_rates" not in _validate().as_json()["family"]


def test_the_human_ceiling_stands_beside_the_coders_own_agreement() -> None:
    said = {"c1": {"a/1": "A", "a/2": "CC", "a/3": "CANNOT_CODE"}, "c2": {"a/1": "A", "a/2": "CW", "a/8": "A"}}
    ceiling = _validate(codings=build_codings(said)).as_json()["ceiling"]
    assert ceiling["between_coders"]["kappa"] == {"value": float(Fraction(1, 3)), "n": 2}
    first, second = ceiling["classifier_with"]
    assert (first["coder"], first["n"], first["kappa"]["value"]) == ("c1", 2, 1)
    assert (second["n"], second["kappa"]["value"], second["two_class_kappa"]["value"]) == (2, float(Fraction(1, 3)), 1)
    with pytest.raises(Usage, match="blind_id"):
        _validate(codings=build_codings(said, key="blind_id"))


def test_references_of_another_run_are_refused() -> None:
    with pytest.raises(BadInput, match="1 records that the run does not have, first x/1"):
        _validate(said={"a/1": "A", "x/1": "A"})
    with pytest.raises(BadInput, match="has the label MAYBE"):
        _validate(said={"a/1": "MAYBE"})


def test_an_adjudication_file_must_be_of_the_run() -> None:
    def reference(run_sha256: str) -> Reference:
        hashes = dict.fromkeys(("plan_sha256", "sample_sha256", "codebook_sha256", "seal_commitment"), "1" * 64)
        adjudication = Adjudication(
            sha256="e" * 64,
            study="5" * 32,
            revision=1,
            parent_sha256=None,
            run_sha256=run_sha256,
            entries=(),
            document={},
            **hashes,
        )
        return _reference({"a/1": "A"}, adjudication)

    assert validate(build_run(ROWS), reference("0" * 64), codebook=FOUR).measured.full.n == 1
    with pytest.raises(BadInput, match="the reference is of run ffff"):
        validate(build_run(ROWS), reference("f" * 64), codebook=FOUR)
