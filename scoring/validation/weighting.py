"""Design weights: what a referenced record of a stratified sample stands for in the run."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from scoring.errors import BadInput
from scoring.records import Records, build_strata
from scoring.results import Exact, Sample

__all__ = ["Weighting", "build_weighting", "weigh_nothing"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Weighting:
    """Strata of the sample and the weight ``w_h = N_h / m_h`` of each.

    Parameters
    ----------
    kind : ``none`` without a sample, ``equal`` where all weights are the same, else ``design``.
    by : fields that make the strata.
    keys : the strata. available : N_h, countable records of the run. referenced : m_h, referenced records of the sample.
    integers : integers in the proportion of the weights, 0 where nothing is referenced; all ratios are the same.
    stratum : stratum of each referenced record, in the order of the rows that it was built for.
    cell : stratum of each countable record of the run, in its order.
    """

    kind: str
    by: tuple[str, ...]
    keys: tuple[tuple[str | None, ...], ...]
    available: tuple[int, ...]
    referenced: tuple[int, ...]
    integers: tuple[int, ...]
    stratum: np.ndarray
    cell: np.ndarray

    @property
    def uncovered(self) -> tuple[tuple[str | None, ...], ...]:
        """Strata of the run in which nothing is referenced."""
        return tuple(key for key, m in zip(self.keys, self.referenced, strict=True) if m == 0)

    @property
    def coverage(self) -> Exact:
        """Share of the countable records of the run that lie in strata with a referenced record."""
        covered = sum(n for n, m in zip(self.available, self.referenced, strict=True) if m)
        return Exact.ratio(covered, sum(self.available), undefined="no countable record")

    @property
    def design_effect(self) -> Exact:
        """Kish's design effect of the weights: ``m sum w^2 / (sum w)^2`` over the referenced records."""
        pairs = list(zip(self.referenced, self.integers, strict=True))
        squares, whole = sum(m * w * w for m, w in pairs), sum(m * w for m, w in pairs)
        return Exact.ratio(sum(self.referenced) * squares, whole * whole, undefined="no referenced record")

    def without_weights(self) -> Weighting:
        """The same strata, every referenced record weighing the same."""
        return replace(self, integers=(1,) * len(self.integers))


def weigh_nothing(records: Records, rows: np.ndarray) -> Weighting:
    """The weighting without a sample file: one stratum, weight 1.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> weighting = build_small_study().weighting
    >>> weighting.kind, weighting.available, weighting.integers
    ('none', (7,), (1,))
    """
    n = len(records.countable)
    return Weighting(
        kind="none",
        by=(),
        keys=((),),
        available=(n,),
        referenced=(len(rows),),
        integers=(1,),
        stratum=np.zeros(len(rows), dtype="int64"),
        cell=np.zeros(n, dtype="int64"),
    )


def build_weighting(records: Records, rows: np.ndarray, sample: Sample) -> Weighting:
    """The weights of the referenced records of a sample.

    Parameters
    ----------
    rows : positions in ``records.frame`` of the referenced records, all countable and all in the sample.

    Edge cases: a census weighs 1 everywhere and is ``equal``; a stratum without a referenced record has no weight and
    is named as uncovered.

    Errors
    ------
    BadInput for a sample of another run.

    Source: scoring specification, section 6, *Weights*; Kish 1965 for the design effect.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> weighting = build_small_study(per_stratum=2).weighting
    >>> weighting.kind, weighting.available, weighting.referenced, weighting.integers
    ('design', (3, 4), (2, 2), (3, 4))
    >>> weighting.design_effect.value
    Fraction(50, 49)
    """
    if sample.run_sha256 is not None and sample.run_sha256 != records.run.sha256:
        raise BadInput(f"the sample is of run {sample.run_sha256[:12]}, this is run {records.run.sha256[:12]}")
    strata = build_strata(records, records.countable, sample.by)
    place = np.full(len(records.frame), -1, dtype="int64")
    place[strata.frame.index] = strata.cell
    stratum = place[rows]
    available = np.bincount(strata.cell, minlength=len(strata.keys)).tolist()
    referenced = np.bincount(stratum, minlength=len(strata.keys)).tolist()
    scale = math.lcm(*(m for m in referenced if m))
    integers = [n * (scale // m) if m else 0 for n, m in zip(available, referenced, strict=True)]
    common = math.gcd(*integers) or 1
    return Weighting(
        kind="equal" if len({w for w in integers if w}) < 2 else "design",
        by=sample.by,
        keys=strata.keys,
        available=tuple(available),
        referenced=tuple(referenced),
        integers=tuple(w // common for w in integers),
        stratum=stratum,
        cell=strata.cell,
    )
