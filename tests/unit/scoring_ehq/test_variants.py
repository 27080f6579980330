"""Other ways to score the same records: dropped, re-weighted, balanced and superseded scores, and who they move."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring.ehq import Variant, parse_weights, score
from tests.small_runs import FOUR, build_run

BINNED = [
    {"model": "a", "item_id": "1", "automated_label": "A", "confidence": 100},
    {"model": "a", "item_id": "2", "automated_label": "CC", "confidence": 100},
    {"model": "a", "item_id": "3", "automated_label": "CW", "confidence": 100, "category": "FEQ"},
    {"model": "a", "item_id": "4", "automated_label": "A", "category": "CCQ"},
    {"model": "b", "item_id": "1", "automated_label": "CC", "confidence": 90},
    {"model": "b", "item_id": "2", "automated_label": "CW", "confidence": 90},
    {"model": "b", "item_id": "3", "automated_label": "A", "confidence": 0, "category": "FEQ"},
    {"model": "b", "item_id": "4", "automated_label": "CC", "confidence": 60, "category": "CCQ"},
    {"model": "c", "item_id": "1", "automated_label": "A", "category": "HNQ"},
    {"model": "c", "item_id": "2", "automated_label": "A", "blank": True},
]


def _variants(weights: str = "0.30,0.45,0.25") -> dict[str, Variant]:
    found = score(build_run(BINNED), codebook=FOUR, weights=parse_weights(weights)).labels.variants
    return {variant.name: variant for variant in found}


def _scores(variant: Variant) -> dict[str, str]:
    return {model.model: str(model.score.value) for model in variant.models}


def test_components_are_dropped_and_the_rest_share_the_weight() -> None:
    found = _variants()
    ehq3 = {"a": Fraction(1, 2), "b": 1 - (Fraction(8, 10) + Fraction(4, 10)) / 3}
    assert found["without_ehq1"].models[0].score.value == (45 * Fraction(3, 4) + 25 * ehq3["a"]) / 70
    assert found["without_ehq2"].models[1].score.value == (30 * Fraction(1, 4) + 25 * ehq3["b"]) / 55
    assert found["without_ehq3"].models[0].score.value == (30 * Fraction(1, 2) + 45 * Fraction(3, 4)) / 75
    assert found["without_ehq3"].models[2].score.value == 1
    equal = found["equal_restraint_and_calibration"]
    assert equal.models[0].score.value == (Fraction(1, 2) + Fraction(3, 4) + 2 * ehq3["a"]) / 4
    assert equal.as_json()["weights"] == ["0.25", "0.25", "0.5"]
    assert found["without_ehq2"].weights is not None
    assert found["without_ehq2"].weights.as_text() == ["0.3", "0", "0.25"]


def test_a_missing_calibration_score_leaves_the_composite_without_it_defined() -> None:
    found = _variants()
    assert found["without_ehq1"].models[2].score.undefined == "no substantive record with a confidence"
    third = found["without_ehq3"].models[2]
    assert (third.rank, third.shift, third.change.undefined) == (1, None, "no substantive record with a confidence")


def test_knowledge_and_context_are_scored_apart() -> None:
    model = score(build_run(BINNED), codebook=FOUR).labels.models[1]
    out = model.as_json()
    assert (out["ehq_k"]["n"], out["ehq_c"]["n"]) == (3, 1)
    assert out["ehq_k"]["ehq1"]["value"] == float(Fraction(1, 3))
    assert out["ehq_c"]["counts"] == {"A": 0, "H": 0, "CC": 1, "CW": 0}
    assert out["ehq_c"]["ehq3"] == {"value": 0.6, "n": 1}
    found = _variants()
    assert found["ehq_c"].models[1].score.value == Fraction(45, 100) + Fraction(25, 100) * Fraction(6, 10)
    assert [model.n for model in found["ehq_k"].models] == [3, 3, 1]
    assert found["ehq_c"].models[2].score.undefined == "no scored record"


def test_balanced_calibration_needs_every_category_and_the_mean_over_the_rest_is_marked() -> None:
    found = _variants()
    a, b, c = found["balanced_ehq3"].models
    assert a.score.undefined == "no substantive record with a confidence in CCQ"
    assert b.score.undefined == "no substantive record with a confidence in FEQ"
    assert c.score.undefined == "no substantive record with a confidence in CCQ, FEQ, HNQ"
    part = found["balanced_ehq3_nonempty"]
    assert part.mark == "over the categories with a calibration record only"
    assert _scores(part) == {"a": "1/2", "b": "3/5", "c": "None"}
    assert part.models[2].score.undefined == "no substantive record with a confidence"
    composite = found["ehq_with_balanced_ehq3_nonempty"]
    assert composite.models[0].score.value == Fraction(30, 100) / 2 + Fraction(45, 100) * 3 / 4 + Fraction(1, 8)
    model = score(build_run(BINNED), codebook=FOUR).labels.models[0].as_json()
    assert model["pools"] == {"categories": 3, "with_calibration": 2}


def test_the_superseded_score_pools_restraint_and_says_so() -> None:
    found = _variants()["superseded_pooled_ehq3"]
    assert (found.of, found.mark, found.weights) == ("ehq3", "superseded", None)
    assert _scores(found) == {"a": "1/3", "b": "7/10", "c": "None"}
    assert [model.n for model in found.models] == [3, 4, 0]
    assert _variants()["ehq_with_superseded_pooled_ehq3"].mark == "superseded"


def test_moves_are_counted_from_the_rank_that_the_variant_stands_for() -> None:
    rows = [
        {"model": "up", "item_id": "1", "automated_label": "CC", "confidence": 100},
        {"model": "up", "item_id": "2", "automated_label": "CW", "confidence": 0},
        {"model": "down", "item_id": "1", "automated_label": "A"},
        {"model": "down", "item_id": "2", "automated_label": "CC", "confidence": 10},
    ]
    labels = score(build_run(rows), codebook=FOUR).labels
    found = {variant.name: variant for variant in labels.variants}
    assert [model.ranks["ehq"] for model in labels.models] == [1, 2]
    moved = found["equal_restraint_and_calibration"]
    assert [(model.model, model.rank, model.shift) for model in moved.models] == [("down", 2, -1), ("up", 1, 1)]
    out = moved.as_json()
    assert (out["max_shift"], out["max_shift_models"]) == (1, ["down", "up"])
    still = found["without_ehq3"].as_json()
    assert (still["max_shift"], still["max_shift_models"]) == (0, [])
    change = out["models"][1]
    assert change["change"]["value"] == pytest.approx(
        change["score"]["value"] - labels.models[1].group.scores.ehq.number()
    )


def test_no_model_with_both_ranks_has_no_largest_move() -> None:
    labels = score(build_run([{"item_id": "1", "automated_label": "A"}]), codebook=FOUR).labels
    found = {variant.name: variant.as_json() for variant in labels.variants}
    assert (found["balanced_ehq3"]["max_shift"], found["balanced_ehq3"]["max_shift_models"]) == (None, [])


def test_other_weights_bring_the_frozen_ones_as_a_variant() -> None:
    assert "frozen_weights" not in _variants()
    found = _variants("1,1,0")
    assert found["frozen_weights"].as_json()["weights"] == ["0.3", "0.45", "0.25"]
    assert (
        found["frozen_weights"].models[0].score
        == score(build_run(BINNED), codebook=FOUR).labels.models[0].group.scores.ehq
    )
    only = _variants("1,0,0")
    assert "without_ehq1" not in only
    assert _scores(only["without_ehq2"]) == {"a": "1/2", "b": "1/4", "c": "1"}
