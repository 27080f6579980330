"""The deterministic stratified sample: an order that anyone can repeat from the seed and the record ids alone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from scoring.errors import Usage
from scoring.records.prepare import FACTS, Records, prepare_records
from scoring.results import Run, Sample, Stratum, StratumSize

__all__ = ["STRATUM_FIELDS", "build_seed_order", "build_strata", "draw_sample"]

STRATUM_FIELDS = ("model", "category", "subcategory", *FACTS, "automated_label")
"""Fields of a record that strata can be made of."""


def build_seed_order(seed: str, ids: Iterable[str]) -> np.ndarray:
    """The hex digests that a draw sorts by: SHA-256 of the UTF-8 text ``seed|id`` for each id.

    Examples
    --------
    >>> build_seed_order("s1", ["a"])[0] == hashlib.sha256(b"s1|a").hexdigest().encode()
    True
    """
    hashed = [hashlib.sha256(f"{seed}|{name}".encode()).hexdigest().encode() for name in ids]
    return np.array(hashed, dtype="S64")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Strata:
    """Cells of some records of a run.

    Parameters
    ----------
    keys : the cells in order (None sorts first), each with its values in the order of the fields.
    cell : int64 array, the position in ``keys`` of each row.
    frame : the rows, a part of ``Records.frame``.
    """

    keys: tuple[tuple[str | None, ...], ...]
    cell: np.ndarray
    frame: pd.DataFrame


def build_strata(records: Records, frame: pd.DataFrame, by: tuple[str, ...]) -> Strata:
    """The strata of some records: one for each combination of values that one of them has.

    Parameters
    ----------
    frame : rows of ``records.frame``; those that count, for the strata of a sample.
    by : one or more of ``STRATUM_FIELDS``, in the order of the key.

    Errors
    ------
    Usage for no field, an unknown field or one named twice.

    Examples
    --------
    >>> build_strata(None, None, ("colour",))
    Traceback (most recent call last):
    ...
    scoring.errors.Usage: strata can be made by model, category, subcategory, family, provider, generation_of, \
automated_label, each once: not by colour
    """
    if not by or len(set(by)) < len(by) or not set(by) <= set(STRATUM_FIELDS):
        named = ", ".join(by) or "nothing"
        raise Usage(f"strata can be made by {', '.join(STRATUM_FIELDS)}, each once: not by {named}")
    cell = np.zeros(len(frame), dtype="int64")
    for name in by:
        codes, distinct = pd.factorize(frame[name], use_na_sentinel=False)
        _, cell = np.unique(cell * max(len(distinct), 1) + codes, return_inverse=True)
    first = np.unique(cell, return_index=True)[1]
    values = [records.model_names[frame["model"].to_numpy()] if name == "model" else frame[name] for name in by]
    columns = [np.asarray(column, dtype=object)[first] for column in values]
    keys = [tuple(None if pd.isna(value) else str(value) for value in row) for row in zip(*columns, strict=True)]
    order = sorted(range(len(keys)), key=lambda place: [(value is not None, value or "") for value in keys[place]])
    place = np.empty(len(keys), dtype="int64")
    place[order] = np.arange(len(keys))
    return Strata(keys=tuple(keys[position] for position in order), cell=place[cell], frame=frame)


def _wanted(strata: Strata, per_stratum: int | Sequence[StratumSize]) -> np.ndarray:
    if isinstance(per_stratum, int):
        if per_stratum < 1:
            raise Usage(f"at least one record per stratum must be drawn, not {per_stratum}")
        return np.full(len(strata.keys), per_stratum, dtype="int64")
    place = {key: position for position, key in enumerate(strata.keys)}
    wanted = np.zeros(len(strata.keys), dtype="int64")
    for size in per_stratum:
        if size.key not in place or size.n < 0:
            raise Usage(f"no stratum of the run is {list(size.key)} with {size.n} records")
        wanted[place[size.key]] = size.n
    return wanted


def _draw_records(strata: Strata, may: np.ndarray, wanted: np.ndarray, seed: str) -> _Drawn:
    """The first records of each cell in the order of the seed."""
    chosen = np.flatnonzero(may)
    cell = strata.cell[chosen]
    order = np.lexsort((build_seed_order(seed, strata.frame["record_id"].to_numpy()[chosen]), cell))
    sorted_cell = cell[order]
    rank = np.arange(len(order)) - np.searchsorted(sorted_cell, sorted_cell)
    return _Drawn(rows=chosen[order[rank < wanted[sorted_cell]]], skipped=0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Drawn:
    """Positions of the drawn records in the frame of the strata, and how many items were passed over."""

    rows: np.ndarray
    skipped: int


def _draw_items(strata: Strata, records: Records, may: np.ndarray, by: tuple[str, ...], n: int, seed: str) -> _Drawn:
    """The first n items of each category (or finer cell) that every model of the cell can give a record for."""
    frame = strata.frame
    group = build_strata(records, frame, tuple(name for name in by if name != "model")).cell
    models = pd.DataFrame({"group": group, "model": frame["model"].to_numpy()}).groupby("group")["model"].nunique()
    usable = pd.DataFrame({"group": group, "item": frame["item_id"].to_numpy(), "model": frame["model"].to_numpy()})
    held = usable[may].groupby(["group", "item"])["model"].nunique().reset_index(name="models")
    every = usable.drop_duplicates(["group", "item"])[["group", "item"]].merge(held, how="left", on=["group", "item"])
    every["common"] = every["models"] == every["group"].map(models)
    every = every.iloc[np.lexsort((build_seed_order(seed, every["item"].to_numpy()), every["group"].to_numpy()))]
    passed = every["common"].astype("int64").groupby(every["group"]).cumsum()
    chosen = every[every["common"] & (passed <= n)]
    skipped = int((~every["common"] & (passed < n)).sum())
    drawn = usable.reset_index().merge(chosen[["group", "item"]], on=["group", "item"])["index"].to_numpy()
    return _Drawn(rows=drawn[may[drawn]], skipped=skipped)


def draw_sample(
    run: Run,
    *,
    by: Sequence[str],
    per_stratum: int | Sequence[StratumSize],
    seed: str,
    same_items: bool = False,
    excluded: frozenset[str] = frozenset(),
) -> Sample:
    """Draw a stratified sample that depends on nothing but the seed and the record ids.

    Within each stratum the countable records are ordered by SHA-256 of ``seed|record_id`` (hex, ascending) and the
    first n are drawn. With ``same_items`` the items of each category are ordered by SHA-256 of ``seed|item_id`` and the
    first n that every model can give a record for are drawn for all models; items passed over are counted.

    Parameters
    ----------
    by : fields that make the strata, of ``STRATUM_FIELDS``.
    per_stratum : records per stratum; or a size for each stratum by its key, 0 where none is given.
    seed : any text.
    excluded : record ids kept out of the draw, such as those of earlier pilots.

    Edge cases: a stratum with fewer records gives all and is marked short; one that ``excluded`` empties stays in the
    list with 0; excluded records of the run make no stratum. A larger n extends a smaller one.

    Errors
    ------
    Usage for unknown fields, a size below 1, a size for a stratum that the run does not have, and for ``same_items``
    with other strata than model, category and, if wished, subcategory, or with sizes that differ.

    Source: formats specification, *Deterministic sample*.

    Examples
    --------
    >>> from scoring.results import RUN_COLUMNS
    >>> row = dict.fromkeys(RUN_COLUMNS) | {"model": "a", "category": "FEQ", "eligible": True, "blank": False}
    >>> rows = [row | {"record_id": f"a/{i}", "item_id": str(i)} for i in range(5)]
    >>> frame = pd.DataFrame(rows, dtype=object).astype({"confidence": "Int64", "reasoning_tokens": "Int64"})
    >>> sample = draw_sample(Run(sha256="0" * 64, frame=frame), by=["model"], per_stratum=2, seed="s1")
    >>> sample.records, sample.strata[0].available
    (('a/2', 'a/4'), 5)
    """
    fields = tuple(by)
    records = prepare_records(run)
    strata = build_strata(records, records.countable, fields)
    may = ~strata.frame["record_id"].isin(excluded).to_numpy(dtype=bool)
    wanted = _wanted(strata, per_stratum)
    if same_items:
        if not {"model", "category"} <= set(fields) <= {"model", "category", "subcategory"}:
            raise Usage("the same items for all models need strata by model and category, and subcategory at most")
        if not isinstance(per_stratum, int):
            raise Usage("the same items for all models need one size for all strata")
        drawn = _draw_items(strata, records, may, fields, per_stratum, seed)
    else:
        drawn = _draw_records(strata, may, wanted, seed)
    ids = sorted(strata.frame["record_id"].to_numpy()[drawn.rows])
    available = np.bincount(strata.cell[may], minlength=len(strata.keys))
    taken = np.bincount(strata.cell[drawn.rows], minlength=len(strata.keys))
    return Sample(
        sha256=hashlib.sha256("\n".join(ids).encode()).hexdigest(),
        seed=seed,
        by=fields,
        same_items=same_items,
        strata=tuple(
            Stratum(key=key, available=int(a), drawn=int(d), wanted=int(w))
            for key, a, d, w in zip(strata.keys, available, taken, wanted, strict=True)
        ),
        records=tuple(ids),
        skipped_items=drawn.skipped,
        run_sha256=run.sha256,
    )
