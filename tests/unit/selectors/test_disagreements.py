"""The adjudicator's desk: units that wait, the codings as A and B, decisions; nobody is named."""

from __future__ import annotations

import dataclasses
import json

import pytest

from annotate.errors import NotFound, WrongPhase
from annotate.models import Role, UnitToResolve
from annotate.selectors.codings import list_unit_codings
from annotate.selectors.disagreements import ResolutionDesk, get_resolution_desk
from annotate.services.create_account import create_account
from annotate.services.decide_unit import DecisionRequest, decide_unit, record_first_judgement
from annotate.services.lock_study import lock_study
from annotate.services.submit_coding import CodingRequest, submit_coding
from tests.states import NOW, State, code_units, make_study

pytestmark = pytest.mark.django_db


def desk(state: State, blind_id: str | None = None, filter: str = "") -> ResolutionDesk:
    return get_resolution_desk(account=state.lead, slug=state.study.slug, blind_id=blind_id, filter=filter)


def list_due(state: State) -> list[str]:
    return list(UnitToResolve.objects.filter(study_hex=state.study.hex).values_list("blind_id", flat=True))


def decide(state: State, blind_id: str, **options: object) -> None:
    request = DecisionRequest(
        **{"blind_id": blind_id, "label": "HEDGE", "rationale": "Rule 2.1.", "version": 0, **options}
    )
    decide_unit(actor=state.lead, study=state.study, request=request, now=NOW)


@pytest.fixture
def state() -> State:
    return make_study("locked")


def test_the_next_unit_that_waits(state: State) -> None:
    due = list_due(state)
    page = desk(state)
    assert page.unit is not None
    assert (page.unit.blind_id, page.done, page.total, page.previous) == (due[0], 0, len(due), None)
    assert (page.decision, page.first_judgement, page.is_open) == (None, "", True)
    decide(state, due[0])
    second = desk(state)
    assert second.unit is not None
    assert (second.unit.blind_id, second.done, second.previous) == (due[1], 1, due[0])


def test_a_named_unit_with_its_decision(state: State) -> None:
    due = list_due(state)
    record_first_judgement(actor=state.lead, study=state.study, blind_id=due[0], label="ABSTAIN", now=NOW)
    decide(state, due[0], tool="A model", asked="Which?", answered="HEDGE")
    page = desk(state, due[0])
    assert page.decision is not None
    assert (page.decision.label, page.decision.label_name, page.decision.version) == ("HEDGE", "Hedge", 1)
    assert (page.decision.tool, page.decision.asked, page.decision.answered) == ("A model", "Which?", "HEDGE")
    assert (page.first_judgement, page.tools) == ("ABSTAIN", ("A model",))
    with pytest.raises(NotFound):
        desk(state, "AAAAAAAAAA")


def test_another_lead_does_not_see_a_first_judgement(state: State) -> None:
    due = list_due(state)
    record_first_judgement(actor=state.lead, study=state.study, blind_id=due[0], label="ABSTAIN", now=NOW)
    second = create_account(actor=state.lead, username="lead-2", role=Role.LEAD)
    page = get_resolution_desk(account=second, slug=state.study.slug, blind_id=due[0])
    assert page.first_judgement == ""


def test_when_all_is_resolved() -> None:
    page = desk(make_study("resolved"))
    assert (page.unit, page.row, page.sides, page.decision) == (None, None, (), None)
    assert page.done == page.total
    assert page.previous == page.rows[-1].blind_id


def test_sides_are_letters_in_the_order_drawn_at_locking(state: State) -> None:
    said = {(u.blind_id, c.coder): c.label for u in list_unit_codings(state.study) for c in u.codings}
    for unit in UnitToResolve.objects.all():
        sides = desk(state, unit.blind_id).sides
        assert [side.letter for side in sides] == ["A", "B"]
        assert [side.label for side in sides] == [said[unit.blind_id, coder] for coder in unit.sides]


def test_nobody_is_named_on_the_desk(state: State) -> None:
    text = json.dumps([dataclasses.asdict(desk(state, blind_id)) for blind_id in list_due(state)])
    pseudonyms = [state.membership(number).pseudonym for number in (0, 1)]
    assert not any(name in text for name in (*pseudonyms, "coder-a", "coder-b", "2030-01", "north-1", "r00"))


@pytest.fixture
def mixed() -> State:
    """Disagreements of two kinds, some flagged, some with a note."""
    state = make_study("coding")
    for number, coder in enumerate(state.coders):
        for place, blind_id in enumerate(sorted(state.open_units(number))):
            label = "ABSTAIN" if number == 0 else ["HEDGE", "CANNOT_CODE", "ABSTAIN"][place % 3]
            request = CodingRequest(
                blind_id=blind_id,
                label=label,
                version=0,
                client_key=blind_id,
                uncertain=place < 3,
                note="so" if place == 0 else "",
                reason="two_answers" if label == "CANNOT_CODE" else "",
            )
            submit_coding(actor=coder, slug=state.study.slug, request=request, now=NOW)
    lock_study(actor=state.lead, study=state.study, now=NOW)
    return state


def test_filters_count_what_waits(mixed: State) -> None:
    page = desk(mixed, filter="flagged")
    assert [(f.code, f.name, f.count, f.chosen) for f in page.filters] == [
        ("", "All", 12, False),
        ("pair:ABSTAIN+HEDGE", "Abstain × Hedge", 6, False),
        ("pair:ABSTAIN+CANNOT_CODE", "Abstain × Cannot be coded", 6, False),
        ("flagged", "Flagged", 2, True),
        ("noted", "With notes", 1, False),
    ]
    assert [len(desk(mixed, filter=f.code).rows) for f in page.filters] == [12, 6, 6, 2, 1]
    decide(mixed, page.rows[0].blind_id)
    assert {f.name: f.count for f in desk(mixed).filters} == {
        "All": 11, "Abstain × Hedge": 5, "Abstain × Cannot be coded": 6, "Flagged": 1, "With notes": 0,
    }  # fmt: skip


def test_a_filter_leads_to_the_next_unit_under_it(mixed: State) -> None:
    wanted = "pair:ABSTAIN+CANNOT_CODE"
    page = desk(mixed, filter=wanted)
    assert page.row is not None
    assert (page.row.pair, page.row.cause, page.row.decided) == ("Abstain × Cannot be coded", "disagreement", False)
    assert {side.reason for side in page.sides} == {"", "Gives two answers"}
    for row in page.rows:
        decide(mixed, row.blind_id)
    done = desk(mixed, filter=wanted)
    assert (done.unit, done.done, done.total) == (None, 6, 12)
    assert desk(mixed, filter="unheard of").rows == desk(mixed).rows


def test_a_named_unit_outside_the_filter_is_still_shown(mixed: State) -> None:
    outside = next(row.blind_id for row in desk(mixed).rows if not row.flagged)
    page = desk(mixed, outside, "flagged")
    assert page.row is not None
    assert page.row.blind_id == outside
    assert page.previous == page.rows[-1].blind_id


def test_units_without_a_coding_and_units_left_out() -> None:
    state = make_study("coding")
    code_units(state, share=0.2)
    lock_study(actor=state.lead, study=state.study, now=NOW, give_up_reason="They left.")
    empty = next(row for row in desk(state).rows if row.pair == "no coding")
    assert (empty.cause, desk(state, empty.blind_id).sides) == ("too_few", ())
    assert any(f.name == "No coding" for f in desk(state).filters)
    decide(state, empty.blind_id, label="", leave_out=True)
    decision = desk(state, empty.blind_id).decision
    assert decision is not None
    assert decision.label_name == "Left out"


@pytest.mark.parametrize("phase", ["draft", "sealed", "coding"])
def test_nothing_before_locking(phase: str) -> None:
    with pytest.raises(WrongPhase, match="from phase locked on"):
        desk(make_study(phase))


def test_after_publication_it_is_closed() -> None:
    assert desk(make_study("published")).is_open is False


def test_only_leads_have_a_desk(state: State) -> None:
    for account in (*state.coders, state.analyst, state.people.administrator):
        with pytest.raises(NotFound):
            get_resolution_desk(account=account, slug=state.study.slug)
