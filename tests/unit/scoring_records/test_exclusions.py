"""Which records count, and under which reason the others are counted."""

from __future__ import annotations

from scoring.records import EXCLUSIONS, count_exclusions, find_exclusions, inspect_run, prepare_records
from scoring.results import Manifest, ModelFacts
from tests.small_runs import build_run

ALL = {
    "eligible": False,
    "model": "b",
    "error": "timeout",
    "answered_by": "other",
    "reasoning_tokens": 3,
    "blank": True,
}
MANIFEST = Manifest(
    digest="m" * 64,
    models=(
        ModelFacts(model="a", answers_as=("a-2026",), family="north", provider="maker"),
        ModelFacts(model="b", excluded=True, reason="withdrawn", answers_as=("b-2026",)),
        ModelFacts(model="c", answers_as=()),
    ),
)


def test_the_first_reason_that_applies_counts() -> None:
    rows = []
    faults = dict(ALL)
    for number in range(len(EXCLUSIONS)):
        rows.append({"item_id": str(number), "record_id": f"r{number}"} | faults)
        faults.pop(next(iter(faults)))
        if "model" not in faults:
            faults["model"] = "a"
            faults = dict(sorted(faults.items(), key=lambda pair: pair[0] == "model"))
    run = build_run(rows, manifest=MANIFEST)
    assert [EXCLUSIONS[code] for code in find_exclusions(run)] == list(EXCLUSIONS)
    assert count_exclusions(run) == dict.fromkeys(EXCLUSIONS, 1)


def test_nothing_is_excluded_without_a_fault() -> None:
    rows = [
        {"item_id": "1", "answered_by": "a-2026", "reasoning_tokens": 0},
        {"item_id": "2", "answered_by": None, "error": ""},
        {"item_id": "3", "model": "c", "answered_by": "anything"},
    ]
    assert count_exclusions(build_run(rows, manifest=MANIFEST)) == {}


def test_answered_by_is_unchecked_without_a_list_and_said() -> None:
    run = build_run([{"item_id": "1", "answered_by": "other"}, {"item_id": "1", "model": "c"}])
    assert count_exclusions(run) == {}
    assert inspect_run(run).answers_unchecked == ("a", "c")
    assert inspect_run(build_run([{"item_id": "1"}], manifest=MANIFEST)).answers_unchecked == ()


def test_inspection_counts_what_is_there() -> None:
    rows = [
        {"item_id": "1", "reasoning_tokens": 0},
        {"item_id": "2", "category": "FEQ", "blank": True},
        {"item_id": "1", "model": "b"},
    ]
    assert inspect_run(build_run(rows)).as_json() == {
        "records": 3,
        "models": 2,
        "items": 2,
        "categories": 2,
        "countable": 2,
        "excluded": {"empty_response": 1},
        "unverified_reasoning": 1,
        "answers_unchecked": ["a", "b"],
        "sha256": "0" * 64,
        "problems": [],
    }


def test_model_facts_come_from_the_record_first_then_from_the_manifest() -> None:
    rows = [
        {"item_id": "1"},
        {"item_id": "2", "family": "own"},
        {"item_id": "1", "model": "z", "subcategory": "places"},
    ]
    records = prepare_records(build_run(rows, manifest=MANIFEST))
    first, second = records.models
    assert (first.model, first.family, first.provider, first.answers_checked) == ("a", "own", "maker", True)
    assert (second.model, second.family, second.generation_of, second.answers_checked) == ("z", None, None, False)
    assert records.frame["family"].tolist() == ["own", "own", None]
    assert records.frame["subcategory"].tolist() == ["HNQ", "HNQ", "places"]
    assert records.model_names[records.frame["model"]].tolist() == ["a", "a", "z"]


def test_a_run_without_records_counts_nothing() -> None:
    found = inspect_run(build_run([]))
    assert (found.records, found.models, found.countable, found.excluded) == (0, 0, 0, {})
