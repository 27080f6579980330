"""What confidence the records say that EHQ3 leaves out, beside those that it is made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.ehq.labelling import Labelling
from scoring.ehq.scores import NO_POOL
from scoring.ehq.tally import CERTAIN, CORRECT, NO_ROLE, RESTRAINT, WRONG, Tally, count_tallies
from scoring.records import Records
from scoring.results import Exact

__all__ = ["StatedConfidence", "measure_confidences"]

NO_RESTRAINT = "no restraint record with a confidence"
NOT_KNOWN = "no restraint record whose correctness is known"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedConfidence:
    """Calibration error of one model's restraint records and of its substantive ones.

    Parameters
    ----------
    restraint, substantive : the records with a usable confidence.
    known, right : restraint records, with or without confidence, whose correctness the run states, and the right ones.
    substantive_right, substantive_all : all substantive records, and those labelled correct.
    """

    restraint: Tally
    substantive: Tally
    known: int
    right: int
    substantive_right: int
    substantive_all: int

    @property
    def restraint_ece(self) -> Exact:
        """ECE of the restraint records."""
        return _error(self.restraint, NO_RESTRAINT)

    @property
    def substantive_ece(self) -> Exact:
        """ECE of the substantive records: 1 − EHQ3."""
        return _error(self.substantive, NO_POOL)

    def as_json(self) -> dict[str, object]:
        """The two kinds of records side by side."""
        share = Exact.ratio(self.right, self.known, undefined=NOT_KNOWN)
        labelled = Exact.ratio(self.substantive_right, self.substantive_all, undefined="no substantive record")
        return {
            "restraint": {
                "ece": self.restraint_ece.estimate(self.restraint.pool).as_json(),
                "mean_confidence": _mean(self.restraint, NO_RESTRAINT).estimate(self.restraint.pool).as_json(),
                "share_correct": share.estimate(self.known).as_json(),
            },
            "substantive": {
                "ece": self.substantive_ece.estimate(self.substantive.pool).as_json(),
                "mean_confidence": _mean(self.substantive, NO_POOL).estimate(self.substantive.pool).as_json(),
                "share_correct": labelled.estimate(self.substantive_all).as_json(),
            },
        }


def _error(tally: Tally, undefined: str) -> Exact:
    return Exact.ratio(sum(part.gap for part in tally.bins), tally.pool * CERTAIN, undefined=undefined)


def _mean(tally: Tally, undefined: str) -> Exact:
    return Exact.ratio(sum(part.confidence for part in tally.bins), tally.pool * CERTAIN, undefined=undefined)


def measure_confidences(records: Records, labelling: Labelling) -> tuple[StatedConfidence, ...]:
    """Calibration error and share correct of restraint records beside those of substantive ones, for each model.

    A substantive record is correct by its label. A restraint record is correct where the run's field ``correct`` says
    so; in its calibration error one of unknown correctness counts as not correct, since it asserts nothing (a choice).

    Edge cases: without such records the figure is undefined with the reason.

    Source: scoring specification, section 3; EHQ, section 3.2 and figure 4.

    Examples
    --------
    >>> from scoring.ehq.labelling import build_labelling
    >>> from scoring.records import encode_labels, prepare_records
    >>> from scoring.records.small_run import build_small_codebook, build_small_run
    >>> records, book = prepare_records(build_small_run()), build_small_codebook()
    >>> codes = encode_labels(records.frame["automated_label"], book, by_people=False)
    >>> labelling = build_labelling(records.frame["exclusion"].to_numpy(), codes, book)
    >>> elm, oak = measure_confidences(records, labelling)
    >>> elm.restraint_ece.value, oak.substantive_ece.value
    (Fraction(1, 20), Fraction(1, 2))
    """
    frame = records.frame
    model, models = frame["model"].to_numpy(), len(records.models)
    confidence, correct = frame["confidence"].to_numpy(), frame["correct"].to_numpy()
    restraint = labelling.role == RESTRAINT
    as_stated = np.where(restraint, np.where(correct == 1, CORRECT, WRONG), NO_ROLE)
    others = np.where(restraint, NO_ROLE, labelling.role)
    withheld = count_tallies(role=as_stated, confidence=confidence, group=model, groups=models)
    asserted = count_tallies(role=others, confidence=confidence, group=model, groups=models)
    known = np.bincount(model[restraint & (correct >= 0)], minlength=models).tolist()
    right = np.bincount(model[restraint & (correct == 1)], minlength=models).tolist()
    return tuple(
        StatedConfidence(
            restraint=held,
            substantive=said,
            known=of_known,
            right=of_right,
            substantive_right=said.correct,
            substantive_all=said.total,
        )
        for held, said, of_known, of_right in zip(withheld, asserted, known, right, strict=True)
    )
