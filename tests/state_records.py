"""Records of a small run: the texts and ids say nothing of the model, so that facts can be exchanged between them."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["build_records"]

RESPONSES = (
    "I do not know anything about number {n}.",
    "Number {n} was perhaps built in 1874.",
    "Number {n} was built in 18{n:02}.",
    "Nobody told me, so I do not know number {n}.",
    "Number {n} stands on the east bank.",
    "It was number {n}, opened in 19{n:02}.",
)
AUTOMATED = ("ABSTAIN", "HEDGE", "CONFIDENT_WRONG", "HEDGE", "CONFIDENT_WRONG", "CONFIDENT_WRONG")


def build_records(
    *,
    models: Sequence[str] = ("north-1", "north-2", "south-1"),
    categories: Sequence[str] = ("FEQ", "HNQ"),
    items: int = 6,
) -> list[dict[str, object]]:
    """One record of each model for each of ``items`` items a category; every sixth response holds a *perhaps*.

    Ids are numbers in the order of the records; the automated labels are wrong in one of six.
    """
    records: list[dict[str, object]] = []
    for category in categories:
        for item in range(items):
            for model in models:
                n = len(records)
                records.append(
                    {
                        "record_id": f"r{n:04}",
                        "item_id": f"{category.lower()}-{item}",
                        "model": model,
                        "family": model.partition("-")[0],
                        "category": category,
                        "subcategory": f"{category}-{item % 2}",
                        "question": f"When was mill {item} of {category} built?",
                        "gold_answers": None if category == "FEQ" else [f"19{item:02}"],
                        "response": RESPONSES[n % len(RESPONSES)].format(n=n),
                        "confidence": 10 * (n % 11),
                        "automated_label": AUTOMATED[n % len(AUTOMATED)],
                        "completion_tokens": 20 + n,
                        "reasoning_tokens": 0,
                    }
                )
    return records
