"""Which records enter a validation: those with a reference label, beside what a classifier says of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from scoring.errors import BadInput
from scoring.records import COUNTED, EXCLUSIONS, MISSING_LABEL, Records, encode_labels
from scoring.results import TWO_CLASSES, Codebook, Reference, Sample
from scoring.validation.weighting import Weighting

__all__ = ["OUTSIDE_CLASS", "Compared", "Referenced", "compare", "find_referenced", "map_to_two"]

OUTSIDE_CLASS = -2
"""Class of a label outside the codebook, at either resolution."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Referenced:
    """Records with a usable reference label.

    Parameters
    ----------
    rows : their positions in ``Records.frame``, ascending. codes : their reference labels, positions in the codebook.
    left_out : entries of the reference that don't enter, by reason.
    """

    rows: np.ndarray
    codes: np.ndarray
    left_out: dict[str, int]


def find_referenced(records: Records, reference: Reference, codebook: Codebook, sample: Sample | None) -> Referenced:
    """The countable records that the reference labels.

    Parameters
    ----------
    sample : where it is given, only its records enter.

    Edge cases: an entry that is left out (label None), an excluded record, a record outside the sample and one that the
    reference could not code (``CANNOT_CODE``) do not enter; each is counted under the first of these reasons.

    Errors
    ------
    BadInput for an adjudication file of another run, records that the run does not have, and labels outside the
    codebook.

    Source: scoring specification, sections 1, 2 and 6.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> study = build_small_study(per_stratum=2)
    >>> study.referenced.rows.tolist(), study.referenced.codes.tolist(), study.referenced.left_out
    ([1, 2, 5, 7], [2, 1, 1, 2], {'not_in_sample': 3})
    """
    adjudication = reference.adjudication
    if adjudication is not None and adjudication.run_sha256 != records.run.sha256:
        raise BadInput(f"the reference is of run {adjudication.run_sha256[:12]}, this is run {records.run.sha256[:12]}")
    index = pd.Index(records.frame["record_id"])
    rows = _find_rows(index, list(reference.labels), "the reference labels")
    labels = pd.Series(list(reference.labels.values()), dtype=object)
    order = np.argsort(rows)
    rows, labels = rows[order], labels.iloc[order]
    codes = encode_labels(labels, codebook, by_people=True)
    wrong = (codes < 0) & labels.notna().to_numpy()
    if wrong.any():
        raise BadInput(f"the reference has the label {labels[wrong].iloc[0]}, which is not in {codebook.name}")
    reasons = _find_reasons(records, rows, codes, len(codebook.labels))
    if sample is not None:
        drawn = np.isin(rows, _find_rows(index, sample.records, "the sample holds"))
        reasons = np.where(drawn | (reasons != ""), reasons, "not_in_sample")
    enters = reasons == ""
    names, counts = np.unique(reasons[~enters], return_counts=True)
    return Referenced(
        rows=rows[enters], codes=codes[enters], left_out=dict(zip(names.tolist(), counts.tolist(), strict=True))
    )


def _find_rows(index: pd.Index, ids: Sequence[str], what: str) -> np.ndarray:
    rows = index.get_indexer(pd.Index(list(ids), dtype=object))
    if (rows < 0).any():
        unknown = [name for name, row in zip(ids, rows, strict=True) if row < 0]
        raise BadInput(f"{what} {len(unknown)} records that the run does not have, first {unknown[0]}")
    return rows


def _find_reasons(records: Records, rows: np.ndarray, codes: np.ndarray, q: int) -> np.ndarray:
    exclusion = records.frame["exclusion"].to_numpy()[rows]
    by_record = np.array([*EXCLUSIONS, ""], dtype=object)[exclusion]
    applies = [codes == MISSING_LABEL, exclusion != COUNTED, codes == q]
    return np.select(applies, [np.full(len(rows), "left_out", dtype=object), by_record, "cannot_code"], default="")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Compared:
    """Reference and automated label of each record that enters.

    Parameters
    ----------
    rows : positions in ``records.frame``. reference, automated : positions in the codebook, ``OUTSIDE_CLASS`` for an
        automated label outside it.
    stratum, weights : stratum of each record, and an integer weight for each stratum.
    unlabelled : referenced records that the classifier gave no label; they do not enter.
    """

    records: Records
    codebook: Codebook
    rows: np.ndarray
    reference: np.ndarray
    automated: np.ndarray
    stratum: np.ndarray
    weights: tuple[int, ...]
    unlabelled: int

    @property
    def model(self) -> np.ndarray:
        """Position of each record's model."""
        found: np.ndarray = self.records.frame["model"].to_numpy()[self.rows]
        return found

    def take(self, chosen: np.ndarray) -> Compared:
        """Some of the records."""
        return replace(
            self,
            rows=self.rows[chosen],
            reference=self.reference[chosen],
            automated=self.automated[chosen],
            stratum=self.stratum[chosen],
        )


def compare(
    records: Records, referenced: Referenced, weighting: Weighting, labels: pd.Series, codebook: Codebook
) -> Compared:
    """Put a classifier's labels beside the reference.

    Parameters
    ----------
    labels : the classifier's label of each record of the run, before the codebook's ``map``.

    Edge cases: a record without a label of this classifier does not enter and is counted; a label outside the codebook
    does enter.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> compared = build_small_study().compared
    >>> compared.reference.tolist(), compared.automated.tolist()
    ([0, 2, 1, 0, 1, 0, 2], [0, 0, 1, 0, 1, 2, 2])
    """
    automated = encode_labels(labels.iloc[referenced.rows], codebook, by_people=False)
    labelled = automated != MISSING_LABEL
    return Compared(
        records=records,
        codebook=codebook,
        rows=referenced.rows[labelled],
        reference=referenced.codes[labelled],
        automated=automated[labelled],
        stratum=weighting.stratum[labelled],
        weights=weighting.integers,
        unlabelled=int((~labelled).sum()),
    )


def map_to_two(compared: Compared) -> Compared:
    """The same at two classes, without the records that have neither class on one side.

    Automated labels outside the codebook stay outside.

    Source: scoring specification, section 1.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> two = map_to_two(build_small_study().compared)
    >>> two.reference.tolist(), two.automated.tolist()
    ([0, 1, 1, 0, 1, 0, 1], [0, 0, 1, 0, 1, 1, 1])
    """
    codebook = compared.codebook
    classes = [codebook.two_class(code) for code in codebook.codes]
    two = np.array([*(-1 if name is None else TWO_CLASSES.index(name) for name in classes), OUTSIDE_CLASS, -1])
    mapped = replace(compared, reference=two[compared.reference], automated=two[compared.automated])
    return mapped.take((mapped.reference != -1) & (mapped.automated != -1))
