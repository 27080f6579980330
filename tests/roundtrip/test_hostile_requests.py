"""Requests that no browser sends: refused with a page of their own, never an error of the server, nothing changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from django.db.models import Model
from django.test import Client
from django.urls import get_resolver, reverse

from annotate import models as tables
from tests.roundtrip.hostile import HOSTILE
from tests.states import State, make_study

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
KEPT = (tables.Study, tables.BlindUnit, tables.Assignment, tables.Coding, tables.Decision, tables.Revision)


@dataclass(frozen=True, slots=True, kw_only=True)
class Raw:
    """A request below the level of forms."""

    method: str = "POST"
    query: str = ""
    body: bytes = b""
    content_type: str = FORM
    headers: dict[str, str] = field(default_factory=dict)


BROKEN = (
    *(Raw(body=b"label=HEDGE", content_type=f"{FORM}; charset={name}") for name in ("rot13", "utf-7", "utf-16", "x", "\x80")),
    Raw(body=b"label=%ED%A0%80&note=%FF%FE"),
    Raw(body=b"label=HEDGE%00&version=0&client_key=k"),
    Raw(body=b"label=HEDGE&version=0&client_key=k&note=a%00b"),
    Raw(body=b"version=99999999999999999999&label=HEDGE&client_key=k"),
    Raw(body=b"version=%D9%A3&label=HEDGE&client_key=k"),
    Raw(body=b"version=0&label=HEDGE&client_key=" + b"k" * 1000),
    Raw(body=b"version=0&label=HEDGE&client_key=%C3%A9"),
    Raw(body=b"a=1&" * 2_000),
    Raw(body=b"label=A&label=B&version=0&version=1&client_key=k"),
    Raw(body=b"\xff\xfe\x00", content_type="application/json"),
    Raw(body=b'{"label": "HEDGE"}', content_type="application/json"),
    Raw(body=b"--b\r\nContent-Disposition: form-data; name=\"label\"\r\n\r\nHEDGE", content_type="multipart/form-data; boundary=b"),
    Raw(body=b"nothing", content_type="multipart/form-data"),
    Raw(body=b"nothing", content_type="multipart/form-data; boundary=" + "b" * 300),
    Raw(body=b"--b\r\nContent-Disposition: form-data; name=\"x\"; filename=\"../../x\"\r\n\r\nx\r\n--b--\r\n", content_type="multipart/form-data; boundary=b"),
    Raw(body=b"x" * (3 * 1024 * 1024)),
    Raw(method="GET", query="search=%00"),
    Raw(method="GET", query="label=%00&filter=%00&page=%00"),
    Raw(method="GET", query="next=%0d%0aSet-Cookie:%20x=1"),
    Raw(method="GET", query="page=99999999999999999999"),
    Raw(method="GET", query="page=0"),
    Raw(method="GET", query="page=%2D1"),
    Raw(method="GET", query="%ff=%fe&&&=;=&a"),
    Raw(method="GET", query="&".join(f"a{n}=1" for n in range(2_000))),
    Raw(method="GET", headers={"cookie": "session=\xe9\x00; csrf=;;; =; theme=\"\\\"; session[]=1"}),
    Raw(method="GET", headers={"accept": "*/*;q=x", "accept-language": "\x80" * 10, "range": "bytes=9-1"}),
    Raw(method="GET", headers={"if-modified-since": "never", "if-none-match": '"'}),
    Raw(method="POST", headers={"origin": "null", "referer": "http://[", "sec-fetch-site": "same-site"}),
    Raw(method="PROPFIND"),
    Raw(method="\u00e9"),
)  # fmt: skip

PATHS = (
    *("/%00", "/%ff%fe", "/code/%2e%2e/", "/code/" + "a" * 5_000 + "/", "/static/../x", "/\\x"),
    *("/studies/%D9%A3/", "/runs/%20/", "/code/zzzz/AAAAAAAAAA%0a/", "/studies/zzzz/publication/99999999999999999999/"),
)


@pytest.fixture(scope="module")
def request_names() -> list[str]:
    return sorted(pattern.name for pattern in get_resolver().url_patterns)


def list_urls(state: State, names: list[str]) -> Iterator[str]:
    blind_id = tables.BlindUnit.objects.filter(study=state.study).order_by("pk")[0].blind_id
    values = {"slug": state.study.slug, "blind_id": blind_id, "digest": state.run.sha256, "number": 1, "table": "x"}
    for name in names:
        wanted = next(pattern for pattern in get_resolver().url_patterns if pattern.name == name).pattern.converters
        yield reverse(name, kwargs={argument: values[argument] for argument in wanted})


def sign_in(username: str) -> Client:
    client = Client(raise_request_exception=False)
    account = tables.Account.objects.get(username=username)
    client.force_login(account, backend="annotate.access.sign_in.AccountBackend")
    return client


def count_rows() -> dict[type[Model], int]:
    return {table: table._base_manager.count() for table in KEPT}


@pytest.mark.parametrize("username", ["coder-a", "lead"])
def test_broken_requests_are_refused(request_names: list[str], username: str) -> None:
    state = make_study("locked" if username == "lead" else "coding")
    client, before = sign_in(username), count_rows()
    errors = []
    for url in list_urls(state, request_names):
        if url == reverse("sign_out"):
            continue
        for raw in BROKEN:
            path = f"{url}?{raw.query}" if raw.query else url
            answer = client.generic(raw.method, path, raw.body, raw.content_type, headers=raw.headers)
            if answer.status_code >= 500 or b"Traceback" in answer.content:
                errors.append(f"{answer.status_code} {path[:80]} {raw.method} {raw.body[:60]!r} {raw.content_type}")
    assert errors == []
    assert count_rows() == before


def test_broken_addresses_are_nobodys() -> None:
    make_study("coding")
    client = sign_in("coder-a")
    answers = {path: client.get(path).status_code for path in PATHS}
    assert {path: status for path, status in answers.items() if status not in {301, 302, 400, 404}} == {}


@pytest.mark.parametrize("host", ["elsewhere.example", "", "a b", "127.0.0.1:x", "\u00e9"])
def test_other_hosts_are_refused(host: str) -> None:
    assert Client(raise_request_exception=False).get("/", headers={"host": host}).status_code == 400


@pytest.mark.parametrize(
    "text", ["http://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "javascript:1", "\r\nX: y"]
)
def test_nobody_is_sent_elsewhere(text: str) -> None:
    make_study("coding")
    answer = sign_in("coder-a").get("/sign-in/", {"next": text})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_hostile_names_of_accounts_do_not_sign_in() -> None:
    client = Client(raise_request_exception=False)
    for text in [*HOSTILE[:3], "a\0b", "\udcff".encode("utf-8", "surrogatepass").decode("latin-1"), ""]:
        answer = client.post("/sign-in/", {"username": text[:60], "password": "x", "next": ""})
        assert answer.status_code in {400, 401, 429}, text
