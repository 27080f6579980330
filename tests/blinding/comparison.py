"""Comparing what was seen in two worlds, call by call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields

from tests.blinding.crawl import Exchange

__all__ = ["choose", "describe", "list_differences"]


def choose(seen: Iterable[Exchange], *, person: str = "", states: Sequence[str] = ()) -> list[Exchange]:
    """What one person saw in some states; without a person everybody, without states always."""
    return [e for e in seen if (not person or e.person == person) and (not states or e.state in states)]


def list_differences(one: Sequence[Exchange], other: Sequence[Exchange]) -> list[str]:
    """A line for each call whose answer differs in status, header, cookie, body or number of statements."""
    return [
        f"{a.state}, {a.person}: {a.call}: {', '.join(_list_fields(a, b))}"
        for a, b in zip(one, other, strict=True)
        if a != b
    ]


def describe(differences: Sequence[str]) -> str:
    """The first 20 lines and how many there are."""
    return "\n".join([f"{len(differences)} answers differ", *differences[:20]])


def _list_fields(a: Exchange, b: Exchange) -> list[str]:
    return [field.name for field in fields(Exchange) if getattr(a, field.name) != getattr(b, field.name)]
