"""Deny by default: every route has an entry, and each role enters what the table says and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.urls import URLPattern, get_resolver, reverse

from annotate.access.permissions import PERMISSIONS
from annotate.conf import urls
from annotate.models import Role
from annotate.web.routes import ANYBODY, ENTRIES, SIGNED_IN
from tests.states import make_people
from tests.unit.web.visiting import build_client, read_text

ARGUMENTS = {"slug": "zzzz", "blind_id": "AAAAAAAAAA", "number": "1", "table": "ranks", "digest": "f" * 12}


def list_patterns() -> list[URLPattern]:
    """All patterns of the process that serves everything."""
    found = get_resolver("annotate.conf.urls").url_patterns
    return [pattern for pattern in found if isinstance(pattern, URLPattern)]


def address(pattern: URLPattern) -> str:
    """An address of the route that leads to nothing that exists."""
    names = pattern.pattern.converters
    return reverse(pattern.name or "", kwargs={name: ARGUMENTS[name] for name in names})


def test_routes_and_entries_are_the_same() -> None:
    assert sorted(pattern.name or "" for pattern in list_patterns()) == sorted(ENTRIES)


def test_entries_name_real_actions() -> None:
    assert {entry.who for entry in ENTRIES.values()} - {ANYBODY, SIGNED_IN} <= set(PERMISSIONS)


def test_the_coding_wing_mounts_coders_routes_only() -> None:
    names = {pattern.name for pattern in urls.CODING_WING}
    assert {ENTRIES[str(name)].who for name in names} == {ANYBODY, SIGNED_IN, "code"}
    views = {pattern.callback.__module__ for pattern in urls.CODING_WING}
    assert views == {"annotate.web.sign_in"} | {
        f"annotate.web.coding.{name}" for name in ("home", "desk", "codings", "codebook")
    }


@pytest.mark.django_db
@pytest.mark.urls("tests.unit.web.coding_wing")
def test_a_process_of_the_coding_wing() -> None:
    people = make_people()
    for account in (people.coders[0], people.lead):
        client = build_client(account)
        assert "My studies" in read_text(client.get("/"))
        assert client.get("/runs/").status_code == 404


def test_every_template_is_used(project: Path) -> None:
    """A page that nobody can reach is no page: each template is named by a view or by another template."""
    sources = [*project.glob("annotate/web/**/*.py"), *project.glob("templates/**/*.html")]
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    names = [path.relative_to(project / "templates").as_posix() for path in project.glob("templates/**/*.html")]
    assert [name for name in names if f'"{name}"' not in text] == []


@pytest.mark.django_db
def test_visitors_without_account() -> None:
    client = build_client()
    for pattern in list_patterns():
        entry, path = ENTRIES[pattern.name or ""], address(pattern)
        if entry.who == ANYBODY:
            continue
        if entry.query is not None:
            response = client.get(path)
            assert (response.status_code, response.headers["Location"]) == (302, f"/sign-in/?next={path}"), path
        if entry.form is not None:
            assert client.post(path).status_code == 401, path


@pytest.mark.django_db
def test_each_role_and_route() -> None:
    """A role that may not enter gets the very bytes of an address that does not exist."""
    people = make_people()
    accounts = {
        Role.LEAD: people.lead,
        Role.ANALYST: people.analyst,
        Role.ADMINISTRATOR: people.administrator,
        Role.CODER: people.coders[0],
    }
    for role, account in accounts.items():
        client = build_client(account)
        nowhere = client.get("/no/such/page/")
        assert nowhere.status_code == 404
        for pattern in list_patterns():
            entry, path = ENTRIES[pattern.name or ""], address(pattern)
            if entry.who in {ANYBODY, SIGNED_IN} or role in PERMISSIONS[entry.who]:
                continue
            for answer in (client.get(path), client.post(path, {"any": "thing"})):
                assert (answer.status_code, answer.content) == (404, nowhere.content), (role, path)


@pytest.mark.django_db
def test_a_route_without_entry_is_closed(settings: object, monkeypatch: pytest.MonkeyPatch) -> None:
    client = build_client(make_people().lead)
    assert client.get("/").status_code == 200
    monkeypatch.delitem(ENTRIES, "home")
    assert client.get("/").status_code == 404
