"""Tables say the same on the page and in the file; what is hidden or undefined is said."""

from __future__ import annotations

from annotate.web.numbers import show_estimate, show_number, show_percent, show_signed
from annotate.web.result_answers import build_answers
from annotate.web.score_tables import build_exclusion_table, build_score_table
from annotate.web.tables import build_table_csv, number_cell, percent_cell, signed_cell, text_cell
from scoring.results import Estimate

UNDEFINED = {"value": None, "n": 0, "undefined": "no record"}


def test_cells() -> None:
    assert [(cell.shown, cell.raw, cell.reason) for cell in (
        number_cell({"value": 0.5}), number_cell(UNDEFINED), number_cell(None), signed_cell(0.125, 3),
        percent_cell({"value": 1.0}), text_cell(None), text_cell(7),
    )] == [
        (".50", 0.5, ""), ("undefined", None, "no record"), ("–", None, ""), ("+.125", 0.125, ""),
        ("100%", 1.0, ""), ("–", None, ""), ("7", 7, ""),
    ]  # fmt: skip


def test_numbers() -> None:
    assert (show_percent(None), show_percent(0.999), show_percent(0.001), show_percent(0)) == ("–", ">99%", "<1%", "0%")
    assert (show_number(-0.0747, 3), show_signed(-0.001), show_signed(None)) == ("−.075", ".00", "–")
    assert show_estimate(Estimate(value=None, undefined="no record")) == "undefined"
    assert show_estimate(Estimate(value=1.25, n=4), 1) == "1.2"


def build_model(name: str, **excluded: int | None) -> dict[str, object]:
    """A model as ``score --json`` lists it."""
    scores = {key: {"value": 0.5} for key in ("ehq1", "ehq2", "ehq", "ehq3")}
    facts = {"model": name, "family": None, "expected": 20, "n": 12, "rank": 1.5, "counts": {"A": 12, "CC": None}}
    return {**facts, **scores, "excluded": excluded}


def test_exclusions_are_added_up_and_a_covered_one_stays_covered() -> None:
    models = [build_model("x", empty_response=10, unlabelled=12), build_model("=y", empty_response=None, odd=11)]
    table = build_exclusion_table({"models": models})
    assert [[cell.shown for cell in row] for row in table.rows] == [
        ["no label", "12"],
        ["odd", "11"],
        ["empty response", "·"],
    ]
    scores = build_score_table({"models": models})
    assert [cell.shown for cell in scores.rows[0]][-2:] == ["12", "·"]
    assert build_table_csv(scores).splitlines()[1:] == [
        b"x,,20,12,0.5,0.5,0.5,0.5,1.5,12,",
        b"'=y,,20,12,0.5,0.5,0.5,0.5,1.5,12,",
    ]
    assert build_score_table({"models": []}).rows == ()


def test_answers_where_nothing_is_defined() -> None:
    agreement = {"labels": ["A", "CANNOT_CODE"], "n": 0, "kappa": UNDEFINED, "confusion": None}
    ranks = {"spearman": UNDEFINED, "max_shift": None, "top": {"1": {"same_set": None}}}
    results = {
        "labels": ["A"], "n": 0, "kappa": UNDEFINED, "accuracy": UNDEFINED, "two_class": {"kappa": UNDEFINED},
        "agreement": {**agreement, "two_class": {"kappa": UNDEFINED}},
        "impact": {"ehq1": {"bias": UNDEFINED, "models": [{"model": "x", "bias": UNDEFINED}]}},
        "ranks": {"ehq1": ranks},
    }  # fmt: skip
    assert [(answer.big, answer.text) for answer in build_answers(results)] == [
        ("undefined", "no record · 1 classes · two classes undefined"),
        ("undefined", "no record · 1 classes · two classes undefined · right on – of 0 records"),
        ("undefined", "no record · EHQ1, automated − reference"),
        ("undefined", "no record · EHQ1, Spearman over models"),
    ]


def test_answers_in_words() -> None:
    figure = {"value": 0.5, "n": 4}
    results = {
        "labels": ["A", "B", "outside"], "n": 4, "kappa": figure, "accuracy": figure, "two_class": {"kappa": figure},
        "agreement": {
            "labels": ["A", "B"], "n": 4, "kappa": figure, "confusion": [[1, 1], [0, 2]], "two_class": {"kappa": figure},
        },
        "impact": {"ehq1": {"bias": {"value": -0.11}, "models": [{"model": "x", "bias": {"value": -0.2}}]}},
        "ranks": {"ehq1": {"spearman": figure, "max_shift": 1.0, "top": {"1": {"same_set": True}}}},
    }  # fmt: skip
    people, classifier, scores, ranking = build_answers(results)
    assert (people.big, people.text) == ("κ .50", "2 classes · two classes .50 · 1 of 4 differ")
    assert classifier.text == "2 classes · two classes .50 · right on 50% of 4 records"
    assert (scores.big, scores.text) == ("−.11", "EHQ1, automated − reference · largest for x: −.20")
    assert ranking.text == "EHQ1, Spearman over models · largest shift 1 place · the first is the same"
