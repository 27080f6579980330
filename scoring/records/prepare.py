"""A run made ready for counting: model facts filled in, confidence read, exclusions found."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from scoring.records.confidence import parse_confidences
from scoring.records.exclusions import COUNTED, find_exclusions
from scoring.records.truncation import find_cut_off
from scoring.results import ModelFacts, Run

__all__ = ["FACTS", "ModelOfRun", "Records", "prepare_records"]

FACTS = ("family", "provider", "generation_of")
"""Model facts that a record, or else the manifest, may state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOfRun:
    """One evaluated model of a run.

    Parameters
    ----------
    model : its registered name.
    family, provider, generation_of : from its records, else from the manifest, else None.
    answers_checked : whether the manifest lists the names it may answer as, so that ``answered_by`` was compared.
    """

    model: str
    family: str | None
    provider: str | None
    generation_of: str | None
    answers_checked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """The records of a run, ready for counting.

    Parameters
    ----------
    run : what it was made from.
    frame : one row per record in the order of the run, with ``record_id``, ``item_id``, ``category``, ``subcategory``
        (the category where the run has none), ``family``, ``provider``, ``generation_of`` (the manifest's where the
        record has none), ``automated_label``, ``labels``; ``confidence`` (int64, millionths on the 0-100 scale,
        ``NO_CONFIDENCE`` where there is none), ``refused`` (index into ``REFUSALS`` or -1), ``unverified`` (the count
        of reasoning tokens is unknown), ``correct`` (1, 0, or -1 where correctness is not known from elsewhere),
        ``cut_off`` (as ``find_cut_off``), ``exclusion`` (index into ``EXCLUSIONS`` or ``COUNTED``), and ``model`` as
        the position in ``models``.
    models : the models of the run, sorted by name as UTF-8 bytes.
    """

    run: Run
    frame: pd.DataFrame
    models: tuple[ModelOfRun, ...]

    @property
    def countable(self) -> pd.DataFrame:
        """The rows that no reason excludes."""
        return self.frame[self.frame["exclusion"] == COUNTED]

    @property
    def model_names(self) -> np.ndarray:
        """Names of the models, in the order of ``models``."""
        return np.array([facts.model for facts in self.models], dtype=object)


def _facts_of(names: list[str], frame: pd.DataFrame, run: Run) -> dict[str, ModelOfRun]:
    stated = frame.groupby("model", sort=False)[list(FACTS)].first().astype(object)
    listed = {} if run.manifest is None else {facts.model: facts for facts in run.manifest.models}
    own = {fact: stated[fact].where(stated[fact].notna(), None).to_dict() for fact in FACTS}
    found = {}
    for name in names:
        entry = listed.get(name, ModelFacts(model=name))
        found[name] = ModelOfRun(
            model=name,
            family=own["family"][name] or entry.family,
            provider=own["provider"][name] or entry.provider,
            generation_of=own["generation_of"][name] or entry.generation_of,
            answers_checked=bool(entry.answers_as),
        )
    return found


def _fill(stated: pd.Series, fallback: np.ndarray) -> pd.Series:
    return pd.Series(np.where(stated.isna(), fallback, stated.to_numpy(dtype=object)), dtype=object)


def prepare_records(run: Run) -> Records:
    """Fill in, parse and exclude what every count needs; nothing is left out of the frame.

    Parameters
    ----------
    run : as ``scoring.formats`` reads it.

    Edge cases: a record's own family, provider or generation wins over the manifest's; a model whose records state
    several counts, as a model, under the first.

    Source: scoring specification, section 2; run file, ``subcategory`` and model facts.

    Examples
    --------
    >>> from scoring.results import RUN_COLUMNS
    >>> row = dict.fromkeys(RUN_COLUMNS) | {"record_id": "a/1", "item_id": "1", "model": "a", "category": "FEQ",
    ...                                     "eligible": True, "blank": False, "confidence_text": "85%"}
    >>> frame = pd.DataFrame([row], dtype=object).astype({"confidence": "Int64", "reasoning_tokens": "Int64"})
    >>> records = prepare_records(Run(sha256="0" * 64, frame=frame))
    >>> records.frame.at[0, "subcategory"], int(records.frame.at[0, "confidence"]), records.models[0].family
    ('FEQ', 85000000, None)
    """
    frame = run.frame
    codes, distinct = pd.factorize(frame["model"])
    order = sorted(range(len(distinct)), key=lambda position: distinct[position])
    names = [distinct[position] for position in order]
    facts = _facts_of(names, frame, run)
    place = np.empty(len(distinct), dtype="int32")
    place[order] = np.arange(len(distinct), dtype="int32")
    model = place[codes]
    confidence = parse_confidences(frame["confidence"], frame["confidence_text"])
    of_model = {fact: np.array([getattr(facts[name], fact) for name in names], dtype=object)[model] for fact in FACTS}
    prepared = pd.DataFrame(
        {
            "record_id": frame["record_id"],
            "item_id": frame["item_id"],
            "model": model,
            "category": frame["category"],
            "subcategory": frame["subcategory"].where(frame["subcategory"].notna(), frame["category"]),
            **{fact: _fill(frame[fact], of_model[fact]) for fact in FACTS},
            "automated_label": frame["automated_label"],
            "labels": frame["labels"],
            "confidence": confidence.values,
            "refused": confidence.refused,
            "unverified": frame["reasoning_tokens"].isna().to_numpy(dtype=bool),
            "correct": frame["correct"].astype("boolean").to_numpy(dtype="int8", na_value=-1),
            "cut_off": find_cut_off(run),
            "exclusion": find_exclusions(run),
        }
    )
    return Records(run=run, frame=prepared, models=tuple(facts[name] for name in names))
