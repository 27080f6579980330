"""Nothing that a coder can reach depends on what is sealed, nor on what other coders do (trust, D1 and its variant)."""

from __future__ import annotations

import re
from itertools import groupby

import pytest

from tests.blinding.calls import list_routes
from tests.blinding.comparison import choose, describe, list_differences
from tests.blinding.crawl import Exchange
from tests.blinding.expectations import EXPECTATIONS
from tests.blinding.plants import DESK_PLANTS, OTHER_CODER_PLANTS, PLANTS
from tests.blinding.story import STATES
from tests.blinding.visit import WHO_LOOKS, Visit

NEVER_OPEN = {"revision_file", "results", "results_json", "results_csv", "publication"}
"""Routes that open with publication: everybody who is compared is refused, which is what is compared."""


def get_route(exchange: Exchange) -> str:
    return re.split(r"[( ]", exchange.call.split(" ", 1)[1])[0]


def test_every_route_is_expected() -> None:
    assert set(list_routes()) == set(EXPECTATIONS)


def test_every_route_was_called_with_every_method(first: Visit) -> None:
    called = {(get_route(e), e.call.split(" ", 1)[0]) for e in first.seen if get_route(e) in EXPECTATIONS}
    methods = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE")
    assert {(name, method) for name in list_routes() for method in methods} <= called


def test_every_route_opened_for_somebody(first: Visit) -> None:
    opened = {get_route(e) for e in first.seen if e.status in {200, 302} and e.person != "anonymous"}
    assert set(list_routes()) - opened == NEVER_OPEN


def test_everybody_looked_in_every_state(first: Visit) -> None:
    assert {(e.state, e.person) for e in first.seen} == {(s, p) for s in STATES for p in WHO_LOOKS[s]}


@pytest.mark.parametrize("name", ["first", "exchanged", "flipped", "marked"])
def test_no_answer_is_an_error_of_the_server(worlds: dict[str, object], name: str) -> None:
    errors = [f"{e.state}, {e.person}: {e.call}" for e in worlds[name].visit.seen if e.status == 500]
    assert not errors, describe(errors)


def test_the_facts_are_exchanged_and_the_units_are_not(first: Visit, exchanged: Visit) -> None:
    assert first.shown == exchanged.shown
    pairs = [(first.key[blind_id], exchanged.key[blind_id]) for blind_id in first.shown]
    assert all(a["record_id"] == b["record_id"] for a, b in pairs)
    assert all(a["model"] != b["model"] for a, b in pairs)
    assert sum(a["stratum"][1] != b["stratum"][1] for a, b in pairs) > len(pairs) / 2
    assert sum(a["automated_label"] != b["automated_label"] for a, b in pairs) > len(pairs) / 2


def test_twin_worlds_answer_with_the_same_bytes(first: Visit, exchanged: Visit) -> None:
    differences = list_differences(first.seen, exchanged.seen)
    assert not differences, describe(differences)


@pytest.mark.parametrize("name", [*PLANTS, *DESK_PLANTS])
def test_a_planted_leak_makes_twin_worlds_differ(first: Visit, exchanged: Visit, name: str) -> None:
    assert list_differences(first.planted[name], exchanged.planted[name])


def test_the_other_coder_makes_no_difference(first: Visit, flipped: Visit) -> None:
    before = [state for state in STATES if state != "published"]  # then a coder may see what was decided
    differences = list_differences(
        choose(first.seen, person="coder-a", states=before), choose(flipped.seen, person="coder-a", states=before)
    )
    assert not differences, describe(differences)


@pytest.mark.parametrize("name", OTHER_CODER_PLANTS)
def test_a_planted_leak_of_the_other_coder_is_found(first: Visit, flipped: Visit, name: str) -> None:
    assert list_differences(first.planted[name], flipped.planted[name])


@pytest.mark.parametrize("pair", [("no unit", "foreign unit"), ("no study", "foreign study")])
def test_what_is_foreign_answers_like_what_is_not_there(first: Visit, pair: tuple[str, str]) -> None:
    found = {(e.state, e.call): (e.status, e.headers, e.cookies, e.body) for e in choose(first.seen, person="coder-a")}
    compared = 0
    for (state, call), answer in found.items():
        if f"({pair[1]})" in call:
            like = found.get((state, call.replace(pair[1], pair[0])))
            if like is not None:
                assert answer == like, f"{state}: {call}"
                compared += 1
    assert compared > 10


def test_a_place_of_ones_own_answers_otherwise(first: Visit) -> None:
    calls = sorted(choose(first.seen, person="coder-a", states=["half coded"]), key=get_route)
    by_route = {name: {e.status for e in group} for name, group in groupby(calls, key=get_route)}
    assert {200, 404} <= by_route["code_unit"]
    assert {200, 404} <= by_route["codings"]


def test_no_answer_to_a_coder_may_be_kept(first: Visit) -> None:
    for exchange in first.seen:
        names = {header.split(":")[0] for header in exchange.headers}
        assert "Cache-Control: no-store" in exchange.headers, exchange.call
        assert not names & {"ETag", "Last-Modified", "Expires"}, exchange.call
