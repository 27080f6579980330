"""Whether a figure was declared before anybody coded, and samples that no longer can speak for a classifier."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.ehq import AUTOMATED, Weights, parse_weights
from scoring.errors import Usage
from scoring.results import AnalysisPlan, LabelFile, Reference, Sample

__all__ = ["POST_HOC", "PRESPECIFIED", "SPENT", "Declared", "build_declared", "check_unspent", "is_spent", "mark"]

PRESPECIFIED = "prespecified"
POST_HOC = "post hoc"
SPENT = "spent sample"


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """What each kind of row says of itself.

    Parameters
    ----------
    resolutions, families : those of the plan; none without a plan.
    scores : the scores of the labels that the plan means. weights : their composite has the plan's weights.
    always : the word of every row where it is given: of a spent sample, of a classifier that the plan does not mean.
    """

    resolutions: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    scores: bool = False
    weights: bool = False
    always: str | None = None

    def resolution(self, name: str) -> str:
        """The word of agreement and validity figures at a resolution, ``full`` or ``two_class``."""
        return self._word(name in self.resolutions)

    def score(self, name: str) -> str:
        """The word of rows about one of the four scores; the composite counts only with the plan's weights."""
        return self._word(self.scores and (self.weights or name != "ehq"))

    def family(self, name: str, score: str) -> str:
        """The word of a family's contrast."""
        return self._word(name in self.families and self.score(score) == PRESPECIFIED)

    @property
    def standard(self) -> str:
        """The word of what every validation of a planned study gives: the calibration pool, the other references."""
        return self._word(self.scores)

    @property
    def others(self) -> str:
        """The word of rows that no plan declares, such as those of other classifiers."""
        return self._word(False)

    def _word(self, declared: bool) -> str:
        if self.always is not None:
            return self.always
        return PRESPECIFIED if declared else POST_HOC


def mark(row: Mapping[str, object], word: str) -> dict[str, object]:
    """A row with its word under ``declared``.

    Examples
    --------
    >>> mark({"value": 1}, POST_HOC)
    {'value': 1, 'declared': 'post hoc'}
    """
    return {**row, "declared": word}


def build_declared(plan: AnalysisPlan | None, weights: Weights, *, classifier: str, spent: bool) -> Declared:
    """The words of one validation.

    Parameters
    ----------
    plan : that was sealed before coding; None: nothing is prespecified. weights : of the composite.
    classifier : whose labels are validated; the plan means the run's own. spent : the sample is spent for it.

    Source: scoring specification, section 6, last paragraph.

    Examples
    --------
    >>> from scoring.ehq import DEFAULT_WEIGHTS
    >>> plan = AnalysisPlan(sha256="0" * 64, families=("north",), resolutions=("full",))
    >>> found = build_declared(plan, DEFAULT_WEIGHTS, classifier="automated_label", spent=False)
    >>> found.resolution("full"), found.resolution("two_class"), found.family("south", "ehq1")
    ('prespecified', 'post hoc', 'post hoc')
    >>> build_declared(plan, DEFAULT_WEIGHTS, classifier="judge", spent=False).score("ehq1")
    'post hoc'
    """
    if spent:
        return Declared(always=SPENT)
    if plan is None or classifier != AUTOMATED:
        return Declared()
    return Declared(
        resolutions=plan.resolutions,
        families=plan.families,
        scores=True,
        weights=parse_weights(",".join(plan.weights)) == weights,
    )


def is_spent(label_file: LabelFile, reference: Reference, sample: Sample | None) -> bool:
    """The rules behind a label file were made with this sample's reference in sight.

    The sample is known by the hash of its list of records: as the sample file has it, as the adjudication file has it, or
    taken over the records that the reference labels.

    Source: scoring specification, section 6, last paragraph.

    Examples
    --------
    >>> reference = Reference(sha256="", labels={"b": "NO", "a": "NO"})
    >>> seen = hashlib.sha256(b"a" + chr(10).encode() + b"b").hexdigest()
    >>> file = LabelFile(sha256="", run_sha256="", classifier="rules", rules_sha256=None, labels={}, tuned_on=(seen,))
    >>> is_spent(file, reference, None)
    True
    """
    ids = sorted(reference.labels, key=lambda name: name.encode())
    hashes = {hashlib.sha256("\n".join(ids).encode()).hexdigest()}
    if sample is not None:
        hashes.add(sample.sha256)
    if reference.adjudication is not None:
        hashes.add(reference.adjudication.sample_sha256)
    return not hashes.isdisjoint(label_file.tuned_on)


def check_unspent(spent: bool, *, force: bool) -> None:
    """Do nothing unless the sample is spent and nobody insists.

    Errors
    ------
    Usage for a spent sample without ``force``.

    Examples
    --------
    >>> check_unspent(True, force=True)
    >>> check_unspent(True, force=False)
    Traceback (most recent call last):
    ...
    scoring.errors.Usage: the rules of this label file were changed with this sample in sight: it is spent and can't \
tell how good they are; draw another sample, or force it and every row will say so
    """
    if spent and not force:
        raise Usage(
            "the rules of this label file were changed with this sample in sight: it is spent and can't tell how good "
            "they are; draw another sample, or force it and every row will say so"
        )
