"""Intervals of agreement: what they are made of, what they say where nothing varies, the same bytes for one seed."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from scoring.agreement import (
    Agreement,
    Figures,
    conger_expected,
    count_units,
    fleiss_pi,
    gwet_ac1,
    mean_agreement,
    measure_agreement,
    specific_agreement,
)
from scoring.agreement.replicates import replicate_rows
from scoring.resampling import build_design, draw_cells, open_stream
from scoring.resampling.analytic import kappa_with_error
from scoring.resampling.sample_plan import SamplePart
from tests.small_runs import FOUR, build_codebook, build_codings, build_run

ORDERED = build_codebook(
    {"A": "restraint", "H": "restraint", "CC": "substantive-correct", "CW": "substantive-wrong"}, ordered=True
)
RUN = build_run(
    [
        {"item_id": f"{n}", "model": model, "category": "FEQ" if n < 20 else "HNQ"}
        for model in ("a", "b")
        for n in range(40)
    ]
)


def _said(coders: int = 2, n: int = 40, wrong: int = 7) -> dict[str, dict[str, str]]:
    """Each coder strays from the truth at another place, every ``wrong`` records."""
    codes = FOUR.codes
    return {
        f"c{coder}": {
            f"{model}/{k}": codes[(k * k + (k % wrong == coder) + (model == "b")) % 4]
            for model in ("a", "b")
            for k in range(n)
        }
        for coder in range(coders)
    }


def _measure(said: dict[str, dict[str, str]], **options: object) -> Agreement:
    settings = {"codebook": FOUR, "replicates": 400} | options
    return measure_agreement(build_codings(said), **settings)


def _intervals(value: object) -> list[dict]:
    if isinstance(value, dict):
        own = [value] if "method" in value and "value" in value else []
        return own + [found for member in value.values() for found in _intervals(member)]
    return [found for member in value for found in _intervals(member)] if isinstance(value, list) else []


def test_point_values_do_not_depend_on_the_bootstrap() -> None:
    plain, drawn = _measure(_said(), replicates=None), _measure(_said())
    for name in ("observed", "expected", "kappa", "ac1", "alpha", "pabak", "pi"):
        assert getattr(plain.figures.full, name) == getattr(drawn.figures.full, name)
    assert plain.as_json()["resampling"] is None
    assert "method" not in plain.as_json()["kappa"]


def test_headline_methods_stand_beside_the_percentile_interval() -> None:
    out = _measure(_said(), codebook=ORDERED).as_json()
    assert out["observed"]["method"] == "wilson"
    for name in ("kappa", "ac1", "alpha", "pabak", "pi"):
        assert out[name]["method"] == "log(1 - x)"
        assert out[name]["percentile"]["method"] == "percentile"
    assert out["expected"]["method"] == "percentile"
    assert "percentile" not in out["expected"]
    assert out["per_class"]["A"]["method"] == "wilson of TP/(TP+FP+FN), mapped"
    assert {one["method"] for one in out["weighted_kappa"].values()} == {"log(1 - x)"}
    assert out["two_class"]["kappa"]["method"] == "log(1 - x)"


def test_the_reserved_code_does_not_enter_weighted_kappa() -> None:
    said = _said()
    without = _measure(said, codebook=ORDERED).figures.full
    said["c1"]["a/500"] = said["c0"]["a/500"] = "CANNOT_CODE"
    found = _measure(said, codebook=ORDERED).figures.full
    assert found.weighted == without.weighted
    low = found.uncertainty["linear"].headline.low
    assert low == pytest.approx(without.uncertainty["linear"].headline.low, abs=0.03)


def test_every_interval_holds_its_estimate() -> None:
    said = _said(3)
    del said["c2"]["a/3"]
    found = _intervals(_measure(said, run=RUN, by=["model", "category"]).as_json())
    headlines = [one for one in found if one["method"] != "percentile"]
    assert len(headlines) > 100
    assert all(one["low"] - 1e-9 <= one["value"] <= one["high"] + 1e-9 for one in headlines)


def test_the_standard_error_of_kappa_is_that_of_large_samples() -> None:
    found = _measure(_said(n=40), replicates=4000).figures.full
    low, high = found.uncertainty["kappa"].percentile.low, found.uncertainty["kappa"].percentile.high
    formula = kappa_with_error(found.confusion).coefficient
    assert (high - low) / (2 * 1.96) == pytest.approx(formula.se, rel=0.08)


def test_the_same_seed_gives_the_same_bytes_and_another_one_others() -> None:
    one, same, other = (
        json.dumps(_measure(_said(), run=RUN, by=["model"], seed=seed).as_json()) for seed in ("s", "s", "t")
    )
    assert one == same
    assert one != other


def test_adding_cells_moves_no_other_number() -> None:
    one, other = (_measure(_said(), run=RUN, by=by).as_json() for by in (["model"], ["model", "category"]))
    assert [cell["kappa"]["percentile"] for cell in one["by_field"]["category"]] != []
    alone = _measure(_said(), run=RUN, by=["model"]).as_json()
    assert alone["kappa"] == one["kappa"]
    assert other["by_field"]["model"][0]["kappa"]["value"] == one["by_field"]["model"][0]["kappa"]["value"]


def test_full_agreement_has_a_bound_in_place_of_an_interval() -> None:
    said = _said(1)
    out = _measure({"c1": said["c0"], "c2": said["c0"]}).as_json()
    assert "low" not in out["kappa"]
    assert out["kappa"]["note"] == "no variation in the sample; 80 of 80: at least 96.3%"
    assert out["kappa"]["bound"] == {"side": "at least", "value": 0.96324580222, "level": 0.95, "n": 80}
    assert out["observed"]["high"] == 1
    assert out["observed"]["note"] == out["kappa"]["note"]


def test_an_undefined_figure_has_no_interval() -> None:
    said = {name: {f"a/{n}": "A" for n in range(5)} for name in ("c1", "c2")}
    out = _measure(said).as_json()
    assert out["kappa"] == {"value": None, "n": 5, "undefined": "only one class used: expected agreement is 1"}
    assert out["per_class"]["H"]["value"] is None
    apart = _measure({"c1": {"a/1": "A"}, "c2": {"a/2": "A"}}).as_json()
    assert apart["kappa"]["undefined"] == "no unit coded by two coders"


def test_undefined_replicates_are_counted() -> None:
    said = {"c1": {f"a/{n}": "H" if n == 0 else "A" for n in range(6)}}
    said["c2"] = dict(said["c1"])
    said["c2"]["a/1"] = "H"
    out = _measure(said).as_json()
    assert out["kappa"]["left_out"] > 0
    assert "left_out" not in out["observed"]


def test_items_go_together_where_one_occurs_twice() -> None:
    both = _measure(_said(), run=RUN, by=["model"]).as_json()["resampling"]
    assert (both["unit"], both["units"], both["replicates"], both["seed"]) == ("item", 40, 400, "1")
    one = {name: {k: v for k, v in of.items() if k.startswith("a/")} for name, of in _said().items()}
    assert _measure(one, run=RUN).as_json()["resampling"]["unit"] == "record"
    assert _measure(_said()).as_json()["resampling"]["units"] == 80


def test_single_records_of_a_stratum_join_the_next_of_their_model() -> None:
    rows = [
        {"item_id": f"{model}{n}", "model": model, "category": category}
        for model in ("a", "b")
        for n, category in enumerate("FGHH")
    ]
    said = {name: {f"{row['model']}/{row['item_id']}": "AH"[n % 2] for n, row in enumerate(rows)} for name in "xy"}
    out = _measure(said, run=build_run(rows), by=["model", "category"]).as_json()["resampling"]
    assert out["joined"] == [
        {"stratum": ["a", "F"], "into": ["a", "G"]},
        {"stratum": ["b", "F"], "into": ["b", "G"]},
    ]


def test_progress_is_told_after_each_part() -> None:
    seen: list[tuple[int, int]] = []
    _measure(_said(), run=RUN, by=["model"], progress=lambda done, total: seen.append((done, total)))
    assert seen == [(n, 8) for n in range(1, 9)]


def _expand(counts: np.ndarray, kinds: np.ndarray) -> np.ndarray:
    return np.repeat(kinds, counts.astype(int), axis=0)


def test_replicates_of_many_coders_are_the_figures_of_the_drawn_units() -> None:
    rng = np.random.default_rng(5)
    ratings = rng.integers(-1, 3, size=(30, 4)).astype("int16")
    part = SamplePart(
        design=build_design(np.zeros(30, "int64"), rescaled=False), unit=np.arange(30), strata=np.zeros(1, "int64")
    )
    found = replicate_rows(part, ratings, classes=3, q=3, stream=open_stream("s", "x"), replicates=6)
    kinds, kind = np.unique(ratings, axis=0, return_inverse=True)
    counts = draw_cells(
        part.design, unit=part.unit, cell=kind.reshape(-1), cells=len(kinds), stream=open_stream("s", "x"), replicates=6
    )
    for place, drawn in enumerate(counts.T):
        units = _expand(drawn, kinds)
        wanted = count_units(units, 3)
        expected = conger_expected(units, 3).number()
        observed = mean_agreement(wanted).number()
        values = {
            "observed": observed,
            "expected": expected,
            "kappa": (observed - expected) / (1 - expected),
            "pi": fleiss_pi(wanted).number(),
            "ac1": gwet_ac1(wanted, 3).number(),
            "pabak": (observed - 1 / 3) / (1 - 1 / 3),
        }
        for name, value in values.items():
            assert found.single[name][place] == pytest.approx(value, abs=1e-12), name
        specific = [one.number() for one in specific_agreement(wanted, 3)]
        assert found.specific[:, place].tolist() == pytest.approx(specific, abs=1e-12)


def test_two_coders_give_the_same_figures_by_table_and_by_rows() -> None:
    def figures(coders: int) -> Figures:
        said = _said(2) | ({"c9": {"a/999": "A"}} if coders == 3 else {})
        return _measure(said, replicates=3000).figures.full

    two, three = figures(2), figures(3)
    for name in ("observed", "pabak"):
        assert getattr(two, name) == getattr(three, name)
        first, second = two.uncertainty[name].headline, three.uncertainty[name].headline
        assert (first.low, first.high) == pytest.approx((second.low, second.high), abs=0.02)
    assert three.alpha == two.alpha
    assert three.uncertainty["alpha"].headline.low == pytest.approx(two.uncertainty["alpha"].headline.low, abs=0.02)


def test_trend_along_the_order_is_tested() -> None:
    codings = build_codings(
        {"c1": {f"{n:02}": "A" for n in range(30)}, "c2": {f"{n:02}": "A" if n < 20 else "H" for n in range(30)}}
    )
    frame = codings.frame.assign(position=[n + 1 for _ in range(2) for n in range(30)])
    frame["position"] = frame["position"].astype("Int64")
    found = measure_agreement(
        type(codings)(key="record_id", frame=frame, sha256=""), codebook=FOUR, replicates=50
    ).as_json()["order"]["trend"]
    assert found["disagreement"]["value"] == pytest.approx(0.8165, abs=0.001)
    assert (found["disagreement"]["p"], found["disagreement"]["draws"]) == (pytest.approx(1 / 20001), 20000)
    assert found["flagged"] == {
        "value": None,
        "p": None,
        "draws": None,
        "undefined": "position or outcome does not vary",
    }
    plain = measure_agreement(type(codings)(key="record_id", frame=frame, sha256=""), codebook=FOUR).as_json()
    assert plain["order"]["trend"] == {"disagreement": None, "flagged": None}


def test_first_labels_repeats_and_flags_have_intervals_too() -> None:
    codings = build_codings(_said())
    frame = codings.frame.assign(first_label=codings.frame["label"], repeat_label=codings.frame["label"])
    frame.loc[frame.index % 9 == 0, "repeat_label"] = "H"
    frame["uncertain"] = (frame.index % 7 == 0).astype(bool)
    frame["uncertain"] = frame["uncertain"].astype("boolean")
    out = measure_agreement(
        type(codings)(key="record_id", frame=frame, sha256=""), codebook=FOUR, replicates=200, run=RUN
    ).as_json()
    assert out["first_coding"]["kappa"]["value"] == out["kappa"]["value"]
    assert out["first_coding"]["kappa"]["method"] == "log(1 - x)"
    assert out["repeats"]["coders"][0]["observed"]["method"] == "wilson"
    assert out["uncertain"]["agreement"]["kappa"]["method"] == "log(1 - x)"
    assert Fraction(out["repeats"]["n"]) == 160
