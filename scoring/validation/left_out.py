"""Records that the reference leaves out: listed, and bounded by the worst that they could do either way."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pandas as pd

from scoring.ehq import NO_ROLE
from scoring.records import COUNTED, MISSING_LABEL, Records
from scoring.results import Codebook, Exact, Reference, Sample
from scoring.validation.compared import OUTSIDE_CLASS, Compared, Referenced, compare
from scoring.validation.impact import is_counted, roles_of, with_roles
from scoring.validation.weighting import build_weighting, weigh_nothing

__all__ = ["Bounds", "LeftOut", "LeftOutRecord", "list_left_out", "measure_left_out"]

NO_REASON = "no reason given"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOutRecord:
    """One record without a reference label, and why."""

    record_id: str
    reason: str

    def as_json(self) -> dict[str, object]:
        """The record with its reason."""
        return {"record_id": self.record_id, "reason": self.reason}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The lowest and the highest value that labels of the left-out records could give."""

    low: Exact
    high: Exact

    def as_json(self) -> dict[str, object]:
        """Both ends."""
        return {"low": self.low.number(), "high": self.high.number()}


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """What the left-out records could change.

    Parameters
    ----------
    records : all of them, sorted. n : those that count and that the classifier labels; they enter the bounds.
    accuracy : all wrong, all right. reference : of EHQ1 and EHQ2 by the reference. bias : automated − reference, with
        the left-out records under the automated labelling too.
    """

    records: tuple[LeftOutRecord, ...]
    n: int
    accuracy: Bounds
    reference: dict[str, Bounds]
    bias: dict[str, Bounds]

    def as_json(self) -> dict[str, object]:
        """The object ``left_out_bounds``."""
        scores = {
            score: {"reference": self.reference[score].as_json(), "bias": self.bias[score].as_json()}
            for score in self.reference
        }
        return {
            "records": [record.as_json() for record in self.records],
            "n": self.n,
            "accuracy": self.accuracy.as_json(),
            **scores,
        }


def list_left_out(reference: Reference) -> tuple[LeftOutRecord, ...]:
    """The records that a reference leaves out, with the rationale of the decision where there is one.

    Examples
    --------
    >>> list_left_out(Reference(sha256="", labels={"b": None, "a": "NO"}))
    (LeftOutRecord(record_id='b', reason='no reason given'),)
    """
    said = {}
    if reference.adjudication is not None:
        said = {entry.record_id: entry.rationale for entry in reference.adjudication.entries}
    names = sorted((name for name, label in reference.labels.items() if label is None), key=lambda name: name.encode())
    return tuple(LeftOutRecord(record_id=name, reason=said.get(name) or NO_REASON) for name in names)


def _find_rows(records: Records, left_out: tuple[LeftOutRecord, ...], sample: Sample | None) -> np.ndarray:
    """Positions of the left-out records that count and are in the sample."""
    names = {one.record_id for one in left_out}
    if sample is not None:
        names &= set(sample.records)
    frame = records.frame
    return np.flatnonzero(frame["record_id"].isin(names).to_numpy() & (frame["exclusion"] == COUNTED).to_numpy())


def _weigh(compared: Compared) -> np.ndarray:
    """The weight of each record, as Python integers."""
    found: np.ndarray = np.array(compared.weights, dtype=object)[compared.stratum]
    return found


def _bound_accuracy(both: Compared, is_open: np.ndarray) -> Bounds:
    weight = _weigh(both)
    right = int(weight[~is_open & (both.automated == both.reference)].sum())
    whole, free = int(weight.sum()), int(weight[is_open & (both.automated != OUTSIDE_CLASS)].sum())
    none = "no record with a reference and an automated label"
    return Bounds(low=Exact.ratio(right, whole, undefined=none), high=Exact.ratio(right + free, whole, undefined=none))


def _bound_score(both: Compared, is_open: np.ndarray, score: str) -> tuple[Bounds, Bounds]:
    """Bounds of the reference score and of the bias."""
    weight = _weigh(both)
    before = is_counted(roles_of(both, both.automated), score)
    after = is_counted(roles_of(both, both.reference), score)
    whole, free = int(weight.sum()), int(weight[is_open].sum())
    least = int((weight * after)[~is_open].sum())
    counted = int((weight * before).sum())

    def share(part: int) -> Exact:
        return Exact.ratio(Fraction(part), whole, undefined="no scored record")

    return (
        Bounds(low=share(least), high=share(least + free)),
        Bounds(low=share(counted - least - free), high=share(counted - least)),
    )


def measure_left_out(
    records: Records,
    referenced: Referenced,
    reference: Reference,
    labels: pd.Series,
    codebook: Codebook,
    sample: Sample | None,
) -> LeftOut | None:
    """Worst-case bounds for the records that the reference leaves out.

    Both ways: once every such record is an error of the classifier, once none is; for a score, once none of them counts
    by the reference, once all do. Weights are those of the referenced and the left-out records together.

    Parameters
    ----------
    referenced : the records that enter. labels : the classifier's, one for each record of the run.

    Edge cases: None where nothing is left out. A left-out record that is excluded, outside the sample or unlabelled is
    listed and bounds nothing; one whose automated label lies outside the codebook is an error both ways.

    Source: scoring specification, section 6, *Reference*.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from scoring.validation.compared import find_referenced
    >>> from scoring.validation.small_study import build_small_study
    >>> study = build_small_study()
    >>> reference = replace(study.reference, labels=study.reference.labels | {"oak/4": None})
    >>> referenced = find_referenced(study.records, reference, study.codebook, None)
    >>> found = measure_left_out(study.records, referenced, reference, study.records.frame["automated_label"],
    ...                          study.codebook, None)
    >>> found.n, found.accuracy.low.value, found.accuracy.high.value, found.bias["ehq1"].low.value
    (1, Fraction(4, 7), Fraction(5, 7), Fraction(-1, 7))
    """
    listed = list_left_out(reference)
    if not listed:
        return None
    more = _find_rows(records, listed, sample)
    rows = np.concatenate([referenced.rows, more])
    order = np.argsort(rows, kind="stable")
    codes = np.concatenate([referenced.codes, np.full(len(more), MISSING_LABEL)])[order]
    whole = Referenced(rows=rows[order], codes=codes, left_out={})
    weighting = weigh_nothing(records, whole.rows) if sample is None else build_weighting(records, whole.rows, sample)
    both = compare(records, whole, weighting, labels, codebook)
    is_open = both.reference == MISSING_LABEL
    scored = _with_open_roles(both, is_open)
    bounds = {score: _bound_score(scored, scored.reference == MISSING_LABEL, score) for score in ("ehq1", "ehq2")}
    return LeftOut(
        records=listed,
        n=int(is_open.sum()),
        accuracy=_bound_accuracy(both, is_open),
        reference={score: found[0] for score, found in bounds.items()},
        bias={score: found[1] for score, found in bounds.items()},
    )


def _with_open_roles(both: Compared, is_open: np.ndarray) -> Compared:
    """Records that enter scores: a role under both labellings, or an open one under the automated one."""
    has_role = roles_of(both, both.automated) != NO_ROLE
    closed = np.isin(both.rows, with_roles(both).rows)
    return both.take(np.where(is_open, has_role, closed))
