"""Each coder's own order, the distance between equal questions, and the sides of an adjudication."""

from __future__ import annotations

import itertools
import random

import pytest

from annotate.blinding.order import GAP, OrderedUnit, build_order, build_sides

SECRET = bytes(range(32))


def build_units(counts: list[int]) -> list[OrderedUnit]:
    """Units of as many questions as there are counts, each question as often as its count says."""
    return [
        OrderedUnit(blind_id=f"Q{question:03}X{n:04}", question=f"question {question}")
        for question, count in enumerate(counts)
        for n in range(count)
    ]


def measure_gaps(order: list[str], units: list[OrderedUnit]) -> dict[str, int]:
    """For each question that comes twice, the smallest number of units between two of its units."""
    questions = {unit.blind_id: unit.question for unit in units}
    last: dict[str, int] = {}
    gaps: dict[str, int] = {}
    for place, blind_id in enumerate(order):
        question = questions[blind_id]
        if question in last:
            gaps[question] = min(gaps.get(question, len(order)), place - last[question] - 1)
        last[question] = place
    return gaps


def measure_gap(order: list[str], units: list[OrderedUnit]) -> int:
    """The smallest number of units between two with the same question."""
    return min(measure_gaps(order, units).values())


@pytest.mark.parametrize("pseudonym", ["C-AAAAA", "C-ABCDE", "C-77777"])
def test_ten_units_lie_between_two_with_the_same_question(pseudonym: str) -> None:
    units = build_units([14] * 40)  # 40 items put to 14 models
    order = build_order(SECRET, pseudonym, units)
    assert sorted(order) == sorted(unit.blind_id for unit in units)
    assert measure_gap(order, units) >= GAP


def test_a_thousand_orders_keep_the_gap() -> None:
    units = build_units([5] * 12)
    orders = [build_order(SECRET, f"C-{n:05}", units) for n in range(1_000)]
    assert min(measure_gap(order, units) for order in orders) >= GAP
    assert len({tuple(order) for order in orders}) == 1_000


def test_the_order_is_the_same_whatever_the_order_of_the_input() -> None:
    units = build_units([3] * 20)
    shuffled = random.Random(1).sample(units, len(units))
    assert build_order(SECRET, "C-AAAAA", shuffled) == build_order(SECRET, "C-AAAAA", units)


def test_orders_of_two_coders_and_two_secrets_differ() -> None:
    units = build_units([1] * 30)
    orders = [
        build_order(secret, pseudonym, units)
        for secret, pseudonym in itertools.product((SECRET, bytes(32)), ("C-AAAAA", "C-BBBBB"))
    ]
    assert len({tuple(order) for order in orders}) == 4


def test_too_frequent_a_question_is_spread_as_far_as_counts_allow() -> None:
    units = build_units([4, 1, 1, 1])  # three others between four of one question: one between each two
    assert measure_gap(build_order(SECRET, "C-AAAAA", units), units) == 1
    assert measure_gap(build_order(SECRET, "C-AAAAA", build_units([5])), build_units([5])) == 0


@pytest.mark.parametrize("n", range(20))
def test_one_frequent_question_takes_no_gap_from_the_others(n: int) -> None:
    units = build_units([30] + [5] * 14)
    gaps = measure_gaps(build_order(SECRET, f"C-{n:05}", units), units)
    assert gaps.pop("question 0") == 2  # 30 of 100 places
    assert min(gaps.values()) >= GAP


def test_no_units_no_order() -> None:
    assert build_order(SECRET, "C-AAAAA", []) == []


def test_sides_change_from_unit_to_unit_and_favour_nobody() -> None:
    pseudonyms = ["C-AAAAA", "C-BBBBB"]
    first = [build_sides(SECRET, f"U{n:09}", pseudonyms)[0] for n in range(1_000)]
    assert 430 < first.count("C-AAAAA") < 570
    assert build_sides(SECRET, "U000000000", pseudonyms) == build_sides(SECRET, "U000000000", pseudonyms[::-1])


def test_sides_are_not_the_order_of_coding() -> None:
    """The same secret, coder and unit give unrelated draws for two purposes."""
    units = build_units([1] * 200)
    place = {blind_id: n for n, blind_id in enumerate(build_order(SECRET, "C-AAAAA", units, gap=0))}
    early = [build_sides(SECRET, blind_id, ["C-AAAAA", "C-BBBBB"])[0] == "C-AAAAA" for blind_id in place]
    assert 30 < sum(early[:100]) < 70
