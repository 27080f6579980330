"""What a study's plan says will be computed, fixed before anybody coded."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["AnalysisPlan", "ModelPair"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPair:
    """Two generations of one model that are to be compared."""

    newer: str
    older: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisPlan:
    """The analysis half of a sealed plan.

    Parameters
    ----------
    sha256 : hash of the plan file.
    resolutions : ``full``, ``two_class`` or both. families : families whose contrasts were declared.
    pairs : generations that are compared. replicates : of the bootstrap.
    weights : of EHQ1, EHQ2 and EHQ3, as decimal text. majority : a majority of coders decides.

    Examples
    --------
    >>> AnalysisPlan(sha256="0" * 64).resolutions
    ('full', 'two_class')
    """

    sha256: str
    resolutions: tuple[str, ...] = ("full", "two_class")
    families: tuple[str, ...] = ()
    pairs: tuple[ModelPair, ...] = ()
    replicates: int = 10_000
    weights: tuple[str, ...] = ("0.30", "0.45", "0.25")
    majority: bool = False
