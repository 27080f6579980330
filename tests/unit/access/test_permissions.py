"""Who may do what: each cell of the table, written out a second time, and the one answer for all that is not yours."""

from __future__ import annotations

import pytest

from annotate.access.permissions import PERMISSIONS, can, check_can, get_coder_membership, get_study_for
from annotate.errors import NotFound
from annotate.models import Account, Role
from tests.states import State, make_people, make_study

ALLOWED = {
    "import_run": "lead",
    "view_run": "lead analyst",
    "create_study": "lead",
    "view_study": "lead analyst",
    "run_study": "lead",
    "adjudicate": "lead",
    "publish": "lead",
    "view_results": "lead analyst",
    "view_ledger": "lead analyst",
    "export_codings": "lead analyst",
    "code": "coder lead",
    "manage_accounts": "lead administrator",
}
SAME = "There is nothing here, or it is not yours."


def test_the_table_has_these_actions_and_no_others() -> None:
    assert set(PERMISSIONS) == set(ALLOWED)


@pytest.mark.parametrize("action", ALLOWED)
@pytest.mark.parametrize("role", Role.values)
def test_each_cell(role: str, action: str) -> None:
    account = Account(username="somebody", role=role)
    allowed = role in ALLOWED[action].split()
    assert can(account, action) is allowed
    if allowed:
        check_can(account, action)
    else:
        with pytest.raises(NotFound, match=SAME):
            check_can(account, action)


@pytest.mark.parametrize("action", ALLOWED)
def test_nobody_and_those_who_left_may_do_nothing(action: str) -> None:
    assert not can(None, action)
    for role in Role.values:
        assert not can(Account(username="somebody", role=role, is_active=False), action)


def test_an_unknown_action_is_an_error_of_the_program() -> None:
    with pytest.raises(KeyError):
        can(Account(username="somebody", role=Role.LEAD), "fly")


@pytest.fixture
def state(db: None) -> State:
    return make_study("coding")


def test_a_study_is_found_by_those_who_may(state: State) -> None:
    assert get_study_for(state.lead, state.study.slug, "view_study") == state.study
    assert get_study_for(state.analyst, state.study.slug, "view_study") == state.study


def test_missing_foreign_and_forbidden_studies_look_the_same(state: State) -> None:
    answers = set()
    for account, slug, action in [
        (state.lead, "none", "view_study"),
        (state.coders[0], state.study.slug, "view_study"),
        (state.analyst, state.study.slug, "run_study"),
        (state.people.administrator, state.study.slug, "view_study"),
        (None, state.study.slug, "view_study"),
    ]:
        with pytest.raises(NotFound) as caught:
            get_study_for(account, slug, action)
        answers.add((caught.value.message, caught.value.status, caught.value.code))
    assert answers == {(SAME, 404, "not_found")}


def test_a_coder_s_membership(state: State) -> None:
    found = get_coder_membership(state.coders[1], state.study.slug)
    assert (found.account, found.study) == (state.coders[1], state.study)
    stranger = make_people(coders=3).coders[2]
    for account, slug in [
        (state.lead, state.study.slug),  # may code, but is no coder here
        (state.analyst, state.study.slug),
        (stranger, state.study.slug),
        (state.coders[0], "none"),
        (None, state.study.slug),
    ]:
        with pytest.raises(NotFound, match=SAME):
            get_coder_membership(account, slug)


def test_a_changed_role_holds_at_once(state: State) -> None:
    coder = state.coders[0]
    coder.role = Role.ANALYST
    coder.save()
    with pytest.raises(NotFound):
        get_coder_membership(coder, state.study.slug)
    assert get_study_for(coder, state.study.slug, "view_study") == state.study
