"""The result of ``agreement``."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.agreement.drift import Drift
from scoring.agreement.flags import Flags
from scoring.agreement.ratings import TwoResolutions
from scoring.agreement.repeats import FirstCodings, Repeats
from scoring.resampling.sample_plan import SamplePlan

__all__ = ["Agreement", "CellAgreement", "PairAgreement"]

FEW = 20
"""Pairs with fewer common units are marked; where assignments changed hands, alpha over all stands for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAgreement:
    """Agreement of two of the coders."""

    first: str
    second: str
    figures: TwoResolutions

    def as_json(self) -> dict[str, object]:
        """The pair with its figures; rows of its confusion table are the first coder, ``few`` marks few common units."""
        return {
            "coders": [self.first, self.second],
            **self.figures.as_json(),
            "few": self.figures.full.n < FEW,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class CellAgreement:
    """Agreement within one cell of the run; ``key`` in the order of ``by``."""

    key: tuple[str | None, ...]
    figures: TwoResolutions

    def as_json(self) -> dict[str, object]:
        """The cell with its figures."""
        return {"key": list(self.key), **self.figures.as_json()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The result of ``agreement``.

    Parameters
    ----------
    coders : sorted as UTF-8 bytes. units : how many were coded at all. unpaired : units with a single coding, sorted.
    figures : over all coders and units. pairs : every pair of coders. by : every cell that holds a coded unit.
    by_field : the cells by one field at a time, model and category, where the run is there.
    first_coding : agreement on the first label saved. repeats : coders against themselves. drift : along their orders.
        None where the codings do not say.
    sampling : how units were drawn again; None for point values only.
    """

    coders: tuple[str, ...]
    units: int
    unpaired: tuple[str, ...]
    figures: TwoResolutions
    pairs: tuple[PairAgreement, ...]
    by: tuple[CellAgreement, ...]
    by_field: dict[str, tuple[CellAgreement, ...]]
    first_coding: FirstCodings | None
    repeats: Repeats | None
    flags: Flags
    drift: Drift | None
    sampling: SamplePlan | None

    def as_json(self) -> dict[str, object]:
        """The object that ``python -m scoring agreement --json`` prints."""
        return {
            "coders": list(self.coders),
            "units": self.units,
            "unpaired": list(self.unpaired),
            **self.figures.as_json(),
            "pairs": [pair.as_json() for pair in self.pairs],
            "by": [cell.as_json() for cell in self.by],
            "by_field": {field: [cell.as_json() for cell in cells] for field, cells in self.by_field.items()},
            "first_coding": None if self.first_coding is None else self.first_coding.as_json(),
            "repeats": None if self.repeats is None else self.repeats.as_json(),
            "uncertain": self.flags.as_json(),
            "order": None if self.drift is None else self.drift.as_json(),
            "resampling": None if self.sampling is None else self.sampling.as_json(),
        }
