"""Sending the calls as one person and keeping everything that came back; nothing that a call does stays done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from annotate.models import Account
from tests.blinding import fixed
from tests.blinding.calls import Call

__all__ = ["Exchange", "Visitor", "crawl"]

TOKEN = "a" * 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A call and all that a person can see of its answer; ``queries`` is the number of database statements."""

    state: str
    person: str
    call: str
    status: int
    headers: tuple[str, ...]
    cookies: str
    body: bytes
    queries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """A person with an open session, or nobody."""

    name: str
    cookies: dict[str, str]

    @classmethod
    def sign_in(cls, account: Account | None) -> Visitor:
        """Begin a session as the sign-in page does, without the password."""
        cookies = {settings.CSRF_COOKIE_NAME: TOKEN}
        if account is None:
            return cls(name="anonymous", cookies=cookies)
        fixed.begin(f"session of {account.username}")
        client = Client()
        client.force_login(account, backend="annotate.access.sign_in.AccountBackend")
        session = client.session
        session["since"] = session["seen"] = int(timezone.now().timestamp())
        session.save()
        cookies[settings.SESSION_COOKIE_NAME] = client.cookies[settings.SESSION_COOKIE_NAME].value
        return cls(name=account.username, cookies=cookies)


def crawl(state: str, visitor: Visitor, calls: Iterable[Call]) -> Iterator[Exchange]:
    """The answer to each call, as if it were the only one made in this state."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False, SERVER_NAME="localhost")
    kept = set(_list_files())
    for call in calls:
        client.cookies = SimpleCookie(visitor.cookies)
        yield _send(state, visitor, call, client)
        if call.method == "POST":
            for path in set(_list_files()) - kept:
                path.unlink()


def _send(state: str, visitor: Visitor, call: Call, client: Client) -> Exchange:
    body: dict[str, Any] = {}
    if call.form is not None:
        form = {**call.form, **({"csrfmiddlewaretoken": TOKEN} if call.with_token else {})}
        body = {"data": urlencode(form), "content_type": "application/x-www-form-urlencoded"}
    fixed.begin("request")
    with _undone(), _counted() as statements:
        response = client.generic(
            call.method, call.path, query_params=dict(call.query), headers=dict(call.headers), **body
        )
        content = response.getvalue()
    return Exchange(
        state=state,
        person=visitor.name,
        call=call.label,
        status=response.status_code,
        headers=tuple(f"{name}: {value}" for name, value in response.items()),
        cookies=response.cookies.output(),
        body=content,
        queries=len(statements),
    )


@contextmanager
def _undone() -> Iterator[None]:
    """Whatever happens to the database inside is rolled back."""
    outer = transaction.atomic()
    outer._from_testcase = True  # as in Django's TestCase: durable transactions may run inside
    with outer:
        yield
        transaction.set_rollback(True)


def _list_files() -> Iterator[Path]:
    folder = Path(settings.CANDOR_DATA)
    return (path for part in ("vault", "keys") for path in (folder / part).rglob("*") if path.is_file())


@contextmanager
def _counted() -> Iterator[list[str]]:
    statements: list[str] = []

    def count(execute: Any, sql: str, *rest: Any) -> Any:
        statements.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(count):
        yield statements
