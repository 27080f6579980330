"""Whose labels are scored, and what they make of each record: a role, or a reason to leave it out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from scoring.ehq.tally import CORRECT, NO_ROLE, RESTRAINT, WRONG
from scoring.errors import BadInput, Usage
from scoring.records import (
    COUNTED,
    MISSING_LABEL,
    OUTSIDE_LABEL,
    SCORE_EXCLUSIONS,
    Records,
    labels_of_classifier,
    list_classifiers,
)
from scoring.results import Codebook, LabelFile

__all__ = ["AUTOMATED", "Labelling", "build_labelling", "check_roles", "choose_labels", "find_missing_roles"]

AUTOMATED = "automated_label"
"""Name of the run's own classifier, whose labels stand in the field of that name."""

_ROLE_CODES = {"restraint": RESTRAINT, "substantive-correct": CORRECT, "substantive-wrong": WRONG}


def choose_labels(records: Records, *, classifier: str | None, label_file: LabelFile | None) -> pd.Series:
    """The labels that are scored: the run's own, those of a named classifier in it, or those of a label file.

    Errors
    ------
    Usage for both a classifier and a label file, or for a classifier that the run does not have.
    BadInput for a label file that is bound to another run or labels a record that the run does not have.

    Source: run file, fields ``automated_label`` and ``labels``; label file ``labels-v1``.

    Examples
    --------
    >>> from scoring.results import Run
    >>> frame = pd.DataFrame({"record_id": ["a/1"], "automated_label": ["ABSTAIN"], "labels": ['{"judge":"HEDGE"}']})
    >>> records = Records(run=Run(sha256="0" * 64, frame=frame), frame=frame, models=())
    >>> [choose_labels(records, classifier=name, label_file=None).tolist() for name in (None, "judge")]
    [['ABSTAIN'], ['HEDGE']]
    """
    frame = records.frame
    if label_file is not None:
        if classifier is not None:
            raise Usage("give either a classifier or a label file, not both")
        _check_label_file(records, label_file)
        labels = pd.Series(label_file.labels, dtype=object).reindex(frame["record_id"])
        return pd.Series(labels.to_numpy(), index=frame.index, dtype=object)
    if classifier is None or classifier == AUTOMATED:
        return frame["automated_label"]
    names = list_classifiers(frame["labels"])
    if classifier not in names:
        raise Usage(f"the run has no classifier {classifier}; it has: {', '.join(names) or 'none besides its own'}")
    return labels_of_classifier(frame["labels"], classifier)


def _check_label_file(records: Records, label_file: LabelFile) -> None:
    if label_file.run_sha256 != records.run.sha256:
        raise BadInput(
            f"the label file is bound to run {label_file.run_sha256[:12]}, this is run {records.run.sha256[:12]}"
        )
    unknown = sorted(set(label_file.labels) - set(records.frame["record_id"]))
    if unknown:
        raise BadInput(f"the label file labels {len(unknown)} records that the run does not have, first {unknown[0]}")


def find_missing_roles(codebook: Codebook) -> tuple[str, ...]:
    """The roles that EHQ needs and no label of the codebook has.

    Examples
    --------
    >>> find_missing_roles(Codebook(sha256="", name="", version="", language="", ordered=False, labels=()))
    ('restraint', 'substantive-correct', 'substantive-wrong')
    """
    have = {label.role for label in codebook.labels}
    return tuple(role for role in _ROLE_CODES if role not in have)


def check_roles(codebook: Codebook) -> None:
    """Refuse a codebook that EHQ can't be computed with.

    Errors
    ------
    Usage naming the roles that no label has.

    Examples
    --------
    >>> check_roles(Codebook(sha256="", name="pairs", version="", language="", ordered=False, labels=()))
    Traceback (most recent call last):
    ...
    scoring.errors.Usage: EHQ needs labels of the roles restraint, substantive-correct, substantive-wrong, \
and the codebook pairs lacks: restraint, substantive-correct, substantive-wrong
    """
    missing = find_missing_roles(codebook)
    if missing:
        raise Usage(
            f"EHQ needs labels of the roles {', '.join(_ROLE_CODES)}, "
            f"and the codebook {codebook.name} lacks: {', '.join(missing)}"
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Labelling:
    """One set of labels over the records of a run.

    Parameters
    ----------
    codes : int16 array, as ``encode_labels`` gives them.
    exclusion : int8 array, index into ``SCORE_EXCLUSIONS``; ``COUNTED`` where the record is scored.
    role : int8 array, role code of scored records; ``NO_ROLE`` elsewhere.
    """

    codes: np.ndarray
    exclusion: np.ndarray
    role: np.ndarray


def build_labelling(exclusion: np.ndarray, codes: np.ndarray, codebook: Codebook) -> Labelling:
    """Add to a record's own exclusion the ones that lie in its label, and give the scored ones their role.

    Parameters
    ----------
    exclusion : index into ``EXCLUSIONS`` or ``COUNTED``, one per record.
    codes : label codes, one per record.

    Edge cases: ``CANNOT_CODE`` excludes as ``cannot_code``, a codebook label of role ``none`` as ``role_none``.

    Source: scoring specification, sections 1 and 2.

    Examples
    --------
    >>> from scoring.results import Label
    >>> book = Codebook(sha256="", name="", version="", language="", ordered=False, labels=(
    ...     Label(code="NO", role="restraint", hotkey=None, name="No", definition=""),))
    >>> found = build_labelling(np.array([-1, -1, -1, 5]), np.array([0, -1, 1, 0]), book)
    >>> [SCORE_EXCLUSIONS[i] if i >= 0 else None for i in found.exclusion], found.role.tolist()
    ([None, 'unlabelled', 'cannot_code', 'empty_response'], [0, -1, -1, -1])
    """
    q = len(codebook.labels)
    roles = np.array([*(_ROLE_CODES.get(label.role, NO_ROLE) for label in codebook.labels), NO_ROLE], dtype="int8")
    role = np.where(codes >= 0, roles[np.maximum(codes, -1)], NO_ROLE)
    applies = [exclusion != COUNTED, codes == MISSING_LABEL, codes == OUTSIDE_LABEL, codes == q, role == NO_ROLE]
    names = ("unlabelled", "label_outside_codebook", "cannot_code", "role_none")
    reasons = [exclusion, *(np.full(len(codes), SCORE_EXCLUSIONS.index(name)) for name in names)]
    found = np.select(applies, reasons, default=COUNTED)
    return Labelling(
        codes=codes,
        exclusion=found.astype("int8"),
        role=np.where(found == COUNTED, role, NO_ROLE).astype("int8"),
    )
