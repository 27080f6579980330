"""The oracle's agreement statistics, by the product's public functions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from scoring.agreement import (
    UnitCounts,
    brennan_prediger,
    cohen_kappa,
    conger_expected,
    conger_kappa,
    count_units,
    fleiss_pi,
    gwet_ac1,
    krippendorff_alpha,
    mean_agreement,
    specific_agreement,
)
from scoring.agreement.unit_counts import Pattern
from scoring.resampling.analytic import (
    Coefficient,
    UnitPattern,
    WeightKind,
    alpha_of_level,
    coefficient_with_error,
    fit_latent_classes,
    kappa_with_error,
    light_kappa,
    patterns_of_table,
)
from scoring.resampling.analytic.krippendorff import Level
from scoring.resampling.analytic.subjects import Chance
from scoring.results import Exact

Answer = dict[str, object]


def read_ratings(given: dict) -> np.ndarray:
    """Units × coders as class positions, −1 where there is none."""
    place = {value: position for position, value in enumerate(given["categories"])} | {None: -1}
    return np.array([[place[value] for value in unit] for unit in given["ratings"]], dtype="int64")


def read_patterns(given: dict) -> tuple[UnitPattern, ...]:
    """The distinct units of a case, from raw ratings or from a table of two codings."""
    if "table" in given:
        return patterns_of_table(given["table"])
    q = len(given["categories"])
    ratings = read_ratings(given)
    counts = np.array([np.bincount(unit[unit >= 0], minlength=q) for unit in ratings])
    distinct, units = np.unique(counts, axis=0, return_counts=True)
    return tuple(
        UnitPattern(given=tuple(row), units=n) for row, n in zip(distinct.tolist(), units.tolist(), strict=True)
    )


def _counts(given: dict) -> UnitCounts:
    if "ratings" in given:
        return count_units(read_ratings(given), len(given["categories"]))
    patterns = patterns_of_table(given["table"])
    return UnitCounts(patterns=tuple(Pattern(classes=one.given, units=one.units) for one in patterns))


def ends(coefficient: Coefficient) -> list[float] | None:
    """The interval of a coefficient as its formula gives it, coinciding ends included."""
    found = coefficient.ends()
    return None if found is None else [found.low, found.high]


def _kappa(given: dict, weights: WeightKind) -> Answer:
    found = kappa_with_error(given["table"], weights=weights)
    value = found.coefficient.value if weights != "identity" else cohen_kappa(given["table"]).number()
    return {
        "value": value,
        "po": found.observed,
        "pe": found.expected,
        "se": found.coefficient.se,
        "ci": ends(found.coefficient),
        "se0": found.se0,
        "z0": found.z0,
        "p0": found.p0,
    }


def _subjects(
    given: dict, chance: Chance, weights: WeightKind, exact: Callable[[UnitCounts], Exact] | None = None
) -> Answer:
    found = coefficient_with_error(read_patterns(given), len(given["categories"]), chance, weights=weights)
    return {
        "value": found.coefficient.value if exact is None else exact(_counts(given)).number(),
        "pa": found.observed,
        "pe": found.expected,
        "n_units": found.units,
        "n_units_with_two": found.units_paired,
        "se": found.coefficient.se,
        "ci": ends(found.coefficient),
        "se_table": found.se_table,
    }


def _alpha(given: dict, level: Level) -> Answer:
    patterns = read_patterns(given)
    pairable = [one for one in patterns if one.codings > 1]
    values = given["categories"] if level == "interval" else ()
    exact = krippendorff_alpha(_counts(given)).number()
    return {
        "value": exact if level == "nominal" else alpha_of_level(patterns, level, values).value,
        "n_pairable": sum(one.units * one.codings for one in pairable),
        "n_units": sum(one.units for one in pairable),
    }


def _conger(given: dict) -> Answer:
    observed = mean_agreement(_counts(given))
    expected = conger_expected(read_ratings(given), len(given["categories"]))
    value = conger_kappa(observed, expected).number()
    return {"value": value, "po": observed.number(), "pe": expected.number()}


def _light(given: dict) -> Answer:
    found = light_kappa(read_ratings(given), len(given["categories"]))
    return {"value": found.coefficient.value, "pairs": list(found.pairs)}


def _latent(given: dict) -> Answer:
    ratings = read_ratings(given)
    names = given.get("coder_of_column", list(range(ratings.shape[1])))
    coder = np.array([names.index(name) for name in names])
    _, coder = np.unique(coder, return_inverse=True)
    found = fit_latent_classes(ratings, len(given["categories"]), coder)
    return {
        "posterior": found.posterior.tolist(),
        "prior": found.prior.tolist(),
        "labels": [given["categories"][place] for place in found.labels.tolist()],
        "loglik": found.log_likelihood,
    }


def _q(given: dict) -> int:
    return len(given["categories"])


def _specific(given: dict) -> Answer:
    return {"values": [one.number() for one in specific_agreement(_counts(given), _q(given))]}


ANSWERS: dict[str, Callable[[dict], Answer]] = {
    "observed_agreement": lambda given: _subjects(given, "none", "identity", mean_agreement),
    "specific_agreement": _specific,
    "cohen_kappa": lambda given: _kappa(given, "identity"),
    "weighted_kappa_linear": lambda given: _kappa(given, "linear"),
    "weighted_kappa_quadratic": lambda given: _kappa(given, "quadratic"),
    "brennan_prediger": lambda given: _subjects(
        given, "brennan-prediger", "identity", lambda counts: brennan_prediger(counts, _q(given))
    ),
    "randolph_kappa": lambda given: _subjects(
        given, "brennan-prediger", "identity", lambda counts: brennan_prediger(counts, _q(given))
    ),
    "scott_pi": lambda given: _subjects(given, "pi", "identity", fleiss_pi),
    "fleiss_kappa": lambda given: _subjects(given, "pi", "identity", fleiss_pi),
    "gwet_ac1": lambda given: _subjects(given, "ac", "identity", lambda counts: gwet_ac1(counts, _q(given))),
    "gwet_ac2_linear": lambda given: _subjects(given, "ac", "linear"),
    "gwet_ac2_quadratic": lambda given: _subjects(given, "ac", "quadratic"),
    "krippendorff_alpha_nominal": lambda given: _alpha(given, "nominal"),
    "krippendorff_alpha_ordinal": lambda given: _alpha(given, "ordinal"),
    "krippendorff_alpha_interval": lambda given: _alpha(given, "interval"),
    "conger_kappa": _conger,
    "light_kappa": _light,
    "dawid_skene": _latent,
}
