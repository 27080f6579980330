"""How the records of a validation sample are drawn again: their units and strata, and those of any part of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from scoring.resampling.design import Design, build_design
from scoring.resampling.streams import open_stream
from scoring.resampling.sums import Progress
from scoring.resampling.units import find_units

__all__ = ["Draws", "Key", "SamplePart", "SamplePlan", "build_sample_plan"]

Key = tuple[str | None, ...]
"""Name of a stratum: the values that make it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draws:
    """How many replicates, from which seed, and who is told how far it is."""

    replicates: int
    seed: str
    progress: Progress | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SamplePart:
    """Some records as they are drawn again.

    ``unit`` is the unit of each of them, ``strata`` the strata of the plan that hold one, in the order of the design's.
    """

    design: Design
    unit: np.ndarray
    strata: np.ndarray


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SamplePlan:
    """Units and strata of some records.

    Parameters
    ----------
    kind : ``record`` or ``item``: what is drawn.
    item, stratum, item_stratum : of each record, as in ``find_units``.
    keys, item_keys : name of each stratum of records, and of items.
    owners : who owns each stratum of records, such as its model.
    draws : replicates and seed.
    """

    kind: str
    item: np.ndarray
    stratum: np.ndarray
    item_stratum: np.ndarray
    keys: tuple[Key, ...]
    item_keys: tuple[Key, ...]
    owners: tuple[int, ...]
    draws: Draws

    def part(self, rows: np.ndarray) -> SamplePart:
        """How some of the records are drawn on their own.

        Parameters
        ----------
        rows : positions among the records of the plan.

        Edge cases: strata without a record of the part are passed over.
        """
        units = find_units(item=self.item[rows], stratum=self.stratum[rows], item_stratum=self.item_stratum[rows])
        held, stratum = np.unique(units.stratum, return_inverse=True)
        owners = None if units.kind == "item" else [self.owners[place] for place in held.tolist()]
        return SamplePart(design=build_design(stratum, rescaled=True, owners=owners), unit=units.unit, strata=held)

    def silent(self) -> SamplePlan:
        """The same plan, telling nobody how far it is."""
        return replace(self, draws=replace(self.draws, progress=None))

    def stream(self, purpose: str) -> np.random.Generator:
        """The stream of one purpose."""
        return open_stream(self.draws.seed, purpose)

    def as_json(self) -> dict[str, object]:
        """What is said of the draws beside the results.

        ``joined`` are strata of one unit: ``into`` is the next one of the same model, null where there is none.
        """
        every = self.part(np.arange(len(self.item)))
        names = [(self.item_keys if self.kind == "item" else self.keys)[place] for place in every.strata.tolist()]
        return {
            "replicates": self.draws.replicates,
            "seed": self.draws.seed,
            "unit": self.kind,
            "units": every.design.units,
            "rescaled": True,
            "joined": [
                {
                    "stratum": list(names[one.stratum]),
                    "into": None if one.into is None else list(names[one.into]),
                }
                for one in every.design.joined
            ],
        }


def build_sample_plan(
    *,
    item: np.ndarray,
    stratum: np.ndarray,
    item_stratum: np.ndarray,
    keys: Sequence[Key],
    item_keys: Sequence[Key],
    owners: Sequence[int],
    draws: Draws,
) -> SamplePlan:
    """Plan the draws of the records of a sample.

    Parameters
    ----------
    item : item of each record, as an integer. stratum : of each record, 0 … H − 1. item_stratum : stratum of its item.
    keys, owners : of the strata of records. item_keys : of the strata of items.

    Source: scoring specification, section 4, *Validation sample* and *Unit*.

    Examples
    --------
    >>> plan = build_sample_plan(item=np.array([1, 2, 1]), stratum=np.array([0, 0, 1]), item_stratum=np.zeros(3, "int64"),
    ...                          keys=[("a",), ("b",)], item_keys=[("x",)], owners=[0, 1], draws=Draws(replicates=10, seed="1"))
    >>> plan.kind, plan.as_json()["units"], plan.part(np.array([0, 1])).unit.tolist()
    ('item', 2, [0, 1])
    """
    return SamplePlan(
        kind=find_units(item=item, stratum=stratum, item_stratum=item_stratum).kind,
        item=item,
        stratum=stratum,
        item_stratum=item_stratum,
        keys=tuple(keys),
        item_keys=tuple(item_keys),
        owners=tuple(owners),
        draws=draws,
    )
