"""All codings of a study as they stand, by unit: for services and for pages from locking on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import ROUND_CEILING, Decimal

from django.db.models import QuerySet

from annotate.models import Assignment, BlindUnit, Study, UnitFacts, UnitToResolve
from annotate.selectors.designs import Plan

__all__ = [
    "Outcome",
    "StandingCoding",
    "UnitCodings",
    "build_letter",
    "build_outcome",
    "count_audited",
    "list_unit_codings",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingCoding:
    """A coder's last word on a unit."""

    coder: str
    label: str
    uncertain: bool
    note: str
    reason: str
    seconds: float | None
    coded_on: date
    coded_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitCodings:
    """A unit with its standing codings, sorted by pseudonym, and the codes that can't occur in it."""

    blind_id: str
    codings: tuple[StandingCoding, ...]
    impossible: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What the coders' labels alone say of a unit: a label and how it came about, or the cause why a lead must decide."""

    label: str | None
    resolution: str | None
    cause: str | None


def list_unit_codings(study: Study, *, only: QuerySet[UnitToResolve, str] | None = None) -> list[UnitCodings]:
    """The units of the study in the order of ``blind_id``, with the codings that stand (cleared ones don't).

    ``only`` is a query for the blind ids that are wanted; None means all.
    """
    facts = UnitFacts.objects.filter(study_hex=study.hex)
    units = BlindUnit.objects.filter(study=study).order_by("blind_id")
    standing = (
        Assignment.objects.filter(membership__study=study, current__isnull=False)
        .exclude(current__label="")
        .order_by("unit__blind_id", "membership__pseudonym")
    )
    if only is not None:
        facts, units = facts.filter(blind_id__in=only), units.filter(blind_id__in=only)
        standing = standing.filter(unit__blind_id__in=only)
    impossible = dict(facts.values_list("blind_id", "impossible"))
    found: dict[str, list[StandingCoding]] = {blind_id: [] for blind_id in units.values_list("blind_id", flat=True)}
    columns = ("label", "uncertain", "note", "reason", "seconds", "coded_on", "coded_at")
    rows = standing.values_list(
        "unit__blind_id", "membership__pseudonym", *(f"current__{column}" for column in columns)
    )
    for blind_id, coder, *values in rows:
        found[blind_id].append(StandingCoding(coder=coder, **dict(zip(columns, values, strict=True))))
    return [
        UnitCodings(blind_id=blind_id, codings=tuple(codings), impossible=tuple(impossible.get(blind_id, ())))
        for blind_id, codings in found.items()
    ]


def build_letter(place: int) -> str:
    """The letter under which the codings of a unit are shown: A for the first side.

    Examples
    --------
    >>> build_letter(0), build_letter(25), build_letter(26), build_letter(701), build_letter(702)
    ('A', 'Z', 'AA', 'ZZ', 'AAA')
    """
    before, last = divmod(place, 26)
    return (build_letter(before - 1) if before else "") + chr(ord("A") + last)


def build_outcome(unit: UnitCodings, plan: Plan) -> Outcome:
    """Unanimous, majority (where the plan says so), single (in an item review), or the cause for a decision.

    A label that can't occur in the unit's category goes to the lead even when all coders chose it.
    """
    labels = [coding.label for coding in unit.codings]
    distinct = set(labels)
    if len(labels) < 2 and not (plan.codings_per_unit == 1 and labels):
        return Outcome(label=None, resolution=None, cause="too_few")
    if len(distinct) == 1:
        return _unless_impossible(unit, labels[0], "single" if len(labels) == 1 else "unanimous")
    leading = max(distinct, key=labels.count)
    if plan.majority and labels.count(leading) * 2 > len(labels):
        return _unless_impossible(unit, leading, "majority")
    return Outcome(label=None, resolution=None, cause="disagreement")


def _unless_impossible(unit: UnitCodings, label: str, resolution: str) -> Outcome:
    if label in unit.impossible:
        return Outcome(label=None, resolution=None, cause="impossible")
    return Outcome(label=label, resolution=resolution, cause=None)


def count_audited(share: str | None, agreed: int) -> int:
    """How many agreed units the audit takes: the share of the plan, rounded up.

    Examples
    --------
    >>> count_audited("0.10", 45), count_audited(None, 45)
    (5, 0)
    """
    return int((Decimal(share or "0") * agreed).to_integral_value(rounding=ROUND_CEILING))
