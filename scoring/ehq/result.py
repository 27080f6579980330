"""What a scoring gives: scores of models, of their categories, of families, pooled, before and after adjudication."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.ehq.identity import Identity
from scoring.ehq.scores import SCORES, Scores
from scoring.ehq.tally import BINS, CERTAIN, Tally
from scoring.results import Exact

__all__ = ["CategoryScore", "Changed", "FamilyScore", "GroupScore", "ModelScore", "Score", "ScoredLabels"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupScore:
    """The scores of one group of records.

    Parameters
    ----------
    tally : its sufficient counts. counts : scored records by label, in the codebook's order.
    stated : scored records, of any label, with a usable confidence.
    """

    tally: Tally
    counts: dict[str, int]
    stated: int
    scores: Scores

    @property
    def coverage(self) -> Exact:
        """Share of scored records whose confidence could be read."""
        return Exact.ratio(self.stated, self.tally.records, undefined="no scored record")

    def as_json(self) -> dict[str, object]:
        """The group with both denominators: ``n`` for EHQ1 and EHQ2, ``calibration_n`` for EHQ3."""
        return {
            "n": self.tally.records,
            "counts": self.counts,
            **_scores_json(self.scores, self.tally),
            "calibration_n": self.tally.calibration,
            "coverage": self.coverage.estimate(self.tally.records).as_json(),
            "bins": _bins_json(self.tally),
        }


def _scores_json(scores: Scores, tally: Tally) -> dict[str, object]:
    behind = {"ehq1": tally.records, "ehq2": tally.records, "ehq3": tally.calibration, "ehq": tally.records}
    return {name: scores.get(name).estimate(behind[name]).as_json() for name in SCORES}


def _bins_json(tally: Tally) -> list[dict[str, object]]:
    """The bins that hold records, on the 0-100 scale; accuracy and mean confidence as shares."""
    width = 100 // BINS
    return [
        {
            "bin": place,
            "low": place * width,
            "high": (place + 1) * width,
            "n": part.n,
            "accuracy": part.correct / part.n,
            "confidence": part.confidence / (part.n * CERTAIN),
        }
        for place, part in enumerate(tally.bins)
        if part.n
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryScore:
    """A model's scores within one category or subcategory.

    ``one_sided`` says that no substantive-correct label can occur there by the codebook, so that EHQ3 is one-sided
    false-answer confidence alignment: 1 − mean confidence.
    """

    name: str
    one_sided: bool
    group: GroupScore

    def as_json(self) -> dict[str, object]:
        """The scores under the category's name."""
        return {"name": self.name, "one_sided": self.one_sided, **self.group.as_json()}


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

    ``pooled`` takes all counted records as if of one model; ``mean`` is the simple mean over the models.
    """

    models: tuple[ModelScore, ...]
    pooled: GroupScore
    mean: Scores
    families: tuple[FamilyScore, ...]

    def as_json(self) -> dict[str, object]:
        """The parts that the result of ``score`` and its halves share."""
        return {
            "models": [model.as_json() for model in self.models],
            "pooled": self.pooled.as_json(),
            "mean_of_models": _means_json(self.mean, len(self.models)),
            "families": [family.as_json() for family in self.families],
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
            "sensitivity": [],
        }
        if self.automated is not None:
            out["automated"] = self.automated.as_json()
            out["adjudicated"] = self.labels.as_json()
            out["changed"] = [change.as_json() for change in self.changed]
        return out
