"""Invariance by family: is the classifier's bias the same for one family's models as for all others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations

import numpy as np

from scoring.ehq import SCORES
from scoring.resampling.permutation.holm import holm
from scoring.results import Estimate, Exact
from scoring.validation.compared import Compared
from scoring.validation.declared import POST_HOC, PRESPECIFIED, Declared
from scoring.validation.impact import Impact
from scoring.validation.preservation import models_with_both

__all__ = ["ARRANGEMENTS", "FamilyContrast", "declare_contrasts", "measure_families", "two_group_p"]

ARRANGEMENTS = 200_000
"""Up to this many arrangements are enumerated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyContrast:
    """Mean bias of a family's models less that of all other models.

    ``arrangements`` counts the ways to choose as many models, ``p`` is exact over them, ``smallest_p`` the least that
    they allow. Families declared nowhere are post hoc; ``p_holm`` is theirs, adjusted together.
    """

    family: str
    models: tuple[str, ...]
    others: int
    mean_bias: Exact
    others_bias: Exact
    arrangements: int
    p: Estimate
    smallest_p: float | None
    declared: str = POST_HOC
    p_holm: float | None = None

    def as_json(self) -> dict[str, object]:
        """The contrast as it stands in ``family``."""
        n = len(self.models)
        return {
            "family": self.family,
            "models": list(self.models),
            "others": self.others,
            "mean_bias": self.mean_bias.number(),
            "others_bias": self.others_bias.number(),
            "difference": self.mean_bias.minus(self.others_bias).estimate(n + self.others).as_json(),
            "arrangements": self.arrangements,
            "p": self.p.as_json(),
            "smallest_p": self.smallest_p,
            "p_holm": self.p_holm,
            "declared": self.declared,
        }


def two_group_p(values: Sequence[Fraction], chosen: Sequence[int]) -> Estimate:
    """Exact two-sided p of a difference of two means under all arrangements of the values.

    The share of the ``C(n, k)`` choices of k values whose |difference of means| is at least the observed one.

    Parameters
    ----------
    values : one per model. chosen : positions of the first group.

    Edge cases: an empty group is undefined, as are more than 200,000 arrangements. Differences within 1e-9 of the
    spread of the values count as equal, so that ties of exact arithmetic are ties.

    Source: scoring specification, section 4. Two-sided means |difference| at least as large; doubling the smaller tail
    is another convention and differs for unequal groups.

    Examples
    --------
    >>> two_group_p([Fraction(v) for v in (1, 2, 3, 4, 100)], [4]).value
    0.2
    """
    n, k = len(values), len(chosen)
    if not 0 < k < n:
        return Estimate(value=None, n=n, undefined="a group without models")
    arrangements = math.comb(n, k)
    if arrangements > ARRANGEMENTS:
        return Estimate(value=None, n=n, undefined=f"more than {ARRANGEMENTS} arrangements")
    mean = sum(values, Fraction(0)) / n
    spread = max(values) - min(values)
    if spread == 0:
        return Estimate(value=1.0, n=n)
    scaled = np.array([float((value - mean) / spread) for value in values])
    table = np.fromiter(chain.from_iterable(combinations(range(n), k)), dtype="int64", count=arrangements * k)
    sums = np.abs(scaled[table.reshape(arrangements, k)].sum(axis=1))
    seen = abs(float(sum((values[place] - mean for place in chosen), Fraction(0)) / spread))
    return Estimate(value=int((sums >= seen - 1e-9).sum()) / arrangements, n=n)


def _contrast(family: str, members: list[int], names: Sequence[str], bias: Sequence[Fraction]) -> FamilyContrast:
    others = [value for place, value in enumerate(bias) if place not in members]
    arrangements = math.comb(len(bias), len(members))
    return FamilyContrast(
        family=family,
        models=tuple(names[place] for place in members),
        others=len(others),
        mean_bias=Exact.mean(tuple(Exact.of(bias[place]) for place in members), undefined="no model"),
        others_bias=Exact.mean(tuple(Exact.of(value) for value in others), undefined="no other model"),
        arrangements=arrangements,
        p=two_group_p(bias, members),
        smallest_p=(2 if 2 * len(members) == len(bias) else 1) / arrangements if others else None,
    )


def measure_families(compared: Compared, impact: Impact) -> dict[str, tuple[FamilyContrast, ...]]:
    """The contrast of every family with all other models, by score, families sorted by name.

    Edge cases: models without a value under one labelling do not enter; models without a family count among the others
    only. With all models in one family there is no other, and the contrast is undefined.

    Source: scoring specification, section 6, *Invariance by family*.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> study = build_small_study()
    >>> north, south = measure_families(study.compared, study.impact)["ehq2"]
    >>> north.family, north.mean_bias.minus(north.others_bias).value, north.arrangements, north.p.value
    ('north', Fraction(-7, 12), 2, 1.0)
    """
    family_of = {facts.model: facts.family for facts in compared.records.models}
    found = {}
    for score in SCORES:
        both = models_with_both(impact, score)
        members: dict[str, list[int]] = {}
        for place, name in enumerate(both.models):
            family = family_of[name]
            if family is not None:
                members.setdefault(family, []).append(place)
        found[score] = tuple(
            _contrast(family, places, both.models, both.bias) for family, places in sorted(members.items())
        )
    return found


def declare_contrasts(
    families: dict[str, tuple[FamilyContrast, ...]], declared: Declared
) -> dict[str, tuple[FamilyContrast, ...]]:
    """Say of each contrast whether it was declared, and adjust those that were not, together.

    Holm's family are all undeclared contrasts of the validation, of all families and scores (a choice: the least kind).

    Source: scoring specification, sections 4 and 6.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> study = build_small_study()
    >>> families = {"ehq1": measure_families(study.compared, study.impact)["ehq1"]}
    >>> [(one.declared, one.p_holm) for one in declare_contrasts(families, Declared())["ehq1"]]
    [('post hoc', 1.0), ('post hoc', 1.0)]
    """
    words = {score: [declared.family(one.family, score) for one in contrasts] for score, contrasts in families.items()}
    open_p = [
        None if word == PRESPECIFIED else one.p.value
        for score, contrasts in families.items()
        for one, word in zip(contrasts, words[score], strict=True)
    ]
    adjusted = iter(holm(open_p).p)
    return {
        score: tuple(
            replace(one, declared=word, p_holm=next(adjusted))
            for one, word in zip(contrasts, words[score], strict=True)
        )
        for score, contrasts in families.items()
    }
