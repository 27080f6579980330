"""What the people of one world get to see, in every state of its study."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.sessions.models import Session

from annotate.models import BlindUnit, Membership
from annotate.selectors.designs import get_design
from tests.blinding.addresses import list_places
from tests.blinding.calls import list_calls
from tests.blinding.crawl import Exchange, Visitor, crawl
from tests.blinding.plants import DESK_PLANTS, ID_PLANTS, OTHER_CODER_PLANTS, PLANTS, Plant, read_key
from tests.blinding.story import Story

__all__ = ["THOROUGH", "WHO_LOOKS", "Visit", "visit"]

WHO_LOOKS: dict[str, tuple[str, ...]] = {
    "drawn": ("coder-a", "lead"),
    "sealed": ("coder-a", "lead"),
    "fresh": ("coder-a",),
    "half coded": ("anonymous", "coder-a", "coder-z", "lead", "analyst", "administrator"),
    "locked": ("coder-a", "coder-z", "lead", "analyst"),
    "half resolved": ("lead",),
    "resolved": ("coder-a", "lead"),
    "published": ("anonymous", "coder-a", "coder-z"),
}
"""Who looks around in which state: leads and analysts before publication only, when they must know no more."""

HOMES = {"coder-a": "coder", "coder-z": "coder", "lead": "lead", "analyst": "lead"}
"""The wing in which somebody is at home; the others knock once at each route."""

THOROUGH = "half coded"
"""The state in which wrong methods and parameters are tried too, and in which leaks are planted."""

ONLY = {"flipped": ("coder-a",), "marked": ("anonymous", "coder-a", "coder-z")}
"""Who looks around in the worlds that are not made for everybody."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Visit:
    """What was seen in one world, and what was seen with each planted leak.

    ``key`` is the sealed record of each unit, ``shown`` its fields as coders see them; ``digests`` are those of the
    lead's side; ``sessions`` is what the sessions hold.
    """

    seen: tuple[Exchange, ...]
    planted: dict[str, tuple[Exchange, ...]]
    key: dict[str, dict[str, Any]]
    shown: dict[str, str]
    digests: tuple[str, ...]
    pseudonyms: tuple[str, ...]
    sessions: str


def visit(world: str) -> Visit:
    """Live through the story and look around at each state."""
    story = Story.begin(world)
    visitors = _sign_in(story)
    seen: list[Exchange] = []
    planted: dict[str, tuple[Exchange, ...]] = {}
    for state in story.live():
        for person in (p for p in WHO_LOOKS[state] if p in ONLY.get(world, WHO_LOOKS[state])):
            wing = HOMES.get(person, "none")
            places = list(list_places(story, wing=wing, every_unit=state == "fresh" and wing == "coder"))
            thorough = state == THOROUGH and person in {"coder-a", "lead"}
            seen += crawl(state, visitors[person], list_calls(places, wing=wing, thorough=thorough))
        if state == THOROUGH:
            plants = {**PLANTS, **ID_PLANTS, **OTHER_CODER_PLANTS}
            planted |= _look_with(plants, story, visitors["coder-a"], wing="coder", below="/code/")
        if state == "locked":
            planted |= _look_with(DESK_PLANTS, story, visitors["lead"], wing="lead", below="/adjudicate/")
    design = get_design(story.study)
    others = Membership.objects.exclude(account=story.people.coders[0])
    return Visit(
        seen=tuple(seen),
        planted=planted,
        key=read_key(story.study),
        shown=dict(BlindUnit.objects.filter(study=story.study).values_list("blind_id", "shown")),
        digests=(
            *(design.run_sha256, design.plan_sha256, design.seed, design.sample_sha256, design.sample_document),
            *(design.commitment, design.key_name, story.run.file_sha256, story.study.hex),
        ),
        pseudonyms=tuple(others.values_list("pseudonym", flat=True)),
        sessions=str([session.get_decoded() for session in Session.objects.all()]),
    )


def _look_with(
    plants: dict[str, Plant], story: Story, visitor: Visitor, *, wing: str, below: str
) -> dict[str, tuple[Exchange, ...]]:
    """What somebody reads below an address with each leak in place."""
    places = list(list_places(story, wing=wing, every_unit=False))
    calls = [c for c in list_calls(places, wing=wing, thorough=False) if below in c.path and c.method == "GET"]
    planted = {}
    for name, plant in plants.items():
        with plant(story.study):
            planted[name] = tuple(crawl(name, visitor, calls))
    return planted


def _sign_in(story: Story) -> dict[str, Visitor]:
    people = story.people
    accounts = (*people.coders, story.outsider, people.lead, people.analyst, people.administrator)
    visitors = [Visitor.sign_in(account) for account in (None, *accounts)]
    return {visitor.name: visitor for visitor in visitors}
