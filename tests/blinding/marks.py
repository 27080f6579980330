"""A run whose names and facts are unique tokens, so that a single one of them in a coder's hands is told apart."""

from __future__ import annotations

import hashlib

from tests.state_records import build_records

__all__ = ["FILE_NAME", "RUN_NAME", "STUDY_TITLE", "build_marked_records", "list_marks"]


def _mark(what: str) -> str:
    """A token of 14 letters and digits that occurs nowhere else."""
    return "zq" + "".join("ghjkmnpqrstvwxyz"[byte % 16] for byte in hashlib.sha256(what.encode()).digest()[:12])


FILE_NAME, RUN_NAME, STUDY_TITLE = _mark("file"), _mark("run"), _mark("study")


def build_marked_records() -> list[dict[str, object]]:
    """The twin records' texts with a token for every id, name and fact; the labels are outside the codebook."""
    records = build_records(models=("model one", "model two", "model three"))
    for n, record in enumerate(records):
        model, category = str(record["model"]), str(record["category"])
        record |= {
            "record_id": _mark(f"record {n}"),
            "item_id": _mark(f"item {record['item_id']}"),
            "model": _mark(model),
            "family": _mark(f"family of {model}"),
            "provider": _mark(f"provider of {model}"),
            "generation_of": _mark("model one"),
            "category": _mark(f"category {category}"),
            "subcategory": _mark(f"subcategory {record['subcategory']}"),
            "automated_label": _mark(f"label {record['automated_label']}"),
            "label_reasons": [_mark(f"reason {n % 4}")],
            "labels": {_mark("judge"): _mark(f"judged {n % 3}")},
            "confidence": 41.000917 + n,
            "confidence_text": _mark(f"confidence {n}"),
            "answered_by": _mark(f"answered {model}"),
            "completion_tokens": 730_519_000 + n,
            "finish_reason": _mark("finish"),
            # the questions of the twin records name their category
            "question": f"When was mill {n // 3} built?",
        }
    return records


def list_marks() -> list[str]:
    """Every token once, numbers as they would be written."""
    found = {FILE_NAME, RUN_NAME, STUDY_TITLE}
    for record in build_marked_records():
        for name, value in record.items():
            if name not in {"question", "context", "gold_answers", "response", "reasoning_tokens"}:
                found |= _flatten(value)
    return sorted(found)


def _flatten(value: object) -> set[str]:
    if isinstance(value, dict):
        return {text for pair in value.items() for member in pair for text in _flatten(member)}
    if isinstance(value, list):
        return {text for member in value for text in _flatten(member)}
    return {str(value)}
