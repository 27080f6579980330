"""Putting a unit off, and the record of its first showing."""

from __future__ import annotations

import pytest

from annotate.errors import NotFound
from annotate.models import Assignment
from annotate.services.put_off_unit import put_off_unit
from annotate.services.show_unit import show_unit
from tests.states import NOW, State, list_events, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def state() -> State:
    return make_study("coding")


def put_off(state: State, blind_id: str, *, number: int = 0) -> None:
    put_off_unit(actor=state.coders[number], slug=state.study.slug, blind_id=blind_id)


def show(state: State, blind_id: str) -> None:
    show_unit(actor=state.coders[0], slug=state.study.slug, blind_id=blind_id, now=NOW)


def list_queue(state: State, *, number: int = 0) -> list[str]:
    own = Assignment.objects.filter(membership=state.membership(number)).order_by("put_off", "position")
    return list(own.values_list("unit__blind_id", flat=True))


def test_units_put_off_come_last_in_the_order_of_putting_off(state: State) -> None:
    before = list_queue(state)
    put_off(state, before[3])
    put_off(state, before[0])
    assert list_queue(state) == [b for b in before if b not in (before[3], before[0])] + [before[3], before[0]]
    put_off(state, before[3])
    assert list_queue(state)[-2:] == [before[0], before[3]]


def test_nobody_else_s_queue_moves(state: State) -> None:
    before = list_queue(state, number=1)
    put_off(state, before[0], number=0)
    assert list_queue(state, number=1) == before


@pytest.mark.parametrize("blind_id", ["AAAAAAAAAA", ""])
def test_what_is_not_assigned_is_not_there(state: State, blind_id: str) -> None:
    with pytest.raises(NotFound):
        put_off(state, blind_id)


def test_the_first_showing_is_an_event_once(state: State) -> None:
    blind_id = list_queue(state)[0]
    show(state, blind_id)
    show(state, blind_id)
    shown = [facts for type_, facts in list_events(state) if type_ == "unit.first_shown"]
    assert shown == [{"blind_id": blind_id, "coder": state.membership(0).pseudonym, "date": "2030-01-15"}]
    assert Assignment.objects.filter(shown=True).count() == 1


def test_looking_at_it_after_locking_is_no_event() -> None:
    state = make_study("locked")
    before = list_events(state)
    show(state, list_queue(state)[0])
    assert list_events(state) == before


def test_a_stranger_s_look_at_a_unit_is_refused(state: State) -> None:
    before = list_events(state)
    show(state, "AAAAAAAAAA")
    with pytest.raises(NotFound):
        show_unit(actor=state.analyst, slug=state.study.slug, blind_id=list_queue(state)[0], now=NOW)
    assert list_events(state) == before
