"""Reference sensitivity: the main figures again, with other ideas of which labels are right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

from scoring.ehq import SCORES, Weights
from scoring.records import Records
from scoring.results import TWO_CLASSES, Codebook, Codings, Reference, Sample
from scoring.validation.classes import Validity, measure_classes
from scoring.validation.compared import Compared, compare, find_referenced, map_to_two
from scoring.validation.impact import Impact, measure_impact
from scoring.validation.preservation import RankPreservation, measure_preservation
from scoring.validation.tables import count_table
from scoring.validation.weighting import build_weighting, weigh_nothing

__all__ = ["OtherReference", "list_references", "measure_references"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherReference:
    """The main figures under another reference.

    ``name`` is ``coder``, ``agreed`` or ``without_support``; ``coder`` says whose labels, else None.
    """

    name: str
    coder: str | None
    full: Validity
    two_class: Validity
    impact: Impact
    ranks: dict[str, RankPreservation]

    def as_json(self) -> dict[str, object]:
        """The figures in short."""
        full, two = self.full.as_json(), self.two_class.as_json()
        return {
            "reference": self.name,
            "coder": self.coder,
            "n": self.full.n,
            **{key: full[key] for key in ("accuracy", "kappa", "macro_f1_defined")},
            "two_class": {key: two[key] for key in ("n", "accuracy", "kappa", "macro_f1_defined")},
            "bias": {
                score: self.impact.pooled.bias(score).estimate(self.impact.pooled.n).as_json() for score in SCORES
            },
            "spearman": {score: self.ranks[score].spearman.as_json() for score in SCORES},
            "max_shift": {score: self.ranks[score].max_shift for score in SCORES},
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedReference:
    """Another reference under its name."""

    name: str
    coder: str | None
    labels: dict[str, str | None]


def list_references(reference: Reference, codings: Codings | None) -> Iterator[NamedReference]:
    """The other references: every coder's labels, agreed records only, decisions without support only.

    Only records that the reference labels are in any of them, so that the figures differ in labels or in being there,
    not in who coded more.

    Edge cases: without codings there are no coders and no agreed records; without an adjudication file nothing is known
    of support, and where no decision had any, that reference would be the same and is left out.

    Examples
    --------
    >>> said = [("1", "ann", "NO"), ("1", "bob", "NO"), ("2", "ann", "NO"), ("2", "bob", "WRONG")]
    >>> frame = pd.DataFrame(said, columns=["unit", "coder", "label"], dtype=object)
    >>> codings = Codings(key="record_id", frame=frame, sha256="")
    >>> for one in list_references(Reference(sha256="", labels={"1": "NO", "2": "NO"}), codings):
    ...     print(one.name, one.coder, one.labels)
    coder ann {'1': 'NO', '2': 'NO'}
    coder bob {'1': 'NO', '2': 'WRONG'}
    agreed None {'1': 'NO'}
    """
    labels = {name: label for name, label in reference.labels.items() if label is not None}
    if codings is not None:
        frame = codings.frame[codings.frame["unit"].isin(labels)]
        for coder, said in frame.groupby("coder", sort=True):
            of_coder = dict(zip(said["unit"], said["label"], strict=True))
            yield NamedReference(name="coder", coder=str(coder), labels=of_coder)
        of_unit = frame.groupby("unit", sort=True)["label"].agg(["size", "nunique"])
        agreed = of_unit.index[(of_unit["size"] > 1) & (of_unit["nunique"] == 1)]
        yield NamedReference(name="agreed", coder=None, labels={name: labels[name] for name in agreed})
    if reference.adjudication is not None:
        supported = {entry.record_id for entry in reference.adjudication.entries if entry.assistance is not None}
        if supported & set(labels):
            rest = {name: label for name, label in labels.items() if name not in supported}
            yield NamedReference(name="without_support", coder=None, labels=dict(rest))


def measure_references(
    records: Records,
    reference: Reference,
    codings: Codings | None,
    labels: pd.Series,
    codebook: Codebook,
    sample: Sample | None,
    weights: Weights,
) -> tuple[OtherReference, ...]:
    """Validity, bias and ranks under every other reference, each with weights of its own records.

    Parameters
    ----------
    labels : the classifier's, one for each record of the run. weights : of the composite score.

    Edge cases: a coder's ``CANNOT_CODE`` takes the record out, as a reference's does.

    Errors
    ------
    BadInput for a label of a coder outside the codebook.

    Source: scoring specification, section 6, *Sensitivity*.

    Examples
    --------
    >>> from scoring.ehq import DEFAULT_WEIGHTS
    >>> from scoring.validation.small_study import build_small_study
    >>> study = build_small_study()
    >>> said = [("oak/3", "ann", "WRONG"), ("oak/4", "ann", "WRONG"), ("oak/3", "bob", "NO"), ("oak/4", "bob", "WRONG")]
    >>> codings = Codings(key="record_id", sha256="",
    ...                   frame=pd.DataFrame(said, columns=["unit", "coder", "label"], dtype=object))
    >>> found = measure_references(study.records, study.reference, codings, study.records.frame["automated_label"],
    ...                            study.codebook, None, DEFAULT_WEIGHTS)
    >>> [(one.name, one.coder, one.full.n, str(one.full.accuracy.value)) for one in found]
    [('coder', 'ann', 2, '1'), ('coder', 'bob', 2, '1/2'), ('agreed', None, 1, '1')]
    """

    def measure(named: NamedReference) -> OtherReference:
        other = Reference(sha256=reference.sha256, labels=named.labels)
        compared = _compare(records, other, labels, codebook, sample)
        impact = measure_impact(compared, weights)
        table = count_table(compared, classes=len(codebook.codes))
        two = count_table(map_to_two(compared), classes=len(TWO_CLASSES))
        return OtherReference(
            name=named.name,
            coder=named.coder,
            full=measure_classes(table, codebook.codes),
            two_class=measure_classes(two, TWO_CLASSES),
            impact=impact,
            ranks=measure_preservation(impact),
        )

    return tuple(measure(named) for named in list_references(reference, codings))


def _compare(
    records: Records, reference: Reference, labels: pd.Series, codebook: Codebook, sample: Sample | None
) -> Compared:
    referenced = find_referenced(records, reference, codebook, sample)
    rows = referenced.rows
    weighting = weigh_nothing(records, rows) if sample is None else build_weighting(records, rows, sample)
    return compare(records, referenced, weighting, labels, codebook)
