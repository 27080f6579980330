"""What a run holds, before anything is scored."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.errors import Problem
from scoring.records.exclusions import COUNTED, count_reasons
from scoring.records.prepare import prepare_records
from scoring.results import Run

__all__ = ["Inspection", "inspect_run"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """Counts over a run.

    Parameters
    ----------
    records, models, items, categories : how many there are.
    countable : records that no reason excludes.
    excluded : records by reason; reasons without any are left out.
    unverified : countable records whose reasoning tokens are unknown.
    answers_unchecked : models whose ``answered_by`` could not be compared, because no manifest lists their names.
    sha256 : content hash of the run.
    problems : what is wrong with the file; empty for a run that could be read.
    """

    records: int
    models: int
    items: int
    categories: int
    countable: int
    excluded: dict[str, int]
    unverified: int
    answers_unchecked: tuple[str, ...]
    sha256: str
    problems: tuple[Problem, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The counts as ``python -m scoring inspect --json`` prints them."""
        return {
            "records": self.records,
            "models": self.models,
            "items": self.items,
            "categories": self.categories,
            "countable": self.countable,
            "excluded": self.excluded,
            "unverified_reasoning": self.unverified,
            "answers_unchecked": list(self.answers_unchecked),
            "sha256": self.sha256,
            "problems": [problem.as_json() for problem in self.problems],
        }


def inspect_run(run: Run) -> Inspection:
    """Count what a run holds.

    Edge cases: an item put to several models is one item; a run without records has 0 of everything.

    Source: formats specification, command ``inspect``.

    Examples
    --------
    >>> import pandas as pd
    >>> from scoring.results import RUN_COLUMNS
    >>> row = dict.fromkeys(RUN_COLUMNS) | {"record_id": "a/1", "item_id": "1", "model": "a", "category": "FEQ",
    ...                                     "eligible": True, "blank": True}
    >>> frame = pd.DataFrame([row], dtype=object).astype({"confidence": "Int64", "reasoning_tokens": "Int64"})
    >>> found = inspect_run(Run(sha256="0" * 64, frame=frame))
    >>> found.records, found.countable, found.excluded
    (1, 0, {'empty_response': 1})
    """
    records = prepare_records(run)
    frame = records.frame
    counted = (frame["exclusion"] == COUNTED).to_numpy()
    return Inspection(
        records=len(frame),
        models=len(records.models),
        items=int(frame["item_id"].nunique()),
        categories=int(frame["category"].nunique()),
        countable=int(counted.sum()),
        excluded=count_reasons(frame["exclusion"].to_numpy()),
        unverified=int((frame["unverified"].to_numpy() & counted).sum()),
        answers_unchecked=tuple(facts.model for facts in records.models if not facts.answers_checked),
        sha256=run.sha256,
    )
