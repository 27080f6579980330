"""The rows that sealing makes: blinded units, their impossible codes, and who codes what in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from annotate.blinding.order import OrderedUnit, build_order
from annotate.models import Assignment, BlindUnit, Membership, Part, Study, UnitFacts
from annotate.selectors.designs import Plan

__all__ = ["SealedUnit", "assign_all", "make_assignments", "make_units"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedUnit:
    """One sampled record on its way into the blind: what is shown, and what goes to the key."""

    blind_id: str
    shown: str
    question: str
    impossible: tuple[str, ...]
    stratum: tuple[str | None, ...]
    salt: bytes
    record: dict[str, object]


def make_units(study: Study, units: Sequence[SealedUnit]) -> None:
    """Insert the units in the order of their blind ids, and the codes that can't occur in each."""
    BlindUnit.objects.bulk_create(
        [BlindUnit(study=study, blind_id=unit.blind_id, shown=unit.shown) for unit in units], batch_size=500
    )
    UnitFacts.objects.bulk_create(
        [UnitFacts(study_hex=study.hex, blind_id=unit.blind_id, impossible=list(unit.impossible)) for unit in units],
        batch_size=500,
    )


def make_assignments(study: Study, units: Sequence[SealedUnit], plan: Plan, secret: bytes) -> None:
    """Assign units to coders: all to all, or k of n balanced within strata; each coder has an order of their own."""
    rows = {row.blind_id: row for row in study.units.all()}
    coders = list(study.memberships.filter(part=Part.CODER).order_by("pseudonym"))
    shares = _share_out(units, len(coders), plan.codings_per_unit or len(coders))
    for number, membership in enumerate(coders):
        own = [
            OrderedUnit(blind_id=unit.blind_id, question=unit.question)
            for unit, takers in zip(units, shares, strict=True)
            if number in takers
        ]
        _assign(membership, build_order(secret, membership.pseudonym, own), rows)


def assign_all(study: Study, membership: Membership) -> None:
    """Assign every unit to a coder in the order of the blind ids (codings imported into a study without coders)."""
    rows = {row.blind_id: row for row in study.units.all()}
    _assign(membership, sorted(rows), rows)


def _share_out(units: Sequence[SealedUnit], coders: int, each: int) -> list[frozenset[int]]:
    """For each unit, the numbers of its coders: those with the fewest units of the stratum, then of all.

    Within a stratum no coder has more than one unit more than another. Between equals, pairs of coders that have met
    least often go together.
    """
    of_stratum: Counter[tuple[object, int]] = Counter()
    of_all: Counter[int] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    shares = []
    for unit in units:
        takers: list[int] = []
        while len(takers) < min(each, coders):

            def burden(coder: int, stratum: object = unit.stratum, others: Sequence[int] = takers) -> list[int]:
                together = sum(met[coder, other] for other in others)
                return [of_stratum[stratum, coder], of_all[coder], together, coder]

            takers.append(min(set(range(coders)) - set(takers), key=burden))
        for coder in takers:
            of_stratum[unit.stratum, coder] += 1
            of_all[coder] += 1
            met.update((coder, other) for other in takers if other != coder)
        shares.append(frozenset(takers))
    return shares


def _assign(membership: Membership, order: Sequence[str], rows: dict[str, BlindUnit]) -> None:
    Assignment.objects.bulk_create(
        [
            Assignment(membership=membership, unit=rows[blind_id], position=position)
            for position, blind_id in enumerate(order, start=1)
        ],
        batch_size=500,
    )
