"""Labels as small integers: positions in the codebook, and what lies outside it."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd

from scoring.results import CANNOT_CODE, Codebook

__all__ = ["MISSING_LABEL", "OUTSIDE_LABEL", "encode_labels", "labels_of_classifier", "list_classifiers"]

MISSING_LABEL = -1
"""Code of a record without a label."""

OUTSIDE_LABEL = -2
"""Code of a label that the codebook does not have."""


def encode_labels(labels: pd.Series, codebook: Codebook, *, by_people: bool) -> np.ndarray:
    """Positions of labels in the codebook.

    Parameters
    ----------
    labels : text or None, one per record.
    by_people : labels of coders or a reference, which may be ``CANNOT_CODE`` and were renamed by the codebook's ``map``
        when they were read; else a classifier's labels, which are renamed here and may not be ``CANNOT_CODE``.

    Returns an int16 array: 0 … q-1 for the codebook's labels in their order, q for ``CANNOT_CODE``, ``MISSING_LABEL``
    for None and the empty text, ``OUTSIDE_LABEL`` for all else.

    Source: scoring specification, section 1.

    Examples
    --------
    >>> from scoring.results import Label
    >>> book = Codebook(sha256="0" * 64, name="two", version="1", language="en", ordered=False, map={"N": "NO"},
    ...     labels=(Label(code="NO", role="restraint", hotkey=None, name="No", definition=""),
    ...             Label(code="YES", role="substantive-wrong", hotkey=None, name="Yes", definition="")))
    >>> encode_labels(pd.Series(["YES", "N", None, "?", "CANNOT_CODE"], dtype=object), book, by_people=False).tolist()
    [1, 0, -1, -2, -2]
    >>> encode_labels(pd.Series(["NO", "CANNOT_CODE"], dtype=object), book, by_people=True).tolist()
    [0, 2]
    """
    known = {code: position for position, code in enumerate(codebook.codes)}
    if by_people:
        known.setdefault(CANNOT_CODE, len(codebook.codes))
    codes, distinct = pd.factorize(labels)
    positions = [
        MISSING_LABEL if label == "" else known.get(label if by_people else codebook.mapped(label), OUTSIDE_LABEL)
        for label in distinct
    ]
    return np.array([*positions, MISSING_LABEL], dtype="int16")[codes]


def labels_of_classifier(labels: pd.Series, classifier: str) -> pd.Series:
    """What one named classifier says in the column ``labels`` of a run.

    Each distinct JSON text is parsed once.

    Parameters
    ----------
    labels : JSON text of an object ``{classifier: label}`` or None.
    classifier : name of the classifier; a record where it does not occur gets None.

    Examples
    --------
    >>> labels_of_classifier(pd.Series(['{"judge":"HEDGE"}', None], dtype=object), "judge").tolist()
    ['HEDGE', None]
    """
    codes, distinct = pd.factorize(labels)
    found = np.array([*(json.loads(text).get(classifier) for text in distinct), None], dtype=object)
    return pd.Series(found[codes], index=labels.index, dtype=object)


def list_classifiers(labels: pd.Series) -> tuple[str, ...]:
    """Names of the classifiers in the column ``labels`` of a run, sorted.

    Examples
    --------
    >>> list_classifiers(pd.Series(['{"judge":"HEDGE"}', '{"a":"ABSTAIN"}', None], dtype=object))
    ('a', 'judge')
    """
    return tuple(sorted({name for text in labels.dropna().unique() for name in json.loads(text)}))
