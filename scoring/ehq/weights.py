"""Weights of the composite as exact decimals."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from scoring.errors import Usage
from scoring.results import Exact

__all__ = ["DEFAULT_WEIGHTS", "Weights", "parse_weights"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """How much each component counts in EHQ: decimals of at least 0 with a positive sum, used as shares of that sum.

    Examples
    --------
    >>> weights = parse_weights("0.30,0.45,0.25")
    >>> weights.as_text(), weights.compose(Exact.of(1), Exact.of(1), Exact.of(0)).value
    (['0.3', '0.45', '0.25'], Fraction(3, 4))
    """

    ehq1: Decimal
    ehq2: Decimal
    ehq3: Decimal

    def as_text(self) -> list[str]:
        """The three weights as decimal text without needless zeros, as the run identity holds them."""
        return [format(weight.normalize(), "f") for weight in (self.ehq1, self.ehq2, self.ehq3)]

    @property
    def has_weight(self) -> bool:
        """Some component counts; weights that are all 0 make no composite."""
        return any((self.ehq1, self.ehq2, self.ehq3))

    def compose(self, ehq1: Exact, ehq2: Exact, ehq3: Exact) -> Exact:
        """The weighted mean of the components; undefined when one that has weight is.

        Source: EHQ, section 3.1, equation of the composite; scoring specification, section 3.
        """
        total = Exact.of(0)
        for component, weight in zip((ehq1, ehq2, ehq3), (self.ehq1, self.ehq2, self.ehq3), strict=True):
            if weight:
                share = Fraction(weight) / Fraction(self.ehq1 + self.ehq2 + self.ehq3)
                total = total.plus(component if component.value is None else Exact.of(component.value * share))
        return total


def parse_weights(text: str) -> Weights:
    """Read three weights ``a,b,c`` for EHQ1, EHQ2 and EHQ3.

    Edge cases: weights need not sum to 1, they are divided by their sum; a component of weight 0 does not enter, so
    ``0.3,0.45,0`` gives a composite that a missing EHQ3 leaves defined.

    Errors
    ------
    Usage when there are not three plain decimals of at least 0, or all are 0.

    Examples
    --------
    >>> parse_weights("1, 1, 2").as_text()
    ['1', '1', '2']
    >>> parse_weights("0.3,-0.45")
    Traceback (most recent call last):
    ...
    scoring.errors.Usage: weights are three decimals of at least 0, not all 0, such as 0.30,0.45,0.25: not 0.3,-0.45
    """
    wrong = Usage(f"weights are three decimals of at least 0, not all 0, such as 0.30,0.45,0.25: not {text}")
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 3:
        raise wrong
    try:
        ehq1, ehq2, ehq3 = (Decimal(part) for part in parts)
    except InvalidOperation:
        raise wrong from None
    if not all(weight.is_finite() and weight >= 0 for weight in (ehq1, ehq2, ehq3)) or not ehq1 + ehq2 + ehq3:
        raise wrong
    return Weights(ehq1=ehq1, ehq2=ehq2, ehq3=ehq3)


DEFAULT_WEIGHTS = parse_weights("0.30,0.45,0.25")
"""The weights of EHQ."""
