"""The adjudicator's desk: sides without names, nothing preselected, a rationale always, a first judgement before a tool."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from annotate.models import Decision, UnitToResolve
from tests.states import State, make_study
from tests.unit.web.visiting import build_client, read_form, read_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def state() -> State:
    """A locked study."""
    return make_study("locked")


@pytest.fixture
def lead(state: State) -> Client:
    """Its lead, signed in."""
    return build_client(state.lead)


def url(state: State, *parts: str) -> str:
    """An address of the desk."""
    return "/".join(["/studies", state.study.slug, "adjudicate", *parts, ""])


def list_due(state: State) -> list[str]:
    """The units to resolve, in the order of the queue."""
    return list(UnitToResolve.objects.filter(study_hex=state.study.hex).values_list("blind_id", flat=True))


def decide(client: Client, state: State, blind_id: str, step: str = "", **fields: str) -> HttpResponse:
    """Send the form of a unit as its page gives it, with these fields on top."""
    form = read_form(client.get(url(state, blind_id)), "decision")
    parts = (blind_id, step) if step else (blind_id,)
    return client.post(url(state, *parts), {**form, "support": "none", **fields})


def test_the_desk_names_nobody_and_preselects_nothing(state: State, lead: Client) -> None:
    page = lead.get(url(state))
    text, markup = read_text(page), page.content.decode()
    assert "Coding A" in text
    assert "Coding B" in text
    assert f"0 of {len(list_due(state))} resolved" in text
    assert not re.search(r'name="label"[^>]*checked', markup)
    names = {coder.username for coder in state.coders} | {state.membership(n).pseudonym for n in (0, 1)}
    assert [name for name in names if name in text] == []
    for fact in ("north-1", "north-2", "south-1", "FEQ-", "HNQ-"):
        assert fact not in text.replace("mill", "")


def test_a_decision_is_kept_and_the_next_unit_comes(state: State, lead: Client) -> None:
    first, second, *_ = list_due(state)
    answer = decide(lead, state, first, label="HEDGE", rationale="Rule 2.2\r\nholds")
    assert (answer.status_code, answer.headers["Location"]) == (302, url(state))
    decision = Decision.objects.get(first=False)
    assert (decision.label, decision.rationale, decision.tool) == ("HEDGE", "Rule 2.2\nholds", "")
    page = lead.get(url(state)).content.decode()
    assert f'action="{url(state, second)}"' in page
    assert f"1 of {len(list_due(state))} resolved" in page


def test_the_filter_stays(state: State, lead: Client) -> None:
    first = list_due(state)[0]
    chosen = "pair:CONFIDENT_WRONG+HEDGE"
    page = lead.get(url(state), {"filter": chosen})
    assert 'aria-current="true">Confident, wrong × Hedge' in page.content.decode()
    form = read_form(lead.get(url(state, first), {"filter": chosen}), "decision")
    assert form["filter"] == chosen
    answer = lead.post(url(state, first), {**form, "label": "HEDGE", "rationale": "x"})
    assert answer.headers["Location"] == f"{url(state)}?filter=pair%3ACONFIDENT_WRONG%2BHEDGE"
    assert "Nothing is left under this filter" in read_text(lead.get(url(state), {"filter": "flagged"}))


@pytest.mark.parametrize(
    "fields, words",
    [
        ({"label": "HEDGE", "rationale": ""}, "rationale"),
        ({"rationale": "Rule 2.2"}, "final label"),
        ({"label": "HEDGE", "rationale": "x", "support": "tool"}, "Name the tool"),
        ({"label": "HEDGE", "rationale": "x", "support": "tool", "tool": "T"}, "first judgement"),
        ({"label": "leave-out", "rationale": "x"}, "left out"),
        ({"label": "HEDGE", "rationale": "x", "version": "one"}, "whole number"),
    ],
)
def test_what_is_missing_is_said_and_what_was_typed_is_kept(
    state: State, lead: Client, fields: dict[str, str], words: str
) -> None:
    answer = decide(lead, state, list_due(state)[0], **{"asked": "a question", **fields})
    assert (answer.status_code, Decision.objects.count()) == (422, 0)
    assert words in read_text(answer)
    markup = answer.content.decode()
    assert re.findall(r'name="label" value="([^"]+)"[^>]*checked', markup) == [
        value for value in [fields.get("label")] if value and value != "leave-out"
    ]
    assert f">\n{fields['rationale']}</textarea>" in markup


def test_a_tool_comes_after_the_own_judgement(state: State, lead: Client) -> None:
    first = list_due(state)[0]
    page = decide(lead, state, first, "first", label="ABSTAIN", rationale="typed so far", support="tool")
    assert page.status_code == 200
    text, markup = read_text(page), page.content.decode()
    assert "Your first judgement is recorded: Abstain ." in text
    assert ">\ntyped so far</textarea>" in markup
    fields = {"label": "HEDGE", "rationale": "x", "support": "tool", "tool": "T", "asked": "which", "answered": "this"}
    assert decide(lead, state, first, **fields).status_code == 302
    decision = Decision.objects.get(first=False)
    assert (decision.tool, decision.asked, decision.answered) == ("T", "which", "this")
    assert Decision.objects.get(first=True).label == "ABSTAIN"
    shown = lead.get(url(state, first)).content.decode()
    assert 'name="tool" list="tools" value="T"' in shown
    assert ">\nwhich</textarea>" in shown


def test_a_first_judgement_needs_a_label(state: State, lead: Client) -> None:
    assert decide(lead, state, list_due(state)[0], "first", label="").status_code == 422
    assert Decision.objects.count() == 0


def test_what_a_tool_said_counts_only_when_one_was_asked(state: State, lead: Client) -> None:
    decide(lead, state, list_due(state)[0], label="HEDGE", rationale="x", tool="T", asked="a", answered="b")
    decision = Decision.objects.get(first=False)
    assert (decision.tool, decision.asked, decision.answered) == ("", "", "")


def test_a_rule_without_script_starts_the_rationale(state: State, lead: Client) -> None:
    first, second, *_ = list_due(state)
    decide(lead, state, first, label="HEDGE", rule="2.2 A word of likelihood", rationale="It says perhaps.")
    decide(lead, state, second, label="HEDGE", rule="2.2 A word", rationale="2.2 A word is there.")
    kept = Decision.objects.filter(first=False).order_by("pk").values_list("rationale", flat=True)
    assert list(kept) == ["2.2 A word of likelihood It says perhaps.", "2.2 A word is there."]


def test_a_second_lead_sees_the_first_decision(state: State, lead: Client) -> None:
    first = list_due(state)[0]
    stale = read_form(lead.get(url(state, first)), "decision")
    decide(lead, state, first, label="HEDGE", rationale="x")
    answer = lead.post(url(state, first), {**stale, "label": "ABSTAIN", "rationale": "mine"})
    assert answer.status_code == 409
    assert "Stands now: Hedge" in read_text(answer)
    assert ">\nmine</textarea>" in answer.content.decode()
    again = read_form(answer, "decision")
    assert lead.post(url(state, first), {**again, "label": "ABSTAIN", "rationale": "mine"}).status_code == 302
    assert list(Decision.objects.filter(first=False).values_list("label", flat=True)) == ["HEDGE", "ABSTAIN"]


def test_the_end_of_the_queue() -> None:
    resolved = make_study("resolved")
    page = read_text(build_client(resolved.lead).get(url(resolved)))
    assert "All resolved" in page
    assert "Go on to publish" in page


def test_after_publication_decisions_are_read_only() -> None:
    state = make_study("published")
    client, first = build_client(state.lead), list_due(state)[0]
    page = client.get(url(state, first))
    assert 'id="decision"' not in page.content.decode()
    assert "Rule 2.1 decides." in read_text(page)
    form = {"label": "HEDGE", "rationale": "x", "version": "1"}
    assert client.post(url(state, first), form).status_code == 409
    assert "The study is published" in read_text(client.get(url(state)))


def test_a_unit_with_one_coding_can_be_left_out() -> None:
    state = make_study("coding", settings={"per_stratum": 1})
    for number in (0, 1):
        for unit in state.open_units(number)[number:]:
            state.code(number, unit, "HEDGE")
    client = build_client(state.lead)
    client.post(f"/studies/{state.study.slug}/lock/", {"reason": "One was ill"})
    (due,) = list_due(state)
    page = client.get(url(state, due))
    assert "fewer than two codings" in read_text(page)
    assert decide(client, state, due, label="leave-out", rationale="One coding").status_code == 302
    assert Decision.objects.get(first=False).label == ""
    assert re.search(r'value="leave-out"[^>]*checked', client.get(url(state, due)).content.decode())


def test_agreed_units_do_not_say_why_they_are_here() -> None:
    """Whether it is the audit or an impossible label would tell something of the item."""
    audited = make_study("locked", settings={"audit_share": "1.0"}, choose=lambda number, shown: "ABSTAIN")
    page = read_text(build_client(audited.lead).get(url(audited)))
    assert "Here the codings agree" in page
    impossible = make_study(
        "locked", name="impossible", people=audited.people, run=audited.run,
        choose=lambda number, shown: "CONFIDENT_CORRECT",
    )  # fmt: skip
    other = read_text(build_client(impossible.lead).get(url(impossible)))
    assert "Here the codings agree" in other
    assert not {"audit", "impossible", "category"} & set((page + other).lower().split())


def test_analysts_and_coders_have_no_desk(state: State) -> None:
    for account in (state.analyst, state.coders[0]):
        assert build_client(account).get(url(state)).status_code == 404


def test_before_locking_there_is_no_desk() -> None:
    state = make_study("coded")
    assert build_client(state.lead).get(url(state)).status_code == 409
