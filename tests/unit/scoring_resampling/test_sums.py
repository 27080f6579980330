"""Sums over replicates are exact: the same as counting record by record, in any precision, with any weights."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.resampling import Entries, build_design, draw_cells, draw_counts, open_stream, replicate_sums
from scoring.resampling.design import Design


def _sums(design: Design, entries: Entries, replicates: int = 30) -> np.ndarray:
    stream = open_stream("1", "test")
    return replicate_sums(design, entries, lambda sums: sums, stream=stream, replicates=replicates)


def _plain_sums(design: Design, entries: Entries, replicates: int = 30) -> np.ndarray:
    """Record by record, from the same draws."""
    chunks = draw_counts(design, stream=open_stream("1", "test"), replicates=replicates)
    drawn = np.concatenate([chunk.copy() for chunk in chunks])
    counts = np.empty_like(drawn)
    counts[:, design.order] = drawn
    found = np.zeros((entries.columns, replicates))
    weights = np.ones(len(entries.unit)) if entries.weight is None else entries.weight
    for unit, column, value, weight in zip(entries.unit, entries.column, entries.value, weights, strict=True):
        found[column] += counts[:, unit] * float(value) * (design.factor[unit] * weight)
    return found


RECORDS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(-(10**8), 10**8), st.sampled_from([1.0, 2.5, 0.1])),
    min_size=1,
    max_size=25,
)


@settings(max_examples=60)
@given(RECORDS, st.booleans(), st.booleans(), st.booleans(), st.integers(0, 3))
def test_sums_are_those_of_a_plain_loop(
    records: list[tuple[int, int, int, float]], rescaled: bool, weighted: bool, small: bool, shared: int
) -> None:
    stratum, column, value, weight = (np.array(part) for part in zip(*records, strict=True))
    unit = np.maximum(np.arange(len(records)) - shared, 0)
    stratum = stratum[shared:] if shared < len(records) else stratum[-1:]
    entries = Entries(
        unit=unit,
        column=column,
        value=value // 10**6 if small else value,
        columns=4,
        weight=weight if weighted else None,
    )
    design = build_design(stratum, rescaled=rescaled)
    found = _sums(design, entries)
    assert found == pytest.approx(_plain_sums(design, entries), rel=1e-12, abs=1e-6)
    if not rescaled and not weighted:
        assert (found == _plain_sums(design, entries)).all()


def test_sums_beyond_exact_integers_are_refused() -> None:
    entries = Entries(unit=np.arange(2), column=np.zeros(2, dtype="int64"), value=np.array([1, 2**52]), columns=1)
    with pytest.raises(ValueError, match="too large to be exact"):
        _sums(build_design(np.zeros(2, dtype="int64"), rescaled=False), entries)


def test_no_entry_sums_to_nothing_and_progress_counts_to_the_end() -> None:
    seen: list[tuple[int, int]] = []
    entries = Entries(
        unit=np.zeros(0, dtype="int64"),
        column=np.zeros(0, dtype="int64"),
        value=np.zeros(0, dtype="int64"),
        columns=2,
    )
    found = replicate_sums(
        build_design(np.zeros(0, dtype="int64"), rescaled=False),
        entries,
        lambda sums: sums,
        stream=open_stream("1", "test"),
        replicates=450,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert found.tolist() == np.zeros((2, 450)).tolist()
    assert seen == [(200, 450), (400, 450), (450, 450)]


def _cells(stratum: list[int], cell: list[int], *, rescaled: bool, **options: object) -> np.ndarray:
    return draw_cells(
        build_design(np.array(stratum), rescaled=rescaled),
        unit=np.arange(len(cell)),
        cell=np.array(cell),
        stream=open_stream("1", "cells"),
        **{"cells": max(cell) + 1, "replicates": 20_000} | options,
    )


@pytest.mark.parametrize("rescaled", [False, True])
def test_multinomial_and_unit_draws_have_one_distribution(rescaled: bool) -> None:
    cell = [0] * 60 + [1] * 30 + [2] * 10
    large = _cells([0] * 100, cell, rescaled=rescaled)
    units = _cells([0] * 100, list(range(100)), rescaled=rescaled)
    grouped = np.array([units[:60].sum(axis=0), units[60:90].sum(axis=0), units[90:].sum(axis=0)])
    assert large.sum(axis=0) == pytest.approx(np.full(20_000, 100.0))
    assert np.cov(large) == pytest.approx(np.cov(grouped), rel=0.06, abs=0.2)
    assert large.mean(axis=1) == pytest.approx([60, 30, 10], rel=0.01)


def test_strata_of_the_same_content_are_drawn_together_and_apart_alike() -> None:
    stratum = np.repeat(np.arange(4), 50).tolist()
    alike = _cells(stratum, ([0] * 40 + [1] * 10) * 4, rescaled=True)
    assert alike[1].mean() == pytest.approx(40, rel=0.01)
    assert alike[1].var() == pytest.approx(4 * 50 * 50 / 49 * 0.16, rel=0.04)


def test_weights_of_strata_carry_through_both_ways_of_drawing() -> None:
    weight = np.repeat([1.0, 3.0], [100, 50])
    stratum = np.repeat([0, 1], [100, 50]).tolist()
    cell = [0] * 80 + [1] * 20 + [0] * 40 + [1] * 10
    large = _cells(stratum, cell, rescaled=False, weight=weight)
    assert large.sum(axis=0) == pytest.approx(np.full(20_000, 250.0))
    assert large[1].var() == pytest.approx(100 * 0.16 + 9 * 50 * 0.16, rel=0.04)
    small = _cells([0, 0, 1, 1], [0, 1, 0, 1], rescaled=False, weight=np.array([1.0, 1.0, 3.0, 3.0]))
    assert set(np.unique(small[1]).tolist()) == {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0}


def test_records_of_an_item_are_drawn_together() -> None:
    found = draw_cells(
        build_design(np.zeros(3, dtype="int64"), rescaled=False),
        unit=np.array([0, 0, 1, 1, 2, 2]),
        cell=np.array([0, 1, 0, 1, 2, 2]),
        cells=3,
        stream=open_stream("1", "cells"),
        replicates=500,
    )
    assert (found[0] == found[1]).all()
    assert (found.sum(axis=0) == 6).all()


def test_progress_of_a_multinomial_draw_is_told_at_its_end() -> None:
    seen: list[tuple[int, int]] = []
    _cells([0] * 40, [0] * 40, rescaled=False, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(20_000, 20_000)]


PROGRAM = """
import hashlib
import numpy as np
from scoring.resampling import build_design, build_score_features, open_stream, replicate_scores
draw = np.random.default_rng(1)
role, item = draw.integers(0, 3, 6000), np.arange(6000) % 2000
features = build_score_features(
    role=role, confidence=draw.integers(0, 10**8, 6000), unit=item, group=np.arange(6000) // 2000, groups=3)
values = replicate_scores(build_design(np.arange(2000) % 7, rescaled=True), features,
    weights=(0.3, 0.45, 0.25), stream=open_stream("1", "scores"), replicates=500)
print(hashlib.sha256(values.tobytes()).hexdigest())
"""


def test_the_same_bytes_at_one_and_two_threads(project: Path) -> None:
    found = set()
    for threads in ("1", "2"):
        environment = os.environ | {"OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], cwd=project, env=environment, capture_output=True, text=True, check=True
        )
        found.add(done.stdout.strip())
    assert len(found) == 1
    assert len(found.pop()) == 64
