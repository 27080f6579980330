"""Score impact: what the reference changes in the scores of the same records."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from scoring.ehq import (
    NO_ROLE,
    RESTRAINT,
    WRONG,
    Scores,
    Tally,
    Weights,
    build_labelling,
    count_tallies,
    find_missing_roles,
    mean_of_scores,
    score_tally,
    sum_tallies,
)
from scoring.records import COUNTED
from scoring.results import Exact
from scoring.validation.compared import Compared

__all__ = ["SPARSE", "GroupImpact", "Impact", "is_counted", "measure_impact", "roles_of", "with_roles"]

SPARSE = 30
"""Below this many calibration records under either labelling EHQ3 and EHQ are marked sparse."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupImpact:
    """The scores of one group of records under both labellings; bias is automated − reference.

    ``calibration_automated`` and ``calibration_reference`` count the calibration records behind each EHQ3.
    """

    n: int
    calibration_automated: int
    calibration_reference: int
    automated: Scores
    reference: Scores

    def bias(self, score: str) -> Exact:
        """How far the automated score lies above the reference score."""
        return self.automated.get(score).minus(self.reference.get(score))

    def as_json(self, score: str) -> dict[str, object]:
        """One score of the group."""
        out: dict[str, object] = {
            "n": self.n,
            "automated": self.automated.get(score).number(),
            "reference": self.reference.get(score).number(),
            "bias": self.bias(score).estimate(self.n).as_json(),
        }
        if score in ("ehq3", "ehq"):
            out["calibration_n"] = {"automated": self.calibration_automated, "reference": self.calibration_reference}
            out["sparse"] = min(self.calibration_automated, self.calibration_reference) < SPARSE
        return out


@dataclass(frozen=True, slots=True, kw_only=True)
class Impact:
    """Score impact pooled, by model, and as the simple mean over models.

    ``models`` are the names, in order, of those that have a referenced record, ``groups`` their figures.
    """

    models: tuple[str, ...]
    groups: tuple[GroupImpact, ...]
    pooled: GroupImpact
    mean_automated: Scores
    mean_reference: Scores

    def as_json(
        self, score: str, each: Callable[[dict[str, object]], dict[str, object]] = lambda row: row
    ) -> dict[str, object]:
        """One score as it stands in ``impact``; ``each`` is applied to the rows of the models."""
        automated, reference = self.mean_automated.get(score), self.mean_reference.get(score)
        models = zip(self.models, self.groups, strict=True)
        return {
            **self.pooled.as_json(score),
            "models": [each({"model": name, **group.as_json(score)}) for name, group in models],
            "mean_of_models": {
                "automated": automated.number(),
                "reference": reference.number(),
                "bias": automated.minus(reference).estimate(len(self.models)).as_json(),
            },
        }


def with_roles(compared: Compared) -> Compared:
    """The records that enter scores: a role of EHQ under both labellings, a codebook label under the automated one.

    Source: scoring specification, section 6: a label outside the codebook leaves both labellings.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> len(with_roles(build_small_study().compared).rows)
    7
    """
    reference, automated = roles_of(compared, compared.reference), roles_of(compared, compared.automated)
    return compared.take((reference != NO_ROLE) & (automated != NO_ROLE))


def roles_of(compared: Compared, codes: np.ndarray) -> np.ndarray:
    """Role code of each record under one labelling; ``NO_ROLE`` where its label has no role of EHQ.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> compared = build_small_study().compared
    >>> roles_of(compared, compared.reference).tolist()
    [0, 2, 1, 0, 1, 0, 2]
    """
    exclusion = np.full(len(codes), COUNTED, dtype="int8")
    return build_labelling(exclusion, codes, compared.codebook).role


def is_counted(role: np.ndarray, score: str) -> np.ndarray:
    """1 for the records whose share the score is, else 0: restraint for EHQ1, all but wrong answers for EHQ2.

    Examples
    --------
    >>> is_counted(np.array([0, 1, 2]), "ehq1").tolist(), is_counted(np.array([0, 1, 2]), "ehq2").tolist()
    ([1, 0, 0], [1, 1, 0])
    """
    return np.asarray(role == RESTRAINT if score == "ehq1" else role != WRONG, dtype="int64")


def _tallies(compared: Compared, codes: np.ndarray, groups: int) -> list[Tally]:
    """The weighted tally of each model under one labelling."""
    strata = len(compared.weights)
    part, where = np.unique(compared.model.astype("int64") * strata + compared.stratum, return_inverse=True)
    confidence = compared.records.frame["confidence"].to_numpy()[compared.rows]
    found = count_tallies(role=roles_of(compared, codes), confidence=confidence, group=where, groups=len(part))
    of_model: list[list[Tally]] = [[] for _ in range(groups)]
    for place, tally in zip(part.tolist(), found, strict=True):
        of_model[place // strata].append(tally.times(compared.weights[place % strata]))
    return [sum_tallies(tallies) for tallies in of_model]


def _build_group(automated: Tally, reference: Tally, weights: Weights) -> GroupImpact:
    return GroupImpact(
        n=reference.records,
        calibration_automated=automated.calibration,
        calibration_reference=reference.calibration,
        automated=score_tally(automated, weights),
        reference=score_tally(reference, weights),
    )


def measure_impact(compared: Compared, weights: Weights) -> Impact:
    """EHQ1, EHQ2, EHQ3 and EHQ from both labellings of the same records.

    Parameters
    ----------
    compared : records of a validation, of any labels; those without a role under one labelling are passed over.
    weights : of the composite.

    Edge cases: a codebook without the three roles of EHQ gives no score, with that reason. EHQ3 uses each labelling's
    own calibration records.

    Source: scoring specification, section 6, *Score impact*; EHQ, score-impact analysis of the classifier validation.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> impact = build_small_study().impact
    >>> impact.models, impact.pooled.bias("ehq1").value, impact.groups[1].bias("ehq3").value
    (('elm', 'oak'), Fraction(0, 1), Fraction(-1, 20))
    """
    models = np.unique(compared.model)
    scored = with_roles(compared)
    groups = len(compared.records.models)
    automated = _tallies(scored, scored.automated, groups)
    reference = _tallies(scored, scored.reference, groups)
    missing = find_missing_roles(compared.codebook)
    if missing:
        return _without_roles(compared, models, f"no label of the codebook has the role {', '.join(missing)}")
    found = tuple(_build_group(automated[place], reference[place], weights) for place in models)
    return Impact(
        models=tuple(compared.records.models[place].model for place in models),
        groups=found,
        pooled=_build_group(sum_tallies(automated), sum_tallies(reference), weights),
        mean_automated=mean_of_scores([group.automated for group in found]),
        mean_reference=mean_of_scores([group.reference for group in found]),
    )


def _without_roles(compared: Compared, models: np.ndarray, reason: str) -> Impact:
    none = Exact.none(reason)
    scores = Scores(ehq1=none, ehq2=none, ehq3=none, ehq=none)
    group = GroupImpact(n=0, calibration_automated=0, calibration_reference=0, automated=scores, reference=scores)
    return Impact(
        models=tuple(compared.records.models[place].model for place in models),
        groups=(group,) * len(models),
        pooled=group,
        mean_automated=scores,
        mean_reference=scores,
    )
