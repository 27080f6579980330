"""Report-zero compliance, and the confidence of the records that EHQ3 leaves out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring.ehq import score
from scoring.results import Manifest
from tests.small_runs import FOUR, build_codebook, build_run

BOOK = build_codebook(
    {"ABSTAIN": "restraint", "HEDGE": "restraint", "CC": "substantive-correct", "CW": "substantive-wrong"}
)
ROWS = [
    {"model": "a", "item_id": "1", "automated_label": "ABSTAIN", "confidence": 0},
    {"model": "a", "item_id": "2", "automated_label": "ABSTAIN", "confidence": 100, "finish_reason": "LENGTH"},
    {"model": "a", "item_id": "3", "automated_label": "ABSTAIN", "confidence": 1},
    {
        "model": "a",
        "item_id": "4",
        "automated_label": "ABSTAIN",
        "confidence_text": "very sure",
        "completion_tokens": 9,
    },
    {"model": "a", "item_id": "5", "automated_label": "HEDGE", "confidence": 0, "correct": True},
    {"model": "a", "item_id": "6", "automated_label": "CW", "confidence": 0},
    {"model": "a", "item_id": "7", "automated_label": "ABSTAIN", "confidence": 0, "blank": True},
    {"model": "b", "item_id": "1", "automated_label": "ABSTAIN", "confidence": 0, "correct": False},
    {"model": "c", "item_id": "1", "automated_label": "HEDGE", "confidence": 0},
    {"model": "d", "item_id": "1", "automated_label": "ABSTAIN", "confidence": 50},
]


def _run(budget: int | None = None):
    return build_run(ROWS, manifest=Manifest(digest="e" * 64, answer_budget_tokens=budget))


def test_only_scored_abstentions_count_and_exactly_zero_complies() -> None:
    found = score(_run(), codebook=BOOK).labels.models[0].as_json()["compliance"]
    assert found["counts"] == {"zero": 1, "hundred": 1, "between": 1, "unparseable": 1}
    assert (found["n"], found["share"]["value"], found["share"]["method"]) == (4, 0.25, "wilson")
    assert (found["share"]["low"], found["share"]["high"]) == pytest.approx((0.045587263, 0.699358156))


def test_abstentions_that_were_cut_off_are_left_out_beside_it() -> None:
    found = score(_run(), codebook=BOOK).labels.models[0].compliance.not_cut_off
    assert (found.n, found.hundred, found.share.value) == (3, 0, Fraction(1, 3))
    with_budget = score(_run(budget=9), codebook=BOOK).labels.models[0].compliance.not_cut_off
    assert (with_budget.n, with_budget.unparseable, with_budget.share.value) == (2, 0, Fraction(1, 2))


def test_median_and_range_over_the_models_that_abstain() -> None:
    out = score(_run(), codebook=BOOK).labels.as_json()["compliance"]
    assert out["median"] == {"value": 0.25, "n": 3}
    assert (out["min"]["value"], out["max"]["value"]) == (0, 1)
    assert out["without_cut_off"]["median"]["value"] == float(Fraction(1, 3))


def test_no_abstention_and_no_such_label_give_reasons() -> None:
    models = score(_run(), codebook=BOOK).labels.models
    assert models[2].as_json()["compliance"]["share"] == {"value": None, "n": 0, "undefined": "no scored abstention"}
    other = score(build_run([{"item_id": "1", "automated_label": "A"}]), codebook=FOUR).labels
    assert other.models[0].compliance.all_abstentions.share.undefined == "the codebook has no label ABSTAIN"
    assert other.as_json()["compliance"]["median"]["undefined"] == "no model has a scored abstention"


def test_restraint_records_stand_beside_substantive_ones() -> None:
    found = score(_run(), codebook=BOOK).labels.models[0].as_json()["confidence"]
    # 0, 100 and 1 of 100 on abstentions, 0 on a hedge that was right: bins [0, 10) and [90, 100]
    assert found["restraint"]["ece"] == {"value": pytest.approx((abs(1 - 0.01) + 1) / 4), "n": 4}
    assert found["restraint"]["mean_confidence"]["value"] == 0.2525
    assert found["restraint"]["share_correct"] == {"value": 1.0, "n": 1}
    assert found["substantive"] == {
        "ece": {"value": 0.0, "n": 1},
        "mean_confidence": {"value": 0.0, "n": 1},
        "share_correct": {"value": 0.0, "n": 1},
    }


def test_nothing_known_of_a_kind_gives_reasons() -> None:
    found = score(build_run([{"item_id": "1", "automated_label": "A"}]), codebook=FOUR).labels.models[0]
    out = found.as_json()["confidence"]
    assert out["restraint"]["ece"]["undefined"] == "no restraint record with a confidence"
    assert out["restraint"]["share_correct"]["undefined"] == "no restraint record whose correctness is known"
    assert out["substantive"]["share_correct"]["undefined"] == "no substantive record"
    assert out["substantive"]["ece"]["undefined"] == "no substantive record with a confidence"
