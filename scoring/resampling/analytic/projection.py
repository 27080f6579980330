"""What is left of values when other variables are held constant, in exact fractions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

__all__ = ["Projection", "build_projection"]

Vector = tuple[Fraction, ...]


def _dot(one: Sequence[Fraction], other: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(one, other, strict=True)), Fraction(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """An orthogonal basis of a constant and some covariates; ``rank`` counts the covariates that add to the constant."""

    basis: tuple[Vector, ...]

    @property
    def rank(self) -> int:
        """Dimensions beyond the constant: constant and redundant covariates add none."""
        return len(self.basis) - 1

    def residuals(self, values: Sequence[Fraction | float]) -> Vector:
        """The part of the values that is orthogonal to the basis.

        Examples
        --------
        >>> [str(part) for part in build_projection(3, [[0, 1, 0]]).residuals([1, 2, 5])]
        ['-2', '0', '2']
        """
        left = tuple(Fraction(value) for value in values)
        for vector in self.basis:
            share = _dot(left, vector) / _dot(vector, vector)
            left = tuple(a - share * b for a, b in zip(left, vector, strict=True))
        return left


def build_projection(n: int, covariates: Sequence[Sequence[Fraction | float]]) -> Projection:
    """The projection onto a constant and the covariates.

    Parameters
    ----------
    n : units. covariates : each with n values.

    Edge cases: whether a covariate is redundant is decided in exact arithmetic, so near-collinear ones are not.

    Source: oracle trap 35.

    Examples
    --------
    >>> build_projection(3, [[0, 1, 0], [2, 2, 2], [0, 2, 0]]).rank
    1
    """
    found = Projection(basis=((Fraction(1),) * n,))
    for covariate in covariates:
        rest = found.residuals(covariate)
        if any(rest):
            found = Projection(basis=(*found.basis, rest))
    return found
