"""Streams, designs and draws: reproducible, unbiased, right in their variance."""

from __future__ import annotations

import hashlib
import itertools

import numpy as np
import pytest
from scipy import stats

from scoring.resampling import CHUNK, Joined, build_design, draw_counts, find_units, open_stream
from scoring.resampling.counts import draw_below


def _counts(design: object, replicates: int, seed: str = "1") -> np.ndarray:
    chunks = draw_counts(design, stream=open_stream(seed, "test"), replicates=replicates)
    return np.concatenate([chunk.copy() for chunk in chunks])


def test_streams_are_what_the_hash_says_and_no_two_purposes_share_one() -> None:
    digest = hashlib.sha256(b"stream-v1\0scores\0seed").digest()
    wanted = np.random.Generator(np.random.PCG64(int.from_bytes(digest[:16], "big"))).random(4)
    assert open_stream("seed", "scores").random(4).tolist() == wanted.tolist()
    names = [("seed", "scores"), ("seed", "score"), ("1", "scores"), ("sseed", "score"), ("", "scoresseed")]
    first = {open_stream(seed, purpose).random() for seed, purpose in names}
    assert len(first) == len(names)


def test_a_purpose_with_a_nul_is_refused() -> None:
    with pytest.raises(ValueError, match="NUL"):
        open_stream("1", "a\0b")


@pytest.mark.parametrize(
    "stratum, owners, joined, sizes",
    [
        ([0, 0, 1, 1], None, (), {0: 2, 1: 2}),
        ([0, 1, 2, 2], None, ((0, 1),), {1: 2, 2: 2}),
        ([0, 1, 2], None, ((0, 1), (2, 1)), {1: 3}),
        ([0, 0, 1], None, ((1, 0),), {0: 3}),
        ([0, 1, 2, 3], [0, 1, 0, 1], ((0, 2), (1, 3)), {2: 2, 3: 2}),
        ([0, 1, 1], [7, 3, 3], ((0, None),), {0: 1, 1: 2}),
        ([0, 3, 3, 5], None, ((0, 3), (5, 3)), {3: 4}),
    ],
)
def test_single_strata_join_the_next_of_their_owner(
    stratum: list[int], owners: list[int] | None, joined: tuple, sizes: dict[int, int]
) -> None:
    owner_of = None if owners is None else owners
    design = build_design(np.array(stratum), rescaled=True, owners=owner_of)
    assert design.joined == tuple(Joined(stratum=one, into=into) for one, into in joined)
    found, counts = np.unique(design.stratum, return_counts=True)
    assert dict(zip(found.tolist(), counts.tolist(), strict=True)) == sizes


def test_a_plain_design_joins_nothing_and_draws_as_many_as_there_are() -> None:
    design = build_design(np.array([1, 0, 1, 2]), rescaled=False)
    assert design.joined == ()
    assert [(block.strata, block.size, block.draws) for block in design.blocks] == [(2, 1, 1), (1, 2, 2)]
    assert design.order.tolist() == [1, 3, 0, 2]
    assert design.factor.tolist() == [1.0] * 4
    assert build_design(np.zeros(0, dtype="int64"), rescaled=True).units == 0


def test_each_stratum_gets_its_draws_and_single_units_always_stay() -> None:
    stratum = np.array([0, 1, 1, 2, 2, 2, 3, 3, 3])
    design = build_design(stratum, rescaled=True, owners=[0, 1, 1, 1])
    counts = _counts(design, 450)
    assert counts.shape == (450, 9)
    of_unit = np.empty_like(counts)
    of_unit[:, design.order] = counts
    assert (of_unit[:, 0] == 1).all()
    assert {tuple(row) for row in of_unit[:, 1:3].tolist()} == {(0.0, 1.0), (1.0, 0.0)}
    for place in (slice(3, 6), slice(6, 9)):
        assert (of_unit[:, place].sum(axis=1) == 2).all()
    assert design.factor.tolist() == [1, 2, 2, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5]


def test_more_replicates_extend_fewer_chunk_by_chunk() -> None:
    design = build_design(np.arange(40) % 3, rescaled=False)
    many = _counts(design, 3 * CHUNK)
    assert (_counts(design, CHUNK) == many[:CHUNK]).all()
    assert (_counts(design, 3 * CHUNK) == many).all()
    assert not (_counts(design, CHUNK, seed="2") == many[:CHUNK]).all()


@pytest.mark.parametrize("size", [2, 3, 7, 150, 32_768, 32_769, 100_000])
def test_integers_are_uniform_whatever_the_size(size: int) -> None:
    drawn = draw_below(open_stream("1", f"size {size}"), size, 200_000)
    assert int(drawn.min()) >= 0
    assert int(drawn.max()) < size
    cells = np.bincount(drawn.astype("int64") * min(size, 50) // size, minlength=min(size, 50))
    expected = np.bincount(np.arange(size) * min(size, 50) // size) / size * len(drawn)
    assert stats.chisquare(cells, expected).pvalue > 1e-4


def test_every_draw_of_a_small_stratum_is_as_likely_as_any_other() -> None:
    counts = _counts(build_design(np.zeros(3, dtype="int64"), rescaled=False), 27_000)
    expected = dict.fromkeys(itertools.product(range(3), repeat=3), 0)
    chances: dict[tuple[int, ...], int] = {}
    for ordered in expected:
        key = tuple(ordered.count(unit) for unit in range(3))
        chances[key] = chances.get(key, 0) + 1000
    found = dict.fromkeys(chances, 0)
    for row in counts.astype(int).tolist():
        found[tuple(row)] += 1
    assert stats.chisquare(list(found.values()), list(chances.values())).pvalue > 1e-4


def test_rescaled_replicates_have_the_variance_of_a_stratified_sample() -> None:
    draw = np.random.default_rng(3)
    stratum = np.repeat(np.arange(6), [2, 2, 3, 5, 10, 10])
    values = draw.integers(0, 50, len(stratum)).astype(float)
    design = build_design(stratum, rescaled=True)
    totals = _counts(design, 40_000) @ (values * design.factor)[design.order]
    wanted = sum(len(part) * part.var(ddof=1) for part in (values[stratum == h] for h in range(6)) if len(part) > 1)
    assert totals.mean() == pytest.approx(values.sum(), rel=0.002)
    assert totals.var() == pytest.approx(wanted, rel=0.03)
    plain = _counts(build_design(stratum, rescaled=False), 40_000)
    order = build_design(stratum, rescaled=False).order
    assert (plain @ values[order]).var() < 0.93 * wanted


def test_records_of_an_item_go_together_where_any_item_occurs_twice() -> None:
    stratum, category = np.array([0, 1, 2, 3]), np.array([0, 0, 1, 1])
    alone = find_units(item=np.array([5, 9, 2, 7]), stratum=stratum, item_stratum=category)
    assert (alone.kind, alone.unit.tolist(), alone.stratum.tolist()) == ("record", [0, 1, 2, 3], [0, 1, 2, 3])
    twice = find_units(item=np.array([5, 5, 2, 7]), stratum=stratum, item_stratum=category)
    assert (twice.kind, twice.unit.tolist(), twice.stratum.tolist()) == ("item", [1, 1, 0, 2], [1, 0, 1])
