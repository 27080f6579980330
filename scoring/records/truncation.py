"""Responses that the provider cut off: the answer budget was used up, or the finish reason says so."""

from __future__ import annotations

import numpy as np
import pandas as pd

from scoring.results import Run

__all__ = ["CUT_REASONS", "find_cut_off"]

CUT_REASONS = ("length", "max_tokens")
"""Finish reasons, in any case, that mean the budget: the words of two families of providers (a choice)."""


def find_cut_off(run: Run) -> np.ndarray:
    """Which records of a run were cut off, by the provider's own accounting.

    Parameters
    ----------
    run : its manifest, where there is one, states the answer budget in tokens.

    Returns a bool array, one per record.

    Edge cases: without a budget, or without a count of tokens, the finish reason alone decides; a record with neither is
    not flagged. What the end of a text shows is not looked at: a run's frame holds no texts.

    Source: scoring specification, section 8, first two signs.

    Examples
    --------
    >>> from scoring.results import Manifest
    >>> frame = pd.DataFrame({"finish_reason": ["stop", "LENGTH", None],
    ...                       "completion_tokens": pd.array([512, 40, None], dtype="Int64")})
    >>> find_cut_off(Run(sha256="", frame=frame, manifest=Manifest(digest="", answer_budget_tokens=512))).tolist()
    [True, True, False]
    >>> find_cut_off(Run(sha256="", frame=frame)).tolist()
    [False, True, False]
    """
    frame = run.frame
    codes, reasons = pd.factorize(frame["finish_reason"].astype(object))
    cut: np.ndarray = np.array([*(str(reason).lower() in CUT_REASONS for reason in reasons), False])[codes]
    budget = None if run.manifest is None else run.manifest.answer_budget_tokens
    if budget is None:
        return cut
    tokens = frame["completion_tokens"].astype("Int64").to_numpy(dtype="int64", na_value=-1)
    found: np.ndarray = cut | (tokens >= budget)
    return found
