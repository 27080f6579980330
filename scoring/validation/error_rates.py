"""How often the classifier errs on each reference class, in groups of models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.resampling.intervals.shares import wilson
from scoring.results import Estimate, Exact
from scoring.validation.compared import Compared

__all__ = ["ErrorRate", "measure_error_rates"]

NO_SUCH = "no reference record of this class"


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorRate:
    """How often the classifier errs on records of one reference class in one group of models.

    Parameters
    ----------
    grouping : ``family`` or ``model``. support : these records. size : their effective number under the weights.
    """

    grouping: str
    group: str
    label: str
    support: int
    size: float
    rate: Exact

    def estimate(self) -> Estimate:
        """The rate with its 95% Wilson interval."""
        plain = self.rate.estimate(self.support)
        return plain if plain.value is None else wilson(plain.value, self.size).put_on(plain)

    def as_json(self) -> dict[str, object]:
        """The rate with the reference records behind it."""
        return {"group": self.group, "label": self.label, **self.estimate().as_json(), "grouping": self.grouping}


def measure_error_rates(compared: Compared, groups: Sequence[str | None], grouping: str) -> tuple[ErrorRate, ...]:
    """Error rates given the reference class, in each group of models that has referenced records.

    Parameters
    ----------
    groups : the group of each model of the run, such as its family or its own name; models with None are left out.
    grouping : what they are called.

    The Wilson interval takes Kish's effective number of records, ``(Σ w)² / Σ w²``, which is their number where all
    weigh the same.

    Edge cases: a group without records of a class has no rate for it.

    Source: scoring specification, section 6, *Invariance by family*; Kish 1965.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> study = build_small_study()
    >>> rates = measure_error_rates(study.compared, [facts.family for facts in study.records.models], "family")
    >>> [(rate.group, str(rate.rate.value), rate.size) for rate in rates if rate.label == "NO"]
    [('north', '1/2', 2.0), ('south', '0', 1.0)]
    """
    names = sorted({name for name in groups if name is not None})
    place = np.array([-1 if name is None else names.index(name) for name in groups], dtype="int64")
    grouped = compared.take(place[compared.model] >= 0)
    codes, strata = compared.codebook.codes, len(compared.weights)
    size = len(names) * len(codes)
    cell = (place[grouped.model] * len(codes) + grouped.reference) * strata + grouped.stratum
    wrong = grouped.automated != grouped.reference
    counts = np.bincount(cell, minlength=size * strata).reshape(size, strata).astype(object)
    errors = np.bincount(cell[wrong], minlength=size * strata).reshape(size, strata).astype(object)
    weights = np.array(compared.weights, dtype=object)
    found = []
    for at, (records, wrongly) in enumerate(zip(counts, errors, strict=True)):
        whole, squares = int((records * weights).sum()), int((records * weights * weights).sum())
        found.append(
            ErrorRate(
                grouping=grouping,
                group=names[at // len(codes)],
                label=codes[at % len(codes)],
                support=int(records.sum()),
                size=whole * whole / squares if squares else 0.0,
                rate=Exact.ratio(int((wrongly * weights).sum()), whole, undefined=NO_SUCH),
            )
        )
    held = {rate.group for rate in found if rate.support}
    return tuple(rate for rate in found if rate.group in held)
