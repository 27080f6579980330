"""Which records count: the reasons that take a record out of every denominator, in the order in which they apply."""

from __future__ import annotations

import numpy as np
import pandas as pd

from scoring.results import Manifest, Run

__all__ = [
    "COUNTED",
    "EXCLUSIONS",
    "SCORE_EXCLUSIONS",
    "count_exclusions",
    "count_reasons",
    "find_exclusions",
]

COUNTED = -1
"""Code of a record that no reason excludes."""

EXCLUSIONS = (
    "not_eligible",
    "model_excluded",
    "provider_error",
    "answered_by_other",
    "reasoning_tokens",
    "empty_response",
)
"""Reasons that exclude a record from everything; the first that applies is the one that counts."""

SCORE_EXCLUSIONS = (*EXCLUSIONS, "unlabelled", "label_outside_codebook", "cannot_code", "role_none")
"""Reasons that exclude a record from a score: those above, then the ones that lie in its label."""


def find_exclusions(run: Run) -> np.ndarray:
    """The first reason that excludes each record of a run.

    Parameters
    ----------
    run : its manifest, where there is one, names excluded models and the names that a model answers as.

    Returns an int8 array, index into ``EXCLUSIONS``, ``COUNTED`` where none applies.

    Edge cases: ``answered_by`` is compared only for models whose manifest entry lists ``answers_as``; a null
    ``answered_by`` or a null count of reasoning tokens excludes nothing (it is unverified).

    Source: scoring specification, section 2; EHQ, section 3.1 (technical exclusions).

    Examples
    --------
    >>> frame = pd.DataFrame({"model": ["a", "a"], "eligible": [True, True], "error": [None, "timeout"],
    ...     "answered_by": [None, None], "reasoning_tokens": pd.array([0, 5], dtype="Int64"), "blank": [False, True]})
    >>> [EXCLUSIONS[i] if i >= 0 else None for i in find_exclusions(Run(sha256="0" * 64, frame=frame))]
    [None, 'provider_error']
    """
    frame = run.frame
    reasoned = frame["reasoning_tokens"].fillna(0).to_numpy(dtype="int64") > 0
    applies = [
        ~frame["eligible"].to_numpy(dtype=bool),
        frame["model"].isin(_excluded_models(run.manifest)).to_numpy(dtype=bool),
        (frame["error"].notna() & (frame["error"] != "")).to_numpy(dtype=bool),
        _answered_by_other(frame, run.manifest),
        reasoned,
        frame["blank"].to_numpy(dtype=bool),
    ]
    return np.select(applies, range(len(EXCLUSIONS)), default=COUNTED).astype("int8")


def _excluded_models(manifest: Manifest | None) -> list[str]:
    return [] if manifest is None else [facts.model for facts in manifest.models if facts.excluded]


def _answered_by_other(frame: pd.DataFrame, manifest: Manifest | None) -> np.ndarray:
    other = np.zeros(len(frame), dtype=bool)
    for facts in () if manifest is None else manifest.models:
        if facts.answers_as:
            answered = frame["answered_by"]
            mine = (frame["model"] == facts.model) & answered.notna() & ~answered.isin(facts.answers_as)
            other |= mine.to_numpy(dtype=bool)
    return other


def count_reasons(codes: np.ndarray) -> dict[str, int]:
    """How many records each reason excludes, in the order of the reasons; reasons without a record are left out.

    Parameters
    ----------
    codes : index into ``SCORE_EXCLUSIONS`` (which begins with ``EXCLUSIONS``) or ``COUNTED``, one per record.

    Examples
    --------
    >>> count_reasons(np.array([-1, 5, 5, 0]))
    {'not_eligible': 1, 'empty_response': 2}
    """
    counts = np.bincount(codes[codes != COUNTED], minlength=len(SCORE_EXCLUSIONS))
    return {reason: int(n) for reason, n in zip(SCORE_EXCLUSIONS, counts, strict=True) if n}


def count_exclusions(run: Run) -> dict[str, int]:
    """How many records of a run each reason excludes from everything.

    Examples
    --------
    >>> frame = pd.DataFrame({"model": ["a"], "eligible": [True], "error": [None], "answered_by": [None],
    ...     "reasoning_tokens": pd.array([None], dtype="Int64"), "blank": [True]})
    >>> count_exclusions(Run(sha256="0" * 64, frame=frame))
    {'empty_response': 1}
    """
    return count_reasons(find_exclusions(run))
