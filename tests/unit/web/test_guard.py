"""The guard: parameters, methods, origin, sessions, headers."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from annotate.web.guard import get_own_path
from tests.states import NOW, make_people
from tests.unit.web.visiting import build_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def lead() -> Client:
    """A lead who signed in just now."""
    return build_client(make_people().lead)


@pytest.mark.parametrize("query", ["?model=x", "?filter=a&filter=b", "?FILTER=a", "?page=1"])
def test_unknown_or_doubled_query(lead: Client, query: str) -> None:
    assert lead.get("/studies/zzzz/adjudicate/?filter=a").status_code == 404
    assert lead.get(f"/studies/zzzz/adjudicate/{query}").status_code == 400


def test_unknown_or_doubled_form_field(lead: Client) -> None:
    path = "/studies/zzzz/lock/"
    assert lead.post(path, {"reason": "x"}).status_code == 404
    assert lead.post(path, {"reason": "x", "phase": "locked"}).status_code == 400
    assert lead.post(path, {"reason": ["x", "y"]}).status_code == 400
    assert lead.post(f"{path}?reason=x", {}).status_code == 400


def test_nul_is_refused(lead: Client) -> None:
    assert lead.get("/studies/zzzz/adjudicate/", {"filter": "a\0b"}).status_code == 400
    assert build_client().post("/sign-in/", {"username": "a\0b", "password": "x", "next": "/"}).status_code == 400


def test_files_are_refused(lead: Client) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    sent = {"reason": SimpleUploadedFile("reason", b"x")}
    assert lead.post("/studies/zzzz/lock/", sent).status_code == 400


def test_methods(lead: Client) -> None:
    answers = [lead.get("/theme/"), lead.delete("/"), lead.options("/"), lead.put("/sign-in/"), lead.post("/")]
    assert [(answer.status_code, answer.headers["Allow"]) for answer in answers] == [
        (405, "POST"),
        (405, "GET, HEAD"),
        (405, "GET, HEAD"),
        (405, "GET, HEAD, POST"),
        (405, "GET, HEAD"),
    ]


def test_head_has_headers_and_no_body(lead: Client) -> None:
    answer, full = lead.head("/"), lead.get("/")
    assert (answer.status_code, answer.content, full.status_code) == (200, b"", 200)
    assert int(answer.headers["Content-Length"]) > 0


@pytest.mark.parametrize("site, status", [("cross-site", 403), ("same-site", 403), ("same-origin", 302), ("none", 302)])
def test_forms_of_other_sites(lead: Client, site: str, status: int) -> None:
    assert lead.post("/theme/", {"theme": "dark"}, headers={"sec-fetch-site": site}).status_code == status


def test_pages_may_be_opened_from_elsewhere(lead: Client) -> None:
    assert lead.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200


@pytest.mark.parametrize("site", ["same-origin", "cross-site", None])
def test_forms_without_named_origin(site: str | None) -> None:
    """Under no-referrer a browser sends ``Origin: null``; only its own word for the site lets such a form in."""
    client = build_client(enforce_csrf_checks=True)
    token = client.get("/sign-in/").cookies["csrf"].value
    headers = {"origin": "null", **({"sec-fetch-site": site} if site else {})}
    fields = {"theme": "dark", "csrfmiddlewaretoken": token}
    expected = 302 if site == "same-origin" else 403
    assert client.post("/theme/", fields, headers=headers).status_code == expected
    del fields["csrfmiddlewaretoken"]
    assert client.post("/theme/", fields, headers=headers).status_code == 403


def test_an_idle_hour_ends_the_session() -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        client = build_client(make_people().lead)
        assert client.get("/").status_code == 200
        clock.shift(timedelta(minutes=59))
        assert client.get("/").status_code == 200
        clock.shift(timedelta(minutes=59))
        assert client.get("/").status_code == 200
        clock.shift(timedelta(minutes=61))
        assert client.get("/").headers["Location"] == "/sign-in/?next=/"


def test_half_a_day_ends_the_session_whatever_was_done() -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        client = build_client(make_people().lead)
        for _ in range(24):
            assert client.get("/").status_code == 200
            clock.shift(timedelta(minutes=30))
        assert client.get("/").status_code == 200
        clock.shift(timedelta(minutes=1))
        assert client.get("/").status_code == 302


def test_reading_writes_the_session_once_a_minute(django_assert_num_queries: object) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        client = build_client(make_people().lead)
        client.get("/")
        clock.shift(timedelta(seconds=59))
        client.get("/")
        assert client.session["seen"] == int(NOW.timestamp())
        clock.shift(timedelta(seconds=1))
        client.get("/")
        assert client.session["seen"] == int(NOW.timestamp()) + 60


def test_a_form_without_session_says_that_it_was_not_saved() -> None:
    answer = build_client().post("/code/zzzz/AAAAAAAAAA/", {"label": "HEDGE"})
    assert answer.status_code == 401
    assert b"was not saved" in answer.content
    assert b'href="/sign-in/?next=/code/zzzz/AAAAAAAAAA/"' in answer.content


def test_headers_of_every_page(lead: Client) -> None:
    for answer in (lead.get("/"), lead.get("/no/such/page/"), lead.post("/theme/", {}), build_client().get("/")):
        headers = answer.headers
        assert headers["Cache-Control"] == "no-store"
        assert not {"ETag", "Last-Modified", "Expires"} & set(headers)
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cross-Origin-Opener-Policy"] == headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "camera=()" in headers["Permissions-Policy"]
        policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
        assert policy == {
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "img-src": "'self'",
            "connect-src": "'self'",
            "form-action": "'self'",
            "frame-ancestors": "'none'",
            "base-uri": "'none'",
        }


@pytest.mark.parametrize(
    "path, own",
    [
        ("/code/k7/?a=b", "/code/k7/?a=b"),
        ("//elsewhere.example/", "/"),
        ("/\\elsewhere.example/", "/"),
        ("https://elsewhere.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("code/", "/"),
        ("", "/"),
    ],
)
def test_own_paths(path: str, own: str) -> None:
    assert get_own_path(path) == own
