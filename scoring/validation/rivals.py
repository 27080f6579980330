"""Several classifiers against each other on one reference: exact McNemar tests and paired differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from scoring.resampling.analytic.margins import mcnemar_test
from scoring.resampling.permutation.holm import holm
from scoring.results import Exact
from scoring.validation.classes import Validity, measure_classes
from scoring.validation.compared import Compared
from scoring.validation.tables import count_table

__all__ = ["Rival", "Rivalry", "compare_rivals"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rival:
    """A classifier and what it says of the referenced records that it labels."""

    name: str
    compared: Compared


@dataclass(frozen=True, slots=True, kw_only=True)
class Rivalry:
    """Two classifiers on the referenced records that both label.

    Parameters
    ----------
    n : these records. only_first, only_second : records that only one of the two gets right, never weighted.
    p, p_holm : exact McNemar, and adjusted over all pairs of the validation.
    accuracy, kappa, macro_f1 : first less second, weighted where there are weights.
    """

    first: str
    second: str
    n: int
    only_first: int
    only_second: int
    p: float
    p_holm: float | None
    accuracy: Exact
    kappa: Exact
    macro_f1: Exact

    def as_json(self) -> dict[str, object]:
        """The pair as it stands in ``comparisons``."""
        return {
            "first": self.first,
            "second": self.second,
            "n": self.n,
            "only_first": self.only_first,
            "only_second": self.only_second,
            "mcnemar_exact": {"p": self.p, "p_holm": self.p_holm},
            "accuracy_difference": self.accuracy.estimate(self.n).as_json(),
            "kappa_difference": self.kappa.estimate(self.n).as_json(),
            "macro_f1_defined_difference": self.macro_f1.estimate(self.n).as_json(),
        }


def _keep_common(one: Compared, other: Compared) -> Compared:
    return one.take(np.isin(one.rows, other.rows))


def _measure(compared: Compared) -> Validity:
    codes = compared.codebook.codes
    return measure_classes(count_table(compared, classes=len(codes)), codes)


def _compare(first: Rival, second: Rival) -> Rivalry:
    one, other = _keep_common(first.compared, second.compared), _keep_common(second.compared, first.compared)
    right, also = one.automated == one.reference, other.automated == other.reference
    test = mcnemar_test(int((right & ~also).sum()), int((also & ~right).sum()))
    of_first, of_second = _measure(one), _measure(other)
    return Rivalry(
        first=first.name,
        second=second.name,
        n=len(one.rows),
        only_first=test.only_first,
        only_second=test.only_second,
        p=test.p_exact,
        p_holm=None,
        accuracy=of_first.accuracy.minus(of_second.accuracy),
        kappa=of_first.kappa.minus(of_second.kappa),
        macro_f1=of_first.macro_f1_defined.minus(of_second.macro_f1_defined),
    )


def compare_rivals(rivals: Sequence[Rival]) -> tuple[Rivalry, ...]:
    """Every pair of classifiers, in the order given.

    Edge cases: a label outside the codebook is an error; without a record that both label the differences are undefined
    and p is 1. Records that both get right, or both wrong, say nothing about which is better.

    Source: scoring specification, section 6, *Several classifiers*; McNemar 1947; Holm 1979.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> compared = build_small_study().compared
    >>> perfect = replace(compared, automated=compared.reference)
    >>> [found] = compare_rivals([Rival(name="own", compared=compared), Rival(name="perfect", compared=perfect)])
    >>> found.only_first, found.only_second, found.p, found.accuracy.value
    (0, 2, 0.5, Fraction(-2, 7))
    """
    found = [_compare(first, second) for first, second in combinations(rivals, 2)]
    adjusted = holm([one.p for one in found]).p
    return tuple(replace(one, p_holm=value) for one, value in zip(found, adjusted, strict=True))
