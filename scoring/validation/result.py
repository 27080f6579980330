"""The result of a validation."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.ehq import SCORES
from scoring.validation.ceiling import Ceiling
from scoring.validation.classes import Validity
from scoring.validation.classifiers import ClassifierValidity
from scoring.validation.family import ErrorRate, FamilyContrast
from scoring.validation.full_run import FullRun
from scoring.validation.impact import Impact
from scoring.validation.pool import Pool
from scoring.validation.preservation import RankPreservation
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
        family: dict[str, object] = {
            score: [contrast.as_json() for contrast in self.families[score]] for score in SCORES
        }
        if self.error_rates is not None:
            family["error_rates"] = [rate.as_json() for rate in self.error_rates]
        return {
            **self.full.as_json(),
            "two_class": {**self.two_class.as_json(), "left_out": self.two_class_left_out},
            "impact": self.impact.as_json(),
            "ranks": {score: self.ranks[score].as_json() for score in SCORES},
            "spread": {score: self.spread[score].as_json() for score in SCORES},
            "family": family,
            "pool": self.pool.as_json(),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Validation:
    """The result of ``validate``.

    Parameters
    ----------
    classifier : whose labels are validated. reference_sha256 : hash of the reference file.
    left_out : entries of the reference that do not enter, by reason. unlabelled : entries without an automated label.
    measured : the figures, weighted where there is a design. unweighted : the same without weights, where they differ.
    """

    classifier: str
    reference_sha256: str
    left_out: dict[str, int]
    unlabelled: int
    weighting: Weighting
    measured: Measured
    unweighted: Measured | None
    full_run: FullRun
    classifiers: tuple[ClassifierValidity, ...]
    ceiling: Ceiling | None

    def as_json(self) -> dict[str, object]:
        """The object that ``python -m scoring validate --json`` prints."""
        n = self.measured.full.n
        return {
            "classifier": self.classifier,
            "reference_sha256": self.reference_sha256,
            "left_out": self.left_out,
            "unlabelled": self.unlabelled,
            "weights": self.weighting.kind,
            "design_effect": self.weighting.design_effect.estimate(n).as_json(),
            "coverage": self.weighting.coverage.estimate(sum(self.weighting.available)).as_json(),
            "uncovered": [list(key) for key in self.weighting.uncovered],
            **self.measured.as_json(),
            "unweighted": None if self.unweighted is None else self.unweighted.as_json(),
            "full_run": self.full_run.as_json(),
            "classifiers": [classifier.as_json() for classifier in self.classifiers],
            "ceiling": None if self.ceiling is None else self.ceiling.as_json(),
            "notes": list(NOTES),
        }
