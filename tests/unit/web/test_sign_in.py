"""Signing in and out, too many attempts, the theme."""

from __future__ import annotations

import pytest

from annotate.models import Account
from annotate.services.create_account import create_account
from tests.states import PASSWORD, make_people
from tests.unit.web.visiting import build_client, read_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def coder() -> Account:
    """A coder who can sign in."""
    lead = make_people(coders=0).lead
    return create_account(actor=lead, username="Coder-X", password=PASSWORD)


def test_the_way_in_and_out(coder: Account) -> None:
    client = build_client()
    form = client.get("/sign-in/?next=/code/k7/")
    assert 'name="next" value="/code/k7/"' in form.content.decode()
    old = client.cookies["csrf"].value
    answer = client.post("/sign-in/", {"username": "Coder-X", "password": PASSWORD, "next": "/code/k7/"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/code/k7/")
    assert client.cookies["csrf"].value != old
    assert client.cookies["session"]["httponly"]
    assert client.cookies["session"]["samesite"] == "Lax"
    assert "Coder-X" in read_text(client.get("/"))
    assert client.get("/sign-in/?next=/").headers["Location"] == "/"
    out = client.post("/sign-out/")
    assert (out.headers["Location"], out.headers["Clear-Site-Data"]) == ("/sign-in/", '"cache"')
    assert client.get("/").status_code == 302


@pytest.mark.parametrize("elsewhere", ["//elsewhere.example/", "https://elsewhere.example/", ""])
def test_nobody_is_sent_elsewhere(coder: Account, elsewhere: str) -> None:
    fields = {"username": "Coder-X", "password": PASSWORD, "next": elsewhere}
    assert build_client().post("/sign-in/", fields).headers["Location"] == "/"


@pytest.mark.parametrize(
    "name, password", [("Coder-X", "wrong"), ("coder-x", PASSWORD), ("nobody", PASSWORD), ("", "")]
)
def test_wrong_ones_are_told_the_same(coder: Account, name: str, password: str) -> None:
    client = build_client()
    answer = client.post("/sign-in/", {"username": name, "password": password, "next": "/"})
    assert answer.status_code == 401
    assert "do not belong together" in read_text(answer)
    assert f'value="{name}"' in answer.content.decode()
    assert client.get("/").status_code == 302


def test_a_switched_off_account_is_out_with_its_next_request(coder: Account) -> None:
    client = build_client(coder)
    assert client.get("/").status_code == 200
    Account.objects.filter(pk=coder.pk).update(is_active=False)
    assert client.get("/").status_code == 302


def test_too_many_attempts(coder: Account) -> None:
    client, fields = build_client(), {"username": "Coder-X", "password": "wrong", "next": "/"}
    answers = [client.post("/sign-in/", fields).status_code for _ in range(10)]
    assert answers == [401] * 9 + [429]
    right = client.post("/sign-in/", {**fields, "password": PASSWORD})
    assert right.status_code == 429
    assert "Too many attempts" in read_text(right)


def test_the_theme_is_a_cookie(coder: Account) -> None:
    client = build_client(coder)
    answer = client.post("/theme/", {"theme": "dark", "next": "/"})
    assert answer.headers["Location"] == "/"
    cookie = client.cookies["theme"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == ("dark", True, "Lax")
    assert '<html lang="en" data-theme="dark">' in client.get("/").content.decode()
    client.post("/theme/", {"theme": "system", "next": "/"})
    assert '<html lang="en">' in client.get("/").content.decode()


def test_a_made_up_theme_is_none(coder: Account) -> None:
    client = build_client(coder)
    client.cookies["theme"] = "pink"
    assert '<html lang="en">' in client.get("/").content.decode()
