"""Design weights: which sample, which weights, what the estimate covers, and the estimate of the whole run."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.errors import BadInput
from scoring.records import draw_sample
from scoring.results import Reference, Run, Sample
from scoring.validation import Validation, validate
from tests.small_runs import FOUR, build_codebook, build_run

LABELS = {"a": "A A CC CW CW CW", "b": "H CC CW"}
TRUTH = {"a": "A CW CC CW A CW", "b": "H H CW"}


def _run() -> Run:
    rows = [
        {"item_id": str(n), "model": model, "automated_label": label, "category": "FEQ" if n < 2 else "HNQ"}
        for model, labels in LABELS.items()
        for n, label in enumerate(labels.split())
    ]
    return build_run(rows)


REFERENCE = Reference(
    sha256="e" * 64,
    labels={f"{model}/{n}": label for model, labels in TRUTH.items() for n, label in enumerate(labels.split())},
)


def _sample(ids: list[str], by: tuple[str, ...] = ("model",)) -> Sample:
    drawn = draw_sample(_run(), by=by, per_stratum=1, seed="s")
    return replace(drawn, records=tuple(sorted(ids)))


def _validate(sample: Sample, reference: Reference = REFERENCE) -> Validation:
    return validate(_run(), reference, codebook=FOUR, sample=sample)


def test_unequal_weights_come_first_with_the_unweighted_figures_beside() -> None:
    found = _validate(_sample(["a/0", "a/1", "b/0", "b/1"]))
    assert (found.weighting.kind, found.weighting.integers) == ("design", (2, 1))
    assert (found.measured.full.n, found.left_out) == (4, {"not_in_sample": 5})
    assert found.measured.full.table.weighted[0][0] == 2
    assert found.measured.full.accuracy.value == Fraction(1, 2)
    assert found.measured.impact.pooled.automated.ehq1.value == Fraction(2 * 2 + 1, 6)
    assert found.unweighted.impact.pooled.automated.ehq1.value == Fraction(3, 4)
    assert found.measured.impact.pooled.n == 4
    assert found.weighting.design_effect.value == Fraction(4 * 10, 36)
    assert found.as_json()["unweighted"]["n"] == 4


def test_equal_weights_give_one_row() -> None:
    found = _validate(_sample(["a/0", "a/1", "b/0"]))
    assert (found.weighting.kind, found.weighting.integers, found.unweighted) == ("equal", (1, 1), None)


def test_a_stratum_without_referenced_record_is_named_with_what_is_covered() -> None:
    found = _validate(_sample(["a/0"]))
    out = found.as_json()
    assert (out["weights"], out["uncovered"]) == ("equal", [["b"]])
    assert out["coverage"] == {"value": float(Fraction(6, 9)), "n": 9}
    pooled = found.full_run.pooled["ehq1"]
    assert pooled.correction.undefined == pooled.variance.undefined == "a stratum without a referenced record"
    a, b = found.full_run.models["ehq1"]
    assert (a.correction.value, b.correction.undefined) == (0, "a stratum without a referenced record")


def test_strata_made_of_the_automated_label_have_no_unweighted_figures() -> None:
    sample = _sample(["a/0", "a/1", "a/2", "a/3", "b/0"], by=("automated_label",))
    found = _validate(sample)
    assert found.weighting.kind == "design"
    assert found.unweighted is None


def test_full_run_estimate_by_hand() -> None:
    full_run = _validate(_sample(["a/0", "a/1", "a/4", "b/1", "b/2"])).full_run
    a, b = full_run.models["ehq1"]
    assert a.automated.value == Fraction(2, 6)
    assert a.correction.value == Fraction(0 - 1 + 1, 3)
    assert a.variance.value == (1 - Fraction(3, 6)) * Fraction(2, 2) / 3
    assert (b.automated.value, b.correction.value) == (Fraction(1, 3), Fraction(1, 2))
    pooled = full_run.pooled["ehq1"]
    assert pooled.correction.value == Fraction(3, 9) * Fraction(1, 2)
    out = full_run.as_json()["ehq1"]
    assert (out["records"], out["n"], out["unreliable"]) == (9, 5, True)
    assert out["estimate"]["value"] == float(Fraction(3, 9) + Fraction(1, 6))


def test_a_single_referenced_record_gives_no_variance_unless_it_is_all_there_is() -> None:
    full_run = _validate(_sample(["a/0", "b/0", "b/1", "b/2"])).full_run
    a, b = full_run.models["ehq2"]
    assert (a.correction.value, a.variance.undefined) == (0, "a stratum with a single referenced record")
    assert (b.variance.value, b.automated.plus(b.correction).value) == (0, Fraction(2, 3))


def test_models_are_estimated_within_strata_that_do_not_name_them() -> None:
    full_run = _validate(_sample([f"{m}/{n}" for m in "ab" for n in range(3)], by=("category",))).full_run
    a, b = full_run.models["ehq1"]
    assert (a.records, a.referenced, b.records, b.referenced) == (6, 3, 3, 3)
    assert b.automated.plus(b.correction).value == Fraction(2, 3)


def test_a_model_without_scored_records_has_no_estimate_and_a_codebook_without_roles_none_at_all() -> None:
    rows = [{"item_id": "1", "automated_label": "A"}, {"item_id": "1", "model": "b", "blank": True}]
    run = build_run(rows)
    sample = draw_sample(run, by=["model"], per_stratum=1, seed="s")
    reference = Reference(sha256="e" * 64, labels={"a/1": "A"})
    found = validate(run, reference, codebook=FOUR, sample=sample)
    assert [one.name for one in found.full_run.models["ehq1"]] == ["a"]
    book = build_codebook({"A": "restraint", "CW": "substantive-wrong"})
    without = validate(run, reference, codebook=book, sample=sample)
    assert without.full_run.as_json() == {
        "value": None,
        "undefined": "no label of the codebook has the role substantive-correct",
    }


def test_a_sample_of_another_run_or_with_unknown_records_is_refused() -> None:
    fine = _sample(["a/0", "b/0"])
    assert _validate(replace(fine, run_sha256=None)).measured.full.n == 2
    with pytest.raises(BadInput, match="the sample is of run ffff"):
        _validate(replace(fine, run_sha256="f" * 64))
    with pytest.raises(BadInput, match="the sample holds 1 records that the run does not have, first z/9"):
        _validate(replace(fine, records=("a/0", "z/9")))
