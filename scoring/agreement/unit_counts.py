"""How often each class was given to a unit: what the coefficients for any number of coders are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from scoring.agreement.table import NO_UNIT, ONE_CLASS
from scoring.results import Exact

__all__ = [
    "Pattern",
    "UnitCounts",
    "brennan_prediger",
    "class_shares",
    "count_units",
    "fleiss_pi",
    "gwet_ac1",
    "krippendorff_alpha",
    "mean_agreement",
    "specific_agreement",
]

NO_USE = "class never used"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """Units with the same codings but for who gave which: ``classes`` counts by class, ``units`` how many there are."""

    classes: tuple[int, ...]
    units: int

    @property
    def codings(self) -> int:
        """Codings of one such unit."""
        return sum(self.classes)

    @property
    def agreeing(self) -> int:
        """Ordered pairs of codings of one such unit that name the same class."""
        return sum(count * (count - 1) for count in self.classes)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitCounts:
    """The distinct patterns of some units over the classes of a codebook."""

    patterns: tuple[Pattern, ...]

    def pairable(self) -> Iterator[Pattern]:
        """Patterns with two codings or more."""
        return (pattern for pattern in self.patterns if pattern.codings > 1)

    @property
    def n(self) -> int:
        """Units with two codings or more."""
        return sum(pattern.units for pattern in self.pairable())


def count_units(ratings: np.ndarray, classes: int) -> UnitCounts:
    """Count the classes of each unit and put equal units together.

    Parameters
    ----------
    ratings : units × coders, class positions 0 … classes − 1; −1 where a coder gave none.

    Edge cases: units without any coding are passed over.

    Examples
    --------
    >>> count_units(np.array([[0, 0], [0, 1], [1, 0], [-1, -1]]), 2).patterns
    (Pattern(classes=(1, 1), units=2), Pattern(classes=(2, 0), units=1))
    """
    counts = np.zeros((len(ratings), classes), dtype="int64")
    unit, coder = np.nonzero(ratings >= 0)
    np.add.at(counts, (unit, ratings[unit, coder]), 1)
    distinct, units = np.unique(counts[counts.sum(axis=1) > 0], axis=0, return_counts=True)
    return UnitCounts(
        patterns=tuple(
            Pattern(classes=tuple(row), units=n) for row, n in zip(distinct.tolist(), units.tolist(), strict=True)
        )
    )


def mean_agreement(counts: UnitCounts) -> Exact:
    """Observed agreement: the mean over units of the share of their pairs of codings that agree.

    ``po = mean_u sum_k r_uk (r_uk - 1) / (r_u (r_u - 1))`` over units with at least two codings.

    Source: Fleiss 1971; for gaps Gwet 2014, chapter 2.

    Examples
    --------
    >>> mean_agreement(count_units(np.array([[0, 0, 0], [0, 1, 0], [1, -1, 1], [1, -1, -1]]), 2)).value
    Fraction(7, 9)
    """
    shares = (Fraction(p.units * p.agreeing, p.codings * (p.codings - 1)) for p in counts.pairable())
    return Exact.ratio(sum(shares, Fraction(0)), counts.n, undefined=NO_UNIT)


def class_shares(counts: UnitCounts) -> tuple[Fraction, ...]:
    """Share of each class: the mean over all coded units, those coded once included, of ``r_uk / r_u``.

    Edge cases: no unit at all gives no shares.

    Source: Gwet 2014, chapter 2 (the form for gaps; without gaps it is the pooled margin).

    Examples
    --------
    >>> class_shares(count_units(np.array([[0, 0], [0, 0], [0, 1]]), 2))
    (Fraction(5, 6), Fraction(1, 6))
    """
    units = sum(pattern.units for pattern in counts.patterns)
    rows = [[Fraction(count * p.units, p.codings * units) for count in p.classes] for p in counts.patterns]
    columns = zip(*rows, strict=True)
    return tuple(sum(column, Fraction(0)) for column in columns)


def _chance_corrected(counts: UnitCounts, expected: Fraction) -> Exact:
    observed = mean_agreement(counts)
    if observed.value is None:
        return observed
    return Exact.ratio(observed.value - expected, 1 - expected, undefined=ONE_CLASS)


def fleiss_pi(counts: UnitCounts) -> Exact:
    """Scott's pi for two coders, Fleiss' kappa for more: expected agreement is ``sum_k pi_k^2``.

    Edge cases: all codings of one class: undefined. With gaps, units coded once enter the class shares ``pi_k`` and
    not the observed agreement (Gwet's form; implementations that drop every unit with a gap differ).

    Source: Scott 1955; Fleiss 1971; Gwet 2014, chapter 2.

    Examples
    --------
    >>> fleiss_pi(count_units(np.array([[0, 0], [0, 1], [1, 1]]), 2)).value
    Fraction(1, 3)
    """
    return _chance_corrected(counts, sum((share * share for share in class_shares(counts)), Fraction(0)))


def gwet_ac1(counts: UnitCounts, q: int) -> Exact:
    """Gwet's AC1: expected agreement is ``sum_k pi_k (1 - pi_k) / (q - 1)``.

    Parameters
    ----------
    q : classes of the codebook, used or not; a reserved code outside it is not counted.

    Edge cases: defined, and 1, where all codings are of one class. Class shares as in ``fleiss_pi``.

    Source: Gwet 2008; scoring specification, section 5.

    Examples
    --------
    >>> gwet_ac1(count_units(np.array([[0, 0], [0, 1], [1, 1]]), 2), 2).value
    Fraction(1, 3)
    """
    spread = sum((share * (1 - share) for share in class_shares(counts)), Fraction(0))
    return _chance_corrected(counts, spread / (q - 1))


def brennan_prediger(counts: UnitCounts, q: int) -> Exact:
    """Brennan–Prediger's coefficient, PABAK for two classes: expected agreement is ``1 / q``.

    Parameters
    ----------
    q : classes of the codebook, used or not; a reserved code outside it is not counted.

    Source: Brennan and Prediger 1981; Bennett, Alpert and Goldstein 1954 (S); Byrt, Bishop and Carlin 1993.

    Examples
    --------
    >>> brennan_prediger(count_units(np.array([[0, 0], [0, 1], [1, 1]]), 2), 4).value
    Fraction(5, 9)
    """
    return _chance_corrected(counts, Fraction(1, q))


def krippendorff_alpha(counts: UnitCounts) -> Exact:
    """Krippendorff's alpha for nominal classes: ``1 - D_o / D_e``.

    ``D_o = sum_u (disagreeing pairs of u) / (r_u - 1) / n`` and ``D_e = sum_{k != l} n_k n_l / (n (n - 1))`` over the
    n codings of units with at least two.

    Edge cases: no variation among these codings: undefined, neither 1 nor 0. A single disagreement among many codings
    of one class gives about 0; that is right, and AC1 stands beside it.

    Source: Krippendorff 2011, *Computing Krippendorff's alpha-reliability*.

    Examples
    --------
    >>> krippendorff_alpha(count_units(np.array([[0, 0], [0, 1], [1, 1]]), 2)).value
    Fraction(4, 9)
    """
    pairable = tuple(counts.pairable())
    if not pairable:
        return Exact.none(NO_UNIT)
    of_class = [sum(p.classes[k] * p.units for p in pairable) for k in range(len(pairable[0].classes))]
    n = sum(of_class)
    apart = (p.units * Fraction(p.codings * (p.codings - 1) - p.agreeing, p.codings - 1) for p in pairable)
    expected = n * n - sum(c * c for c in of_class)
    disagreement = Exact.ratio(
        sum(apart, Fraction(0)) * (n - 1), expected, undefined="only one class used: no variation"
    )
    return Exact.of(1).minus(disagreement)


def specific_agreement(counts: UnitCounts, classes: int) -> tuple[Exact, ...]:
    """For each class: given that one coding of a pair names it, how often the other does.

    ``2 n_kk / (n_k. + n_.k)`` for two coders; pairs of all coders pooled for more.

    Edge cases: a class that no pairable coding names is undefined.

    Source: Cicchetti and Feinstein 1990; Spitzer and Fleiss 1974.

    Examples
    --------
    >>> [str(one.value) for one in specific_agreement(count_units(np.array([[0, 0], [0, 1], [1, 1]]), 3), 3)]
    ['2/3', '2/3', 'None']
    """
    pairable = tuple(counts.pairable())
    return tuple(
        Exact.ratio(
            sum(p.units * p.classes[k] * (p.classes[k] - 1) for p in pairable),
            sum(p.units * p.classes[k] * (p.codings - 1) for p in pairable),
            undefined=NO_USE,
        )
        for k in range(classes)
    )
