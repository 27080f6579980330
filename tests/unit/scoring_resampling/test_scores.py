"""Scores, differences and ranks of every replicate: those of the same records counted one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.ehq import count_tallies, parse_weights, score_tally, sum_tallies
from scoring.resampling import (
    build_design,
    build_score_features,
    compare_replicates,
    draw_counts,
    open_stream,
    rank_intervals,
    replicate_scores,
    score_once,
    simulate_calibrated_responder,
)
from scoring.resampling.intervals import find_percentiles

NAMES = ("ehq1", "ehq2", "ehq3", "ehq")
UNITS = 6
RECORDS = st.lists(
    st.tuples(
        st.integers(0, UNITS - 1),
        st.integers(0, 1),
        st.integers(-1, 2),
        st.one_of(st.just(-1), st.integers(0, 10**8), st.integers(0, 100).map(lambda percent: percent * 10**6)),
    ),
    min_size=1,
    max_size=20,
)
DESIGN = build_design(np.array([0, 0, 0, 1, 1, 1]), rescaled=False)


def _counted() -> np.ndarray:
    [chunk] = draw_counts(DESIGN, stream=open_stream("1", "scores"), replicates=12)
    counts = np.empty_like(chunk)
    counts[:, DESIGN.order] = chunk
    return counts.astype("int64")


COUNTS = _counted()


@settings(max_examples=80)
@given(RECORDS, st.sampled_from(["0.30,0.45,0.25", "1,0,0", "0.3,0.45,0"]))
def test_each_replicate_is_scored_as_if_its_records_were_the_run(
    records: list[tuple[int, int, int, int]], text: str
) -> None:
    unit, group, role, confidence = (np.array(part, dtype="int64") for part in zip(*records, strict=True))
    weights = parse_weights(text)
    features = build_score_features(role=role, confidence=confidence, unit=unit, group=group, groups=2)
    numbers = [float(weight) for weight in (weights.ehq1, weights.ehq2, weights.ehq3)]
    found = replicate_scores(
        DESIGN, features, weights=numbers, unions=((0, 1),), stream=open_stream("1", "scores"), replicates=12
    )
    assert found.shape == (4, 3, 12)
    for replicate in range(12):
        again = np.repeat(np.arange(len(records)), COUNTS[replicate, unit])
        tallies = count_tallies(role=role[again], confidence=confidence[again], group=group[again], groups=2)
        for place, tally in enumerate([*tallies, sum_tallies(tallies)]):
            scores = score_tally(tally, weights)
            for name, number in zip(NAMES, found[:, place, replicate].tolist(), strict=True):
                wanted = scores.get(name).number()
                assert (np.isnan(number) and wanted is None) or number == pytest.approx(wanted, abs=1e-12)


@settings(max_examples=40)
@given(RECORDS, st.integers(1, 9))
def test_a_weight_that_all_records_share_changes_nothing(records: list[tuple[int, int, int, int]], weight: int) -> None:
    unit, group, role, confidence = (np.array(part, dtype="int64") for part in zip(*records, strict=True))
    plain = build_score_features(role=role, confidence=confidence, unit=unit, group=group, groups=2)
    weighted = build_score_features(
        role=role, confidence=confidence, unit=unit, group=group, groups=2, weight=np.full(len(unit), float(weight))
    )
    assert score_once(weighted, (1, 1, 1)) == pytest.approx(score_once(plain, (1, 1, 1)), nan_ok=True)
    both = [
        replicate_scores(DESIGN, one, weights=(1, 1, 1), stream=open_stream("1", "x"), replicates=5)
        for one in (plain, weighted)
    ]
    assert both[0] == pytest.approx(both[1], nan_ok=True)


def test_a_record_of_weight_two_counts_like_two() -> None:
    role, confidence = np.array([0, 2, 1]), np.array([-1, 90, 55]) * 10**6
    twice = np.array([0, 1, 1, 2])
    zeros = np.zeros(4, dtype="int64")
    weighted = build_score_features(
        role=role, confidence=confidence, unit=zeros[:3], group=zeros[:3], groups=1, weight=np.array([1.0, 2.0, 1.0])
    )
    repeated = build_score_features(role=role[twice], confidence=confidence[twice], unit=zeros, group=zeros, groups=1)
    assert score_once(weighted, (1, 2, 3)) == pytest.approx(score_once(repeated, (1, 2, 3)), abs=1e-12)


def test_edges_belong_to_the_upper_bin_or_to_the_lower_one_if_asked() -> None:
    confidence = np.array([0, 10, 70, 100]) * 10**6
    role, zeros = np.array([2, 1, 2, 1]), np.zeros(4, dtype="int64")
    found = [
        build_score_features(
            role=role, confidence=confidence, unit=zeros, group=zeros, groups=1, right_closed=right
        ).entries.column[-4:]
        - 4
        for right in (False, True)
    ]
    assert [bins.tolist() for bins in found] == [[0, 1, 7, 9], [0, 0, 6, 9]]


VALUES = st.lists(
    st.lists(st.one_of(st.just(np.nan), st.integers(0, 5).map(lambda n: n / 5)), min_size=4, max_size=4),
    min_size=1,
    max_size=5,
)


@settings(max_examples=60)
@given(VALUES)
def test_pairs_and_ranks_are_those_of_each_replicate_alone(rows: list[list[float]]) -> None:
    values = np.array(rows)
    found = compare_replicates(values)
    for replicate in range(values.shape[1]):
        column = values[:, replicate]
        for model, value in enumerate(column):
            rank = found.ranks[model, replicate]
            if np.isnan(value):
                assert np.isnan(rank)
            else:
                above, same = (column > value).sum(), (column == value).sum()
                assert rank == above + (same + 1) / 2
    assert [(pair.first, pair.second) for pair in found.pairs] == [
        (i, j) for i in range(len(rows)) for j in range(i + 1, len(rows))
    ]
    for place, pair in enumerate(found.pairs):
        difference = values[pair.first] - values[pair.second]
        known = difference[~np.isnan(difference)]
        assert (pair.replicates, pair.first_ahead, pair.second_ahead) == (
            len(known),
            (known > 0).sum(),
            (known < 0).sum(),
        )
        if len(known):
            assert pair.share_ahead == pytest.approx(((known > 0) + 0.5 * (known == 0)).mean())
            low, high = np.quantile(known, [0.025, 0.975])
            assert found.differences.low[place] == pytest.approx(low)
            assert found.differences.high[place] == pytest.approx(high)
        else:
            assert pair.share_ahead is None
        assert found.differences.left_out[place] == np.isnan(difference).sum()


def test_composites_that_differ_by_rounding_are_tied() -> None:
    found = compare_replicates(np.array([[0.1 + 0.2], [0.3]]))
    assert found.pairs[0].share_ahead == 0.5
    assert found.ranks.tolist() == [[1.5], [1.5]]


def test_rank_intervals_are_ranks_that_occur() -> None:
    ranks = np.array([np.repeat([1.0, 2.5, 9.0], [960, 20, 20]), np.full(1000, 4.0)])
    found = rank_intervals(ranks)
    assert (found.low.tolist(), found.high.tolist()) == ([1.0, 4.0], [2.5, 4.0])
    assert find_percentiles(ranks[:, :3]).used.tolist() == [3, 3]


def test_a_calibrated_responder_shows_the_noise_of_its_pool() -> None:
    confidence = np.repeat([95, 60, 0, 100], [200, 100, 3, 3]) * 10**6
    found = simulate_calibrated_responder(confidence, stream=open_stream("1", "calibrated"), draws=5000)
    draw = np.random.default_rng(1)
    first, second = draw.binomial(200, 0.95, 5000), draw.binomial(106 - 6, 0.6, 5000)
    plain = (np.abs(first - 190) + np.abs(second - 60)) / 306
    assert found.pool == 306
    assert found.mean == pytest.approx(plain.mean(), rel=0.05)
    assert found.upper == pytest.approx(np.quantile(plain, 0.95), rel=0.05)
    none = simulate_calibrated_responder(confidence[:0], stream=open_stream("1", "calibrated"))
    assert (none.mean, none.upper, none.pool, none.draws) == (None, None, 0, 2000)
