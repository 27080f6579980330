"""Over two hundred studies, neither a blind id nor a place in a coder's order says anything about model or label."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from annotate.blinding.blind_ids import draw_blind_ids
from annotate.blinding.entropy import build_fixed_entropy
from annotate.blinding.order import OrderedUnit, build_order, build_sides

STUDIES = 200
MODELS = 6
ITEMS = 20
RECORDS = [f"model-{model}/item-{item}" for model in range(MODELS) for item in range(ITEMS)]
MODEL = np.repeat(np.arange(MODELS), ITEMS)
RESTRAINT = np.array([hashlib.sha256(f"label of {record}".encode()).digest()[0] < 110 for record in RECORDS])
QUESTION = [f"question {n % ITEMS}" for n in range(len(RECORDS))]


def area_under_curve(score: np.ndarray, positive: np.ndarray) -> float:
    """The chance that a random positive scores above a random negative, from ranks."""
    ranks = score.argsort().argsort() + 1
    n, m = positive.sum(), (~positive).sum()
    return float((ranks[positive].sum() - n * (n + 1) / 2) / (n * m))


def check_interval(values: list[float], low: float, high: float) -> None:
    """The 95% interval of the mean lies within these bounds, and a planted dependence would not."""
    mean, half = np.mean(values), 1.96 * np.std(values, ddof=1) / np.sqrt(len(values))
    assert low < mean - half
    assert mean + half < high


@pytest.fixture(scope="module")
def places() -> list[dict[str, np.ndarray]]:
    """For each study: the rank of each record's blind id, and its place in the orders of two coders."""
    found = []
    for n in range(STUDIES):
        drawn = draw_blind_ids(RECORDS, build_fixed_entropy(f"study {n}"))
        names = [drawn.names[record] for record in RECORDS]
        units = [OrderedUnit(blind_id=b, question=q) for b, q in zip(names, QUESTION, strict=True)]
        orders = {}
        for coder in ("C-AAAAA", "C-BBBBB"):
            place = {blind_id: at for at, blind_id in enumerate(build_order(drawn.secret, coder, units))}
            orders[coder] = np.array([place[blind_id] for blind_id in names])
        found.append({"blind_id": np.array(names).argsort().argsort(), **orders})
    return found


@pytest.mark.parametrize("what", ["blind_id", "C-AAAAA", "C-BBBBB"])
def test_nothing_predicts_the_label_or_the_model(places: list[dict[str, np.ndarray]], what: str) -> None:
    check_interval([area_under_curve(study[what], RESTRAINT) for study in places], 0.45, 0.55)
    for model in range(MODELS):
        check_interval([area_under_curve(study[what], model == MODEL) for study in places], 0.45, 0.55)


@pytest.mark.parametrize("what", ["blind_id", "C-AAAAA"])
def test_neighbours_are_of_one_model_no_more_often_than_by_chance(
    places: list[dict[str, np.ndarray]], what: str
) -> None:
    chance = (ITEMS - 1) / (len(RECORDS) - 1)
    same = [float(np.mean(np.diff(MODEL[study[what].argsort()]) == 0)) for study in places]
    check_interval(same, chance - 0.02, chance + 0.02)


def test_two_coders_orders_are_unrelated(places: list[dict[str, np.ndarray]]) -> None:
    related = [float(np.corrcoef(study["C-AAAAA"], study["C-BBBBB"])[0, 1]) for study in places]
    check_interval(related, -0.05, 0.05)
    by_id = [float(np.corrcoef(study["C-AAAAA"], study["blind_id"])[0, 1]) for study in places]
    check_interval(by_id, -0.05, 0.05)


def test_the_side_says_nothing_about_the_coder() -> None:
    first = [
        build_sides(hashlib.sha256(bytes([n])).digest(), f"U{unit:09}", ["C-AAAAA", "C-BBBBB"])[0] == "C-AAAAA"
        for n in range(20)
        for unit in range(100)
    ]
    assert 0.46 < np.mean(first) < 0.54


def test_a_planted_dependence_is_found(places: list[dict[str, np.ndarray]]) -> None:
    """Where ids came in the order of the records, the measure would say so."""
    leaking = [area_under_curve(np.arange(len(RECORDS)), MODEL == 0) for _ in places[:2]]
    with pytest.raises(AssertionError):
        check_interval([*leaking, leaking[0] + 1e-9], 0.45, 0.55)
