"""The study page: where it stands, what is next, who is how far; and what is not shown yet."""

from __future__ import annotations

import pytest

from annotate.errors import NotFound
from annotate.models import Account
from annotate.selectors.studies import StudyPage, get_study_page, list_lead_studies
from annotate.services.abandon_study import abandon_study
from annotate.services.lock_study import lock_study
from tests.states import NOW, State, make_study

pytestmark = pytest.mark.django_db

NEXT = {
    "draft": "draw",
    "drawn": "seal",
    "sealed": "open",
    "coding": "wait",
    "half coded": "wait",
    "coded": "lock",
    "locked": "resolve",
    "resolved": "publish",
    "published": "read",
}


def page(state: State, account: Account | None = None) -> StudyPage:
    return get_study_page(account=account or state.lead, slug=state.study.slug)


@pytest.mark.parametrize("phase", NEXT)
def test_one_next_action_in_every_state(phase: str) -> None:
    state = make_study(phase)
    found = page(state)
    assert (found.next.code, found.phase) == (NEXT[phase], state.study.phase)
    (line,) = list_lead_studies(state.lead)
    assert (line.next, line.slug, line.run, line.title) == (found.next, state.study.slug, "small-run", "A small study")
    assert (line.done, line.total) == (found.done, found.total)


def test_an_abandoned_study_and_a_locked_pilot_have_ended() -> None:
    state = make_study("resolved", settings={"kind": "pilot"})
    assert page(state).next.code == "none"
    abandon_study(actor=state.lead, study=state.study, reason="No time.", now=NOW)
    found = page(state)
    assert (found.next.code, [(step.phase, step.state) for step in found.steps]) == ("none", [("abandoned", "now")])


def test_a_study_without_coders_waits_for_an_import() -> None:
    assert page(make_study("coding", coders=0)).next.code == "wait"


def test_the_life_line() -> None:
    found = page(make_study("coding"))
    assert [(step.phase, step.state) for step in found.steps] == [
        ("draft", "done"), ("sealed", "done"), ("coding", "now"), ("locked", "ahead"), ("published", "ahead"),
    ]  # fmt: skip


def test_progress_is_counts_alone() -> None:
    state = make_study("half coded")
    found = page(state)
    assert sorted((m.account, m.done, m.total, m.given_up) for m in found.progress) == [
        ("coder-a", 9, 18, 0),
        ("coder-b", 9, 18, 0),
    ]
    assert (found.done, found.total, found.to_resolve, found.resolved) == (18, 36, 0, 0)
    state.code(0, state.open_units(0)[0], "HEDGE")
    lock_study(actor=state.lead, study=state.study, now=NOW, give_up_reason="They left.")
    after = page(state)
    assert sorted((m.done, m.given_up) for m in after.progress) == [(9, 9), (10, 8)]
    assert after.to_resolve > 0


def test_a_cleared_label_is_not_done() -> None:
    state = make_study("coding")
    first = state.open_units(0)[0]
    state.code(0, first, "HEDGE")
    assert page(state).done == 1
    state.code(0, first, "", version=1)
    assert page(state).done == 0


SHOWN = {  # phase: (lead sees plan, analyst sees plan, commitment is there, progress is shown)
    "draft": (True, False, False, False),
    "drawn": (True, False, False, False),
    "sealed": (True, True, True, False),
    "coding": (True, True, True, True),
    "locked": (True, True, True, True),
    "published": (True, True, True, True),
}


@pytest.mark.parametrize("phase", SHOWN)
def test_what_is_shown_from_when_on(phase: str) -> None:
    state = make_study(phase)
    for_lead, for_analyst, commitment, progress = SHOWN[phase]
    lead, analyst = page(state), page(state, state.analyst)
    assert (lead.plan is not None, analyst.plan is not None) == (for_lead, for_analyst)
    assert (bool(lead.seed), bool(lead.outside)) == (phase != "draft", phase != "draft")
    assert bool(analyst.seed) == for_analyst
    assert lead.strata == (6 if phase != "draft" else 0)
    for shown in (lead, analyst):
        assert bool(shown.commitment) == bool(shown.commitment_document) == commitment
        assert bool(shown.progress) == progress
    if commitment:
        assert lead.commitment_line == f"candor {state.study.hex} {lead.commitment}"
    assert len(lead.roster) == 2
    assert analyst.roster == ()
    assert {member.account for member in analyst.progress} <= {None}, "names behind pseudonyms are the lead's"
    assert (lead.can_run, analyst.can_run) == (True, False)


def test_deviations_and_revisions() -> None:
    state = make_study("half coded")
    lock_study(actor=state.lead, study=state.study, now=NOW, give_up_reason="They left.")
    assert [line.code for line in page(state).deviations] == ["assignments_given_up"]
    published = make_study("published", name="Published", run=state.run, people=state.people)
    assert [revision.number for revision in page(published).revisions] == [1]
    assert [line.slug for line in list_lead_studies(state.analyst)] == [published.study.slug, state.study.slug]


def test_only_leads_and_analysts_see_studies() -> None:
    state = make_study("coding")
    for account in (state.coders[0], state.people.administrator):
        assert list_lead_studies(account) == ()
        with pytest.raises(NotFound):
            page(state, account)
    with pytest.raises(NotFound):
        get_study_page(account=state.lead, slug="none")
