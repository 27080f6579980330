"""What a scoring gives: scores of models, of their categories, of families, pooled, before and after adjudication."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.ehq.compliance import Compliance, CompliancePanel
from scoring.ehq.confidences import StatedConfidence
from scoring.ehq.group import CategoryScore, GroupScore
from scoring.ehq.identity import Identity
from scoring.ehq.scores import SCORES, Scores
from scoring.ehq.sensitivity import Variant
from scoring.ehq.variant_parts import VariantParts

__all__ = ["Changed", "FamilyScore", "ModelScore", "Score", "ScoredLabels"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelScore:
    """One model: what was expected, what was left out and why, what is scored.

    Parameters
    ----------
    expected : records of the model in the run. excluded : by the first reason that applies.
    refused : scored records whose confidence text was refused, by reason; silent : scored records that state none.
    unverified : countable records whose reasoning tokens are unknown.
    answers_checked : whether the manifest lists the names that the model may answer as.
    ranks : by score, 1 is the highest; None without a value.
    compliance, confidences : what its records say of confidence where it answered nothing.
    parts : EHQ-K, EHQ-C and its other calibration scores.
    """

    model: str
    family: str | None
    provider: str | None
    generation_of: str | None
    expected: int
    excluded: dict[str, int]
    refused: dict[str, int]
    silent: int
    unverified: int
    answers_checked: bool
    group: GroupScore
    ranks: dict[str, float | None]
    categories: tuple[CategoryScore, ...]
    subcategories: tuple[CategoryScore, ...]
    compliance: Compliance
    confidences: StatedConfidence
    parts: VariantParts

    def as_json(self) -> dict[str, object]:
        """The model as it stands in ``models``; ``rank`` is the one by EHQ."""
        return {
            "model": self.model,
            "family": self.family,
            "provider": self.provider,
            "generation_of": self.generation_of,
            "expected": self.expected,
            "excluded": self.excluded,
            **self.group.as_json(),
            "rank": self.ranks["ehq"],
            "ranks": self.ranks,
            "confidence_refused": self.refused,
            "confidence_missing": self.silent,
            "unverified_reasoning": self.unverified,
            "answers_checked": self.answers_checked,
            "categories": [category.as_json() for category in self.categories],
            "subcategories": [category.as_json() for category in self.subcategories],
            "ehq_k": self.parts.knowledge.as_json(),
            "ehq_c": self.parts.context.as_json(),
            "pools": {"categories": self.parts.balanced.categories, "with_calibration": self.parts.balanced.pools},
            "compliance": self.compliance.as_json(),
            "confidence": self.confidences.as_json(),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyScore:
    """Simple means over the models of a family; a model without a value is left out of that mean."""

    family: str
    models: tuple[str, ...]
    scores: Scores

    def as_json(self) -> dict[str, object]:
        """The family with its models; ``n`` of each mean is the number of models in the family."""
        return {"family": self.family, "models": list(self.models), **_means_json(self.scores, len(self.models))}


def _means_json(scores: Scores, models: int) -> dict[str, object]:
    return {name: scores.get(name).estimate(models).as_json() for name in SCORES}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredLabels:
    """All scores under one set of labels.

    ``pooled`` takes all counted records as if of one model; ``mean`` is the simple mean over the models; ``variants``
    are the other ways to score them; ``compliance`` is the median and range over models.
    """

    models: tuple[ModelScore, ...]
    pooled: GroupScore
    mean: Scores
    families: tuple[FamilyScore, ...]
    variants: tuple[Variant, ...]
    compliance: CompliancePanel
    compliance_not_cut_off: CompliancePanel

    def as_json(self) -> dict[str, object]:
        """The parts that the result of ``score`` and its halves share."""
        return {
            "models": [model.as_json() for model in self.models],
            "pooled": self.pooled.as_json(),
            "mean_of_models": _means_json(self.mean, len(self.models)),
            "families": [family.as_json() for family in self.families],
            "sensitivity": [variant.as_json() for variant in self.variants],
            "compliance": {
                **self.compliance.as_json(),
                "without_cut_off": self.compliance_not_cut_off.as_json(),
            },
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """A record whose label an adjudication file overrides with another one."""

    record_id: str
    automated: str | None
    adjudicated: str

    def as_json(self) -> dict[str, object]:
        """The record with both labels."""
        return {"record_id": self.record_id, "automated": self.automated, "adjudicated": self.adjudicated}


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The result of ``score``.

    Parameters
    ----------
    identity : what it was made from.
    labels : the scores; those after adjudication where there is one.
    automated : with an adjudication, the scores before it; else None.
    changed : the records whose label it changes, sorted by id as UTF-8 bytes.
    """

    identity: Identity
    labels: ScoredLabels
    automated: ScoredLabels | None = None
    changed: tuple[Changed, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The object that ``python -m scoring score --json`` prints."""
        out: dict[str, object] = {
            "identity": self.identity.digest,
            "identity_parts": self.identity.as_json(),
            **self.labels.as_json(),
            "pairs": [],
            "correlations": [],
        }
        if self.automated is not None:
            out["automated"] = self.automated.as_json()
            out["adjudicated"] = self.labels.as_json()
            out["changed"] = [change.as_json() for change in self.changed]
        return out
