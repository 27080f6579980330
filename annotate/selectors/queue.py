"""What a coder sees: own units, own codings, own progress, the codebook. Nothing else is reachable from here."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from annotate.access.permissions import can, get_coder_membership
from annotate.access.visibility import check_visible
from annotate.errors import NotFound
from annotate.models import Account, Assignment, Coding, Membership, Part, Phase, Study
from annotate.models import BlindUnit as BlindUnitRow

__all__ = [
    "REASONS",
    "BlindUnit",
    "CoderStudy",
    "Desk",
    "LabelChoice",
    "OwnCoding",
    "build_blind_unit",
    "get_desk",
    "get_label_codes",
    "list_coder_studies",
    "list_labels",
    "list_own_codings",
]

REASONS = {
    "unreadable": "Unreadable",
    "other_language": "In another language",
    "context_missing": "Context is missing",
    "outside_knowledge": "Needs outside knowledge",
    "two_answers": "Gives two answers",
    "do_not_wish": "I do not wish to code it",
}
"""Why an item cannot be coded: stored code -> words on the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindUnit:
    """A unit as its coder sees it; a field that the plan does not show is None."""

    blind_id: str
    question: str | None
    context: str | None
    gold_answers: tuple[str, ...] | None
    response: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCoding:
    """A coder's standing label on a unit; ``version`` counts all of them on it; an empty label was cleared."""

    blind_id: str
    label: str
    label_name: str
    uncertain: bool
    note: str
    reason: str
    version: int
    coded_on: date
    excerpt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelChoice:
    """A label as a button: the key that chooses it, its code, name and the one-line definition."""

    key: str
    code: str
    name: str
    definition: str
    rules: tuple[str, ...]
    examples: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoderStudy:
    """A study in a coder's list: own progress only."""

    slug: str
    name: str
    phase: str
    done: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The coding page: the unit in hand (None when all is done), its standing coding, and where it stands.

    ``position`` counts the unit in the coder's own order; ``previous`` and ``following`` are the neighbours' blind ids;
    ``undo`` is the unit that was coded last (before the one in hand, when that one is coded).
    """

    study: CoderStudy
    labels: tuple[LabelChoice, ...]
    unit: BlindUnit | None
    coding: OwnCoding | None
    position: int | None
    previous: str | None
    following: str | None
    undo: str | None
    put_off: int
    is_open: bool


def get_desk(*, account: Account, slug: str, blind_id: str | None = None) -> Desk:
    """The next open unit of the coder, or the named one.

    Errors: ``NotFound`` for a study or unit that isn't the coder's; ``WrongPhase`` before the study is open.
    """
    membership = get_coder_membership(account, slug)
    study = membership.study
    check_visible("own units", role="coder", phase=study.phase)
    own = _own(membership)
    chosen = own.filter(unit__study=study, unit__blind_id=blind_id).first() if blind_id else _open(own).first()
    if blind_id and chosen is None:
        raise NotFound("There is nothing here, or it is not yours.")
    return Desk(
        study=_coder_study(membership),
        labels=list_labels(study),
        unit=build_blind_unit(chosen.unit) if chosen else None,
        coding=_own_coding(chosen.unit, chosen.current, _names(study)) if chosen and chosen.current else None,
        position=chosen.position if chosen else None,
        previous=_neighbour(own, chosen, -1),
        following=_neighbour(own, chosen, +1),
        undo=_coded_before(own, chosen),
        put_off=_open(own).filter(put_off__gt=0).count(),
        is_open=study.phase == Phase.CODING,
    )


def list_coder_studies(account: Account) -> tuple[CoderStudy, ...]:
    """The studies in which the account codes and that are open or past coding, newest first."""
    if not can(account, "code"):
        return ()
    memberships = (
        Membership.objects.select_related("study")
        .filter(account=account, part=Part.CODER)
        .exclude(study__phase__in=[Phase.DRAFT, Phase.SEALED, Phase.ABANDONED])
        .order_by("-study__pk")
    )
    return tuple(_coder_study(membership) for membership in memberships)


def list_own_codings(
    *, account: Account, slug: str, search: str = "", label: str = "", flagged: bool = False, noted: bool = False
) -> tuple[OwnCoding, ...]:
    """The coder's coded units, in the order of the last change, newest first."""
    membership = get_coder_membership(account, slug)
    check_visible("own units", role="coder", phase=membership.study.phase)
    found = _own(membership).filter(current__isnull=False).exclude(current__label="")
    if label:
        found = found.filter(current__label=label)
    if flagged:
        found = found.filter(current__uncertain=True)
    if noted:
        found = found.exclude(current__note="")
    names = _names(membership.study)
    if label and label not in names:
        return ()
    codings = [_own_coding(a.unit, a.current, names) for a in found.order_by("-current__pk") if a.current]
    if search:
        texts = {a.unit.blind_id: _searchable(build_blind_unit(a.unit)) for a in found}
        codings = [c for c in codings if search.casefold() in f"{texts[c.blind_id]}\n{c.note}".casefold()]
    return tuple(codings)


def _searchable(unit: BlindUnit) -> str:
    """All that the page shows of a unit, as one text."""
    shown = (unit.question, unit.context, *(unit.gold_answers or ()), unit.response)
    return "\n".join(text for text in shown if text)


def list_labels(study: Study) -> tuple[LabelChoice, ...]:
    """The codebook's labels as buttons, in its order: keys 1-9, beyond that the letter that the codebook gives."""
    choices = []
    for number, label in enumerate(json.loads(study.codebook)["labels"], start=1):
        choices.append(
            LabelChoice(
                key=str(number) if number <= 9 else (label["hotkey"] or ""),
                code=label["code"],
                name=label["name"],
                definition=label["definition"],
                rules=tuple(label["rules"]),
                examples=tuple((example["text"], example["why"]) for example in label["examples"]),
            )
        )
    return tuple(choices)


def get_label_codes(study: Study) -> tuple[str, ...]:
    """The codes of the study's labels, in the codebook's order."""
    return tuple(label["code"] for label in json.loads(study.codebook)["labels"])


def _names(study: Study) -> dict[str, str]:
    return {choice.code: choice.name for choice in list_labels(study)} | {"CANNOT_CODE": "Cannot be coded"}


def _own(membership: Membership) -> QuerySet[Assignment]:
    return Assignment.objects.select_related("unit", "current").filter(membership=membership)


def _open(own: QuerySet[Assignment]) -> QuerySet[Assignment]:
    still = Q(current__isnull=True) | Q(current__label="")
    return own.filter(still, given_up=False).order_by("put_off", "position")


def _coder_study(membership: Membership) -> CoderStudy:
    own = _own(membership)
    return CoderStudy(
        slug=membership.study.slug,
        name=membership.study.name,
        phase=membership.study.phase,
        done=own.filter(current__isnull=False).exclude(current__label="").count(),
        total=own.count(),
    )


def _neighbour(own: QuerySet[Assignment], chosen: Assignment | None, step: int) -> str | None:
    """The blind id before or after in the coder's order; before the end of a finished queue comes its last unit."""
    if chosen is None:
        found = own.order_by("-position").first() if step < 0 else None
    else:
        found = own.filter(position=chosen.position + step).first()
    return found.unit.blind_id if found else None


def _coded_before(own: QuerySet[Assignment], chosen: Assignment | None) -> str | None:
    coded = own.filter(current__isnull=False).exclude(current__label="").order_by("-current__pk")
    if chosen is not None and chosen.current is not None:
        coded = coded.filter(current__lt=chosen.current.pk)
    found = coded.first()
    return found.unit.blind_id if found else None


def build_blind_unit(row: BlindUnitRow) -> BlindUnit:
    """A unit's row as people see it."""
    shown = json.loads(row.shown)
    gold = shown.get("gold_answers")
    return BlindUnit(
        blind_id=row.blind_id,
        question=shown.get("question"),
        context=shown.get("context"),
        gold_answers=None if gold is None else tuple(gold),
        response=shown["response"] or "",
    )


def _own_coding(unit: BlindUnitRow, current: Coding, names: dict[str, str]) -> OwnCoding:
    response = json.loads(unit.shown)["response"] or ""
    return OwnCoding(
        blind_id=unit.blind_id,
        label=current.label,
        label_name=names.get(current.label, current.label),
        uncertain=current.uncertain,
        note=current.note,
        reason=current.reason,
        version=current.version,
        coded_on=current.coded_on,
        excerpt=" ".join(response[:400].split())[:140],
    )
