"""All validity figures of a table of reference against automated labels, in every replicate at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.resampling.ratios import divide

__all__ = ["TableValidity", "validity_of_tables"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableValidity:
    """How right a classifier is in every replicate; NaN where a figure is undefined.

    Arrays over replicates; ``precision``, ``recall``, ``f1``, ``overlap`` and ``bias`` are classes × replicates.
    ``overlap`` is TP / (TP + FP + FN), which F1 is mapped from; ``bias`` the automated share of a class less its share in
    the reference.
    """

    accuracy: np.ndarray
    kappa: np.ndarray
    precision: np.ndarray
    recall: np.ndarray
    f1: np.ndarray
    overlap: np.ndarray
    bias: np.ndarray
    macro_f1_defined: np.ndarray
    macro_f1_zero: np.ndarray
    weighted_f1: np.ndarray


def validity_of_tables(tables: np.ndarray) -> TableValidity:
    """The validity figures of tables of (weighted) counts.

    Parameters
    ----------
    tables : classes × columns × replicates; rows the reference; columns the automated labels in the same order and,
        where there are more, values outside the codebook: errors, and in kappa classes of their own.

    Edge cases: NaN where a class is never predicted (precision), has no support (recall) or neither (F1); macro F1
    ``defined`` leaves such classes out, ``zero`` counts them as 0. NaN everywhere where a table is empty.

    Source: the formulas are those of ``scoring.validation.classes``.

    Examples
    --------
    >>> found = validity_of_tables(np.array([[3, 0, 0], [1, 0, 1]], dtype=float)[:, :, np.newaxis])
    >>> float(found.accuracy[0]), found.precision[:, 0].tolist(), found.f1[:, 0].round(4).tolist()
    (0.6, [0.75, nan], [0.8571, 0.0])
    >>> round(float(found.kappa[0]), 4), round(float(found.macro_f1_zero[0]), 4)
    (0.2308, 0.4286)
    """
    classes = len(tables)
    support, predicted = tables.sum(axis=1), tables.sum(axis=0)[:classes]
    n = support.sum(axis=0)
    right = np.einsum("iir->ir", tables[:, :classes])
    same, products = right.sum(axis=0), (support * predicted).sum(axis=0)
    both = support + predicted
    f1 = divide(2 * right, both, n)
    present = ~np.isnan(f1)
    summed = np.where(present, f1, 0.0).sum(axis=0)
    is_empty = ~(n > 0)
    return TableValidity(
        accuracy=divide(same, n),
        kappa=divide(n * same - products, n * n - products, n * n),
        precision=divide(right, predicted, n),
        recall=divide(right, support, n),
        f1=f1,
        overlap=divide(right, both - right, n),
        bias=divide(predicted - support, n),
        macro_f1_defined=divide(summed, present.sum(axis=0)),
        macro_f1_zero=np.where(is_empty, np.nan, summed / classes),
        weighted_f1=divide(np.where(present, f1 * support, 0.0).sum(axis=0), n),
    )
