"""The lead's pages through a study's life: one next action each time, counts and never labels."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client

from annotate.models import Deviation, Study
from tests.states import PHASES, State, make_people, make_study
from tests.unit.web.visiting import build_client, read_text

pytestmark = pytest.mark.django_db


def visit(state: State, path: str = "", *, who: str = "lead") -> HttpResponse:
    """A page of the study for the lead or the analyst."""
    return build_client(getattr(state, who)).get(f"/studies/{state.study.slug}/{path}")


def act(state: State, step: str, **fields: str) -> HttpResponse:
    """Send the form of a step as the lead."""
    return build_client(state.lead).post(f"/studies/{state.study.slug}/{step}/", fields)


NEXT = {
    "draft": "Draw the sample",
    "drawn": "Seal the study",
    "sealed": "Open for coding",
    "coding": "Coders are at work",
    "half coded": "Coders are at work",
    "coded": "Lock the study",
    "locked": "Resolve disagreements",
    "resolved": "Publish",
    "published": "Read the results",
}


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_has_one_next_action(phase: str) -> None:
    state = make_study(phase)
    page = visit(state)
    assert page.status_code == 200
    assert f"<h2>{NEXT[phase]}" in page.content.decode()
    assert page.content.decode().count('aria-current="step"') == 1
    for_analyst = visit(state, who="analyst")
    assert f"<h2>{NEXT[phase]}" in for_analyst.content.decode()
    assert "<form" not in for_analyst.content.decode().split('<ol class="life"')[1].split("<nav")[0]


def test_the_steps_of_a_life() -> None:
    state = make_study("draft")
    assert act(state, "draw", outside="1 2 3", kind="outside").status_code == 302
    assert "1 2 3" in read_text(visit(state))
    assert act(state, "draw", outside="4 5 6", kind="own").status_code == 302
    assert set(Deviation.objects.values_list("code", flat=True)) == {"redraw", "own_seed"}
    assert "a weakness" in read_text(visit(state))
    assert act(state, "seal").status_code == 302
    assert "candor " in read_text(visit(state))
    assert act(state, "open").status_code == 302
    assert act(state, "lock").status_code == 409
    assert act(state, "lock", reason="").status_code == 409
    state.code(0, state.open_units(0)[0], "HEDGE")
    assert act(state, "lock", reason="Out of time").status_code == 302
    assert "Out of time" in read_text(visit(state))
    assert Study.objects.get().phase == "locked"


def test_publishing_leads_to_the_publication() -> None:
    state = make_study("resolved")
    answer = act(state, "publish")
    assert answer.headers["Location"] == f"/studies/{state.study.slug}/publication/"
    page = read_text(visit(state, "publication/"))
    assert "18 labels, revision 1" in page
    assert "python -m scoring verify adjudication-r0001-" in page


def test_a_step_at_the_wrong_time_is_refused_and_changes_nothing() -> None:
    state = make_study("draft")
    for step, fields in (("seal", {}), ("open", {}), ("lock", {"reason": "x"}), ("publish", {})):
        assert act(state, step, **fields).status_code in {409, 422}, step
    assert act(state, "draw", outside="", kind="outside").status_code == 422
    assert Study.objects.get().phase == "draft"


def test_giving_a_study_up_needs_a_reason() -> None:
    state = make_study("coding")
    assert act(state, "abandon", reason=" ").status_code == 422
    assert act(state, "abandon", reason="The run was wrong").status_code == 302
    page = read_text(visit(state))
    assert "Nothing to do" in page
    assert "Give this study up" not in page


def test_progress_holds_counts_and_never_a_label() -> None:
    state = make_study("half coded")
    page = read_text(visit(state))
    assert page.count("9 of 18") == 2
    assert "coder-a" in page
    assert not {"Hedge", "HEDGE", "Abstain", "ABSTAIN", "kappa"} & set(page.split())
    for_analyst = read_text(visit(state, who="analyst"))
    assert for_analyst.count("9 of 18") == 2
    assert "coder-a" not in for_analyst


def test_the_roster_is_there_before_the_progress() -> None:
    page = read_text(visit(make_study("draft")))
    assert "coder-a" in page
    assert "coder-b" in page


def test_the_commitment_is_a_file_from_sealing_on() -> None:
    assert visit(make_study("drawn"), "commitment/").status_code == 404
    state = make_study("sealed", name="another")
    answer = visit(state, "commitment/")
    name = f'attachment; filename="commitment-{state.study.slug}.json"'
    assert (answer.status_code, answer.headers["Content-Disposition"]) == (200, name)
    assert answer.content.startswith(b'{"codebook_sha256"')


def test_the_plan_is_shown_to_analysts_from_sealing_on() -> None:
    assert "Shown from sealing on" in read_text(visit(make_study("drawn"), who="analyst"))
    assert "model × category" in read_text(visit(make_study("sealed", name="another"), who="analyst"))


def test_the_list_of_studies() -> None:
    people = make_people()
    lead, analyst = build_client(people.lead), build_client(people.analyst)
    assert "No study yet" in read_text(lead.get("/"))
    assert "create_study" not in read_text(analyst.get("/"))
    state = make_study("half coded", people=people)
    make_study("resolved", people=people, run=state.run, name="A second study")
    make_study("locked", people=people, run=state.run, name="A third study")
    make_study("published", people=people, run=state.run, name="A fourth study")
    for client in (lead, analyst):
        page = read_text(client.get("/"))
        assert "A small study" in page
        assert "18 of 36 codings" in page
        assert "Read the results" in page
    page = lead.get("/").content.decode()
    assert page.count("adjudicate/") == 1
    assert "adjudicate/" not in analyst.get("/").content.decode()


def test_an_administrator_sees_no_study() -> None:
    state = make_study("published")
    page = read_text(build_client(state.people.administrator).get("/"))
    assert "Nothing waits for you" in page
    assert "A small study" not in page


def test_the_codebook_of_a_study() -> None:
    assert "version" in read_text(visit(make_study("draft"), "codebook/", who="analyst"))


def test_the_ledger_by_pages() -> None:
    state = make_study("published", settings={"per_stratum": 6}, coders=3)
    first = read_text(visit(state, "ledger/"))
    assert "revision.published" in first
    assert "Page 1 of" in first
    last = read_text(visit(state, "ledger/?page=2"))
    assert "Newer" in last
    assert visit(state, "ledger/?page=x").status_code == 422
    assert read_text(visit(state, "ledger/?page=99")) == read_text(visit(state, "ledger/?page=2"))


def test_labels_stay_out_of_the_ledger_page_until_publication() -> None:
    state = make_study("coded")
    page = read_text(visit(state, "ledger/"))
    assert "coding.submitted" in page
    assert not {"HEDGE", "ABSTAIN", "CONFIDENT_WRONG"} & set(page.split())


def test_codings_as_a_file() -> None:
    state = make_study("locked")
    client: Client = build_client(state.lead)
    answer = client.post(f"/studies/{state.study.slug}/codings/")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="codings-{state.study.slug}.csv"'
    assert answer.content.startswith(b"blind_id,")
    assert client.get(f"/studies/{state.study.slug}/codings/").status_code == 405
