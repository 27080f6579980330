"""Locking: open assignments, what must be resolved and why, the order of the sides."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from annotate.errors import Incomplete, NotFound, Refused
from annotate.models import Assignment, Deviation, UnitFacts, UnitToResolve
from annotate.selectors.designs import get_design
from annotate.services.lock_study import Locked, lock_study
from annotate.services.submit_coding import CodingRequest, submit_coding
from tests.states import NOW, State, code_units, list_events, make_study

pytestmark = pytest.mark.django_db


def lock(state: State, reason: str = "") -> Locked:
    return lock_study(actor=state.lead, study=state.study, now=NOW, give_up_reason=reason, entropy=state.entropy)


def list_causes(state: State) -> Counter[str]:
    return Counter(UnitToResolve.objects.filter(study_hex=state.study.hex).values_list("cause", flat=True))


def test_a_fully_coded_study_is_locked_with_its_disagreements() -> None:
    state = make_study("coded")
    done = lock(state)
    assert (done.planned, done.coded, done.given_up) == (36, 36, 0)
    assert done.to_resolve == dict(list_causes(state)) == {"disagreement": done.to_resolve["disagreement"]}
    assert done.to_resolve["disagreement"] > 0
    type_, facts = list_events(state)[-1]
    assert (type_, facts["planned"], facts["coded"], facts["given_up"]) == ("study.locked", 36, 36, 0)
    assert state.study.phase == "locked"


def test_open_assignments_are_named_by_coder_and_nothing_is_locked() -> None:
    state = make_study("half coded")
    a, b = state.membership(0).pseudonym, state.membership(1).pseudonym
    first, second = sorted([a, b])
    with pytest.raises(Incomplete, match=rf"18 assignments are not coded \({first}: 9, {second}: 9\)") as caught:
        lock(state)
    assert caught.value.exit_code == 1
    assert state.study.phase == "coding"
    assert not Assignment.objects.filter(given_up=True).exists()


def test_open_assignments_are_given_up_with_a_reason() -> None:
    state = make_study("half coded")
    blind_id = Assignment.objects.filter(current__isnull=False)[0].unit.blind_id
    own = Assignment.objects.get(membership=state.membership(0), unit__blind_id=blind_id).current
    if own is not None:
        state.code(0, blind_id, "", version=1)
    done = lock(state, " They\r\nleft. ")
    assert (done.planned, done.coded + done.given_up) == (36, 36)
    given_up = [facts for type_, facts in list_events(state) if type_ == "assignment.given_up"]
    assert len(given_up) == done.given_up == Assignment.objects.filter(given_up=True).count()
    assert {facts["reason"] for facts in given_up} == {"They\nleft."}
    deviation = Deviation.objects.get(code="assignments_given_up")
    assert deviation.text == f"{done.given_up} assignments were given up: They\nleft."
    assert done.to_resolve["too_few"] > 0


def test_a_study_without_any_coding_is_not_locked() -> None:
    state = make_study("coding")
    with pytest.raises(Refused, match="no coding yet"):
        lock(state, "They left.")
    assert not Assignment.objects.filter(given_up=True).exists()


def test_a_study_without_coders_has_nothing_to_lock() -> None:
    state = make_study("coding", coders=0)
    with pytest.raises(Refused, match="no coding yet"):
        lock(state)


def test_a_label_impossible_in_the_category_goes_to_the_lead_though_all_chose_it() -> None:
    state = make_study("coded", choose=lambda number, shown: "CONFIDENT_CORRECT")
    impossible = {unit.blind_id for unit in UnitFacts.objects.all() if "CONFIDENT_CORRECT" in unit.impossible}
    assert lock(state).to_resolve == {"impossible": 9}
    assert set(UnitToResolve.objects.values_list("blind_id", flat=True)) == impossible


def test_a_majority_decides_only_where_the_plan_says_so() -> None:
    vote = lambda number, shown: ["HEDGE", "HEDGE", "ABSTAIN"][number]  # noqa: E731
    plain = make_study("coded", coders=3, choose=vote)
    assert lock(plain).to_resolve == {"disagreement": 18}
    ruled = make_study(
        "coded",
        name="Ruled",
        run=plain.run,
        people=plain.people,
        choose=vote,
        settings={"analysis": {"majority": True}},
    )
    assert lock(ruled).to_resolve == {}
    split = make_study(
        "coded",
        name="Split",
        run=plain.run,
        people=plain.people,
        choose=lambda number, shown: ["HEDGE", "CONFIDENT_WRONG", "ABSTAIN"][number],
        settings={"analysis": {"majority": True}},
    )
    assert lock(split).to_resolve == {"disagreement": 18}
    wrong = make_study(
        "coded",
        name="Impossible",
        run=plain.run,
        people=plain.people,
        choose=lambda number, shown: ["CONFIDENT_CORRECT", "CONFIDENT_CORRECT", "ABSTAIN"][number],
        settings={"analysis": {"majority": True}},
    )
    assert lock(wrong).to_resolve == {"impossible": 9}


def test_flags_notes_and_reasons_are_no_disagreement() -> None:
    state = make_study("coding")
    for number, coder in enumerate(state.coders):
        for blind_id in state.open_units(number):
            request = CodingRequest(
                blind_id=blind_id,
                label="CANNOT_CODE",
                version=0,
                client_key=blind_id,
                uncertain=bool(number),
                note="x" * number,
                reason=["unreadable", "two_answers"][number],
            )
            submit_coding(actor=coder, slug=state.study.slug, request=request, now=NOW)
    assert lock(state).to_resolve == {}


def test_a_share_of_the_agreed_units_is_audited_by_the_seed() -> None:
    agree = lambda number, shown: "ABSTAIN"  # noqa: E731
    state = make_study("coded", choose=agree, settings={"audit_share": "0.20"})
    assert lock(state).to_resolve == {"audit": 4}  # 20% of 18, rounded up
    seed = get_design(state.study).seed
    every = state.study.units.values_list("blind_id", flat=True)
    drawn = sorted(every, key=lambda blind_id: hashlib.sha256(f"{seed}|audit|{blind_id}".encode()).hexdigest())[:4]
    assert set(UnitToResolve.objects.values_list("blind_id", flat=True)) == set(drawn)


def test_sides_list_the_coders_of_each_unit_in_changing_order() -> None:
    state = make_study("coded", choose=lambda number, shown: ["ABSTAIN", "HEDGE"][number])
    lock(state)
    pseudonyms = {state.membership(0).pseudonym, state.membership(1).pseudonym}
    units = list(UnitToResolve.objects.order_by("position"))
    assert all(set(unit.sides) == pseudonyms for unit in units)
    assert len({tuple(unit.sides) for unit in units}) == 2
    assert [unit.position for unit in units] == list(range(1, 19))
    assert [unit.blind_id for unit in units] == sorted(unit.blind_id for unit in units)


def test_only_a_lead_locks() -> None:
    state = make_study("coded")
    for account in (state.coders[0], state.analyst, state.people.administrator):
        with pytest.raises(NotFound):
            lock_study(actor=account, study=state.study, now=NOW)
    code_units(state)
    lock(state)
