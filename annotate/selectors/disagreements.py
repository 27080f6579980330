"""The adjudicator's desk: units to resolve, the codings as A, B …, and what was decided. Nobody is named."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from annotate.access.permissions import get_study_for
from annotate.access.visibility import check_visible
from annotate.errors import NotFound
from annotate.models import Account, BlindUnit, Decision, Membership, Part, Phase, Study, UnitToResolve
from annotate.selectors import queue
from annotate.selectors.codings import UnitCodings, build_letter, list_unit_codings

__all__ = ["FilterChoice", "QueueRow", "ResolutionDesk", "Side", "StandingDecision", "get_resolution_desk"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One coding under its letter."""

    letter: str
    label: str
    label_name: str
    uncertain: bool
    note: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingDecision:
    """The decision that stands on a unit; ``version`` counts all of them."""

    label: str
    label_name: str
    rationale: str
    tool: str
    asked: str
    answered: str
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueRow:
    """A unit in the queue: its pair of labels, flags, and whether it is decided."""

    blind_id: str
    pair: str
    flagged: bool
    noted: bool
    cause: str
    decided: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterChoice:
    """A filter of the queue with the number of open units behind it."""

    code: str
    name: str
    count: int
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolutionDesk:
    """The adjudication page: the queue, the unit in hand (None when all is resolved), its sides and decision."""

    slug: str
    name: str
    done: int
    total: int
    filters: tuple[FilterChoice, ...]
    rows: tuple[QueueRow, ...]
    unit: queue.BlindUnit | None
    row: QueueRow | None
    sides: tuple[Side, ...]
    decision: StandingDecision | None
    first_judgement: str
    labels: tuple[queue.LabelChoice, ...]
    rules: tuple[str, ...]
    tools: tuple[str, ...]
    previous: str | None
    is_open: bool


def get_resolution_desk(
    *, account: Account, slug: str, blind_id: str | None = None, filter: str = ""
) -> ResolutionDesk:
    """The next undecided unit under the filter, or the named one.

    Filters: empty (all), ``pair:CODE+CODE``, ``flagged``, ``noted``. Errors: ``NotFound``, ``WrongPhase`` before locking.
    """
    study = get_study_for(account, slug, "adjudicate")
    check_visible("units to resolve", role=account.role, phase=study.phase)
    names = {choice.code: choice.name for choice in queue.list_labels(study)} | {"CANNOT_CODE": "Cannot be coded"}
    due = list(UnitToResolve.objects.filter(study_hex=study.hex))
    queue_ids = UnitToResolve.objects.filter(study_hex=study.hex).values_list("blind_id", flat=True)
    codings = {unit.blind_id: unit for unit in list_unit_codings(study, only=queue_ids)}
    decisions = _standing(study)
    rows = [_row(unit, codings[unit.blind_id], names, unit.blind_id in decisions) for unit in due]
    pairs = {unit.blind_id: _pair_code(codings[unit.blind_id]) for unit in due}
    shown = [row for row in rows if _passes(row, pairs[row.blind_id], filter)]
    row = _choose(rows, shown, blind_id)
    at = next((unit for unit in due if row and unit.blind_id == row.blind_id), None)
    decision = decisions.get(at.blind_id) if at else None
    order = [r.blind_id for r in shown]
    place = order.index(row.blind_id) if row and row.blind_id in order else len(order)
    return ResolutionDesk(
        slug=study.slug,
        name=study.name,
        done=sum(r.decided for r in rows),
        total=len(rows),
        filters=_filters(rows, pairs, names, filter),
        rows=tuple(shown),
        unit=_unit(study, at.blind_id) if at else None,
        row=row,
        sides=_sides(at, codings[at.blind_id], names) if at else (),
        decision=None if decision is None else _decision(decision, names),
        first_judgement=_first_judgement(study, account, at.blind_id) if at else "",
        labels=queue.list_labels(study),
        rules=tuple(rule for choice in queue.list_labels(study) for rule in choice.rules),
        tools=tuple(sorted({d.tool for d in decisions.values() if d.tool})),
        previous=order[place - 1] if 0 < place <= len(order) else None,
        is_open=study.phase == Phase.LOCKED,
    )


def _choose(rows: list[QueueRow], shown: list[QueueRow], blind_id: str | None) -> QueueRow | None:
    if blind_id:
        found = next((row for row in rows if row.blind_id == blind_id), None)
        if found is None:
            raise NotFound("There is nothing here, or it is not yours.")
        return found
    return next((row for row in shown if not row.decided), None)


def _standing(study: Study) -> dict[str, Decision]:
    decisions = Decision.objects.filter(study_hex=study.hex, first=False).order_by("version")
    return {decision.blind_id: decision for decision in decisions}


def _first_judgement(study: Study, account: Account, blind_id: str) -> str:
    """The account's own first judgement on the unit; nobody sees another's."""
    own = Membership.objects.filter(study=study, account=account, part=Part.ADJUDICATOR).values("pseudonym")
    first = Decision.objects.filter(study_hex=study.hex, blind_id=blind_id, first=True, adjudicator__in=own).first()
    return first.label if first else ""


def _pair_code(unit: UnitCodings) -> str:
    return "+".join(sorted({coding.label for coding in unit.codings}))


def _row(unit: UnitToResolve, codings: UnitCodings, names: dict[str, str], decided: bool) -> QueueRow:
    labels = sorted({coding.label for coding in codings.codings})
    return QueueRow(
        blind_id=unit.blind_id,
        pair=" × ".join(names.get(label, label) for label in labels) or "no coding",
        flagged=any(coding.uncertain for coding in codings.codings),
        noted=any(coding.note for coding in codings.codings),
        cause=unit.cause,
        decided=decided,
    )


def _passes(row: QueueRow, pair: str, filter: str) -> bool:
    match filter.partition(":"):
        case ("flagged", _, _):
            return row.flagged
        case ("noted", _, _):
            return row.noted
        case ("pair", _, wanted):
            return pair == wanted
        case _:
            return True


def _filters(
    rows: list[QueueRow], pairs: dict[str, str], names: dict[str, str], chosen: str
) -> tuple[FilterChoice, ...]:
    waiting = [row for row in rows if not row.decided]
    found = [("", "All", len(waiting))]
    for pair, count in Counter(pairs[row.blind_id] for row in waiting).most_common():
        name = " × ".join(names.get(label, label) for label in pair.split("+"))
        found.append((f"pair:{pair}", name or "No coding", count))
    found.append(("flagged", "Flagged", sum(row.flagged for row in waiting)))
    found.append(("noted", "With notes", sum(row.noted for row in waiting)))
    return tuple(FilterChoice(code=code, name=name, count=count, chosen=code == chosen) for code, name, count in found)


def _unit(study: Study, blind_id: str) -> queue.BlindUnit:
    return queue.build_blind_unit(BlindUnit.objects.get(study=study, blind_id=blind_id))


def _sides(unit: UnitToResolve, codings: UnitCodings, names: dict[str, str]) -> tuple[Side, ...]:
    by_coder = {coding.coder: coding for coding in codings.codings}
    return tuple(
        Side(
            letter=build_letter(place),
            label=by_coder[coder].label,
            label_name=names.get(by_coder[coder].label, by_coder[coder].label),
            uncertain=by_coder[coder].uncertain,
            note=by_coder[coder].note,
            reason=queue.REASONS.get(by_coder[coder].reason, by_coder[coder].reason),
        )
        for place, coder in enumerate(unit.sides)
    )


def _decision(decision: Decision, names: dict[str, str]) -> StandingDecision:
    return StandingDecision(
        label=decision.label,
        label_name=names.get(decision.label, decision.label or "Left out"),
        rationale=decision.rationale,
        tool=decision.tool,
        asked=decision.asked,
        answered=decision.answered,
        version=decision.version,
    )
