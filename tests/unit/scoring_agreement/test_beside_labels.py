"""What codings state beside the last word: flags, first labels, silent repeats, the coder's own order."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd
import pytest

from scoring.agreement import Agreement, compare_margins, measure_agreement, weighted_kappa
from scoring.errors import BadInput
from scoring.results import Codings
from tests.small_runs import FOUR, build_codebook, build_codings

ORDERED = build_codebook(
    {"A": "restraint", "H": "restraint", "CC": "substantive-correct", "CW": "substantive-wrong"}, ordered=True
)


def _codings(rows: list[dict[str, object]]) -> Codings:
    """Codings of these rows; ``uncertain`` is null where a row does not say."""
    columns = {name: object for row in rows for name in row}
    frame = pd.DataFrame(rows, dtype=object).reindex(columns=[*columns, *({"uncertain"} - set(columns))])
    frame = frame.astype(object).where(frame.notna(), None)
    kinds = {"uncertain": "boolean", "position": "Int64"}
    return Codings(key="record_id", sha256="d" * 64, frame=frame.astype({k: v for k, v in kinds.items() if k in frame}))


def _measure(rows: list[dict[str, object]]) -> Agreement:
    return measure_agreement(_codings(rows), codebook=FOUR)


def _row(unit: str, coder: str, label: str, **more: object) -> dict[str, object]:
    return {"unit": unit, "coder": coder, "label": label, **more}


def test_weighted_kappa_stands_where_the_codebook_is_ordered() -> None:
    said = {"c1": {"1": "A", "2": "H", "3": "CC", "4": "CANNOT_CODE"}, "c2": {"1": "A", "2": "CC", "3": "CC", "4": "A"}}
    found = measure_agreement(build_codings(said), codebook=ORDERED).figures
    out = found.as_json()["weighted_kappa"]
    assert (out["linear"]["n"], out["quadratic"]["n"]) == (3, 3)
    table = [[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 0, 0]]
    assert found.full.weighted.linear == weighted_kappa(table, power=1)
    assert found.full.weighted.quadratic.value == Fraction(4, 5)
    assert found.two_class.weighted is None
    assert measure_agreement(build_codings(said), codebook=FOUR).figures.as_json()["weighted_kappa"] is None


def test_weighted_kappa_of_three_coders_and_of_no_overlap_has_a_reason() -> None:
    said = {name: {"1": "A", "2": "CW"} for name in ("c1", "c2", "c3")}
    found = measure_agreement(build_codings(said), codebook=ORDERED)
    assert found.figures.full.weighted.linear.undefined == "needs two coders: see the pairs"
    assert found.pairs[0].figures.full.weighted.linear.value == 1
    apart = measure_agreement(build_codings({"c1": {"1": "A"}, "c2": {"2": "A"}}), codebook=ORDERED).figures.full
    assert apart.weighted.quadratic.undefined == "no unit coded by two coders"
    assert weighted_kappa([[0, 0], [0, 0]], power=1).undefined == "no unit coded twice"


def test_margins_are_compared_exactly_at_two_classes() -> None:
    said = {"c1": {str(n): "A" if n < 9 else "CW" for n in range(10)}, "c2": {str(n): "A" for n in range(10)}}
    found = measure_agreement(build_codings(said), codebook=FOUR).figures
    assert found.two_class.as_json()["margins"] == {"test": "mcnemar exact", "statistic": None, "df": 1, "p": 1.0}
    assert found.full.as_json()["margins"] == {
        "test": "stuart-maxwell",
        "statistic": 1.0,
        "df": 1,
        "p": pytest.approx(0.31731050786291415),
    }


@pytest.mark.parametrize("table", [[[3, 0], [0, 2]], [[3, 0, 0], [0, 2, 0], [0, 0, 0]]])
def test_nothing_to_compare_is_said(table: list[list[int]]) -> None:
    found = compare_margins(table).as_json()
    assert (found["p"], found["df"], found["undefined"]) == (None, 0, "no disagreement: nothing to test")


def test_flags_change_no_label_and_are_counted_apart() -> None:
    rows = [
        _row("1", "c1", "A", uncertain=True),
        _row("1", "c2", "H", uncertain=False),
        _row("2", "c1", "A", uncertain=False),
        _row("2", "c2", "A", uncertain=False),
        _row("3", "c1", "CW"),
        _row("3", "c2", "CC", uncertain=False),
        _row("4", "c1", "CW", uncertain=True),
    ]
    found = _measure(rows)
    without = _measure([{key: value for key, value in row.items() if key != "uncertain"} for row in rows])
    assert found.figures == without.figures
    out = found.flags.as_json()
    assert [(one["coder"], one["rate"]["value"], one["rate"]["n"]) for one in out["coders"]] == [
        ("c1", 2 / 3, 3),
        ("c2", 0, 3),
    ]
    assert out["coders"][1]["rate"]["note"] == "no variation in the sample; 0 of 3: at most 63.2%"
    assert out["flagged_by_any"] == ["1", "4"]
    flagged, unflagged = out["disagreement"]["flagged"], out["disagreement"]["unflagged"]
    assert (flagged["value"], flagged["n"], unflagged["value"], unflagged["n"]) == (1, 1, 0.5, 2)
    assert unflagged["method"] == "wilson"
    assert (out["agreement"]["n"], out["agreement"]["observed"]["value"]) == (2, 0.5)
    assert out["agreement"]["labels"] == ["unflagged", "flagged"]
    assert out["agreement"]["kappa"]["value"] == 0


def test_codings_without_flags_give_reasons() -> None:
    out = measure_agreement(
        Codings(key="record_id", sha256="", frame=pd.DataFrame([_row("1", "c1", "A"), _row("1", "c2", "A")])),
        codebook=FOUR,
    ).as_json()
    assert out["uncertain"]["coders"][0]["rate"]["undefined"] == "no coding says whether it is uncertain"
    assert out["uncertain"]["disagreement"]["flagged"]["undefined"] == "no flagged unit coded by two coders"
    assert out["uncertain"]["agreement"]["kappa"]["undefined"] == "no coding says whether it is uncertain"
    assert (out["first_coding"], out["repeats"], out["order"]) == (None, None, None)


def test_agreement_on_the_first_label_stands_beside_the_last() -> None:
    rows = [
        _row("1", "c1", "A", first_label="H"),
        _row("1", "c2", "A", first_label=None),
        _row("2", "c1", "CC", first_label="CC"),
        _row("2", "c2", "CC", first_label=None),
    ]
    found = _measure(rows)
    assert found.figures.full.observed.value == 1
    assert (found.first_coding.changed, found.first_coding.figures.full.observed.value) == (1, Fraction(1, 2))
    out = found.as_json()["first_coding"]
    assert (out["changed"], out["kappa"]["n"]) == (1, 2)
    with pytest.raises(BadInput, match="MAYBE"):
        _measure([_row("1", "c1", "A", first_label="MAYBE")])


def test_repeats_compare_coders_with_themselves_and_count_nowhere_else() -> None:
    rows = [
        _row("1", "c1", "A", repeat_label="A"),
        _row("2", "c1", "H", repeat_label="CW"),
        _row("3", "c1", "H", repeat_label=None),
        _row("1", "c2", "A", repeat_label="H"),
        _row("2", "c2", "H", repeat_label=None),
    ]
    found = _measure(rows)
    assert found.figures.full.observed.value == 1
    out = found.as_json()["repeats"]
    assert (out["n"], out["observed"]["value"], out["two_class"]["observed"]["value"]) == (3, 1 / 3, 2 / 3)
    assert [(one["coder"], one["n"], one["confusion"][1][3]) for one in out["coders"]] == [("c1", 2, 1), ("c2", 1, 0)]
    assert _measure([_row("1", "c1", "A", repeat_label=None)]).repeats is None


def test_drift_goes_by_tenths_of_each_coders_own_order() -> None:
    rows = [_row(f"{n:02}", "c1", "A", position=20 - n, uncertain=n < 2) for n in range(20)]
    rows += [_row(f"{n:02}", "c2", "H" if n < 2 else "A", position=n + 1) for n in range(20)]
    rows.append(_row("99", "c1", "A", position=None))
    out = _measure(rows).as_json()["order"]["tenths"]
    assert [one["tenth"] for one in out] == list(range(1, 11))
    assert {one["codings"] for one in out} == {4}
    # c1 met the two disagreements last, c2 first
    assert [one["disagreement"]["value"] for one in out] == [0.5, *[0.0] * 8, 0.5]
    assert [(one["flagged"]["value"], one["flagged"]["n"]) for one in (out[0], out[9])] == [(0, 2), (1, 2)]
    alone = _measure([_row("1", "c1", "A", position=7)]).as_json()["order"]["tenths"]
    assert (alone[0]["codings"], alone[0]["disagreement"]["undefined"]) == (1, "no unit coded by two coders")
    assert alone[0]["flagged"]["undefined"] == "no coding says whether it is uncertain"
    assert _measure([_row("1", "c1", "A", position=None)]).drift is None
