"""All agreement figures of one set of units at one resolution."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from scoring.agreement.conger import conger_expected, conger_kappa
from scoring.agreement.margins import MarginComparison, compare_margins
from scoring.agreement.table import expected_agreement, total, weighted_kappa
from scoring.agreement.unit_counts import (
    UnitCounts,
    brennan_prediger,
    count_units,
    fleiss_pi,
    gwet_ac1,
    krippendorff_alpha,
    mean_agreement,
    specific_agreement,
)
from scoring.resampling.reported import Uncertainty, report
from scoring.results import Exact

__all__ = ["COEFFICIENTS", "PREVALENT", "Figures", "WeightedKappas", "measure_ratings"]

COEFFICIENTS = ("observed", "expected", "kappa", "ac1", "alpha", "pabak", "pi")
"""The figures that are single numbers, in the order in which they are printed."""

PREVALENT = 0.85
"""From this share of one class on, a note points to the figures that bear extreme prevalence (a choice)."""


NEEDS_TWO = "needs two coders: see the pairs"


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedKappas:
    """Kappa with linear and with quadratic weights over ordered classes; ``n`` units enter."""

    n: int
    linear: Exact
    quadratic: Exact

    def as_json(self, uncertainty: Mapping[str, Uncertainty]) -> dict[str, object]:
        """The object ``weighted_kappa``."""
        both = {"linear": self.linear, "quadratic": self.quadratic}
        return {name: report(value.estimate(self.n), uncertainty.get(name)) for name, value in both.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Agreement at one resolution.

    Parameters
    ----------
    n : units with at least two codings. labels : the classes in order.
    observed, expected : agreement found, and expected by the margins of the coders (Cohen's, Conger's).
    kappa : Cohen's; Conger's for three or more coders. ac1 : Gwet's. alpha : Krippendorff's, nominal.
    pabak : Brennan–Prediger's. pi : Scott's; Fleiss' for three or more coders.
    per_class : specific agreement of each class. shares : share of each class among codings of these units.
    confusion : rows the first coder, columns the second; None for three or more coders.
    margins : whether two coders use the classes alike; None for three or more.
    weighted : weighted kappas, where the classes are ordered; units with the reserved code do not enter.
    uncertainty : of the single figures by their name, of weighted kappas by ``linear`` and ``quadratic``, of specific
        agreement by the class after ``per_class.``; empty where nothing was drawn again.
    """

    n: int
    labels: tuple[str, ...]
    observed: Exact
    expected: Exact
    kappa: Exact
    ac1: Exact
    alpha: Exact
    pabak: Exact
    pi: Exact
    per_class: tuple[Exact, ...]
    shares: tuple[Exact, ...]
    confusion: tuple[tuple[int, ...], ...] | None
    margins: MarginComparison | None
    weighted: WeightedKappas | None
    uncertainty: Mapping[str, Uncertainty] = field(default_factory=dict)

    @property
    def notes(self) -> list[str]:
        """What a reader must be told beside the figures."""
        largest = max(
            zip((share.number() or 0.0 for share in self.shares), self.labels, strict=True), default=(0.0, "")
        )
        if largest[0] < PREVALENT:
            return []
        return [
            f"{largest[0]:.1%} of all codings are {largest[1]}: kappa, pi and alpha say little at such prevalence; "
            "read AC1 and the specific agreement of each class"
        ]

    def as_json(self) -> dict[str, object]:
        """The figures with their names in the ``--json`` output of ``agreement``."""
        known = self.uncertainty
        numbers = {name: report(getattr(self, name).estimate(self.n), known.get(name)) for name in COEFFICIENTS}
        pairs = zip(self.labels, self.per_class, strict=True)
        return {
            "n": self.n,
            **numbers,
            "per_class": {
                label: report(agreement.estimate(self.n), known.get(f"per_class.{label}")) for label, agreement in pairs
            },
            "shares": {label: share.number() for label, share in zip(self.labels, self.shares, strict=True)},
            "confusion": None if self.confusion is None else [list(row) for row in self.confusion],
            "labels": list(self.labels),
            "margins": None if self.margins is None else self.margins.as_json(),
            "weighted_kappa": None if self.weighted is None else self.weighted.as_json(known),
            "notes": self.notes,
        }


def measure_ratings(
    ratings: np.ndarray, labels: tuple[str, ...], *, q: int, empty: str, ordered: bool = False
) -> Figures:
    """Measure agreement from who gave which class to which unit.

    Parameters
    ----------
    ratings : units × coders, class positions 0 … len(labels) − 1; −1 where a coder gave none.
    q : classes of the codebook (a reserved code is not one of them).
    empty : why there is nothing to measure, where no unit has two codings.
    ordered : the first q classes have an order, so that kappa can be weighted.

    Edge cases: for two coders a unit that one of them did not code enters nothing; for more, see ``fleiss_pi`` and
    ``conger_expected``.

    Source: scoring specification, section 5.

    Examples
    --------
    >>> found = measure_ratings(np.array([[0, 0], [0, 1], [1, 1], [1, -1]]), ("A", "B"), q=2, empty="no overlap")
    >>> found.n, found.kappa.value, found.confusion
    (3, Fraction(2, 5), ((1, 1), (0, 1)))
    >>> measure_ratings(np.array([[0, -1]]), ("A", "B"), q=2, empty="no overlap").kappa.undefined
    'no overlap'
    """
    is_pair = ratings.shape[1] == 2
    if is_pair:
        ratings = ratings[(ratings >= 0).all(axis=1)]
    counts = count_units(ratings, len(labels))
    confusion = _count_confusion(ratings, len(labels)) if is_pair else None
    if counts.n == 0:
        nothing = Exact.none(empty)
        each = (nothing,) * len(labels)
        return Figures(
            n=0,
            labels=labels,
            per_class=each,
            shares=each,
            confusion=confusion,
            margins=None if confusion is None else compare_margins(confusion),
            weighted=WeightedKappas(n=0, linear=nothing, quadratic=nothing) if ordered else None,
            observed=nothing,
            expected=nothing,
            kappa=nothing,
            ac1=nothing,
            alpha=nothing,
            pabak=nothing,
            pi=nothing,
        )
    observed = mean_agreement(counts)
    expected = conger_expected(ratings, len(labels)) if confusion is None else expected_agreement(confusion)
    return Figures(
        n=counts.n,
        labels=labels,
        observed=observed,
        expected=expected,
        kappa=conger_kappa(observed, expected),
        ac1=gwet_ac1(counts, q),
        alpha=krippendorff_alpha(counts),
        pabak=brennan_prediger(counts, q),
        pi=fleiss_pi(counts),
        per_class=specific_agreement(counts, len(labels)),
        shares=_count_shares(counts, len(labels)),
        confusion=confusion,
        margins=None if confusion is None else compare_margins(confusion),
        weighted=_weigh(confusion, q) if ordered else None,
    )


def _weigh(confusion: tuple[tuple[int, ...], ...] | None, q: int) -> WeightedKappas:
    if confusion is None:
        return WeightedKappas(n=0, linear=Exact.none(NEEDS_TWO), quadratic=Exact.none(NEEDS_TWO))
    table = [row[:q] for row in confusion[:q]]
    return WeightedKappas(
        n=total(table), linear=weighted_kappa(table, power=1), quadratic=weighted_kappa(table, power=2)
    )


def _count_confusion(ratings: np.ndarray, classes: int) -> tuple[tuple[int, ...], ...]:
    cells = np.bincount(ratings[:, 0].astype("int64") * classes + ratings[:, 1], minlength=classes * classes)
    return tuple(tuple(row) for row in cells.reshape(classes, classes).tolist())


def _count_shares(counts: UnitCounts, classes: int) -> tuple[Exact, ...]:
    pairable = tuple(counts.pairable())
    given = sum(pattern.units * pattern.codings for pattern in pairable)
    each = (sum(pattern.units * pattern.classes[k] for pattern in pairable) for k in range(classes))
    return tuple(Exact.ratio(count, given, undefined="no coding") for count in each)
