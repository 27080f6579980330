"""Adjudication: first judgements, decisions, decision support, own units, two leads at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotate.errors import Conflict, NotFound, Refused
from annotate.models import Account, Decision, Deviation, Membership, Part, Role, UnitToResolve
from annotate.services.create_account import create_account
from annotate.services.decide_unit import DecisionRequest, decide_unit, record_first_judgement
from annotate.services.lock_study import lock_study
from tests.states import NOW, State, list_events, make_people, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def state() -> State:
    return make_study("locked")


@pytest.fixture
def request_(state: State) -> DecisionRequest:
    unit = UnitToResolve.objects.filter(study_hex=state.study.hex)[0]
    return DecisionRequest(blind_id=unit.blind_id, label="HEDGE", rationale="Rule 2.1 decides.", version=0)


def decide(state: State, request: DecisionRequest, *, actor: Account | None = None) -> Decision:
    return decide_unit(actor=actor or state.lead, study=state.study, request=request, now=NOW)


def judge(state: State, blind_id: str, label: str, *, actor: Account | None = None) -> None:
    record_first_judgement(actor=actor or state.lead, study=state.study, blind_id=blind_id, label=label, now=NOW)


def make_second_lead(state: State) -> Account:
    return create_account(actor=state.lead, username="lead-2", role=Role.LEAD)


def list_types(state: State) -> list[str]:
    return [type_ for type_, _ in list_events(state) if type_.startswith(("adjudication.", "role."))]


def test_a_decision_is_kept_with_its_rationale(state: State, request_: DecisionRequest) -> None:
    kept = decide(state, replace(request_, rationale="  Rule 2.1\r\ndecides. "))
    assert (kept.label, kept.rationale, kept.version, kept.first) == ("HEDGE", "Rule 2.1\ndecides.", 1, False)
    adjudicator = Membership.objects.get(account=state.lead, part=Part.ADJUDICATOR)
    assert kept.adjudicator == adjudicator.pseudonym
    assert list_types(state) == ["role.changed", "adjudication.first_judgement", "adjudication.decided"]
    assert list_events(state)[-1][1] == {
        "blind_id": kept.blind_id,
        "adjudicator": kept.adjudicator,
        "label": "HEDGE",
        "rationale": "Rule 2.1\ndecides.",
        "tool": "",
        "asked": "",
        "answered": "",
        "version": 1,
        "date": "2030-01-15",
    }


def test_a_further_decision_follows_and_both_are_kept(state: State, request_: DecisionRequest) -> None:
    decide(state, request_)
    decide(state, replace(request_, label="ABSTAIN", rationale="Read again.", version=1))
    kept = Decision.objects.filter(first=False).order_by("version")
    assert [(d.version, d.label) for d in kept] == [(1, "HEDGE"), (2, "ABSTAIN")]
    assert list_types(state)[-1] == "adjudication.changed"


def test_the_first_judgement_comes_once_and_first(state: State, request_: DecisionRequest) -> None:
    judge(state, request_.blind_id, "ABSTAIN")
    judge(state, request_.blind_id, "HEDGE")
    decide(state, request_)
    first = Decision.objects.get(first=True)
    assert (first.label, first.version) == ("ABSTAIN", 0)
    assert list_types(state).count("adjudication.first_judgement") == 1


def test_decision_support_needs_an_earlier_first_judgement(state: State, request_: DecisionRequest) -> None:
    supported = replace(request_, tool="A language model", asked="Which?", answered="HEDGE")
    with pytest.raises(Refused, match="first judgement before"):
        decide(state, supported)
    assert not Decision.objects.exists()
    judge(state, request_.blind_id, "ABSTAIN")
    kept = decide(state, supported)
    assert (kept.tool, kept.asked, kept.answered) == ("A language model", "Which?", "HEDGE")


def test_another_lead_s_first_judgement_does_not_count(state: State, request_: DecisionRequest) -> None:
    second = make_second_lead(state)
    judge(state, request_.blind_id, "ABSTAIN")
    supported = replace(request_, tool="A language model")
    with pytest.raises(Refused, match="first judgement before"):
        decide(state, supported, actor=second)
    judge(state, request_.blind_id, "HEDGE", actor=second)
    decide(state, supported, actor=second)
    assert sorted(Decision.objects.filter(first=True).values_list("label", flat=True)) == ["ABSTAIN", "HEDGE"]


@pytest.mark.parametrize(
    "change, message",
    [
        ({"rationale": " \n"}, "needs a rationale"),
        ({"rationale": "a\0"}, "a character in a rationale"),
        ({"rationale": "x" * 10_001}, "at most 10000"),
        ({"tool": "x" * 201}, "at most 200"),
        ({"asked": "What?"}, "Name the tool"),
        ({"answered": "That."}, "Name the tool"),
        ({"tool": " ", "asked": "What?"}, "Name the tool"),
        ({"label": "MAYBE"}, "Choose a final label"),
        ({"label": ""}, "Choose a final label"),
        ({"label": "", "leave_out": True}, "fewer than two codings"),
    ],
)
def test_what_cannot_be_taken(state: State, request_: DecisionRequest, change: dict[str, object], message: str) -> None:
    before = list_events(state)
    with pytest.raises(Refused, match=message):
        decide(state, replace(request_, **change))
    assert (Decision.objects.count(), list_events(state)) == (0, before)


def test_a_unit_that_cannot_be_coded_may_be_the_final_word(state: State, request_: DecisionRequest) -> None:
    assert decide(state, replace(request_, label="CANNOT_CODE")).label == "CANNOT_CODE"


def test_an_agreed_unit_needs_no_decision(state: State, request_: DecisionRequest) -> None:
    due = UnitToResolve.objects.values_list("blind_id", flat=True)
    agreed = state.study.units.exclude(blind_id__in=list(due))[0].blind_id
    for blind_id in (agreed, "AAAAAAAAAA"):
        with pytest.raises(NotFound, match="needs no decision"):
            decide(state, replace(request_, blind_id=blind_id))
        with pytest.raises(NotFound, match="needs no decision"):
            judge(state, blind_id, "HEDGE")


def test_an_audited_unit_is_decided_like_others() -> None:
    state = make_study("locked", choose=lambda number, shown: "ABSTAIN", settings={"audit_share": "1"})
    unit = UnitToResolve.objects.all()[0]
    assert unit.cause == "audit"
    decide(state, DecisionRequest(blind_id=unit.blind_id, label="HEDGE", rationale="2.1", version=0))


def test_a_unit_with_too_few_codings_may_be_left_out() -> None:
    state = make_study("half coded")
    lock_study(actor=state.lead, study=state.study, now=NOW, give_up_reason="They left.")
    unit = UnitToResolve.objects.filter(cause="too_few")[0]
    request = DecisionRequest(blind_id=unit.blind_id, label="HEDGE", rationale="One only.", version=0, leave_out=True)
    with pytest.raises(Refused, match="without a label"):
        decide(state, request)
    assert decide(state, replace(request, label="")).label == ""


def test_the_second_of_two_leads_sees_the_first_and_both_are_on_record(state: State, request_: DecisionRequest) -> None:
    second = make_second_lead(state)
    decide(state, request_)
    with pytest.raises(Conflict, match="in the meantime") as caught:
        decide(state, replace(request_, label="ABSTAIN"), actor=second)
    assert (caught.value.yours, caught.value.stored) == ("ABSTAIN", "HEDGE")
    assert Decision.objects.get(first=False).label == "HEDGE"
    attempts = [(facts["label"]) for type_, facts in list_events(state) if type_ == "adjudication.first_judgement"]
    assert attempts == ["HEDGE", "ABSTAIN"]
    with pytest.raises(Conflict) as ahead:
        decide(state, replace(request_, blind_id=UnitToResolve.objects.all()[1].blind_id, version=2))
    assert ahead.value.stored == ""


def make_coding_lead(*, allowed: bool) -> State:
    lead = make_people(coders=1).lead
    people = replace(make_people(coders=1), coders=(*make_people(coders=1).coders, lead))
    settings = {"facts": {"adjudicate_own": True}} if allowed else {}
    state = make_study("locked", people=people, settings=settings)
    assert Deviation.objects.filter(code="lead_codes").count() == 1
    return state


def test_a_coder_does_not_decide_own_units() -> None:
    state = make_coding_lead(allowed=False)
    unit = UnitToResolve.objects.all()[0]
    request = DecisionRequest(blind_id=unit.blind_id, label="HEDGE", rationale="2.1", version=0)
    with pytest.raises(Refused, match="You coded this item yourself"):
        decide(state, request)
    with pytest.raises(Refused, match="You coded this item yourself"):
        judge(state, unit.blind_id, "HEDGE")
    decide(state, request, actor=make_second_lead(state))


def test_where_the_plan_allows_it_own_units_are_one_deviation_each() -> None:
    state = make_coding_lead(allowed=True)
    unit = UnitToResolve.objects.all()[0]
    request = DecisionRequest(blind_id=unit.blind_id, label="HEDGE", rationale="2.1", version=0)
    judge(state, unit.blind_id, "HEDGE")
    decide(state, request)
    decide(state, replace(request, version=1))
    assert [d.text for d in Deviation.objects.filter(code="own_unit_adjudicated")] == [
        f"Unit {unit.blind_id} was decided by one of its coders."
    ]


def test_only_leads_adjudicate(state: State, request_: DecisionRequest) -> None:
    for account in (*state.coders, state.analyst, state.people.administrator):
        with pytest.raises(NotFound):
            decide(state, request_, actor=account)
        with pytest.raises(NotFound):
            judge(state, request_.blind_id, "HEDGE", actor=account)
