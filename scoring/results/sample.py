"""A drawn sample: its strata and its records, as ``sample`` writes it and ``validate --sample`` reads it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Sample", "Stratum", "StratumSize"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StratumSize:
    """How many records one stratum of a plan asks for; ``key`` in the order of ``by``."""

    key: tuple[str | None, ...]
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stratum:
    """One cell of a sample.

    Parameters
    ----------
    key : values in the order of ``by``; None where the record has none.
    available : countable records of the run in the cell, less those kept out of the draw.
    drawn : how many of them are in the sample.
    wanted : how many the plan asks for; more than ``drawn`` where the cell is short.

    Examples
    --------
    >>> Stratum(key=("birch", "HNQ"), available=3, drawn=3, wanted=10).as_json()
    {'key': ['birch', 'HNQ'], 'available': 3, 'drawn': 3, 'wanted': 10, 'short': True}
    """

    key: tuple[str | None, ...]
    available: int
    drawn: int
    wanted: int

    @property
    def is_short(self) -> bool:
        """The cell has fewer records than the plan asks for."""
        return self.drawn < self.wanted

    def as_json(self) -> dict[str, object]:
        """The stratum as it stands in the sample file."""
        return {
            "key": list(self.key),
            "available": self.available,
            "drawn": self.drawn,
            "wanted": self.wanted,
            "short": self.is_short,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """What was drawn from a run, and how.

    Parameters
    ----------
    sha256 : SHA-256 of the record ids, sorted as UTF-8 bytes and joined by a line feed.
    seed : the text that the order was taken from.
    by : the fields that make the strata, in order.
    same_items : whether all models answer the same drawn items.
    strata : the cells, sorted by key (None first).
    records : the drawn record ids, sorted as UTF-8 bytes.
    skipped_items : with ``same_items``, the items passed over because a model lacks them; else 0.
    run_sha256 : content hash of the run; None in a file that does not say.

    Examples
    --------
    >>> Sample(sha256="0" * 64, seed="s1", by=("model",), same_items=False, strata=(), records=(),
    ...        skipped_items=0, run_sha256=None).as_json()["by"]
    ['model']
    """

    sha256: str
    seed: str
    by: tuple[str, ...]
    same_items: bool
    strata: tuple[Stratum, ...]
    records: tuple[str, ...]
    skipped_items: int
    run_sha256: str | None

    def as_json(self) -> dict[str, object]:
        """The sample as ``python -m scoring sample --json`` prints it."""
        return {
            "sha256": self.sha256,
            "seed": self.seed,
            "by": list(self.by),
            "same_items": self.same_items,
            "strata": [stratum.as_json() for stratum in self.strata],
            "records": list(self.records),
            "skipped_items": self.skipped_items,
            "run_sha256": self.run_sha256,
        }
