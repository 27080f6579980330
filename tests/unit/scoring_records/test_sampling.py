"""The deterministic sample, compared with the rule written out in a few lines."""

from __future__ import annotations

import hashlib

import pytest

from scoring.errors import Usage
from scoring.records import draw_sample
from scoring.results import Run, Stratum, StratumSize
from tests.small_runs import build_run

MODELS = ("a", "b", "ü")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _run(items: int = 12) -> Run:
    rows = [
        {"item_id": f"{category}-{number}", "model": model, "category": category}
        for model in MODELS
        for category in ("FEQ", "HNQ")
        for number in range(items)
    ]
    return build_run(rows)


def test_the_draw_is_the_first_n_by_digest_within_each_stratum() -> None:
    run = _run()
    sample = draw_sample(run, by=["category", "model"], per_stratum=3, seed="s1")
    wanted = []
    for category in ("FEQ", "HNQ"):
        for model in MODELS:
            ids = [f"{model}/{category}-{number}" for number in range(12)]
            wanted += sorted(ids, key=lambda name: _digest(f"s1|{name}"))[:3]
    assert sample.records == tuple(sorted(wanted, key=str.encode))
    assert sample.sha256 == _digest("\n".join(sample.records))
    assert [stratum.key for stratum in sample.strata] == [(c, m) for c in ("FEQ", "HNQ") for m in MODELS]
    assert (sample.by, sample.seed, sample.run_sha256) == (("category", "model"), "s1", run.sha256)


def test_a_larger_draw_extends_a_smaller_one_and_another_seed_gives_another() -> None:
    small, large = (draw_sample(_run(), by=["model"], per_stratum=n, seed="s1") for n in (4, 7))
    assert set(small.records) < set(large.records)
    assert draw_sample(_run(), by=["model"], per_stratum=4, seed="s2").records != small.records


def test_excluded_records_are_not_drawn_and_short_strata_say_so() -> None:
    rows = [{"item_id": str(n), "blank": n == 0} for n in range(4)] + [{"item_id": "1", "model": "b", "blank": True}]
    sample = draw_sample(build_run(rows), by=["model", "category"], per_stratum=5, seed="s")
    assert sample.records == ("a/1", "a/2", "a/3")
    assert [stratum.as_json() for stratum in sample.strata] == [
        {"key": ["a", "HNQ"], "available": 3, "drawn": 3, "wanted": 5, "short": True}
    ]


def test_records_kept_out_of_the_draw_can_empty_a_stratum_which_stays_in_the_list() -> None:
    rows = [{"item_id": "1"}, {"item_id": "1", "model": "b"}]
    sample = draw_sample(build_run(rows), by=["model"], per_stratum=1, seed="s", excluded=frozenset({"b/1"}))
    assert sample.records == ("a/1",)
    assert sample.strata[1] == Stratum(key=("b",), available=0, drawn=0, wanted=1)


def test_strata_of_a_field_without_value_come_first_and_sizes_may_differ() -> None:
    rows = [{"item_id": str(n), "automated_label": label} for n, label in enumerate(["x", None, "x", "y"])]
    sizes = [StratumSize(key=("x",), n=1), StratumSize(key=(None,), n=2)]
    sample = draw_sample(build_run(rows), by=["automated_label"], per_stratum=sizes, seed="s")
    assert [(s.key, s.available, s.drawn, s.wanted) for s in sample.strata] == [
        ((None,), 1, 1, 2),
        (("x",), 2, 1, 1),
        (("y",), 1, 0, 0),
    ]


def test_the_same_items_are_drawn_for_every_model_and_items_that_one_lacks_are_counted() -> None:
    rows = [{"item_id": str(n), "model": m} for m in ("a", "b") for n in range(10)]
    order = sorted((str(n) for n in range(10)), key=lambda item: _digest(f"s|{item}"))
    lacking = {order[0], order[2], order[9]}
    rows = [row | {"blank": row["model"] == "b" and row["item_id"] in lacking} for row in rows]
    sample = draw_sample(build_run(rows), by=["model", "category"], per_stratum=2, seed="s", same_items=True)
    assert sample.records == tuple(sorted(f"{m}/{item}" for m in ("a", "b") for item in (order[1], order[3])))
    assert sample.skipped_items == 2
    everything = draw_sample(build_run(rows), by=["model", "category"], per_stratum=99, seed="s", same_items=True)
    assert (len(everything.records), everything.skipped_items) == (14, 3)
    assert [stratum.is_short for stratum in everything.strata] == [True, True]


def test_a_kept_out_record_takes_its_item_from_all_models() -> None:
    rows = [{"item_id": str(n), "model": m, "subcategory": "s"} for m in ("a", "b") for n in range(2)]
    sample = draw_sample(
        build_run(rows),
        by=["model", "category", "subcategory"],
        per_stratum=2,
        seed="s",
        same_items=True,
        excluded=frozenset({"a/0"}),
    )
    assert (sample.records, sample.skipped_items) == (("a/1", "b/1"), 1)


@pytest.mark.parametrize(
    "options",
    [
        {"by": ["model", "model"]},
        {"by": []},
        {"by": ["question"]},
        {"per_stratum": 0},
        {"per_stratum": [StratumSize(key=("nobody",), n=1)]},
        {"per_stratum": [StratumSize(key=("a",), n=-1)]},
        {"same_items": True},
        {"same_items": True, "by": ["model", "category", "family"]},
        {"same_items": True, "by": ["model", "category"], "per_stratum": [StratumSize(key=("a", "HNQ"), n=1)]},
    ],
)
def test_a_draw_that_makes_no_sense_is_refused(options: dict[str, object]) -> None:
    given = {"by": ["model"], "per_stratum": 1, "seed": "s"} | options
    with pytest.raises(Usage):
        draw_sample(build_run([{"item_id": "1"}]), **given)


def test_an_empty_run_gives_an_empty_sample() -> None:
    sample = draw_sample(build_run([]), by=["model"], per_stratum=1, seed="s")
    assert (sample.records, sample.strata, sample.sha256) == ((), (), _digest(""))
