"""The places that an address may name: right ones, other people's and ones that don't exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from annotate.selectors.designs import get_design
from tests.blinding.story import Story

__all__ = ["Place", "list_places"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Values for the arguments of a route, under a name that is the same in every world.

    ``central`` names the wings (``coder``, ``lead``) in which every form is tried here, and everything that is wrong; in
    the others the first question and the first form. At an ``only_read`` place nothing is sent.
    """

    name: str
    values: Mapping[str, str]
    central: tuple[str, ...] = ()
    only_read: bool = False


def list_places(story: Story, *, wing: str, every_unit: bool) -> Iterator[Place]:
    """A few units or all of the first coder's, for leads those to resolve, another study, and what isn't there."""
    mine, theirs, nowhere = story.study.slug, story.other.slug, "zzzz"
    digest = get_design(story.study).run_sha256 if wing == "lead" else "0" * 64  # which no coder can know
    common = {"digest": digest, "number": "1", "table": "accuracy"}
    own = story.list_units(story.people.coders[0], story.study)
    foreign = story.list_units(story.outsider, story.other) or ["AAAAAAAAAA"]
    due = story.list_due() if wing == "lead" else []
    places = {f"unit {place}": own[place] for place in (0, 12, 20) if own}
    places |= {f"due {place}": due[place] for place in (0, 4, -1) if due}
    centres = {"unit 0": ("coder",), "unit 12": ("coder",), "due 0": ("lead",), "due 4": ("lead",)}
    yield Place(
        name="no unit", values={**common, "slug": mine, "blind_id": "AAAAAAAAAA"}, central=() if due else ("lead",)
    )
    for name, blind_id in places.items():
        values = {**common, "slug": mine, "blind_id": blind_id}
        yield Place(name=name, values=values, central=centres.get(name, ()))
    for place, blind_id in enumerate(own if every_unit else []):
        values = {**common, "slug": mine, "blind_id": blind_id}
        yield Place(name=f"unit {place} read", values=values, only_read=True)
    yield Place(name="foreign unit", values={**common, "digest": digest[:12], "slug": mine, "blind_id": foreign[0]})
    yield Place(name="foreign study", values={**common, "slug": theirs, "blind_id": foreign[0]})
    missing = {"digest": "f" * 64, "number": "7", "table": "none", "slug": nowhere, "blind_id": foreign[0]}
    yield Place(name="no study", values=missing)
