"""The four questions of the results page, each answered by a number and a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotate.web.numbers import show_number, show_percent, show_signed
from annotate.web.tables import get_value

__all__ = ["Answer", "build_answers"]

WORDS = {1: "first", 3: "first three", 4: "first four", 5: "first five"}
UNDEFINED = "undefined"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A question, its number as it is read, and what stands behind it."""

    question: str
    big: str
    text: str


def build_answers(results: Mapping[str, Any]) -> tuple[Answer, ...]:
    """Do people agree, does the classifier agree with them, how far off are the scores, does the ranking hold."""
    return (
        _people(results["agreement"]),
        _classifier(results),
        _scores(results["impact"]["ehq1"]),
        _ranking(results["ranks"]["ehq1"]),
    )


def _people(agreement: Mapping[str, Any]) -> Answer:
    two, differ = agreement["two_class"], _count_off_diagonal(agreement["confusion"])
    parts = [f"{_classes(agreement)} classes", f"two classes {_figure(two['kappa'])}"]
    if differ is not None:
        parts.append(f"{differ} of {agreement['n']} differ")
    return Answer(question="Do people agree?", big=_big("κ", agreement["kappa"]), text=_join(parts, agreement["kappa"]))


def _classifier(results: Mapping[str, Any]) -> Answer:
    parts = [
        f"{_classes(results)} classes",
        f"two classes {_figure(results['two_class']['kappa'])}",
        f"right on {show_percent(get_value(results['accuracy']))} of {results['n']} records",
    ]
    question = "Does the classifier agree with people?"
    return Answer(question=question, big=_big("κ", results["kappa"]), text=_join(parts, results["kappa"]))


def _scores(impact: Mapping[str, Any]) -> Answer:
    bias = get_value(impact["bias"])
    by_model = [
        (abs(value), value, model["model"]) for model in impact["models"] if (value := _bias(model)) is not None
    ]
    parts = ["EHQ1, automated − reference"]
    if by_model:
        _, value, name = max(by_model)
        parts.append(f"largest for {name}: {show_signed(value)}")
    big = UNDEFINED if bias is None else show_signed(bias)
    return Answer(question="How far off are the scores?", big=big, text=_join(parts, impact["bias"]))


def _ranking(ranks: Mapping[str, Any]) -> Answer:
    parts = ["EHQ1, Spearman over models"]
    if ranks["max_shift"] is not None:
        places = f"{ranks['max_shift']:g}"
        parts.append(f"largest shift {places} place{'' if places == '1' else 's'}")
    same = [int(k) for k, top in ranks["top"].items() if top["same_set"]]
    if same:
        held = max(same)
        parts.append(f"the {WORDS.get(held, f'first {held}')} {'is' if held == 1 else 'are'} the same")
    return Answer(
        question="Does the ranking hold?", big=_big("ρ", ranks["spearman"]), text=_join(parts, ranks["spearman"])
    )


def _classes(figures: Mapping[str, Any]) -> int:
    return len([label for label in figures["labels"] if label not in {"CANNOT_CODE", "outside"}])


def _count_off_diagonal(confusion: Sequence[Sequence[int]] | None) -> int | None:
    if confusion is None:
        return None
    return sum(count for i, row in enumerate(confusion) for j, count in enumerate(row) if i != j)


def _bias(model: Mapping[str, Any]) -> float | None:
    return get_value(model["bias"])


def _figure(estimate: Mapping[str, Any]) -> str:
    value = get_value(estimate)
    return UNDEFINED if value is None else show_number(value)


def _big(sign: str, estimate: Mapping[str, Any]) -> str:
    value = get_value(estimate)
    return UNDEFINED if value is None else f"{sign} {show_number(value)}"


def _join(parts: Sequence[str], estimate: Mapping[str, Any]) -> str:
    reason = [str(estimate["undefined"])] if estimate.get("undefined") else []
    return " · ".join([*reason, *parts])
