"""An exact rational number, or the reason why there is none: what point values are computed in before one division."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from scoring.results.estimate import Estimate

__all__ = ["Exact"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact:
    """A rational number, or the reason for none.

    Counts are integers and weights are ratios of integers, so every point value of this package is a rational
    number. It stays one until ``estimate`` divides once; results therefore do not depend on order, threads or machine.

    Parameters
    ----------
    value : the number; None when undefined.
    undefined : the reason in words; set exactly when ``value`` is None.

    Errors
    ------
    ValueError when there is neither a value nor a reason, or both.

    Examples
    --------
    >>> third = Exact.ratio(1, 3, undefined="no records")
    >>> third.minus(Exact.of(Fraction(1, 2))).value
    Fraction(-1, 6)
    >>> Exact.ratio(0, 0, undefined="no records").minus(third)
    Exact(value=None, undefined='no records')
    """

    value: Fraction | None
    undefined: str | None

    def __post_init__(self) -> None:
        if (self.value is None) == (self.undefined is None):
            raise ValueError("an exact number has a value or the reason why it is undefined, and never both")

    @classmethod
    def of(cls, value: Fraction | int) -> Exact:
        """A number that is defined.

        Examples
        --------
        >>> Exact.of(2).value
        Fraction(2, 1)
        """
        return cls(value=Fraction(value), undefined=None)

    @classmethod
    def none(cls, reason: str) -> Exact:
        """No number, for this reason.

        Examples
        --------
        >>> Exact.none("no records").number() is None
        True
        """
        return cls(value=None, undefined=reason)

    @classmethod
    def ratio(cls, numerator: Fraction | int, denominator: Fraction | int, *, undefined: str) -> Exact:
        """``numerator / denominator``; undefined with the given reason where the denominator is 0.

        Examples
        --------
        >>> Exact.ratio(2, 4, undefined="no records").value
        Fraction(1, 2)
        """
        if denominator == 0:
            return cls.none(undefined)
        return cls.of(Fraction(numerator) / Fraction(denominator))

    @classmethod
    def mean(cls, numbers: tuple[Exact, ...], *, undefined: str) -> Exact:
        """The simple mean of those numbers that are defined; undefined with the given reason where none is.

        Examples
        --------
        >>> Exact.mean((Exact.of(1), Exact.none("empty"), Exact.of(2)), undefined="no model has a value").value
        Fraction(3, 2)
        """
        values = [number.value for number in numbers if number.value is not None]
        return cls.ratio(sum(values, Fraction(0)), len(values), undefined=undefined)

    def minus(self, other: Exact) -> Exact:
        """This number less the other; undefined with the first reason where one of them is undefined.

        Examples
        --------
        >>> Exact.of(1).minus(Exact.none("no reference")).undefined
        'no reference'
        """
        return self._combined(other, -1)

    def plus(self, other: Exact) -> Exact:
        """This number and the other; undefined with the first reason where one of them is undefined.

        Examples
        --------
        >>> Exact.of(1).plus(Exact.of(2)).value
        Fraction(3, 1)
        """
        return self._combined(other, 1)

    def over(self, other: Exact, *, undefined: str) -> Exact:
        """This number divided by the other; undefined with the given reason where the other is 0.

        Examples
        --------
        >>> Exact.of(3).over(Exact.of(2), undefined="no spread").value
        Fraction(3, 2)
        >>> Exact.of(3).over(Exact.of(0), undefined="no spread").undefined
        'no spread'
        """
        if self.value is None:
            return self
        if other.value is None:
            return other
        return Exact.ratio(self.value, other.value, undefined=undefined)

    def number(self) -> float | None:
        """The nearest double, or None when undefined.

        Examples
        --------
        >>> Exact.of(Fraction(1, 4)).number()
        0.25
        """
        return None if self.value is None else float(self.value)

    def estimate(self, n: int | None = None) -> Estimate:
        """The number as it is reported.

        Examples
        --------
        >>> Exact.of(Fraction(1, 4)).estimate(8).as_json()
        {'value': 0.25, 'n': 8}
        """
        return Estimate(value=self.number(), n=n, undefined=self.undefined)

    def _combined(self, other: Exact, sign: int) -> Exact:
        if self.value is None:
            return self
        if other.value is None:
            return other
        return Exact.of(self.value + sign * other.value)
