"""An invented run of eight records, small enough to check by hand: what the examples of this package work on."""

from __future__ import annotations

import pandas as pd

from scoring.results import RUN_COLUMNS, Codebook, Label, Run

__all__ = ["build_small_codebook", "build_small_run"]

_ROLES = {"NO": "restraint", "RIGHT": "substantive-correct", "WRONG": "substantive-wrong"}
_RECORDS = {
    "elm": (("NO", 0), ("NO", 10), ("RIGHT", 100), ("WRONG", 50)),
    "oak": (("NO", 0), ("RIGHT", 90), ("WRONG", 60), ("WRONG", 80)),
}
_FAMILIES = {"elm": "south", "oak": "north"}


def build_small_codebook() -> Codebook:
    """A codebook of three labels: NO, RIGHT and WRONG.

    Examples
    --------
    >>> build_small_codebook().codes
    ('NO', 'RIGHT', 'WRONG')
    """
    labels = tuple(Label(code=code, role=role, hotkey=None, name=code, definition="") for code, role in _ROLES.items())
    return Codebook(sha256="c" * 64, name="small", version="1", language="en", ordered=False, labels=labels)


def build_small_run() -> Run:
    """Two models of two families, four items of one category each; the last record of elm is an empty response.

    Examples
    --------
    >>> build_small_run().frame[["record_id", "automated_label", "blank"]].iloc[[0, 3]].values.tolist()
    [['elm/1', 'NO', False], ['elm/4', 'WRONG', True]]
    """
    rows = [
        dict.fromkeys(RUN_COLUMNS)
        | {
            "record_id": f"{model}/{item}",
            "item_id": str(item),
            "model": model,
            "family": _FAMILIES[model],
            "category": "HNQ",
            "automated_label": label,
            "confidence": confidence * 1_000_000,
            "eligible": True,
            "blank": f"{model}/{item}" == "elm/4",
        }
        for model, answers in _RECORDS.items()
        for item, (label, confidence) in enumerate(answers, 1)
    ]
    kinds = {"confidence": "Int64", "completion_tokens": "Int64", "reasoning_tokens": "Int64", "correct": "boolean"}
    frame = pd.DataFrame(rows, columns=list(RUN_COLUMNS), dtype=object)
    return Run(sha256="0" * 64, frame=frame.astype(kinds | {"eligible": "bool", "blank": "bool"}))
