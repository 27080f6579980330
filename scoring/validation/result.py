"""The result of a validation."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.ehq import SCORES
from scoring.validation.ceiling import Ceiling
from scoring.validation.classes import Validity
from scoring.validation.classifiers import ClassifierValidity
from scoring.validation.declared import Declared, mark
from scoring.validation.error_rates import ErrorRate
from scoring.validation.family import FamilyContrast
from scoring.validation.flagged import FlaggedErrors
from scoring.validation.full_run import FullRun
from scoring.validation.impact import Impact
from scoring.validation.left_out import LeftOut
from scoring.validation.pool import Pool
from scoring.validation.preservation import RankPreservation
from scoring.validation.reference_sensitivity import OtherReference
from scoring.validation.rivals import Rivalry
from scoring.validation.spread import Spread
from scoring.validation.weighting import Weighting

__all__ = ["Measured", "Validation"]

NOTES = (
    "both labellings share the sampled items, so rank correlations overstate agreement of true levels",
    "agreement and validity speak about items like these; only the full-run estimate speaks about this run",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """All figures that weights enter, under one set of weights."""

    declared: Declared
    full: Validity
    two_class: Validity
    two_class_left_out: int
    impact: Impact
    ranks: dict[str, RankPreservation]
    spread: dict[str, Spread]
    families: dict[str, tuple[FamilyContrast, ...]]
    error_rates: tuple[ErrorRate, ...] | None
    pool: Pool

    def as_json(self) -> dict[str, object]:
        """The figures with their names in the ``--json`` output of ``validate``."""
        declared = self.declared
        family: dict[str, object] = {
            score: [contrast.as_json() for contrast in self.families[score]] for score in SCORES
        }
        if self.error_rates is not None:
            family["error_rates"] = [mark(rate.as_json(), self._word_of_rate(rate)) for rate in self.error_rates]
        two_class = {**self.two_class.as_json(), "left_out": self.two_class_left_out}
        return {
            **mark(self.full.as_json(), declared.resolution("full")),
            "two_class": mark(two_class, declared.resolution("two_class")),
            "impact": {score: self._impact_json(score) for score in SCORES},
            "ranks": {score: mark(self.ranks[score].as_json(), declared.score(score)) for score in SCORES},
            "spread": {score: mark(self.spread[score].as_json(), declared.score(score)) for score in SCORES},
            "family": family,
            "pool": mark(self.pool.as_json(), declared.standard),
        }

    def _word_of_rate(self, rate: ErrorRate) -> str:
        """Rates of every model are standard; those of a family count as declared where its contrast is."""
        return self.declared.family(rate.group, "ehq1") if rate.grouping == "family" else self.declared.standard

    def _impact_json(self, score: str) -> dict[str, object]:
        word = self.declared.score(score)
        return mark(self.impact.as_json(score, lambda row: mark(row, word)), word)


@dataclass(frozen=True, slots=True, kw_only=True)
class Validation:
    """The result of ``validate``.

    Parameters
    ----------
    classifier : whose labels are validated. reference_sha256 : hash of the reference file.
    left_out : entries of the reference that do not enter, by reason. unlabelled : entries without an automated label.
    left_out_records : what the reference leaves out, listed and bounded; None where nothing is.
    measured : the figures, weighted where there is a design. unweighted : the same without weights, where they differ.
    comparisons : classifiers against each other. references : the main figures under other references.
    """

    classifier: str
    declared: Declared
    reference_sha256: str
    plan_sha256: str | None
    left_out: dict[str, int]
    left_out_records: LeftOut | None
    unlabelled: int
    weighting: Weighting
    measured: Measured
    unweighted: Measured | None
    full_run: FullRun
    classifiers: tuple[ClassifierValidity, ...]
    comparisons: tuple[Rivalry, ...]
    ceiling: Ceiling | None
    flagged: FlaggedErrors | None
    references: tuple[OtherReference, ...]

    def as_json(self) -> dict[str, object]:
        """The object that ``python -m scoring validate --json`` prints."""
        n = self.measured.full.n
        return {
            "classifier": self.classifier,
            "reference_sha256": self.reference_sha256,
            "plan_sha256": self.plan_sha256,
            "left_out": self.left_out,
            "left_out_bounds": None if self.left_out_records is None else self.left_out_records.as_json(),
            "unlabelled": self.unlabelled,
            "weights": self.weighting.kind,
            "design_effect": self.weighting.design_effect.estimate(n).as_json(),
            "coverage": self.weighting.coverage.estimate(sum(self.weighting.available)).as_json(),
            "uncovered": [list(key) for key in self.weighting.uncovered],
            **self.measured.as_json(),
            "unweighted": None if self.unweighted is None else self.unweighted.as_json(),
            "full_run": mark(self.full_run.as_json(), self.declared.others),
            "classifiers": [mark(one.as_json(), self._word_of_classifier(one)) for one in self.classifiers],
            "comparisons": [mark(pair.as_json(), self.declared.others) for pair in self.comparisons],
            "ceiling": None if self.ceiling is None else mark(self.ceiling.as_json(), self.declared.standard),
            "uncertain": None
            if self.flagged is None
            else mark(self._flagged_json(self.flagged), self.declared.standard),
            "sensitivity": [mark(one.as_json(), self.declared.standard) for one in self.references],
            "notes": list(NOTES),
        }

    def _word_of_classifier(self, one: ClassifierValidity) -> str:
        return self.declared.resolution("full") if one.name == self.classifier else self.declared.others

    def _flagged_json(self, flagged: FlaggedErrors) -> dict[str, object]:
        return {"classifier_error": flagged.as_json()}
