"""Validity from a table: accuracy, kappa, and precision, recall and F1 of each class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.agreement import cohen_kappa, expected_agreement
from scoring.results import OUTSIDE, Exact
from scoring.validation.tables import Table

__all__ = ["ClassValidity", "Validity", "measure_classes"]

NO_RECORD = "no record with a reference and an automated label"
NEVER_PREDICTED = "never predicted"
NO_SUPPORT = "no support in the reference"
NEITHER = "class neither in the reference nor predicted"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassValidity:
    """One class: ``support`` and ``predicted`` are counts of records, the three figures are weighted where weights are."""

    label: str
    precision: Exact
    recall: Exact
    f1: Exact
    support: int
    predicted: int

    def as_json(self) -> dict[str, object]:
        """The class as it stands in ``per_class``."""
        return {
            "precision": self.precision.estimate(self.predicted).as_json(),
            "recall": self.recall.estimate(self.support).as_json(),
            "f1": self.f1.estimate(self.support + self.predicted).as_json(),
            "support": self.support,
            "predicted": self.predicted,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Validity:
    """How right a classifier is at one resolution.

    Parameters
    ----------
    n : records. labels : classes in order. table : its counts and weights.
    expected : agreement expected by the margins, as in kappa.
    macro_f1_defined : mean F1 over classes that have one. macro_f1_zero : over all classes, an undefined one as 0.
    weighted_f1 : mean F1 weighted by support.
    """

    n: int
    labels: tuple[str, ...]
    table: Table
    accuracy: Exact
    expected: Exact
    kappa: Exact
    per_class: tuple[ClassValidity, ...]
    macro_f1_defined: Exact
    macro_f1_zero: Exact
    weighted_f1: Exact

    def as_json(self) -> dict[str, object]:
        """The figures with their names in the ``--json`` output of ``validate``.

        The last column of ``confusion`` and the last of ``labels`` are ``outside`` where such values occur.
        """
        keep = len(self.labels) + (self.table.outside > 0)
        return {
            "n": self.n,
            "accuracy": self.accuracy.estimate(self.n).as_json(),
            "expected": self.expected.estimate(self.n).as_json(),
            "kappa": self.kappa.estimate(self.n).as_json(),
            "per_class": {one.label: one.as_json() for one in self.per_class},
            "macro_f1_defined": self.macro_f1_defined.estimate(self.n).as_json(),
            "macro_f1_zero": self.macro_f1_zero.estimate(self.n).as_json(),
            "weighted_f1": self.weighted_f1.estimate(self.n).as_json(),
            "confusion": [list(row[:keep]) for row in self.table.counts],
            "labels": [*self.labels, OUTSIDE][:keep],
            "outside": self.table.outside,
        }


def _measure_class(label: str, place: int, table: Table) -> ClassValidity:
    right = table.weighted[place][place]
    support = sum(table.weighted[place])
    predicted = sum(row[place] for row in table.weighted)
    return ClassValidity(
        label=label,
        precision=Exact.ratio(right, predicted, undefined=NEVER_PREDICTED if support else NEITHER),
        recall=Exact.ratio(right, support, undefined=NO_SUPPORT if predicted else NEITHER),
        f1=Exact.ratio(2 * right, support + predicted, undefined=NEITHER),
        support=sum(table.counts[place]),
        predicted=sum(row[place] for row in table.counts),
    )


def measure_classes(table: Table, labels: Sequence[str]) -> Validity:
    """Validity of a classifier from its table against the reference.

    ::

        accuracy = sum_k n_kk / n          kappa = (accuracy - pe) / (1 - pe)
        precision = TP / predicted         recall = TP / support         F1 = 2 TP / (support + predicted)

    Parameters
    ----------
    labels : the classes of the codebook in order, used or not; macro means run over them.

    Edge cases: a class that is never predicted has no precision, one without support no recall, one with neither
    nothing, each with its reason. A label outside the codebook is an error in accuracy and recall and a class of its
    own in kappa.

    Source: scoring specification, section 6, *Table*. Implementations differ on undefined classes in macro means; both
    conventions are given, ``defined`` is the headline.

    Examples
    --------
    >>> cells = ((3, 0, 0), (1, 0, 1))
    >>> found = measure_classes(Table(counts=cells, weighted=cells), ("A", "B"))
    >>> found.accuracy.value, found.per_class[0].f1.value, found.per_class[1].precision.undefined
    (Fraction(3, 5), Fraction(6, 7), 'never predicted')
    >>> found.kappa.value, found.macro_f1_zero.value
    (Fraction(3, 13), Fraction(3, 7))
    """
    each = tuple(_measure_class(label, place, table) for place, label in enumerate(labels))
    whole = sum(sum(row) for row in table.weighted)
    square = [*table.weighted, (0,) * (len(labels) + 1)]
    f1 = tuple(one.f1 for one in each)
    defined = Exact.mean(f1, undefined=NO_RECORD)
    zero = tuple(Exact.of(0) if one.value is None else one for one in f1)
    weighted = sum((one.value or 0) * sum(row) for one, row in zip(zero, table.weighted, strict=True))
    return Validity(
        n=table.n,
        labels=tuple(labels),
        table=table,
        accuracy=Exact.ratio(sum(row[k] for k, row in enumerate(table.weighted)), whole, undefined=NO_RECORD),
        expected=expected_agreement(square) if whole else Exact.none(NO_RECORD),
        kappa=cohen_kappa(square) if whole else Exact.none(NO_RECORD),
        per_class=each,
        macro_f1_defined=defined,
        macro_f1_zero=defined if defined.value is None else Exact.mean(zero, undefined=NO_RECORD),
        weighted_f1=Exact.ratio(weighted, whole, undefined=NO_RECORD),
    )
