"""Whatever the counts of the questions: where a gap is possible at all, the order keeps it."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from annotate.blinding.order import OrderedUnit, build_order


@st.composite
def arrangements(draw: st.DrawFn) -> tuple[list[OrderedUnit], int]:
    """Units with questions of any counts, and a gap that these counts allow."""
    counts = draw(st.lists(st.integers(1, 6), min_size=1, max_size=30))
    most, total = max(counts), sum(counts)
    largest = total if most == 1 else (total - counts.count(most)) // (most - 1) - 1
    units = [
        OrderedUnit(blind_id=f"{question}.{n}", question=str(question))
        for question, count in enumerate(counts)
        for n in range(count)
    ]
    return units, draw(st.integers(0, max(0, min(largest, 12))))


@given(arrangements(), st.binary(min_size=4, max_size=4))
def test_a_possible_gap_is_kept(arranged: tuple[list[OrderedUnit], int], secret: bytes) -> None:
    units, gap = arranged
    order = build_order(secret, "C-AAAAA", units, gap=gap)
    questions = {unit.blind_id: unit.question for unit in units}
    assert Counter(order) == Counter(questions.keys())
    for place, blind_id in enumerate(order):
        after = [questions[other] for other in order[place + 1 : place + 1 + gap]]
        assert questions[blind_id] not in after


@given(st.lists(st.sampled_from("abc"), max_size=25), st.integers(0, 5), st.binary(min_size=4, max_size=4))
def test_every_unit_comes_once_even_where_the_gap_is_impossible(questions: list[str], gap: int, secret: bytes) -> None:
    units = [OrderedUnit(blind_id=str(n), question=question) for n, question in enumerate(questions)]
    assert sorted(build_order(secret, "C-AAAAA", units, gap=gap)) == sorted(unit.blind_id for unit in units)
