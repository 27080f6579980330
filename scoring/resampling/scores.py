"""EHQ1, EHQ2, EHQ3 and EHQ of many groups of records in every replicate, from sufficient statistics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scoring.resampling.design import Design
from scoring.resampling.features import CERTAIN, COLUMNS, GAP, POOL, RECORDS, RESTRAINT, WRONG, ScoreFeatures
from scoring.resampling.sums import Progress, replicate_sums

__all__ = ["replicate_scores", "score_once", "score_sums"]


def score_sums(
    sums: np.ndarray, features: ScoreFeatures, weights: Sequence[float], unions: Sequence[Sequence[int]] = ()
) -> np.ndarray:
    """The four scores from sums of the features.

    Parameters
    ----------
    sums : columns × replicates. weights : of EHQ1, EHQ2 and EHQ3 in the composite; their sum is taken as 1.
    unions : groups whose records are also scored together, each a further group after the others.

    Returns scores (EHQ1, EHQ2, EHQ3, EHQ) × groups and unions × replicates. NaN where a score is undefined: without
    records all, without calibration records EHQ3, and EHQ unless EHQ3 has no weight.

    Examples
    --------
    >>> from scoring.resampling.features import build_score_features
    >>> features = build_score_features(role=np.array([0, 2]), confidence=np.array([-1, 90_000_000]),
    ...     unit=np.array([0, 1]), group=np.array([0, 0]), groups=1)
    >>> dense = np.bincount(features.entries.column, features.entries.value, minlength=14).reshape(14, 1)
    >>> score_sums(dense, features, (0.3, 0.45, 0.25)).round(6).tolist()
    [[[0.5]], [[0.5]], [[0.1]], [[0.4]]]
    """
    by_kind = sums.reshape(COLUMNS, features.groups, -1).copy()
    full = features.complete
    by_kind[RESTRAINT, full] = by_kind[RECORDS, full] - by_kind[POOL, full]
    if unions:
        together = [by_kind[:, list(union)].sum(axis=1, keepdims=True) for union in unions]
        by_kind = np.concatenate([by_kind, *together], axis=1)
    found = np.full((4, *by_kind.shape[1:]), np.nan)
    records, pool = by_kind[RECORDS], by_kind[POOL]
    np.divide(by_kind[RESTRAINT], records, out=found[0], where=records > 0)
    np.divide(records - by_kind[WRONG], records, out=found[1], where=records > 0)
    whole = pool * (CERTAIN // features.unit)
    gaps = np.abs(by_kind[GAP:]).sum(axis=0)
    np.divide(whole - gaps, whole, out=found[2], where=pool > 0)
    shares = [weight / sum(weights) for weight in weights]
    used = [share * score for share, score in zip(shares, found[:3], strict=True) if share]
    found[3] = used[0]
    for part in used[1:]:
        found[3] += part
    return found


def score_once(features: ScoreFeatures, weights: Sequence[float], unions: Sequence[Sequence[int]] = ()) -> np.ndarray:
    """The four scores of the records themselves, in floating point; scores × groups and unions.

    Examples
    --------
    >>> from scoring.resampling.features import build_score_features
    >>> features = build_score_features(role=np.array([0, 2]), confidence=np.array([-1, 90_000_000]),
    ...     unit=np.array([0, 1]), group=np.array([0, 0]), groups=1)
    >>> score_once(features, (0.3, 0.45, 0.25))[:, 0].round(6).tolist()
    [0.5, 0.5, 0.1, 0.4]
    """
    entries = features.entries
    value = entries.value if entries.weight is None else entries.value * entries.weight
    sums = np.bincount(entries.column, weights=value, minlength=entries.columns)
    found: np.ndarray = score_sums(sums[:, np.newaxis], features, weights, unions)[:, :, 0]
    return found


def replicate_scores(
    design: Design,
    features: ScoreFeatures,
    *,
    weights: Sequence[float],
    stream: np.random.Generator,
    replicates: int,
    unions: Sequence[Sequence[int]] = (),
    progress: Progress | None = None,
) -> np.ndarray:
    """The four scores of all groups in every replicate; groups share the draws, so differences are paired.

    Parameters
    ----------
    design : how the units of the features are drawn. weights, unions : as for ``score_sums``.

    Returns scores × groups and unions × replicates, NaN where a score is undefined in a replicate.

    Source: scoring specification, sections 3 and 4; EHQ, section 3.1.

    Examples
    --------
    >>> from scoring.resampling.design import build_design
    >>> from scoring.resampling.streams import open_stream
    >>> from scoring.resampling.features import build_score_features
    >>> features = build_score_features(role=np.array([0, 2, 1, 0]), confidence=np.array([-1, 90, 50, -1]) * 1_000_000,
    ...     unit=np.array([0, 1, 0, 1]), group=np.array([0, 0, 1, 1]), groups=2)
    >>> found = replicate_scores(build_design(np.array([0, 0]), rescaled=False), features, weights=(0.3, 0.45, 0.25),
    ...     stream=open_stream("1", "x"), replicates=4)
    >>> found.shape, found[0].tolist()
    ((4, 2, 4), [[0.5, 1.0, 1.0, 0.5], [0.5, 0.0, 0.0, 0.5]])
    """
    return replicate_sums(
        design,
        features.entries,
        lambda sums: score_sums(sums, features, weights, unions),
        stream=stream,
        replicates=replicates,
        progress=progress,
    )
