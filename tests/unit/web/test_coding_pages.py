"""The coder's pages: one unit at a time, nothing preselected, nothing overwritten, nothing of others."""

from __future__ import annotations

import json
import re

import pytest
from django.http import HttpResponse
from django.test import Client

from annotate.models import Assignment, Coding
from tests.states import State, make_study
from tests.unit.web.visiting import build_client, read_form, read_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def state() -> State:
    """A study that is open for coding."""
    return make_study("coding")


@pytest.fixture
def coder(state: State) -> Client:
    """The first coder, signed in."""
    return build_client(state.coders[0])


def url(state: State, *parts: str) -> str:
    """An address below the study's."""
    return "/".join(["/code", state.study.slug, *parts, ""])


def send(client: Client, state: State, blind_id: str, **fields: str) -> HttpResponse:
    """Send the form of a unit as its page gives it, with these fields on top."""
    page = client.get(url(state, blind_id))
    return client.post(url(state, blind_id), {**read_form(page, "decide"), "note": "", **fields})


def test_home_says_where_to_go_on(state: State, coder: Client) -> None:
    page = read_text(coder.get("/"))
    assert f"Study {state.study.slug.upper()} 0 of 18 Start coding" in page
    assert "A small study" not in page


def test_the_page_shows_the_unit_and_preselects_nothing(state: State, coder: Client) -> None:
    (first, *_) = state.open_units(0)
    page = coder.get(url(state))
    unit = json.loads(Assignment.objects.get(membership=state.membership(0), unit__blind_id=first).unit.shown)
    text = read_text(page)
    for shown in (unit["question"], unit["response"], "0 of 18", "Accepted answers" if unit["gold_answers"] else "18"):
        assert shown in text
    markup = page.content.decode()
    assert not re.search(r" checked| selected| autofocus|aria-pressed|class=\"lab on", markup)
    assert [m.group(1) for m in re.finditer(r'name="label" value="(\w+)" data-key="\d"', markup)] == [
        "ABSTAIN", "HEDGE", "CONFIDENT_CORRECT", "CONFIDENT_WRONG",
    ]  # fmt: skip
    form = markup[markup.index('id="decide"') :]
    assert form.index('<button type="submit" formmethod="dialog" hidden>') < form.index('name="label"')


def test_a_label_is_saved_and_the_next_unit_comes(state: State, coder: Client) -> None:
    first, second, *_ = state.open_units(0)
    answer = send(coder, state, first, label="HEDGE", uncertain="on", note="the year\r\nonly")
    assert (answer.status_code, answer.headers["Location"]) == (302, url(state))
    coding = Coding.objects.get()
    assert (coding.label, coding.uncertain, coding.note) == ("HEDGE", True, "the year\nonly")
    page = coder.get(url(state))
    assert "1 of 18" in read_text(page)
    assert f'action="{url(state, second)}"' in page.content.decode()
    assert f'id="undo" href="{url(state, first)}"' in page.content.decode()


def test_the_same_form_twice_is_one_coding(state: State, coder: Client) -> None:
    (first, *_) = state.open_units(0)
    fields = {**read_form(coder.get(url(state, first)), "decide"), "label": "HEDGE"}
    answers = [coder.post(url(state, first), fields).status_code for _ in range(2)]
    assert (answers, Coding.objects.count()) == ([302, 302], 1)
    other = coder.post(url(state, first), {**fields, "label": "ABSTAIN"})
    assert (other.status_code, Coding.objects.count()) == (422, 1)


def test_a_stale_form_shows_both_labels_and_overwrites_nothing(state: State, coder: Client) -> None:
    (first, *_) = state.open_units(0)
    stale = read_form(coder.get(url(state, first)), "decide")
    send(coder, state, first, label="HEDGE")
    answer = coder.post(url(state, first), {**stale, "label": "ABSTAIN", "note": "mine"})
    text = read_text(answer)
    assert answer.status_code == 409
    assert "Stands now Hedge" in text
    assert "Sent just now Abstain mine" in text
    assert Coding.objects.count() == 1
    markup = answer.content.decode()
    again = dict(re.findall(r'<input type="hidden" name="(version|client_key|label)" value="([^"]*)"', markup))
    assert again["client_key"] != stale["client_key"]
    assert coder.post(url(state, first), again).status_code == 302
    assert list(Coding.objects.order_by("version").values_list("label", flat=True)) == ["HEDGE", "ABSTAIN"]


def test_a_stale_reason_comes_back_whole(state: State, coder: Client) -> None:
    (first, *_) = state.open_units(0)
    stale = read_form(coder.get(url(state, first)), "decide")
    send(coder, state, first, label="HEDGE")
    answer = coder.post(url(state, first), {**stale, "cannot": "two_answers", "uncertain": "on"})
    assert "Sent just now Cannot be coded gives two answers uncertain" in read_text(answer)
    assert 'name="cannot" value="two_answers"' in answer.content.decode()


def test_a_correction_keeps_both(state: State, coder: Client) -> None:
    (first, *_) = state.open_units(0)
    send(coder, state, first, label="HEDGE")
    page = coder.get(url(state, first))
    assert "Your label: Hedge" in read_text(page)
    assert re.findall(r'class="lab on" name="label" value="(\w+)"', page.content.decode()) == ["HEDGE"]
    send(coder, state, first, label="ABSTAIN")
    assert list(Coding.objects.values_list("label", "version")) == [("HEDGE", 1), ("ABSTAIN", 2)]


def test_a_label_can_be_cleared(state: State, coder: Client) -> None:
    (first, *_) = state.open_units(0)
    send(coder, state, first, label="HEDGE")
    assert 'id="clear"' in coder.get(url(state, first)).content.decode()
    send(coder, state, first, label="")
    assert "0 of 18" in read_text(coder.get(url(state)))
    assert 'id="clear"' not in coder.get(url(state, first)).content.decode()


def test_cannot_be_coded_has_a_reason(state: State, coder: Client) -> None:
    (first, *_) = state.open_units(0)
    send(coder, state, first, cannot="unreadable")
    coding = Coding.objects.get()
    assert (coding.label, coding.reason) == ("CANNOT_CODE", "unreadable")
    assert "Your label: Cannot be coded : unreadable" in read_text(coder.get(url(state, first)))
    assert send(coder, state, first, cannot="bored").status_code == 422


@pytest.mark.parametrize(
    "fields", [{"label": "OUTSIDE"}, {"version": "-1"}, {"version": ""}, {"uncertain": "yes"}, {"client_key": ""}]
)
def test_what_can_not_be_saved_is_said(state: State, coder: Client, fields: dict[str, str]) -> None:
    (first, *_) = state.open_units(0)
    answer = send(coder, state, first, **{"label": "HEDGE", **fields})
    assert (answer.status_code, Coding.objects.count()) == (422, 0)


def test_later_puts_a_unit_at_the_end(state: State, coder: Client) -> None:
    first, second, *_ = state.open_units(0)
    assert coder.post(url(state, first, "later")).headers["Location"] == url(state)
    page = coder.get(url(state))
    assert f'action="{url(state, second)}"' in page.content.decode()
    assert "0 of 18" in read_text(page)


def test_looking_back_and_forward_changes_nothing(state: State, coder: Client) -> None:
    first, second, third, *_ = state.open_units(0)
    page = coder.get(url(state, second)).content.decode()
    assert f'id="back" rel="prev" href="{url(state, first)}"' in page
    assert f'id="on" rel="next" href="{url(state, third)}"' in page
    assert 'id="undo"' not in page
    assert 'id="back"' not in coder.get(url(state, first)).content.decode()
    assert Coding.objects.count() == 0


def test_undo_goes_back_through_all_that_was_coded(state: State, coder: Client) -> None:
    units = state.open_units(0)[:3]
    for unit in units:
        send(coder, state, unit, label="HEDGE")
    seen, page = [], coder.get(url(state))
    while found := re.search(r'id="undo" href="/code/\w+/(\w+)/"', page.content.decode()):
        seen.append(found.group(1))
        page = coder.get(url(state, found.group(1)))
    assert seen == units[::-1]


def test_the_end() -> None:
    state = make_study("coded")
    page = build_client(state.coders[0]).get(url(state))
    assert "18 of 18. Thank you." in read_text(page)
    assert 'id="undo"' in page.content.decode()
    assert "All coded. Thank you." in read_text(build_client(state.coders[0]).get("/"))


def test_after_locking_labels_are_read_only() -> None:
    state = make_study("locked")
    coder = build_client(state.coders[0])
    unit = state.membership(0).assignments.first().unit.blind_id  # type: ignore[union-attr]  # there are units
    page = coder.get(url(state, unit))
    assert "Coding has ended" in read_text(page)
    assert 'id="decide"' not in page.content.decode()
    answer = coder.post(url(state, unit), {"label": "HEDGE", "version": "1", "client_key": "k"})
    assert (answer.status_code, "locked" in read_text(answer)) == (409, True)
    assert "Coding has ended" in read_text(coder.get(url(state)))


def test_before_opening_a_study_is_not_listed_and_not_open() -> None:
    state = make_study("sealed")
    coder = build_client(state.coders[0])
    assert "Nothing waits for you" in read_text(coder.get("/"))
    assert coder.get(url(state)).status_code == 409


def test_what_is_another_coders_does_not_exist(state: State, coder: Client) -> None:
    nowhere = coder.get("/no/such/page/")
    own = state.open_units(0)[0]
    stranger = build_client(make_study("draft", name="other", run=state.run, people=state.people).people.analyst)
    for client, path in (
        (coder, url(state, "AAAAAAAAAA")),
        (coder, url(state, "not-an-id")),
        (coder, "/code/zzzz/"),
        (coder, f"/studies/{state.study.slug}/"),
        (coder, f"/studies/{state.study.slug}/results/"),
        (coder, "/runs/"),
        (stranger, url(state, own)),
    ):
        answer = client.get(path)
        assert (answer.status_code, answer.content) == (404, nowhere.content), path
    for client, path in ((coder, url(state, "AAAAAAAAAA")), (stranger, url(state, own))):
        answer = client.post(path, {"label": "HEDGE", "version": "0", "client_key": "k"})
        assert (answer.status_code, answer.content) == (404, nowhere.content), path
    assert Coding.objects.count() == 0


def test_my_codings_can_be_searched() -> None:
    state = make_study("coded")
    coder, path = build_client(state.coders[0]), url(state, "codings")
    everything = coder.get(path).content.decode()
    assert everything.count('<li class="card">') == 18
    hedges = Coding.objects.filter(assignment__membership=state.membership(0), label="HEDGE").count()
    assert 0 < hedges < 18
    assert f"{hedges} of 18 coded items" in read_text(coder.get(f"{path}?label=HEDGE"))
    assert f"{hedges} of 18 coded items" in read_text(coder.get(f"{path}?search=PERHAPS"))
    for nothing in ("?uncertain=on", "?note=on", "?search=no such words"):
        assert "No coded item fits" in read_text(coder.get(path + nothing))
    assert coder.get(f"{path}?uncertain=1").status_code == 422


def test_my_codings_before_the_first(state: State, coder: Client) -> None:
    assert "Nothing is coded yet" in read_text(coder.get(url(state, "codings")))


def test_the_codebook_has_version_and_hash(state: State, coder: Client) -> None:
    page = read_text(coder.get(url(state, "codebook")))
    for shown in ("Abstain", "Rules", "Examples", state.study.codebook_version, state.study.codebook_sha256):
        assert shown in page


def test_the_first_look_is_an_event_and_the_second_is_not(state: State, coder: Client) -> None:
    shown = Assignment.objects.filter(shown=True)
    assert shown.count() == 0
    for _ in range(2):
        coder.get(url(state))
        assert shown.count() == 1
