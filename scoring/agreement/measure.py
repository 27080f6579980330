"""Agreement between coders: overall, by pair of coders, by cell of the run, at full resolution and at two classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from scoring.agreement.drift import find_places, measure_drift
from scoring.agreement.flags import measure_flags
from scoring.agreement.intervals import Measuring
from scoring.agreement.ratings import Ratings, build_ratings
from scoring.agreement.repeats import measure_first_codings, measure_repeats
from scoring.agreement.result import Agreement, CellAgreement, PairAgreement
from scoring.agreement.sampling import plan_units
from scoring.errors import BadInput, Usage
from scoring.records import Records, Strata, build_strata, prepare_records
from scoring.resampling.sample_plan import Draws
from scoring.resampling.sums import Progress
from scoring.results import Codebook, Codings, Run

__all__ = ["measure_agreement"]

APART = ("model", "category")
"""Fields of the run by which agreement is always given, one at a time, where the run is there."""


def _find_records(ratings: Ratings, codings: Codings, run: Run) -> Records:
    """The records of the run; every coded unit is one of them."""
    if codings.key != "record_id":
        raise Usage("agreement by cell needs codings that name record_id, these name blind_id")
    records = prepare_records(run)
    known = pd.Index(records.frame["record_id"])
    unknown = ratings.units[known.get_indexer(pd.Index(ratings.units)) < 0]
    if len(unknown):
        raise BadInput(f"{len(unknown)} coded records are not in the run, first {unknown[0]}")
    return records


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Cells:
    """The cells of the run by some fields, and the cell of each coded unit."""

    by: tuple[str, ...]
    strata: Strata

    def measure(self, measuring: Measuring) -> tuple[CellAgreement, ...]:
        everyone = np.arange(len(measuring.ratings.coders))
        name = ",".join(self.by)
        return tuple(
            CellAgreement(
                key=key,
                figures=measuring.measure(np.flatnonzero(self.strata.cell == cell), everyone, f"{name}={list(key)}"),
            )
            for cell, key in enumerate(self.strata.keys)
        )


def _find_cells(ratings: Ratings, records: Records, by: tuple[str, ...]) -> _Cells:
    place = pd.Index(records.frame["record_id"]).get_indexer(pd.Index(ratings.units))
    return _Cells(by=by, strata=build_strata(records, records.frame.iloc[place], by))


def measure_agreement(
    codings: Codings,
    *,
    codebook: Codebook,
    run: Run | None = None,
    by: Sequence[str] = (),
    replicates: int | None = None,
    seed: str = "1",
    progress: Progress | None = None,
) -> Agreement:
    """How far coders agree.

    Parameters
    ----------
    codings : one label per unit and coder, the last word before the lock; flags and notes never enter.
    codebook : its classes in order; their number is q, whoever used which.
    run, by : with the run, the figures again for each model and for each category, and for each cell by these fields,
        which are then the strata of the bootstrap.
    replicates, seed : of the bootstrap; None for point values only. progress : told after each part.

    Edge cases: ``CANNOT_CODE`` is a class of its own at full resolution and is never counted in q; at two classes
    labels of role ``none`` are left out pairwise and the units counted. Units with one coding are listed. Where all
    codings are of one class, kappa, pi and alpha are undefined, with AC1 and observed agreement beside them.

    What the codings state beside the last word gives more: flags, the first label saved, silent repeats, and the place in
    each coder's own order.

    Errors
    ------
    Usage for ``by`` without a run, for unknown fields, and for codings by blind id with a run.
    BadInput for a label outside the codebook and for coded records that the run does not have.

    Source: scoring specification, sections 4 and 5.

    Examples
    --------
    >>> from scoring.results import Label
    >>> book = Codebook(sha256="", name="two", version="1", language="en", ordered=False, labels=(
    ...     Label(code="A", role="restraint", hotkey=None, name="", definition=""),
    ...     Label(code="B", role="substantive-wrong", hotkey=None, name="", definition="")))
    >>> rows = [(u, c, l) for c, said in (("c1", "AABB"), ("c2", "AABA")) for u, l in zip("1234", said)]
    >>> found = measure_agreement(codebook=book, codings=Codings(
    ...     key="record_id", sha256="", frame=pd.DataFrame(rows, columns=["unit", "coder", "label"])))
    >>> found.figures.full.observed.value, found.figures.full.kappa.value, found.figures.full.confusion
    (Fraction(3, 4), Fraction(1, 2), ((2, 0), (1, 1)))
    """
    if by and run is None:
        raise Usage("agreement by cell needs the run")
    ratings = build_ratings(codings, codebook)
    places = find_places(codings, ratings)
    records = None if run is None else _find_records(ratings, codings, run)
    by_field = {} if records is None else {field: _find_cells(ratings, records, (field,)) for field in APART}
    cells = _find_cells(ratings, records, tuple(by)) if records is not None and by else None
    draws = None if replicates is None else Draws(replicates=replicates, seed=seed, progress=progress)
    plan = None if draws is None else plan_units(ratings, records, tuple(by), draws)
    everything, everyone = np.arange(len(ratings.units)), np.arange(len(ratings.coders))
    couples = list(combinations(everyone.tolist(), 2))
    parts = [*by_field.values(), *([cells] if cells else [])]
    steps = 1 + len(couples) + sum(len(part.strata.keys) for part in parts)
    measuring = Measuring(ratings=ratings, plan=plan, steps=steps)
    return Agreement(
        coders=tuple(ratings.coders.tolist()),
        units=len(ratings.units),
        unpaired=tuple(ratings.units[(ratings.full >= 0).sum(axis=1) == 1].tolist()),
        figures=measuring.measure(everything, everyone, "all"),
        pairs=tuple(
            PairAgreement(
                first=str(ratings.coders[a]),
                second=str(ratings.coders[b]),
                figures=measuring.measure(
                    everything, np.array([a, b]), f"pair={[ratings.coders[a], ratings.coders[b]]}"
                ),
            )
            for a, b in couples
        ),
        by=() if cells is None else cells.measure(measuring),
        by_field={field: part.measure(measuring) for field, part in by_field.items()},
        first_coding=measure_first_codings(codings, codebook, plan),
        repeats=measure_repeats(codings, codebook, draws),
        flags=measure_flags(codings, ratings, plan),
        drift=None if places is None else measure_drift(places, draws),
        sampling=plan,
    )
