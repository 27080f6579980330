"""Signing in by name and password, and the account behind a request."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from annotate.access.sign_in import AccountBackend, get_account
from annotate.errors import NotFound
from annotate.models import Account
from tests.states import PASSWORD, make_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def coder() -> Account:
    return make_people(coders=1, password=PASSWORD).coders[0]


def test_the_right_password_opens(coder: Account) -> None:
    assert AccountBackend().authenticate(None, username="coder-a", password=PASSWORD) == coder


@pytest.mark.parametrize(
    "given",
    [
        {"username": "coder-a", "password": PASSWORD + "x"},
        {"username": "CODER-A", "password": PASSWORD},
        {"username": "nobody", "password": PASSWORD},
        {"username": "coder-a\0", "password": PASSWORD},
        {"username": "coder-ä", "password": PASSWORD},
        {"username": "coder-a"},
        {"password": PASSWORD},
        {},
    ],
)
def test_anything_else_does_not(coder: Account, given: dict[str, str]) -> None:
    assert AccountBackend().authenticate(None, **given) is None


def test_an_account_without_password_never_opens() -> None:
    people = make_people(coders=1)
    assert not people.coders[0].has_usable_password()
    assert AccountBackend().authenticate(None, username="coder-a", password="") is None


def test_a_switched_off_account_is_signed_out_and_stays_out(coder: Account) -> None:
    assert AccountBackend().get_user(coder.pk) == coder
    coder.is_active = False
    coder.save()
    assert AccountBackend().get_user(coder.pk) is None
    assert AccountBackend().authenticate(None, username="coder-a", password=PASSWORD) is None


def test_the_account_of_a_request(coder: Account) -> None:
    assert get_account(coder) is coder
    with pytest.raises(NotFound, match="nothing here"):
        get_account(AnonymousUser())
