"""A coder's label: accepted once, corrected, cleared, refused; never doubled, never overwritten."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotate.errors import Conflict, NotFound, Refused, WrongPhase
from annotate.models import AcceptedRequest, Assignment, Coding
from annotate.services.lock_study import lock_study
from annotate.services.submit_coding import AcceptedCoding, CodingRequest, submit_coding
from tests.states import NOW, State, list_events, make_people, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def state() -> State:
    return make_study("coding")


@pytest.fixture
def request_(state: State) -> CodingRequest:
    return CodingRequest(blind_id=state.open_units(0)[0], label="HEDGE", version=0, client_key="first")


def submit(state: State, request: CodingRequest, *, number: int = 0) -> AcceptedCoding:
    return submit_coding(actor=state.coders[number], slug=state.study.slug, request=request, now=NOW)


def list_coding_events(state: State) -> list[tuple[str, dict[str, object]]]:
    return [(type_, facts) for type_, facts in list_events(state) if type_.startswith("coding.")]


def test_a_label_is_stored_with_all_that_was_said(state: State, request_: CodingRequest) -> None:
    sent = replace(request_, uncertain=True, note="one\r\ntwo\rthree", milliseconds=4_250)
    accepted = submit(state, sent)
    assert (accepted.blind_id, accepted.label, accepted.version) == (sent.blind_id, "HEDGE", 1)
    coding = Coding.objects.get()
    assert (coding.label, coding.uncertain, coding.note, coding.reason) == ("HEDGE", True, "one\ntwo\nthree", "")
    assert (coding.seconds, coding.version, coding.coded_at, coding.coded_on) == (4.25, 1, NOW, NOW.date())
    assert coding.codebook_version == state.study.codebook_version
    assert Assignment.objects.get(current=coding).unit.blind_id == sent.blind_id
    assert list_coding_events(state) == [
        (
            "coding.submitted",
            {
                "blind_id": sent.blind_id,
                "coder": state.membership(0).pseudonym,
                "label": "HEDGE",
                "uncertain": True,
                "version": 1,
                "codebook_version": state.study.codebook_version,
                "date": "2030-01-15",
            },
        )
    ]


def test_the_receipt_is_the_digest_of_the_public_payload(state: State, request_: CodingRequest) -> None:
    import hashlib
    import json

    from annotate.models import Event, EventPayload

    accepted = submit(state, request_)
    event = Event.objects.order_by("-seq")[0]
    payload = EventPayload.objects.get(study=event.study, seq=event.seq, kind="pub")
    recomputed = hashlib.sha256(b"\x01" + bytes(payload.salt) + bytes(payload.bytes)).hexdigest()
    assert accepted.receipt == recomputed == json.loads(bytes(event.header))["pub"]


def test_the_same_request_again_is_answered_again_and_changes_nothing(state: State, request_: CodingRequest) -> None:
    first = submit(state, request_)
    assert submit(state, request_) == first
    assert submit(state, replace(request_, milliseconds=99)) == first, "the time on the page is no content"
    assert (Coding.objects.count(), len(list_coding_events(state)), AcceptedRequest.objects.count()) == (1, 1, 1)


def test_the_same_request_is_answered_even_when_the_unit_was_corrected_or_the_study_locked(
    state: State, request_: CodingRequest
) -> None:
    first = submit(state, request_)
    submit(state, replace(request_, label="ABSTAIN", version=1, client_key="second"))
    assert submit(state, request_) == first
    lock_study(actor=state.lead, study=state.study, now=NOW, give_up_reason="They left.")
    assert submit(state, request_) == first
    assert Coding.objects.count() == 2


@pytest.mark.parametrize(
    "change",
    [
        {"label": "ABSTAIN"},
        {"uncertain": True},
        {"note": "x"},
        {"version": 1},
        {"label": "CANNOT_CODE", "reason": "unreadable"},
    ],
)
def test_a_key_stands_for_one_content(state: State, request_: CodingRequest, change: dict[str, object]) -> None:
    submit(state, request_)
    with pytest.raises(Refused, match="another decision") as caught:
        submit(state, replace(request_, **change))
    assert caught.value.status == 422
    assert Coding.objects.count() == 1


def test_two_coders_may_use_the_same_key(state: State, request_: CodingRequest) -> None:
    submit(state, request_)
    submit(state, replace(request_, label="ABSTAIN"), number=1)
    assert sorted(Coding.objects.values_list("label", flat=True)) == ["ABSTAIN", "HEDGE"]


def test_a_stale_version_is_a_conflict_with_both_labels(state: State, request_: CodingRequest) -> None:
    submit(state, request_)
    with pytest.raises(Conflict, match="nothing was overwritten") as caught:
        submit(state, replace(request_, label="ABSTAIN", client_key="other tab"))
    assert (caught.value.yours, caught.value.stored, caught.value.status) == ("ABSTAIN", "HEDGE", 409)
    with pytest.raises(Conflict) as ahead:
        submit(state, replace(request_, blind_id=state.open_units(0)[0], version=3, client_key="ahead"))
    assert ahead.value.stored == ""
    assert list(Coding.objects.values_list("label", flat=True)) == ["HEDGE"]


def test_a_correction_is_a_second_event_and_one_current_coding(state: State, request_: CodingRequest) -> None:
    submit(state, request_)
    submit(state, replace(request_, label="ABSTAIN", version=1, client_key="second"))
    assert [type_ for type_, _ in list_coding_events(state)] == ["coding.submitted", "coding.corrected"]
    assert list(Coding.objects.order_by("version").values_list("version", "label")) == [(1, "HEDGE"), (2, "ABSTAIN")]
    assignment = Assignment.objects.get(unit__blind_id=request_.blind_id, membership=state.membership(0))
    assert assignment.current is not None
    assert assignment.current.label == "ABSTAIN"


def test_a_label_is_cleared_and_given_again(state: State, request_: CodingRequest) -> None:
    submit(state, request_)
    cleared = submit(state, replace(request_, label="", version=1, client_key="second"))
    assert (cleared.label, cleared.version) == ("", 2)
    submit(state, replace(request_, label="ABSTAIN", version=2, client_key="third"))
    assert [type_ for type_, _ in list_coding_events(state)] == [
        "coding.submitted",
        "coding.cleared",
        "coding.corrected",
    ]


def test_a_fresh_unit_has_nothing_to_clear(state: State, request_: CodingRequest) -> None:
    with pytest.raises(Refused, match="no label to clear"):
        submit(state, replace(request_, label=""))


def test_cannot_be_coded_has_a_listed_reason(state: State, request_: CodingRequest) -> None:
    submit(state, replace(request_, label="CANNOT_CODE", reason="context_missing"))
    coding = Coding.objects.get()
    assert (coding.label, coding.reason) == ("CANNOT_CODE", "context_missing")


@pytest.mark.parametrize(
    "label, reason", [("CANNOT_CODE", ""), ("CANNOT_CODE", "tired"), ("HEDGE", "unreadable"), ("HEDGE", "tired")]
)
def test_reasons_belong_to_cannot_be_coded_alone(
    state: State, request_: CodingRequest, label: str, reason: str
) -> None:
    with pytest.raises(Refused, match="needs one of the listed reasons"):
        submit(state, replace(request_, label=label, reason=reason))


@pytest.mark.parametrize(
    "change, message",
    [
        ({"label": "MAYBE"}, "'MAYBE' is no label of this study; its labels are ABSTAIN, HEDGE"),
        ({"label": "hedge"}, "is no label"),
        ({"client_key": ""}, "a key of 1 to 64"),
        ({"client_key": "x" * 65}, "a key of 1 to 64"),
        ({"client_key": "ключ"}, "a key of 1 to 64"),
        ({"client_key": "a\0b"}, "a key of 1 to 64"),
        ({"note": "a\0b"}, "a character in a note"),
        ({"note": "\udc00"}, "a character in a note"),
        ({"note": "x" * 10_001}, "at most 10000 characters"),
        ({"milliseconds": -1}, "milliseconds from 0"),
        ({"milliseconds": 10**12}, "milliseconds from 0"),
    ],
)
def test_what_cannot_be_taken(state: State, request_: CodingRequest, change: dict[str, object], message: str) -> None:
    before = list_events(state)
    with pytest.raises(Refused, match=message):
        submit(state, replace(request_, **change))
    assert (Coding.objects.count(), list_events(state)) == (0, before)


@pytest.mark.parametrize("label", ["ABSTAIN", "HEDGE", "CONFIDENT_CORRECT", "CONFIDENT_WRONG"])
def test_every_label_of_the_codebook_is_taken_on_every_unit(state: State, label: str) -> None:
    """Also one that can't occur in the unit's category: refusing it would tell the category."""
    for blind_id in state.open_units(0):
        state.code(0, blind_id, label)
    assert Coding.objects.filter(label=label).count() == 18


def test_what_is_not_the_coder_s_is_not_there(state: State, request_: CodingRequest) -> None:
    stranger = make_people(coders=3).coders[2]
    other = make_study("coding", name="Another", run=state.run, people=state.people)
    foreign = other.open_units(0)[0]
    messages = set()
    for actor, slug, blind_id in [
        (stranger, state.study.slug, request_.blind_id),
        (state.lead, state.study.slug, request_.blind_id),
        (state.coders[0], state.study.slug, foreign),
        (state.coders[0], state.study.slug, "AAAAAAAAAA"),
        (state.coders[0], "none", request_.blind_id),
    ]:
        with pytest.raises(NotFound) as caught:
            submit_coding(actor=actor, slug=slug, request=replace(request_, blind_id=blind_id), now=NOW)
        messages.add(caught.value.message)
    assert messages == {"There is nothing here, or it is not yours."}
    assert not Coding.objects.exists()


def test_nothing_changes_after_locking(state: State, request_: CodingRequest) -> None:
    submit(state, request_)
    lock_study(actor=state.lead, study=state.study, now=NOW, give_up_reason="They left.")
    with pytest.raises(WrongPhase, match="this one is in phase locked"):
        submit(state, replace(request_, label="ABSTAIN", version=1, client_key="late"))
    assert Coding.objects.get().label == "HEDGE"
