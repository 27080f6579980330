"""Checking a study's chain: every link, every payload's digest, no gap."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from annotate.models import Event, EventPayload, Study

__all__ = ["ChainState", "check_chain"]

_PREFIX = {"pub": b"\x01", "prv": b"\x02"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainState:
    """How a chain stands; ``problem`` names the first thing that is wrong, None when all holds."""

    slug: str
    events: int
    head: str
    problem: str | None


def check_chain(study: Study) -> ChainState:
    """Recompute the chain from its first event. An erased payload is no problem, a changed one is."""
    key = bytes.fromhex(study.hex)
    payloads = EventPayload.objects.filter(study=key)
    digests = {
        (p.seq, p.kind): hashlib.sha256(_PREFIX[p.kind] + bytes(p.salt) + bytes(p.bytes)).hexdigest()
        for p in payloads.iterator()
    }
    prev, count = bytes(32), 0
    problem = None
    for event in Event.objects.filter(study=key).order_by("seq").iterator():
        count += 1
        problem = _find_problem(event, prev, count, study.hex, digests)
        if problem:
            break
        prev = bytes(event.hash)
    return ChainState(slug=study.slug, events=count, head=prev.hex(), problem=problem)


def _find_problem(
    event: Event, prev: bytes, count: int, study_hex: str, digests: dict[tuple[int, str], str]
) -> str | None:
    header = bytes(event.header)
    if event.seq != count:
        return f"event {count} is missing"
    if bytes(event.prev) != prev or hashlib.sha256(b"\x00" + prev + header).digest() != bytes(event.hash):
        return f"event {count} does not link to the one before"
    facts = _read_header(header)
    if (facts.get("seq"), facts.get("study"), facts.get("v")) != (count, study_hex, 1):
        return f"event {count} belongs elsewhere"
    wrong = [kind for kind in _PREFIX if digests.get((count, kind), facts.get(kind)) != facts.get(kind)]
    return f"the {wrong[0]} payload of event {count} was changed" if wrong else None


def _read_header(header: bytes) -> dict[str, object]:
    """The facts of a header; none where it is no JSON object."""
    try:
        facts = json.loads(header)
    except (ValueError, RecursionError):
        return {}
    return facts if isinstance(facts, dict) else {}
