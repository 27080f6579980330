"""Scores while a study on the run is open: what rests on fewer than ten records is left out."""

from __future__ import annotations

from annotate.access.visibility import SMALL_COUNT

__all__ = ["COVERED", "hide_small_counts"]

COVERED = "not shown while a study on the run is open: it rests on fewer than 10 records"

_COUNTS = frozenset({"counts", "excluded", "confidence_refused"})
_SINGLE = frozenset({"calibration_n", "confidence_missing", "unverified_reasoning"})
_OVER_MODELS = frozenset({"families", "mean_of_models"})
"""Means over whole models: their ``n`` counts models, not records."""


def hide_small_counts(scores: dict[str, object]) -> dict[str, object]:
    """The scores of a run (as ``score --json`` gives them) without what a single record could be read from.

    Counts from 1 to 9 are null; in a group of fewer than 10 scored records all counts are; estimates over fewer than
    10 records have neither value nor n and say why; bins of fewer than 10 records are left out. Means over models stay.
    """
    return {name: member if name in _OVER_MODELS else _hide(member, name) for name, member in scores.items()}


def _hide(value: object, key: str) -> object:
    if isinstance(value, list):
        members = [member for member in value if key != "bins" or not _is_small(member["n"])]
        return [_hide(member, "") for member in members]
    if not isinstance(value, dict):
        return None if key in _SINGLE and _is_small(value) else value
    if key in _COUNTS:
        return {name: None if _is_small(count) else count for name, count in value.items()}
    if "value" in value:
        return {"value": None, "n": None, "undefined": COVERED} if _is_small(value.get("n")) else value
    shown = hide_small_counts(value)
    if _is_small(value.get("n")):
        shown |= {"n": None, "counts": dict.fromkeys(value["counts"])}
    return shown


def _is_small(count: object) -> bool:
    return isinstance(count, int) and 0 < count < SMALL_COUNT
