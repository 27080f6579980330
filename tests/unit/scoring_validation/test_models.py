"""Figures over models: correlations, leading models, spread, families."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring.results import Reference
from scoring.validation import Measured, kendall, max_min_ratio, pearson, slope, spearman, two_group_p, validate
from tests.small_runs import FOUR, build_run


def _measure(models: dict[str, tuple[int, int]], families: dict[str, str] | None = None, n: int = 10) -> Measured:
    """Models with this many of ten records called, and being, restraint; all others are wrong answers."""
    rows, said = [], {}
    for model, (automated, reference) in models.items():
        for item in range(n):
            label = "A" if item < automated else "CW"
            family = (families or {}).get(model)
            rows.append({"item_id": str(item), "model": model, "automated_label": label, "family": family})
            said[f"{model}/{item}"] = "A" if item < reference else "CW"
    return validate(build_run(rows), Reference(sha256="", labels=said), codebook=FOUR).measured


def test_leading_models_same_set_same_order() -> None:
    found = _measure({"a": (9, 9), "b": (8, 7), "c": (7, 8), "d": (3, 3), "e": (2, 1)}).ranks["ehq1"]
    assert found.as_json()["top"] == {
        "1": {"same_set": True, "same_order": True},
        "3": {"same_set": True, "same_order": False},
        "4": {"same_set": True, "same_order": False},
        "5": {"same_set": True, "same_order": False},
    }
    assert (found.max_shift, found.shifted) == (1.0, ["b", "c"])


def test_a_tie_across_the_border_leaves_the_leading_models_undefined() -> None:
    found = _measure({"a": (9, 9), "b": (8, 9), "c": (7, 7), "d": (7, 6)}).ranks["ehq1"]
    assert found.as_json()["top"] == {
        "1": {"same_set": None, "same_order": None},
        "3": {"same_set": None, "same_order": None},
        "4": {"same_set": True, "same_order": False},
    }


def test_ties_within_the_leading_models_must_be_the_same_ties() -> None:
    same = _measure({"a": (9, 8), "b": (9, 8), "c": (7, 7), "d": (1, 1)}).ranks["ehq1"]
    assert same.as_json()["top"]["3"] == {"same_set": True, "same_order": True}
    assert (same.max_shift, same.shifted) == (0.0, [])


def test_correlations_of_identical_labellings_are_one_and_constant_ones_undefined() -> None:
    found = _measure({"a": (1, 1), "b": (4, 4), "c": (8, 8)}).ranks["ehq1"]
    assert [one.value for one in (found.pearson, found.spearman, found.kendall)] == pytest.approx([1, 1, 1])
    constant = _measure({"a": (5, 1), "b": (5, 4), "c": (5, 8)}).ranks["ehq1"]
    assert {one.undefined for one in (constant.pearson, constant.spearman, constant.kendall)} == {
        "a variable is constant"
    }


def test_spread_by_hand() -> None:
    found = _measure({"a": (2, 1), "b": (4, 5), "c": (6, 9)}).spread["ehq1"].as_json()
    assert found["max_min_automated"]["value"] == 3
    assert found["max_min_reference"]["value"] == 9
    assert found["max_min_ratio"]["value"] == float(Fraction(1, 3))
    assert found["sd_automated"]["value"] == 0.2
    assert found["sd_reference"]["value"] == pytest.approx(0.4)
    assert found["sd_ratio"]["value"] == 0.5
    assert found["slope_bias_on_reference"]["value"] == -0.5
    assert found["r_bias_on_reference"]["value"] == pytest.approx(-1)
    assert found["slope_of_constant_errors"]["value"] == float(-(Fraction(4, 15) + Fraction(1, 15)))


def test_ratios_with_zero_and_constant_scores_are_undefined() -> None:
    found = _measure({"a": (0, 5), "b": (4, 5)}).spread["ehq1"].as_json()
    assert found["max_min_automated"]["undefined"] == "smallest score is not above 0"
    assert found["max_min_ratio"]["undefined"] == "smallest score is not above 0"
    assert found["sd_ratio"]["undefined"] == "reference scores do not vary"
    assert found["slope_bias_on_reference"]["undefined"] == "reference is constant"
    other = _measure({"a": (0, 10), "b": (4, 10)}).spread
    assert other["ehq1"].constant_error_slope.undefined == "no record of another class in the reference"
    assert other["ehq3"].constant_error_slope.undefined == "this score is no share of records"
    none = _measure({"a": (5, 0)}).spread["ehq1"]
    assert none.constant_error_slope.undefined == "no record of the class in the reference"


def test_families_are_contrasted_with_all_other_models() -> None:
    families = {"a": "x", "b": "x", "c": "y", "d": "y"}
    biased = {"a": (3, 1), "b": (6, 4), "c": (5, 5), "d": (6, 6), "e": (1, 1), "f": (2, 2)}
    x, y = _measure(biased, families).families["ehq1"]
    assert (x.family, x.models, x.others, x.arrangements) == ("x", ("a", "b"), 4, 15)
    assert x.mean_bias.minus(x.others_bias).value == Fraction(1, 5)
    assert (x.p.value, x.smallest_p) == (1 / 15, 1 / 15)
    assert y.p.value == 7 / 15
    assert x.as_json()["declared"] == "post hoc"


def test_the_smallest_p_of_two_equal_groups_counts_both_mirror_images() -> None:
    first, _ = _measure({"a": (9, 1), "b": (1, 1)}, {"a": "x", "b": "y"}).families["ehq1"]
    assert (first.arrangements, first.p.value, first.smallest_p) == (2, 1.0, 1.0)


def test_one_family_has_no_others() -> None:
    [only] = _measure({"a": (9, 1), "b": (1, 1)}, {"a": "x", "b": "x"}).families["ehq1"]
    assert (only.others, only.p.undefined, only.smallest_p) == (0, "a group without models", None)
    assert only.as_json()["difference"]["undefined"] == "no other model"


def test_exact_p_of_many_arrangements_and_of_equal_values() -> None:
    assert two_group_p([Fraction(1)] * 5, [0, 1]).value == 1
    assert two_group_p([Fraction(n) for n in range(24)], list(range(12))).undefined == "more than 200000 arrangements"
    four_of_fourteen = two_group_p([Fraction(n) for n in range(14)], [10, 11, 12, 13])
    assert four_of_fourteen.value == 2 / 1001


def test_numbers_that_tie_only_in_exact_arithmetic_tie() -> None:
    tenths = [Fraction(n, 10) for n in range(1, 9)]
    assert two_group_p(tenths, [0, 2, 5, 7]).value == 1
    assert spearman([Fraction(1, 3), Fraction(2, 6), Fraction(1)], tenths[:3]).value == pytest.approx(
        0.8660254037844387
    )


def test_fewer_than_three_pairs_have_no_correlation() -> None:
    for statistic in (pearson, spearman, kendall):
        assert statistic([Fraction(1), Fraction(2)], [Fraction(1), Fraction(2)]).undefined == "fewer than 3 models"


def test_ratio_and_slope_of_few_values() -> None:
    assert max_min_ratio([]).undefined == "no model has a value"
    assert slope([Fraction(1)], [Fraction(1)]).undefined == "fewer than 2 models"
