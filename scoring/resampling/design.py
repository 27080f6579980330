"""What is drawn again: units in strata, how many of each stratum, and what a drawn unit weighs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

__all__ = ["Block", "Design", "Joined", "build_design"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Strata of the same size, drawn alike: ``strata`` of ``size`` units, of each ``draws`` are drawn."""

    strata: int
    size: int
    draws: int

    @property
    def units(self) -> int:
        """Units of all strata of the block."""
        return self.strata * self.size


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """A stratum of one unit and the stratum that it was put into; None where its owner has no other."""

    stratum: int
    into: int | None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Design:
    """A way to draw units again.

    Parameters
    ----------
    order : positions of the units, block after block, in a block stratum after stratum.
    blocks : how they are drawn.
    stratum : the stratum of each unit, after joining.
    factor : what one drawing of each unit counts, n_h / (n_h − 1) or 1.
    joined : strata of one unit and where they went, to be told beside the result.
    """

    order: np.ndarray
    blocks: tuple[Block, ...]
    stratum: np.ndarray
    factor: np.ndarray
    joined: tuple[Joined, ...]

    @property
    def units(self) -> int:
        """How many units there are."""
        return len(self.order)


def _join_single_strata(sizes: np.ndarray, owners: Sequence[int]) -> tuple[Joined, ...]:
    """Where each stratum of one unit goes: to the next one of its owner that has a unit, else to the one before.

    A stratum that took one in is single no more, so no join leads on to another.
    """
    of_owner: dict[int, list[int]] = {}
    for stratum in np.flatnonzero(sizes).tolist():
        of_owner.setdefault(owners[stratum], []).append(stratum)
    found = []
    for strata in of_owner.values():
        took = False
        for place, stratum in enumerate(strata):
            single = sizes[stratum] == 1 and not took
            took = single and place + 1 < len(strata)
            if single:
                others = strata[place + 1 :] or strata[:place][-1:]
                found.append(Joined(stratum=stratum, into=others[0] if others else None))
    return tuple(sorted(found, key=lambda joined: joined.stratum))


def build_design(stratum: np.ndarray, *, rescaled: bool, owners: Sequence[int] | None = None) -> Design:
    """How units in strata are drawn again.

    Plain: of the n_h units of stratum h, n_h are drawn with replacement, each counting 1. Rescaled: n_h − 1 are drawn,
    each counting n_h / (n_h − 1), so that the variance of a stratified sample is right at small n_h.

    Parameters
    ----------
    stratum : stratum of each unit, 0 … H − 1, in the order in which strata follow each other.
    rescaled : draw n_h − 1 (a sample); else n_h (a whole run).
    owners : owner of each stratum, such as its model; strata of one unit join only strata of their owner. None: one
        owner for all.

    Edge cases: rescaled, a stratum of one unit joins the next stratum of its owner, the last one the stratum before it;
    where its owner has no other stratum the unit stays in every replicate (``into`` None).

    Source: scoring specification, section 4; Rao and Wu 1988; joining: Wolter 2007, collapsed strata (which neighbour is
    a choice).

    Examples
    --------
    >>> design = build_design(np.array([0, 0, 0, 1, 2, 2]), rescaled=True)
    >>> design.blocks
    (Block(strata=2, size=3, draws=2),)
    >>> design.joined, design.factor.tolist()
    ((Joined(stratum=1, into=2),), [1.5, 1.5, 1.5, 1.5, 1.5, 1.5])
    """
    strata = int(stratum.max()) + 1 if len(stratum) else 0
    sizes = np.bincount(stratum, minlength=strata)
    joined: tuple[Joined, ...] = ()
    merged = stratum
    if rescaled:
        joined = _join_single_strata(sizes, owners or [0] * strata)
        target = np.arange(strata)
        for one in joined:
            target[one.stratum] = one.stratum if one.into is None else one.into
        merged = target[stratum]
        sizes = np.bincount(merged, minlength=strata)
    size = sizes[merged]
    blocks = tuple(
        Block(strata=int((sizes == n).sum()), size=n, draws=max(n - rescaled, 1))
        for n in np.unique(sizes[sizes > 0]).tolist()
    )
    return Design(
        order=np.lexsort((np.arange(len(stratum)), merged, size)),
        blocks=blocks,
        stratum=merged,
        factor=size / np.maximum(size - 1, 1) if rescaled else np.ones(len(stratum)),
        joined=joined,
    )
