"""Every request of the crawl: route × address × method × question or form, right and wrong ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.blinding.addresses import Place
from tests.blinding.expectations import EXPECTATIONS, Expectation

__all__ = ["Call", "list_calls", "list_routes"]

OTHER_METHODS = ("OPTIONS", "PUT", "PATCH", "DELETE", "TRACE")
NO_ROUTES = ("/nothing/", "/static/nothing.css", "/code/UPPER/", "/favicon.ico", "/code/zzzz/AAAAAAAAAA", "/../x")
CONDITIONS = {"if-none-match": "*", "if-modified-since": "Wed, 01 Jan 2031 00:00:00 GMT"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request. ``label`` names it in reports and is the same in every world."""

    label: str
    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, str] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    with_token: bool = True


def list_routes() -> dict[str, URLPattern]:
    """All routes of the URL configuration by name, nested ones too."""
    found: dict[str, URLPattern] = {}

    def walk(patterns: list[URLPattern | URLResolver]) -> None:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                walk(pattern.url_patterns)
            else:
                found[pattern.name or str(pattern.pattern)] = pattern

    walk(get_resolver().url_patterns)
    return found


def list_calls(places: Sequence[Place], *, wing: str, thorough: bool) -> Iterator[Call]:
    """All calls at all places for somebody at home in a wing (``coder``, ``lead``); one of each kind on other routes.

    What a route does not tell apart is called once. ``thorough`` adds passwords, methods that no route has, unknown
    parameters, other sites, conditions and JSON.
    """
    for name in list_routes():
        if thorough or name != "sign_in":  # hashing passwords would take most of the time
            yield from _list_on_route(name, places, wing=wing, thorough=thorough)
    if thorough:
        for path in NO_ROUTES:
            yield Call(label=f"GET {path}", method="GET", path=path)


def _list_on_route(name: str, places: Sequence[Place], *, wing: str, thorough: bool) -> Iterator[Call]:
    expected, seen = EXPECTATIONS[name], set()
    is_home = expected.wing in {"", wing}
    for place in places:
        path = reverse(name, kwargs={argument: place.values[argument] for argument in expected.arguments})
        if path in seen or (seen and not is_home):
            continue
        is_first = not seen
        seen.add(path)
        where = f"{name}({place.name})" if expected.arguments else name
        central = is_home and (expected.wing in place.central if "blind_id" in expected.arguments else is_first)
        if place.only_read:
            yield Call(label=f"GET {where}", method="GET", path=path)
            continue
        yield from _list_right(where, path, expected, every=central)
        if thorough and central:
            yield from _list_wrong(where, path, expected)


def _list_right(where: str, path: str, expected: Expectation, *, every: bool) -> Iterator[Call]:
    for query in (expected.queries or ())[: None if every else 1]:
        yield Call(label=f"GET {where} {query or ''}", method="GET", path=path, query=query)
    for form in expected.forms[: None if every else 1]:
        yield Call(label=f"POST {where} {form or ''}", method="POST", path=path, form=form)


def _list_wrong(where: str, path: str, expected: Expectation) -> Iterator[Call]:
    def call(what: str, method: str, **more: object) -> Call:
        return Call(label=f"{method} {where} {what}", method=method, path=path, **more)  # type: ignore[arg-type]  # named fields

    yield call("", "HEAD")
    for method in OTHER_METHODS:
        yield call("", method)
    yield call("unknown parameter", "GET", query={"model": "x"})
    yield call("lookup", "GET", query={"unit__study__slug": "x", "ordering": "model"})
    yield call("as JSON", "GET", headers={"accept": "application/json"})
    yield call("if changed", "GET", headers=CONDITIONS)
    yield call("empty", "POST", form={})
    yield call("unknown field", "POST", form={"model": "x"})
    for form in expected.forms[:1]:
        yield call("without token", "POST", form=form, with_token=False)
        yield call("of another site", "POST", form=form, headers={"sec-fetch-site": "cross-site"})
