"""The run of the twin worlds, and the exchange of everything that coders may not know of it."""

from __future__ import annotations

from collections.abc import Sequence

from tests.state_records import build_records

__all__ = ["FACTS", "build_twin_records", "exchange_facts"]

Record = dict[str, object]

FACTS = (
    "model",
    "family",
    "provider",
    "generation_of",
    "category",
    "subcategory",
    "automated_label",
    "label_reasons",
    "labels",
    "confidence",
    "confidence_text",
    "correct",
    "answered_by",
    "completion_tokens",
    "reasoning_tokens",
    "finish_reason",
)
"""What is exchanged; record ids, item ids and texts stay where they are."""

MODELS = ("oak-large-2", "oak-1", "willow")


def build_twin_records() -> list[Record]:
    """36 records of three models whose names differ in length, with every fact that a run can hold."""
    records = build_records(models=MODELS)
    for n, record in enumerate(records):
        record |= {
            "provider": f"provider of {record['family']}",
            "generation_of": "oak-1" if record["model"] == "oak-large-2" else None,
            "label_reasons": ["hedged"] * (n % 3),
            "labels": {"judge-a": "HEDGE" if n % 2 else "ABSTAIN"},
            "confidence_text": f"I am {record['confidence']}% sure",
            "correct": n % 3 == 0,
            "answered_by": f"{record['model']}-0{n % 4}",
            "finish_reason": "length" if n % 7 == 0 else "stop",
            "reasoning_tokens": 0 if n % 2 else None,
        }
    return records


def exchange_facts(records: Sequence[Record]) -> list[Record]:
    """The same ids and texts with other facts: those of the next item but two, of the next model.

    The facts of a record move together, so that every stratum keeps its size and every model its scores; records must
    come item by item with all models in the same order.
    """
    models = len({record["model"] for record in records})
    items = len(records) // models
    exchanged = []
    for n, record in enumerate(records):
        item, place = divmod(n, models)
        source = records[(item + items // 2 + 1) % items * models + (place + 1) % models]
        exchanged.append({**record, **{name: source[name] for name in FACTS}})
    return exchanged
