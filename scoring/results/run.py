"""A run as scoring sees it: one frame row per record without its texts, the content hash, and the manifest."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

__all__ = ["RUN_COLUMNS", "Manifest", "ModelFacts", "Run"]

RUN_COLUMNS = (
    "record_id",
    "item_id",
    "model",
    "category",
    "subcategory",
    "family",
    "provider",
    "generation_of",
    "automated_label",
    "labels",
    "confidence",
    "confidence_text",
    "correct",
    "answered_by",
    "completion_tokens",
    "reasoning_tokens",
    "finish_reason",
    "error",
    "eligible",
    "blank",
)
"""Columns of ``Run.frame``. Null is None (object columns) or pd.NA (nullable columns), never NaN.

``confidence`` is nullable Int64, in millionths on the 0-100 scale (85 is 85_000_000), as in the content hash;
``labels`` holds JSON text of the object or None; ``eligible`` and ``blank`` are plain bool, ``blank`` says that the
response is null, white space or zero-width only; ``correct`` is nullable boolean; token counts are nullable Int64;
all others are text or None exactly as in the file (``subcategory`` and ``family`` are not filled in).
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFacts:
    """What a manifest says of one model."""

    model: str
    family: str | None = None
    provider: str | None = None
    generation_of: str | None = None
    answers_as: tuple[str, ...] | None = None
    excluded: bool = False
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """The optional ``NAME.run.json`` beside a run; ``digest`` is the SHA-256 of its bytes."""

    digest: str
    name: str | None = None
    protocol: str | None = None
    framework_version: str | None = None
    answer_budget_tokens: int | None = None
    created: str | None = None
    models: tuple[ModelFacts, ...] = ()
    records: int | None = None
    sha256: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One execution: its records in the order of ``record_id`` as UTF-8 bytes, index 0 … n-1.

    ``frame`` has the columns of ``RUN_COLUMNS`` and no texts, so that a million records stay small.
    """

    sha256: str
    frame: pd.DataFrame
    manifest: Manifest | None = None
