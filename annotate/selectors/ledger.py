"""The ledger as leads and analysts read it: events with their public payload."""

from __future__ import annotations

import json
from dataclasses import dataclass

from annotate.access.permissions import get_study_for
from annotate.access.visibility import is_visible
from annotate.models import Account, Event, EventPayload

__all__ = ["EventLine", "LedgerPage", "get_ledger_page"]

PAGE = 100

HIDDEN_UNTIL_PUBLISHED = frozenset({"coding.submitted", "coding.corrected", "coding.cleared"})
"""Events whose payload holds a label: shown by type alone until the study is published."""

HIDDEN_UNTIL_SEALED = frozenset({"plan.frozen", "seed.fixed", "sample.drawn"})


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    """One event: number, type, day, its hash, and the public facts that may be shown now."""

    seq: int
    type: str
    date: str
    facts: tuple[tuple[str, str], ...]
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerPage:
    """Events newest first, a page of 100."""

    slug: str
    name: str
    events: tuple[EventLine, ...]
    count: int
    head: str
    page: int
    pages: int


def get_ledger_page(*, account: Account, slug: str, page: int = 1) -> LedgerPage:
    """A page of the study's events. Errors: ``NotFound``."""
    study = get_study_for(account, slug, "view_ledger")
    key = bytes.fromhex(study.hex)
    events = Event.objects.filter(study=key).order_by("-seq")
    count = events.count()
    pages = max(1, -(-count // PAGE))
    page = min(max(page, 1), pages)
    shown = list(events[(page - 1) * PAGE : page * PAGE])
    payloads = {
        payload.seq: json.loads(bytes(payload.bytes))
        for payload in EventPayload.objects.filter(study=key, kind="pub", seq__in=[event.seq for event in shown])
    }
    may_see_codings = is_visible("all codings", role=account.role, phase=study.phase)
    may_see_plan = is_visible("plan and seed", role=account.role, phase=study.phase)
    lines = []
    for event in shown:
        type_ = str(json.loads(bytes(event.header))["type"])
        facts = payloads.get(event.seq, {})
        holds_label = type_ in HIDDEN_UNTIL_PUBLISHED or type_.startswith("adjudication.")
        is_open = (may_see_codings or not holds_label) and (may_see_plan or type_ not in HIDDEN_UNTIL_SEALED)
        lines.append(
            EventLine(
                seq=event.seq,
                type=type_,
                date=str(facts.get("date", "")),
                facts=tuple((name, _text(fact)) for name, fact in facts.items() if name != "date") if is_open else (),
                hash=bytes(event.hash).hex(),
            )
        )
    head = events.first()
    return LedgerPage(
        slug=study.slug,
        name=study.name,
        events=tuple(lines),
        count=count,
        head=bytes(head.hash).hex() if head else "",
        page=page,
        pages=pages,
    )


def _text(fact: object) -> str:
    return fact if isinstance(fact, str) else json.dumps(fact, ensure_ascii=False, sort_keys=True)
