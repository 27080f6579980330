"""Rank preservation: does the order of the models survive when the reference replaces the classifier's labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.ehq import SCORES, rank_models
from scoring.results import Estimate, Exact
from scoring.validation.correlation import kendall, pearson, spearman
from scoring.validation.impact import Impact

__all__ = ["TOPS", "RankPreservation", "Top", "measure_preservation", "models_with_both"]

TOPS = (1, 3, 4, 5)
"""How many leading models are compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Top:
    """Whether the first k models are the same, and in the same order; both None where a tie straddles place k."""

    k: int
    same_set: bool | None
    same_order: bool | None

    def as_json(self) -> dict[str, bool | None]:
        """The two answers."""
        return {"same_set": self.same_set, "same_order": self.same_order}


@dataclass(frozen=True, slots=True, kw_only=True)
class RankPreservation:
    """One score's order of the models under both labellings.

    Parameters
    ----------
    models : those with a value under both. automated, reference : their ranks, 1 is the highest.
    tops : for each k that does not exceed the number of models.
    """

    models: tuple[str, ...]
    automated: tuple[float, ...]
    reference: tuple[float, ...]
    pearson: Estimate
    spearman: Estimate
    kendall: Estimate
    tops: tuple[Top, ...]

    @property
    def max_shift(self) -> float | None:
        """The largest change of a rank; None without models."""
        pairs = zip(self.automated, self.reference, strict=True)
        return max((abs(before - after) for before, after in pairs), default=None)

    @property
    def shifted(self) -> list[str]:
        """The models with the largest change; none when nothing changes."""
        trios = zip(self.models, self.automated, self.reference, strict=True)
        return [name for name, before, after in trios if self.max_shift and abs(before - after) == self.max_shift]

    def as_json(self) -> dict[str, object]:
        """The score as it stands in ``ranks``."""
        return {
            "pearson": self.pearson.as_json(),
            "spearman": self.spearman.as_json(),
            "kendall": self.kendall.as_json(),
            "max_shift": self.max_shift,
            "max_shift_models": self.shifted,
            "top": {str(top.k): top.as_json() for top in self.tops},
            "automated": dict(zip(self.models, self.automated, strict=True)),
            "reference": dict(zip(self.models, self.reference, strict=True)),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class BothValues:
    """The models that have a score under both labellings, with the two values of each."""

    models: tuple[str, ...]
    automated: tuple[Fraction, ...]
    reference: tuple[Fraction, ...]

    @property
    def bias(self) -> tuple[Fraction, ...]:
        """Automated − reference of each model."""
        return tuple(a - r for a, r in zip(self.automated, self.reference, strict=True))


def models_with_both(impact: Impact, score: str) -> BothValues:
    """The models of an impact whose score is defined under both labellings.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> both = models_with_both(build_small_study().impact, "ehq2")
    >>> both.models, both.bias
    (('elm', 'oak'), (Fraction(1, 3), Fraction(-1, 4)))
    """
    names, automated, reference = [], [], []
    for name, group in zip(impact.models, impact.groups, strict=True):
        before, after = group.automated.get(score).value, group.reference.get(score).value
        if before is not None and after is not None:
            names.append(name)
            automated.append(before)
            reference.append(after)
    return BothValues(models=tuple(names), automated=tuple(automated), reference=tuple(reference))


def _is_straddled(values: Sequence[Fraction], k: int) -> bool:
    ordered = sorted(values, reverse=True)
    return k < len(ordered) and ordered[k - 1] == ordered[k]


def _compare_top(both: BothValues, automated: Sequence[float], reference: Sequence[float], k: int) -> Top:
    if _is_straddled(both.automated, k) or _is_straddled(both.reference, k):
        return Top(k=k, same_set=None, same_order=None)
    first = {place: rank for place, rank in enumerate(automated) if rank <= k}
    second = {place: rank for place, rank in enumerate(reference) if rank <= k}
    return Top(k=k, same_set=set(first) == set(second), same_order=first == second)


def _ranks(values: Sequence[Fraction]) -> tuple[float, ...]:
    return tuple(rank for rank in rank_models([Exact.of(value) for value in values]) if rank is not None)


def measure_preservation(impact: Impact) -> dict[str, RankPreservation]:
    """Correlations, ranks and leading models of all four scores, by score.

    Edge cases: a model without a value under one labelling does not enter that score. Fewer than 3 models: no
    correlation (``fewer than 3 models``). ``top`` has no entry for a k above the number of models.

    Source: scoring specification, section 6, *Rank preservation*; EHQ, score-impact analysis.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> found = measure_preservation(build_small_study().impact)["ehq1"]
    >>> found.automated, found.reference, found.max_shift, found.spearman.undefined
    ((1.0, 2.0), (2.0, 1.0), 1.0, 'fewer than 3 models')
    """
    found = {}
    for score in SCORES:
        both = models_with_both(impact, score)
        automated, reference = _ranks(both.automated), _ranks(both.reference)
        found[score] = RankPreservation(
            models=both.models,
            automated=automated,
            reference=reference,
            pearson=pearson(both.automated, both.reference),
            spearman=spearman(both.automated, both.reference),
            kendall=kendall(both.automated, both.reference),
            tops=tuple(_compare_top(both, automated, reference, k) for k in TOPS if k <= len(both.models)),
        )
    return found
