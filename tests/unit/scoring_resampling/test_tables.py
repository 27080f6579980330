"""Figures of tables and alpha in every replicate: those of the exact functions on the same counts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.agreement import cohen_kappa, count_units, krippendorff_alpha
from scoring.resampling import (
    agreement_of_tables,
    as_tables,
    build_design,
    draw_counts,
    find_patterns,
    merge_classes,
    open_stream,
    replicate_alpha,
    stuart_maxwell_of_tables,
    validity_of_tables,
)
from scoring.resampling.analytic import (
    UnitPattern,
    alpha_of_level,
    coefficient_with_error,
    kappa_with_error,
    patterns_of_table,
    stuart_maxwell_test,
)
from scoring.validation.classes import measure_classes
from scoring.validation.tables import Table

COUNTS = st.integers(0, 9) | st.just(0)


def _same(found: float, wanted: float | None) -> bool:
    return (np.isnan(found) and wanted is None) or found == pytest.approx(wanted, abs=1e-12)


@settings(max_examples=150)
@given(st.lists(st.lists(COUNTS, min_size=3, max_size=3), min_size=3, max_size=3), st.sampled_from([1.0, 10 / 9, 0.3]))
def test_agreement_of_a_table_is_the_exact_one(table: list[list[int]], factor: float) -> None:
    found = agreement_of_tables(np.array(table, dtype=float)[:, :, np.newaxis] * factor, 4)
    patterns = tuple(UnitPattern(given=(*one.given, 0), units=one.units) for one in patterns_of_table(table))
    assert _same(found.observed[0], coefficient_with_error(patterns, 4, "none").coefficient.value)
    assert _same(found.kappa[0], cohen_kappa(table).number())
    assert _same(found.expected[0], kappa_with_error(table).expected)
    assert _same(found.kappa_linear[0], kappa_with_error(table, weights="linear").coefficient.value)
    assert _same(found.kappa_quadratic[0], kappa_with_error(table, weights="quadratic").coefficient.value)
    assert _same(found.pi[0], coefficient_with_error(patterns, 4, "pi").coefficient.value)
    assert _same(found.ac1[0], coefficient_with_error(patterns, 4, "ac").coefficient.value)
    assert _same(found.pabak[0], coefficient_with_error(patterns, 4, "brennan-prediger").coefficient.value)
    if factor == 1:
        assert _same(found.alpha[0], alpha_of_level(patterns, "nominal").value)
    n = sum(map(sum, table))
    for k in range(3):
        both = sum(table[k]) + sum(row[k] for row in table)
        assert _same(found.specific[k, 0], 2 * table[k][k] / both if both else None)
        assert _same(found.shares[k, 0], both / (2 * n) if n else None)


@settings(max_examples=150)
@given(st.lists(st.lists(COUNTS, min_size=4, max_size=4), min_size=3, max_size=3), st.sampled_from([1.0, 7 / 3]))
def test_validity_of_a_table_is_the_exact_one(table: list[list[int]], factor: float) -> None:
    found = validity_of_tables(np.array(table, dtype=float)[:, :, np.newaxis] * factor)
    cells = tuple(map(tuple, table))
    exact = measure_classes(Table(counts=cells, weighted=cells), ("A", "B", "C"))
    for name in ("accuracy", "kappa", "macro_f1_defined", "macro_f1_zero", "weighted_f1"):
        assert _same(getattr(found, name)[0], getattr(exact, name).number()), name
    n = sum(map(sum, table))
    for k, one in enumerate(exact.per_class):
        for name in ("precision", "recall", "f1"):
            assert _same(getattr(found, name)[k, 0], getattr(one, name).number()), name
        both = one.support + one.predicted - table[k][k]
        assert _same(found.overlap[k, 0], table[k][k] / both if both else None)
        assert _same(found.bias[k, 0], (one.predicted - one.support) / n if n else None)


def test_a_coarser_table_is_the_table_of_coarser_labels() -> None:
    draw = np.random.default_rng(4)
    tables = draw.integers(0, 9, size=(3, 4, 5)).astype(float)
    merged = merge_classes(tables, (0, 1, 1), (0, 1, 1, -1), 2)
    assert merged[0, 0].tolist() == tables[0, 0].tolist()
    assert merged[1, 1].tolist() == (tables[1:, 1:3].sum(axis=(0, 1))).tolist()
    without = merge_classes(tables, (0, -1, 1), (0, 0, 1, 1), 2)
    assert without[1, 1].tolist() == tables[2, 2:].sum(axis=0).tolist()
    assert as_tables(np.arange(12.0).reshape(6, 2), 2, 3)[1, 2].tolist() == [10.0, 11.0]


@settings(max_examples=100)
@given(st.lists(st.lists(COUNTS, min_size=4, max_size=4), min_size=4, max_size=4), st.permutations(range(4)))
def test_stuart_maxwell_is_the_pseudo_inverse_form_in_any_order_of_classes(
    table: list[list[int]], order: list[int]
) -> None:
    counts = np.array(table, dtype=float)
    difference = counts.sum(axis=1) - counts.sum(axis=0)
    off = counts + counts.T
    covariance = np.diag(counts.sum(axis=1) + counts.sum(axis=0)) - off
    rank = int(np.linalg.matrix_rank(covariance))
    wanted = float(difference @ np.linalg.pinv(covariance, rcond=1e-10) @ difference) if rank else None
    for some in (counts, counts[np.ix_(order, order)]):
        found = stuart_maxwell_of_tables(some[:, :, np.newaxis])
        assert found.df.tolist() == [rank]
        assert (np.isnan(found.statistic[0]) and wanted is None) or found.statistic[0] == pytest.approx(
            wanted, abs=1e-9
        )
    assert stuart_maxwell_test(table).df == rank


RATINGS = st.lists(st.lists(st.integers(-1, 2), min_size=3, max_size=3), min_size=1, max_size=10)


@settings(max_examples=60)
@given(RATINGS)
def test_alpha_of_each_replicate_is_the_exact_one_of_its_units(ratings: list[list[int]]) -> None:
    units = len(ratings)
    codes = np.array(ratings)
    design = build_design(np.arange(units) % 2, rescaled=False)
    found = replicate_alpha(
        design, find_patterns(codes, 3), unit=np.arange(units), stream=open_stream("1", "alpha"), replicates=6
    )
    assert found.shape == (6,)
    [chunk] = draw_counts(design, stream=open_stream("1", "alpha"), replicates=6)
    counts = np.empty_like(chunk)
    counts[:, design.order] = chunk
    exact = [
        krippendorff_alpha(count_units(np.repeat(codes, row, axis=0), 3)).number() for row in counts.astype("int64")
    ]
    whole = krippendorff_alpha(count_units(codes, 3)).number()
    patterns = find_patterns(codes, 3)
    kinds = len(np.unique(patterns.pattern))
    if kinds > 1:  # else nothing is left to chance, and the draw goes another way
        assert all(_same(value, wanted) for value, wanted in zip(found.tolist(), exact, strict=True))
    else:
        assert all(_same(value, whole) for value in found.tolist())


def test_units_without_two_codings_share_the_first_pattern_and_gaps_scale_alike() -> None:
    ratings = np.array([[0, -1, -1, -1], [-1, -1, -1, -1], [0, 1, -1, -1], [0, 1, 1, -1], [0, 0, 1, 2], [1, 0, -1, -1]])
    found = find_patterns(ratings, 3)
    assert found.pattern[:2].tolist() == [0, 0]
    assert found.pattern[2] == found.pattern[5]
    assert found.scale == 6
    apart = {tuple(given): value for given, value in zip(found.given.tolist(), found.apart.tolist(), strict=True)}
    assert apart == {(0, 0, 0): 0, (1, 1, 0): 12, (1, 2, 0): 12, (2, 1, 1): 20}


def test_nothing_pairable_has_no_alpha_in_any_replicate() -> None:
    ratings = np.array([[0, -1], [-1, 1], [1, -1]])
    design = build_design(np.zeros(3, dtype="int64"), rescaled=True)
    patterns = find_patterns(ratings, 2)
    stream = open_stream("1", "alpha")
    found = replicate_alpha(design, patterns, unit=np.arange(3), stream=stream, replicates=4)
    assert np.isnan(found).all()
