"""How the coded units of a study are drawn again."""

from __future__ import annotations

import numpy as np
import pandas as pd

from scoring.agreement.ratings import Ratings
from scoring.records import Records, build_strata
from scoring.resampling.sample_plan import Draws, Key, SamplePlan, build_sample_plan

__all__ = ["plan_units"]


def plan_units(ratings: Ratings, records: Records | None, by: tuple[str, ...], draws: Draws) -> SamplePlan:
    """Units and strata of coded units, one element for each row of the ratings.

    Strata are the cells of ``by``; without a run, or without ``by``, all units lie in one. Records of one item go
    together where any item occurs twice; such items lie in the strata of their category.

    Parameters
    ----------
    records : of the run that all units are records of; None where nothing is known of them.

    Source: scoring specification, section 4.

    Examples
    --------
    >>> from scoring.agreement.ratings import build_ratings
    >>> from scoring.agreement.small_codings import build_small_codings
    >>> from scoring.records import prepare_records
    >>> from scoring.records.small_run import build_small_codebook, build_small_run
    >>> ratings = build_ratings(build_small_codings(), build_small_codebook())
    >>> records, draws = prepare_records(build_small_run()), Draws(replicates=10, seed="1")
    >>> plan_units(ratings, records, ("model",), draws).kind, plan_units(ratings, None, (), draws).kind
    ('item', 'record')
    """
    n = len(ratings.units)
    nowhere = np.zeros(n, dtype="int64")
    if records is None:
        return build_sample_plan(
            item=np.arange(n),
            stratum=nowhere,
            item_stratum=nowhere,
            keys=[()],
            item_keys=[()],
            owners=[0],
            draws=draws,
        )
    place = pd.Index(records.frame["record_id"]).get_indexer(pd.Index(ratings.units))
    frame = records.frame.iloc[place]
    category, categories = pd.factorize(frame["category"], sort=True)
    stratum = nowhere
    keys: tuple[Key, ...] = ((),)
    owners: tuple[int, ...] = (0,)
    if by:
        strata = build_strata(records, frame, by)
        stratum, keys = strata.cell, strata.keys
        names = [key[by.index("model")] if "model" in by else None for key in keys]
        owners = tuple(pd.factorize(np.array(names, dtype=object), use_na_sentinel=False)[0].tolist())
    return build_sample_plan(
        item=pd.factorize(frame["item_id"])[0],
        stratum=stratum,
        item_stratum=category,
        keys=keys,
        item_keys=[(str(name),) for name in categories],
        owners=owners,
        draws=draws,
    )
