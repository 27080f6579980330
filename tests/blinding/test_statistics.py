"""Over many synthetic studies blind ids and positions say nothing about models, labels or other coders (trust, D4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.stats import rankdata

from annotate.blinding.blind_ids import build_blind_id
from annotate.blinding.entropy import build_fixed_entropy
from annotate.blinding.order import OrderedUnit, build_order, build_sides

STUDIES = 200
MODELS, ITEMS = 6, 10
LABELS = 3
NARROW = (0.45, 0.55)


@dataclass(frozen=True, slots=True, kw_only=True)
class Synthetic:
    """A study of 60 units: for each its model, label and question, and the ranks of blind id and two coders' positions."""

    model: np.ndarray
    label: np.ndarray
    question: np.ndarray
    ranks: dict[str, np.ndarray]
    second: np.ndarray


def build_study(number: int) -> Synthetic:
    draw = build_fixed_entropy(f"study {number}")
    secret = draw(32)
    model = np.repeat(np.arange(MODELS), ITEMS)
    question = np.tile(np.arange(ITEMS), MODELS)
    label = (model + np.frombuffer(draw(MODELS * ITEMS), dtype=np.uint8) // 86) % LABELS
    ids = [build_blind_id(secret, f"model-{m}/item-{q}") for m, q in zip(model, question, strict=True)]
    units = [OrderedUnit(blind_id=i, question=f"question {q}") for i, q in sorted(zip(ids, question, strict=True))]
    orders = [build_order(secret, pseudonym, units) for pseudonym in ("C-AAAAA", "C-BBBBB")]
    places = [np.array([order.index(i) for i in ids]) for order in orders]
    return Synthetic(
        model=model,
        label=label,
        question=question,
        ranks={"blind id": rankdata(np.array(ids).argsort().argsort()), "position": rankdata(places[0])},
        second=rankdata(places[1]),
    )


@pytest.fixture(scope="module")
def studies() -> list[Synthetic]:
    return [build_study(number) for number in range(STUDIES)]


def measure_auc(scores: np.ndarray, is_positive: np.ndarray) -> float:
    """The chance that a positive's score is above a negative's, ties by half."""
    positives = int(is_positive.sum())
    ranks = rankdata(scores)
    surplus = ranks[is_positive].sum() - positives * (positives + 1) / 2
    return float(surplus / (positives * (len(scores) - positives)))


def list_model_aucs(study: Synthetic, rank: np.ndarray) -> list[float]:
    return [measure_auc(rank, study.model == m) for m in range(MODELS - 1)]


def list_label_aucs(study: Synthetic, rank: np.ndarray) -> list[float]:
    return [measure_auc(rank, study.label == code) for code in range(LABELS - 1)]


def list_pair_aucs(study: Synthetic, rank: np.ndarray) -> list[float]:
    """How well nearness tells pairs of one model."""
    a, b = np.triu_indices(len(rank), 1)
    return [measure_auc(-np.abs(rank[a] - rank[b]), study.model[a] == study.model[b])]


Measure = Callable[[Synthetic, np.ndarray], list[float]]
MEASURES = (list_model_aucs, list_label_aucs, list_pair_aucs)


def build_interval(values: np.ndarray) -> tuple[float, float]:
    """The 95% interval of a mean over studies."""
    half = 1.96 * values.std(ddof=1) / np.sqrt(len(values))
    return float(values.mean() - half), float(values.mean() + half)


def is_within(interval: tuple[float, float], bounds: tuple[float, float]) -> bool:
    return bounds[0] <= interval[0] and interval[1] <= bounds[1]


def list_intervals(measure: Measure, pairs: list[tuple[Synthetic, np.ndarray]]) -> list[tuple[float, float]]:
    return [build_interval(column) for column in np.array([measure(study, rank) for study, rank in pairs]).T]


@pytest.mark.parametrize("kind", ["blind id", "position"])
@pytest.mark.parametrize("measure", MEASURES)
def test_nothing_is_told_by_blind_id_or_position(studies: list[Synthetic], measure: Measure, kind: str) -> None:
    intervals = list_intervals(measure, [(study, study.ranks[kind]) for study in studies])
    assert all(is_within(interval, NARROW) for interval in intervals), intervals


@pytest.mark.parametrize("measure", MEASURES)
def test_an_order_that_leaks_is_found(studies: list[Synthetic], measure: Measure) -> None:
    """Positions that are pulled towards the order of models or labels."""

    def pull(study: Synthetic) -> np.ndarray:
        fact = study.label if measure is list_label_aucs else study.model
        return study.ranks["position"] + 0.8 * len(fact) * fact / fact.max()

    intervals = list_intervals(measure, [(study, pull(study)) for study in studies])
    assert not all(is_within(interval, NARROW) for interval in intervals), intervals


def test_two_coders_orders_are_unrelated(studies: list[Synthetic]) -> None:
    related = np.array([np.corrcoef(study.ranks["position"], study.second)[0, 1] for study in studies])
    assert is_within(build_interval(related), (-0.05, 0.05))
    same = np.array([np.corrcoef(study.second, study.second)[0, 1] for study in studies])
    assert not is_within(build_interval(same + np.zeros(STUDIES)), (-0.05, 0.05))


def test_position_and_blind_id_are_unrelated(studies: list[Synthetic]) -> None:
    related = np.array([np.corrcoef(study.ranks["position"], study.ranks["blind id"])[0, 1] for study in studies])
    assert is_within(build_interval(related), (-0.05, 0.05))


def test_the_side_of_a_coder_is_a_fair_coin() -> None:
    secret = build_fixed_entropy("sides")(32)
    firsts = [build_sides(secret, f"UNIT{n:06}", ["C-AAAAA", "C-BBBBB"])[0] == "C-AAAAA" for n in range(2_000)]
    assert is_within(build_interval(np.array(firsts, dtype=float)), NARROW)
