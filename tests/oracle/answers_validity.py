"""The oracle's validity, margin and calibration statistics, by the product's public functions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from scoring.ehq import DEFAULT_WEIGHTS, count_tallies, score_tally
from scoring.resampling import build_score_features, score_once
from scoring.resampling.analytic import (
    LabelledStratum,
    auroc,
    bhapkar_test,
    bowker_test,
    macro_f1_with_error,
    mcnemar_test,
    prediction_powered_mean,
    stuart_maxwell_test,
)
from scoring.resampling.analytic.margins import MarginTest
from scoring.resampling.intervals import Interval, clopper_pearson, wilson
from scoring.results import Exact, Reference
from scoring.validation import validate
from scoring.validation.classes import measure_classes
from scoring.validation.tables import Table
from tests.oracle.answers_agreement import Answer, ends
from tests.small_runs import build_codebook, build_run

ROLES = {"A": 0, "H": 0, "CC": 1, "CW": 2}
CERTAIN = 100_000_000


def _mean(numbers: list[Exact], *, zero: bool) -> float | None:
    """The mean of those that are defined, or of all with 0 for the others."""
    filled = tuple(Exact.of(0) if zero and one.value is None else one for one in numbers)
    return Exact.mean(filled, undefined="no class").number()


def _classification(given: dict) -> Answer:
    table = tuple((*row, 0) for row in given["table"])
    found = measure_classes(Table(counts=table, weighted=table), given["categories"])
    each = {name: [getattr(one, name) for one in found.per_class] for name in ("precision", "recall", "f1")}
    support = [one.support for one in found.per_class]
    out: Answer = {
        "accuracy": found.accuracy.number(),
        "balanced_accuracy": _mean(each["recall"], zero=False),
        "support": support,
        "predicted": [one.predicted for one in found.per_class],
    }
    for name, numbers in each.items():
        shares = [(one.value or Fraction(0)) * n for one, n in zip(numbers, support, strict=True)]
        out |= {
            name: [one.number() for one in numbers],
            f"macro_{name}_zero": _mean(numbers, zero=True),
            f"macro_{name}_defined": _mean(numbers, zero=False),
            f"weighted_{name}": Exact.ratio(sum(shares, Fraction(0)), sum(support), undefined="no record").number(),
            f"micro_{name}": found.accuracy.number(),
        }
    return out | {
        "macro_f1_zero": found.macro_f1_zero.number(),
        "macro_f1_defined": found.macro_f1_defined.number(),
        "weighted_f1": found.weighted_f1.number(),
    }


def _confusion(given: dict) -> Answer:
    book = build_codebook(dict.fromkeys(given["categories"], "none"))
    both = list(zip(given["reference"], given["predicted"], strict=True))
    rows = [{"item_id": f"{n:06}", "automated_label": after} for n, (_, after) in enumerate(both)]
    said = {f"a/{n:06}": before for n, (before, _) in enumerate(both)}
    found = validate(build_run(rows), Reference(sha256="", labels=said), codebook=book).as_json()
    left_out = found["unlabelled"] + sum(found["left_out"].values())
    return {"values": found["confusion"], "n": found["n"], "left_out": left_out}


def _margin(found: MarginTest) -> Answer:
    return {"value": found.statistic, "df": found.df, "p": found.p}


def _bowker(given: dict) -> Answer:
    found = bowker_test(given["table"])
    return {
        "value": found.statistic,
        "df": found.df,
        "p": found.p,
        "df_all_pairs": found.df_all,
        "p_all_pairs": found.p_all,
    }


def _mcnemar(given: dict) -> Answer:
    (_, only_first), (only_second, _) = given["table"]
    found = mcnemar_test(only_first, only_second)
    return {
        "b": found.only_first,
        "c": found.only_second,
        "chi2": found.chi_square,
        "p_chi2": found.p,
        "chi2_cc": found.corrected,
        "p_chi2_cc": found.p_corrected,
        "p_exact": found.p_exact,
        "p_mid": found.p_mid,
    }


def _macro_f1(given: dict) -> Answer:
    found = macro_f1_with_error(given["table"])
    return {"value": found.value, "se": found.se, "ci": ends(found)}


def _share(given: dict, find: Callable[[int, int], Interval]) -> Answer:
    found = find(given["x"], given["n"])
    return {"value": given["x"] / given["n"], "ci": [found.low, found.high]}


def read_confidence(values: list[float | None]) -> np.ndarray:
    """Confidences as the integers in which a run holds them; −1 for none."""
    return np.array([-1 if value is None else round(Fraction(str(value)) * CERTAIN) for value in values], dtype="int64")


def _scores_right(role: np.ndarray, confidence: np.ndarray) -> list[float | None]:
    zeros = np.zeros(len(role), dtype="int64")
    features = build_score_features(
        role=role, confidence=confidence, unit=zeros, group=zeros, groups=1, right_closed=True
    )
    return [None if np.isnan(value) else float(value) for value in score_once(features, (0.3, 0.45, 0.25))[:, 0]]


def _ehq(given: dict, *, right: bool) -> Answer:
    role = np.array([ROLES[label] for label in given["labels"]], dtype="int8")
    confidence = read_confidence(given["confidence"])
    [tally] = count_tallies(role=role, confidence=confidence, group=np.zeros(len(role), dtype="int64"), groups=1)
    scores = score_tally(tally, DEFAULT_WEIGHTS)
    found = [scores.get(name).number() for name in ("ehq1", "ehq2", "ehq3", "ehq")]
    if right:
        found = _scores_right(role, confidence)
    out: Answer = dict(zip(("ehq1", "ehq2", "ehq3", "ehq"), found, strict=True))
    return out | {"ece": None if found[2] is None else 1 - found[2], "n_ece": tally.calibration}


def _calibration_error(given: dict, *, right: bool) -> Answer:
    labels = ["CC" if correct else "CW" for correct in given["correct"]]
    found = _ehq({"labels": labels, "confidence": given["confidence"]}, right=right)
    confidence = read_confidence(given["confidence"])
    role = np.array([ROLES[label] for label in labels], dtype="int8")
    zeros = np.zeros(len(role), dtype="int64")
    features = build_score_features(
        role=role, confidence=confidence, unit=zeros, group=zeros, groups=1, right_closed=right
    )
    bins = features.entries.column[features.entries.column >= 4] - 4
    return {"value": found["ece"], "n": found["n_ece"], "counts": np.bincount(bins, minlength=10).tolist()}


def _auroc(given: dict) -> Answer:
    found = auroc(np.array(given["score"]), np.array(given["y"]) == 1)
    return {"value": found.value, "se": found.se, "ci": ends(found)}


def _powered(given: dict, weight: int | None) -> Answer:
    parts = given.get("strata", [given])
    strata = [
        LabelledStratum(
            reference=np.array(part["Y"]),
            automated=np.array(part["Yhat"]),
            uncoded=np.array(part["Yhat_unlabeled"]),
            weight=Fraction(str(part.get("weight", 1))),
        )
        for part in parts
    ]
    found = prediction_powered_mean(strata, weight=weight)
    lam = list(found.lambdas)
    return {
        "value": found.mean.value,
        "se": found.mean.se,
        "ci": ends(found.mean),
        "lam": lam if "strata" in given else lam[0],
    }


ANSWERS: dict[str, Callable[[dict], Answer]] = {
    "classification": _classification,
    "confusion_matrix": _confusion,
    "stuart_maxwell": lambda given: _margin(stuart_maxwell_test(given["table"])),
    "bhapkar": lambda given: _margin(bhapkar_test(given["table"])),
    "bowker": _bowker,
    "mcnemar": _mcnemar,
    "macro_f1_delta_ci": _macro_f1,
    "wilson_ci": lambda given: _share(given, lambda x, n: wilson(x / n, n)),
    "clopper_pearson_ci": lambda given: _share(given, clopper_pearson),
    "ece10_left": lambda given: _calibration_error(given, right=False),
    "ece10_right": lambda given: _calibration_error(given, right=True),
    "ehq_left": lambda given: _ehq(given, right=False),
    "ehq_right": lambda given: _ehq(given, right=True),
    "auroc": _auroc,
    "classical_mean": lambda given: _powered(given, 0),
    "ppi_mean": lambda given: _powered(given, 1),
    "ppi_mean_tuned": lambda given: _powered(given, None),
    "ppi_mean_stratified": lambda given: _powered(given, 1),
    "ppi_mean_stratified_tuned": lambda given: _powered(given, None),
}
