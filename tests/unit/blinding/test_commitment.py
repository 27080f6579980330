"""The commitment to a key: a second, plain implementation of the tree, and paths that open one record alone."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.blinding.commitment import build_commitment, build_leaf, build_path, build_root, root_from_path

LEAVES = [hashlib.sha256(bytes([n])).digest() for n in range(40)]


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def plain_root(leaves: list[bytes]) -> bytes:
    """The tree of RFC 9162 built from the bottom: whole subtrees are joined while sizes are equal, then the rest."""
    stack: list[tuple[int, bytes]] = []
    for leaf in leaves:
        size, node = 1, leaf
        while stack and stack[-1][0] == size:
            node, size = sha(b"\x01", stack.pop()[1], node), size * 2
        stack.append((size, node))
    _, root = stack.pop()
    while stack:
        root = sha(b"\x01", stack.pop()[1], root)
    return root


@pytest.mark.parametrize("n", range(1, 41))
def test_the_tree_is_that_of_the_rfc(n: int) -> None:
    assert build_root(LEAVES[:n]) == plain_root(LEAVES[:n])


def test_a_key_of_no_records_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one record"):
        build_root([])


def test_a_leaf_binds_its_salt_and_record() -> None:
    leaf = build_leaf(bytes(32), b'{"a":1}')
    assert leaf == sha(b"\x00keyleaf-v1\x00", bytes(32), b'{"a":1}')
    assert leaf != build_leaf(bytes(31) + b"\x01", b'{"a":1}')
    assert leaf != build_leaf(bytes(32), b'{"a":2}')


@given(st.integers(1, 40).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n - 1))))
def test_a_path_leads_from_each_leaf_to_the_root(place: tuple[int, int]) -> None:
    n, index = place
    path = build_path(LEAVES[:n], index)
    assert root_from_path(LEAVES[index], index, n, path) == build_root(LEAVES[:n])
    assert root_from_path(sha(b"another"), index, n, path) != build_root(LEAVES[:n])


@pytest.mark.parametrize("index", [-1, 3])
def test_no_path_for_a_leaf_that_is_not_there(index: int) -> None:
    with pytest.raises(ValueError, match="there is no leaf"):
        build_path(LEAVES[:3], index)


@pytest.mark.parametrize("index, n, length", [(0, 1, 1), (0, 2, 0), (0, 4, 1), (0, 4, 3), (4, 4, 2), (-1, 4, 2)])
def test_a_path_that_does_not_fit_is_refused(index: int, n: int, length: int) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        root_from_path(LEAVES[0], index, n, LEAVES[1 : 1 + length])


def test_the_commitment_binds_run_plan_number_and_root() -> None:
    facts = {"run_sha256": "0a" * 32, "plan_sha256": "1b" * 32, "n": 3, "root": LEAVES[0]}
    whole = build_commitment(**facts)
    parts = (b"\x02keyroot-v1\x00", b"\x0a" * 32, b"\x1b" * 32, bytes(7) + b"\x03", LEAVES[0])
    assert whole == sha(*parts).hex()
    for name, other in {"run_sha256": "0b" * 32, "plan_sha256": "1c" * 32, "n": 4, "root": LEAVES[1]}.items():
        assert build_commitment(**facts | {name: other}) != whole, name
