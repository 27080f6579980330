"""The commitment to a key: a Merkle tree over salted records, shaped as in RFC 9162."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

__all__ = ["build_commitment", "build_leaf", "build_path", "build_root", "root_from_path"]


def build_leaf(salt: bytes, record: bytes) -> bytes:
    """SHA-256(0x00 + ``keyleaf-v1`` + 0x00 + salt + record), 32 bytes; ``record`` is canonical JSON."""
    return hashlib.sha256(b"\x00keyleaf-v1\x00" + salt + record).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def _split(n: int) -> int:
    """The largest power of two below n."""
    return 1 << ((n - 1).bit_length() - 1)


def build_root(leaves: Sequence[bytes]) -> bytes:
    """The root over at least one leaf, in the order given (that of ``blind_id``).

    Errors
    ------
    ValueError without a leaf: a key of no records is no key.

    Examples
    --------
    >>> one = build_leaf(bytes(32), b"{}")
    >>> build_root([one]) == one
    True
    """
    if not leaves:
        raise ValueError("a key needs at least one record")
    if len(leaves) == 1:
        return leaves[0]
    at = _split(len(leaves))
    return _node(build_root(leaves[:at]), build_root(leaves[at:]))


def build_path(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The siblings from leaf ``index`` up to the root, so that one record can be opened alone.

    Errors
    ------
    ValueError for an index that no leaf has.

    Examples
    --------
    >>> leaves = [bytes([i]) * 32 for i in range(3)]
    >>> build_path(leaves, 2) == [build_root(leaves[:2])]
    True
    """
    if not 0 <= index < len(leaves):
        raise ValueError(f"there is no leaf {index} among {len(leaves)}")
    if len(leaves) == 1:
        return []
    at = _split(len(leaves))
    if index < at:
        return [*build_path(leaves[:at], index), build_root(leaves[at:])]
    return [*build_path(leaves[at:], index - at), build_root(leaves[:at])]


def root_from_path(leaf: bytes, index: int, n: int, path: Sequence[bytes]) -> bytes:
    """The root that a leaf, its index among n and its path lead to.

    Errors
    ------
    ValueError for an index that no leaf has, and for a path that is too short or too long for its place.

    Examples
    --------
    >>> leaves = [bytes([i]) * 32 for i in range(5)]
    >>> all(root_from_path(leaves[i], i, 5, build_path(leaves, i)) == build_root(leaves) for i in range(5))
    True
    """
    if not 0 <= index < n or (n == 1) != (not path):
        raise ValueError(f"the path does not fit leaf {index} of {n}")
    if n == 1:
        return leaf
    at = _split(n)
    if index < at:
        return _node(root_from_path(leaf, index, at, path[:-1]), path[-1])
    return _node(path[-1], root_from_path(leaf, index - at, n - at, path[:-1]))


def build_commitment(*, run_sha256: str, plan_sha256: str, n: int, root: bytes) -> str:
    """SHA-256(0x02 + ``keyroot-v1`` + 0x00 + run hash + plan hash + n + root) as hex; n is 8 bytes, big-endian.

    Examples
    --------
    >>> build_commitment(run_sha256="0" * 64, plan_sha256="1" * 64, n=1, root=bytes(32))[:12]
    '90b0e63bb2ea'
    """
    parts = (bytes.fromhex(run_sha256), bytes.fromhex(plan_sha256), n.to_bytes(8, "big"), root)
    return hashlib.sha256(b"\x02keyroot-v1\x00" + b"".join(parts)).hexdigest()
