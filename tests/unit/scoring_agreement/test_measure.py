"""Agreement of small sets of codings: gaps, the reserved code, cells, what can't be computed."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from scoring.agreement import (
    Figures,
    cohen_kappa,
    conger_expected,
    expected_agreement,
    fleiss_pi,
    measure_agreement,
    measure_ratings,
    observed_agreement,
)
from scoring.agreement.unit_counts import UnitCounts, krippendorff_alpha, specific_agreement
from scoring.errors import BadInput, Usage
from tests.small_runs import FOUR, build_codebook, build_codings, build_run


def _said(labels: str, start: int = 1) -> dict[str, str]:
    return {f"a/{number}": label for number, label in enumerate(labels.split(), start) if label != "-"}


def _figures(*coders: str) -> Figures:
    said = {f"c{n}": _said(labels) for n, labels in enumerate(coders)}
    return measure_agreement(build_codings(said), codebook=FOUR).figures.full


def test_units_coded_by_one_coder_move_nothing_and_are_listed() -> None:
    both = {"c1": _said("A H CC CW CW"), "c2": _said("A H CC CW CC")}
    alone = {"c1": both["c1"] | _said("H H H", 10), "c2": both["c2"] | _said("A", 20)}
    without = measure_agreement(build_codings(both), codebook=FOUR)
    found = measure_agreement(build_codings(alone), codebook=FOUR)
    assert found.figures == without.figures
    assert (found.figures.full.n, found.units) == (5, 9)
    assert found.unpaired == ("a/10", "a/11", "a/12", "a/20")


def test_kappa_does_not_change_when_the_coders_change_places() -> None:
    one, other = "A A H CC CW CW A", "A H H CC CC CW CW"
    first, second = _figures(one, other), _figures(other, one)
    assert first.kappa == second.kappa == cohen_kappa(first.confusion)
    assert second.confusion == tuple(zip(*first.confusion, strict=True))


def test_one_class_only_is_undefined_beside_figures_that_are_not() -> None:
    found = _figures("A A A", "A A A")
    for undefined in (found.kappa, found.pi):
        assert undefined.undefined == "only one class used: expected agreement is 1"
    assert found.alpha.undefined == "only one class used: no variation"
    assert (found.observed.value, found.ac1.value, found.pabak.value) == (1, 1, 1)
    assert [one.undefined for one in found.per_class] == [None] + ["class never used"] * 3
    assert found.as_json()["kappa"] == {"value": None, "n": 3, "undefined": found.kappa.undefined}


def test_extreme_prevalence_is_said_beside_the_figures() -> None:
    found = _figures("A " * 95 + "H " * 5, "A " * 92 + "H H H A A A H H")
    assert found.observed.value == Fraction(94, 100)
    [note] = found.notes
    assert note.startswith("95.0% of all codings are A: ")
    assert _figures("A H", "A H").notes == []


def test_one_disagreement_in_a_constant_table_gives_alpha_near_zero_rightly() -> None:
    found = _figures("A " * 20, "A " * 19 + "H")
    assert (found.alpha.value, found.kappa.value) == (0, 0)
    assert found.ac1.number() == pytest.approx(0.9491740787801779, abs=1e-12)


def test_one_coder_and_no_overlap_give_reasons() -> None:
    alone = measure_agreement(build_codings({"c1": _said("A H")}), codebook=FOUR)
    assert {alone.figures.full.kappa.undefined, alone.figures.two_class.pi.undefined} == {"only one coder"}
    assert (alone.pairs, alone.figures.full.confusion) == ((), None)
    apart = measure_agreement(build_codings({"c1": _said("A H"), "c2": _said("A H", 7)}), codebook=FOUR)
    assert apart.figures.full.alpha.undefined == "no unit coded by two coders"
    assert apart.figures.two_class.n == apart.figures.full.n == 0
    nobody = measure_agreement(build_codings({}), codebook=FOUR)
    assert (nobody.coders, nobody.figures.full.observed.undefined) == ((), "only one coder")


def test_the_reserved_code_is_a_class_of_its_own_and_never_counted_in_q() -> None:
    said = {"c1": _said("A CANNOT_CODE H CW"), "c2": _said("A CANNOT_CODE CANNOT_CODE CW")}
    found = measure_agreement(build_codings(said), codebook=FOUR).figures
    assert found.full.labels == ("A", "H", "CC", "CW", "CANNOT_CODE")
    assert found.full.observed.value == Fraction(3, 4)
    assert found.full.pabak.value == (Fraction(3, 4) - Fraction(1, 4)) / (1 - Fraction(1, 4))
    assert (found.two_class.n, found.left_out) == (2, 2)
    assert found.two_class.confusion == ((1, 0), (0, 1))


def test_labels_of_role_none_are_left_out_pairwise_at_two_classes() -> None:
    book = build_codebook({"A": "restraint", "B": "substantive-wrong", "N": "none"})
    said = {"c1": _said("A B N"), "c2": _said("A B A"), "c3": _said("A N A")}
    found = measure_agreement(build_codings(said), codebook=book).figures
    assert (found.full.n, found.two_class.n, found.left_out) == (3, 3, 2)
    assert found.two_class.observed.value == 1
    assert found.full.labels == ("A", "B", "N")


def test_a_codebook_without_the_two_classes_gives_full_resolution_alone() -> None:
    book = build_codebook({"X": "none", "Y": "none"})
    found = measure_agreement(build_codings({"c1": _said("X Y"), "c2": _said("X Y")}), codebook=book).figures
    assert found.full.kappa.value == 1
    assert found.two_class.kappa.undefined == "no unit coded by two coders as restraint or substantive"
    assert found.left_out == 2


def test_three_coders_give_all_pairs_and_one_figure_for_all() -> None:
    said = {"c1": _said("A H CC CW A"), "c2": _said("A H CC A A"), "c3": _said("A A CC CW -")}
    found = measure_agreement(build_codings(said), codebook=FOUR)
    assert [(pair.first, pair.second) for pair in found.pairs] == [("c1", "c2"), ("c1", "c3"), ("c2", "c3")]
    assert [pair.figures.full.n for pair in found.pairs] == [5, 4, 4]
    assert found.figures.full.confusion is None
    assert found.figures.full.observed.value == (1 + Fraction(1, 3) + 1 + Fraction(1, 3) + 1) / 5
    assert found.as_json()["pairs"][1]["coders"] == ["c1", "c3"]
    assert found.as_json()["pairs"][1]["few"] is True
    assert (found.figures.full.margins, found.figures.full.weighted) == (None, None)


def test_a_coder_without_common_units_does_not_enter_conger() -> None:
    ratings = np.array([[0, 0, -1], [1, 1, -1], [-1, -1, 0]])
    assert conger_expected(ratings, 2).value == expected_agreement([[1, 0], [0, 1]]).value
    assert conger_expected(ratings[2:], 2).undefined == "fewer than two coders of the same unit"


def test_cells_of_the_run_carry_the_same_figures() -> None:
    rows = [{"item_id": str(n), "subcategory": "x" if n < 3 else None} for n in range(1, 7)]
    said = {"c1": _said("A H A CW CC"), "c2": _said("A H CW CW CC")}
    found = measure_agreement(build_codings(said), codebook=FOUR, run=build_run(rows), by=["model", "subcategory"])
    assert [cell.key for cell in found.by] == [("a", "HNQ"), ("a", "x")]
    assert {field: [cell.key for cell in cells] for field, cells in found.by_field.items()} == {
        "model": [("a",)],
        "category": [("HNQ",)],
    }
    assert found.as_json()["by_field"]["model"][0]["n"] == 5
    assert found.by[0].figures.full.observed.value == Fraction(2, 3)
    json = found.by[1].as_json()
    assert (json["key"], json["n"], json["kappa"]) == (["a", "x"], 2, {"value": 1.0, "n": 2})
    assert json["two_class"]["kappa"]["undefined"] == "only one class used: expected agreement is 1"


def test_what_makes_no_sense_is_refused() -> None:
    run, said = build_run([{"item_id": "1"}]), {"c1": _said("A"), "c2": _said("A")}
    without = measure_agreement(build_codings(said), codebook=FOUR, run=run)
    assert (without.by, len(without.by_field["model"])) == ((), 1)
    with pytest.raises(Usage, match="needs the run"):
        measure_agreement(build_codings(said), codebook=FOUR, by=["model"])
    with pytest.raises(Usage, match="blind_id"):
        measure_agreement(build_codings(said, key="blind_id"), codebook=FOUR, run=run, by=["model"])
    with pytest.raises(BadInput, match="first a/2"):
        measure_agreement(build_codings({"c1": _said("A A")}), codebook=FOUR, run=run, by=["model"])
    with pytest.raises(BadInput, match="MAYBE"):
        measure_agreement(build_codings({"c1": _said("MAYBE")}), codebook=FOUR)


def test_nothing_coded_is_undefined_in_each_function() -> None:
    nothing = UnitCounts(patterns=())
    table = [[0, 0], [0, 0]]
    found = [krippendorff_alpha(nothing), fleiss_pi(nothing), cohen_kappa(table), observed_agreement(table)]
    assert {one.undefined for one in found} == {"no unit coded twice"}
    assert [one.undefined for one in specific_agreement(nothing, 2)] == ["class never used"] * 2
    empty = measure_ratings(np.zeros((0, 0), dtype="int16"), ("A",), q=2, empty="nobody")
    assert (empty.n, empty.kappa.undefined) == (0, "nobody")


def test_counts_beyond_32_bits_stay_exact() -> None:
    table = [[cell * 10**6 for cell in row] for row in ([88, 14, 18], [10, 40, 10], [2, 6, 12])]
    assert cohen_kappa(table).value == Fraction(29, 59)
