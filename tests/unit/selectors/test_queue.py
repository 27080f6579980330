"""What a coder sees: own units in the own order, own codings, own progress; nothing of others."""

from __future__ import annotations

import dataclasses
import json

import pytest

from annotate.errors import NotFound, WrongPhase
from annotate.models import Assignment, Study
from annotate.selectors.codebooks import get_coder_codebook, get_study_codebook
from annotate.selectors.queue import (
    BlindUnit,
    Desk,
    get_desk,
    get_label_codes,
    list_coder_studies,
    list_labels,
    list_own_codings,
)
from annotate.services.abandon_study import abandon_study
from annotate.services.lock_study import lock_study
from annotate.services.put_off_unit import put_off_unit
from annotate.services.submit_coding import CodingRequest, submit_coding
from scoring.results import Codebook, Label
from tests.states import NOW, State, make_people, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def state() -> State:
    return make_study("coding")


def desk(state: State, blind_id: str | None = None, *, number: int = 0) -> Desk:
    return get_desk(account=state.coders[number], slug=state.study.slug, blind_id=blind_id)


def test_the_first_page_is_the_first_unit_of_the_own_order(state: State) -> None:
    own = state.open_units(0)
    page = desk(state)
    assert page.unit is not None
    assert (page.unit.blind_id, page.position, page.previous, page.following) == (own[0], 1, None, own[1])
    assert (page.coding, page.undo, page.put_off, page.is_open) == (None, None, 0, True)
    assert (page.study.done, page.study.total) == (0, 18)
    shown = json.loads(Assignment.objects.get(membership=state.membership(0), position=1).unit.shown)
    assert (page.unit.question, page.unit.response, page.unit.context) == (shown["question"], shown["response"], None)


def test_a_coded_unit_gives_way_to_the_next(state: State) -> None:
    own = state.open_units(0)
    state.code(0, own[0], "HEDGE")
    page = desk(state)
    assert page.unit is not None
    assert (page.unit.blind_id, page.previous, page.undo, page.study.done) == (own[1], own[0], own[0], 1)
    back = desk(state, own[0])
    assert back.coding is not None
    assert (back.coding.label, back.coding.label_name, back.coding.version, back.undo) == ("HEDGE", "Hedge", 1, None)


def test_what_one_coder_does_moves_nothing_for_the_other(state: State) -> None:
    before = desk(state, number=1)
    for blind_id in state.open_units(0):
        state.code(0, blind_id, "HEDGE")
    assert desk(state, number=1) == before


def test_undo_leads_back_to_the_first_unit(state: State) -> None:
    own = state.open_units(0)
    for blind_id in own[:3]:
        state.code(0, blind_id, "HEDGE")
    seen = [desk(state).undo]
    while seen[-1] is not None:
        seen.append(desk(state, seen[-1]).undo)
    assert seen == [own[2], own[1], own[0], None]


def test_a_cleared_unit_is_open_again(state: State) -> None:
    own = state.open_units(0)
    state.code(0, own[0], "HEDGE")
    state.code(0, own[0], "", version=1)
    page = desk(state)
    assert page.unit is not None
    assert page.coding is not None
    assert (page.unit.blind_id, page.coding.label, page.coding.version, page.study.done) == (own[0], "", 2, 0)


def test_units_put_off_come_last_and_are_counted(state: State) -> None:
    own = state.open_units(0)
    put_off_unit(actor=state.coders[0], slug=state.study.slug, blind_id=own[0])
    page = desk(state)
    assert page.unit is not None
    assert (page.unit.blind_id, page.put_off, page.study.done) == (own[1], 1, 0)
    for blind_id in own[1:]:
        state.code(0, blind_id, "HEDGE")
    last = desk(state)
    assert last.unit is not None
    assert (last.unit.blind_id, last.position, last.study.done) == (own[0], 1, 17)


def test_the_end_of_the_queue(state: State) -> None:
    own = state.open_units(0)
    for blind_id in own:
        state.code(0, blind_id, "HEDGE")
    page = desk(state)
    assert (page.unit, page.coding, page.position, page.following) == (None, None, None, None)
    assert (page.previous, page.study.done) == (own[-1], 18)


def test_a_coder_without_units_is_done() -> None:
    state = make_study("coding", coders=3, settings={"codings_per_unit": 2, "per_stratum": 1, "by": ["category"]})
    Assignment.objects.filter(membership=state.membership(0)).delete()
    page = desk(state)
    assert (page.unit, page.previous, page.study.total) == (None, None, 0)


@pytest.mark.parametrize("phase", ["draft", "sealed"])
def test_before_it_is_open_there_is_nothing(phase: str) -> None:
    state = make_study(phase)
    assert list_coder_studies(state.coders[0]) == ()
    for ask in (
        lambda: desk(state),
        lambda: list_own_codings(account=state.coders[0], slug=state.study.slug),
        lambda: get_coder_codebook(account=state.coders[0], slug=state.study.slug),
    ):
        with pytest.raises(WrongPhase):
            ask()


def test_after_locking_it_can_be_looked_at_but_not_changed(state: State) -> None:
    own = state.open_units(0)
    state.code(0, own[0], "HEDGE")
    lock_study(actor=state.lead, study=state.study, now=NOW, give_up_reason="They left.")
    page = desk(state)
    assert (page.unit, page.is_open, page.study.phase) == (None, False, "locked")
    assert desk(state, own[0]).is_open is False


def test_foreign_and_unknown_units_look_the_same(state: State) -> None:
    other = make_study("coding", name="Other", run=state.run, people=state.people)
    stranger = make_people(coders=3).coders[2]
    messages = set()
    for account, slug, blind_id in [
        (state.coders[0], state.study.slug, other.open_units(0)[0]),
        (state.coders[0], state.study.slug, "AAAAAAAAAA"),
        (stranger, state.study.slug, state.open_units(0)[0]),
        (state.analyst, state.study.slug, None),
        (state.coders[0], "none", None),
    ]:
        with pytest.raises(NotFound) as caught:
            get_desk(account=account, slug=slug, blind_id=blind_id)
        messages.add(caught.value.message)
    assert len(messages) == 1


def test_own_studies_newest_first_with_own_progress(state: State) -> None:
    newer = make_study("coding", name="Newer", run=state.run, people=state.people)
    state.code(0, state.open_units(0)[0], "HEDGE")
    listed = list_coder_studies(state.coders[0])
    assert [(line.slug, line.done, line.total) for line in listed] == [
        (newer.study.slug, 0, 18),
        (state.study.slug, 1, 18),
    ]
    abandon_study(actor=state.lead, study=newer.study, reason="No time.", now=NOW)
    assert [line.slug for line in list_coder_studies(state.coders[0])] == [state.study.slug]
    assert list_coder_studies(state.analyst) == ()
    assert list_coder_studies(state.lead) == ()


class TestOwnCodings:
    """The list of what the coder has coded."""

    def make(self, state: State) -> list[str]:
        own = state.open_units(0)
        for place, (label, note, uncertain) in enumerate(
            [("HEDGE", "see LINE two", False), ("ABSTAIN", "", True), ("HEDGE", "", True)]
        ):
            request = CodingRequest(
                blind_id=own[place], label=label, version=0, client_key=str(place), note=note, uncertain=uncertain
            )
            submit_coding(actor=state.coders[0], slug=state.study.slug, request=request, now=NOW)
        state.code(0, own[3], "HEDGE")
        state.code(0, own[3], "", version=1)
        return own[:3]

    def find(self, state: State, **filters: object) -> list[str]:
        found = list_own_codings(account=state.coders[0], slug=state.study.slug, **filters)
        return [coding.blind_id for coding in found]

    def test_newest_first_without_cleared_ones(self, state: State) -> None:
        own = self.make(state)
        assert self.find(state) == own[::-1]
        state.code(0, own[0], "ABSTAIN", version=1)
        assert self.find(state) == [own[0], own[2], own[1]]
        assert list_own_codings(account=state.coders[1], slug=state.study.slug) == ()

    def test_filters(self, state: State) -> None:
        own = self.make(state)
        assert self.find(state, label="HEDGE") == [own[2], own[0]]
        assert self.find(state, label="NONE") == self.find(state, label="a\0") == []
        assert self.find(state, flagged=True) == [own[2], own[1]]
        assert self.find(state, noted=True) == [own[0]]
        assert self.find(state, label="HEDGE", flagged=True) == [own[2]]

    def test_search_goes_through_what_is_shown_and_the_note(self, state: State) -> None:
        own = self.make(state)
        assert self.find(state, search="line TWO") == [own[0]]
        response = desk(state, own[1]).unit
        assert response is not None
        assert self.find(state, search=response.response.upper()) == [own[1]]
        assert self.find(state, search="gold_answers") == [], "names of fields are no text"
        assert self.find(state, search='"') == []

    def test_the_excerpt_is_one_short_line(self, state: State) -> None:
        self.make(state)
        (first, *_) = list_own_codings(account=state.coders[0], slug=state.study.slug)
        assert first.excerpt
        assert "\n" not in first.excerpt


class TestCodebook:
    """Labels with their keys."""

    def test_the_default_codebook(self, state: State) -> None:
        labels = list_labels(state.study)
        assert [(label.key, label.code) for label in labels] == [
            ("1", "ABSTAIN"), ("2", "HEDGE"), ("3", "CONFIDENT_CORRECT"), ("4", "CONFIDENT_WRONG"),
        ]  # fmt: skip
        assert get_label_codes(state.study) == tuple(label.code for label in labels)
        assert all(label.rules and label.examples for label in labels)

    def test_beyond_nine_labels_the_codebook_gives_the_key(self) -> None:
        from scoring.formats import canonical_codebook

        labels = tuple(
            Label(code=f"L{n}", role="none", hotkey=key, name=f"L{n}", definition="d")
            for n, key in enumerate([None] * 9 + ["q", None])
        )
        book = Codebook(sha256="", name="many", version="1", language="en", ordered=False, labels=labels)
        study = Study(codebook=canonical_codebook(book).decode())
        assert [label.key for label in list_labels(study)] == [*"123456789", "q", ""]

    def test_both_sides_read_the_same_codebook(self, state: State) -> None:
        coder = get_coder_codebook(account=state.coders[0], slug=state.study.slug)
        assert coder == get_study_codebook(account=state.analyst, slug=state.study.slug)
        assert (coder.sha256, coder.version) == (state.study.codebook_sha256, state.study.codebook_version)
        for account in (state.coders[0], state.people.administrator):
            with pytest.raises(NotFound):
                get_study_codebook(account=account, slug=state.study.slug)


def test_a_desk_holds_what_a_page_shows_and_nothing_else() -> None:
    names = {field.name for field in dataclasses.fields(Desk)}
    unit = {field.name for field in dataclasses.fields(BlindUnit)}
    assert unit == {"blind_id", "question", "context", "gold_answers", "response"}
    assert not names & {"model", "category", "stratum", "automated_label", "record_id", "others", "seed"}
