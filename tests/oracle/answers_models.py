"""The oracle's statistics over models, and its bootstraps and random permutations, by the product's public functions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from scoring.resampling import (
    agreement_of_tables,
    as_tables,
    build_design,
    build_score_features,
    draw_cells,
    find_patterns,
    open_stream,
    replicate_alpha,
    replicate_correlations,
    replicate_scores,
    score_once,
    validity_of_tables,
)
from scoring.resampling.analytic import (
    CorrelationResult,
    cohen_dz,
    correlate,
    correlate_ranks,
    fit_line,
    partial_correlation,
)
from scoring.resampling.intervals import find_percentiles
from scoring.resampling.ordering import pair_signs
from scoring.resampling.permutation import (
    Correlation,
    PermutationTest,
    correlation_test,
    holm,
    sign_flip_test,
    two_group_test,
)
from scoring.results import Estimate, Exact
from scoring.validation import kendall, max_min_ratio, pearson, slope, spearman
from scoring.validation.family import two_group_p
from tests.oracle.answers_agreement import Answer, ends, read_ratings
from tests.oracle.answers_validity import ROLES, read_confidence

REPLICATES = 10_000
SEED = "1"
SCORES = ("ehq1", "ehq2", "ehq3", "ehq")


def _exact(values: list[float]) -> list[Fraction]:
    """The decimals that the case means, not the doubles that stand for them."""
    return [Fraction(str(value)) for value in values]


def _correlation(found: CorrelationResult) -> Answer:
    interval = (
        None if found.interval is None or found.interval.low is None else [found.interval.low, found.interval.high]
    )
    return {"value": found.value, "n": found.n, "df": found.df, "p": found.p, "ci": interval}


def _pearson(given: dict) -> Answer:
    x, y = _exact(given["x"]), _exact(given["y"])
    return _correlation(correlate(x, y)) | {"value": pearson(x, y).value}


def _spearman(given: dict) -> Answer:
    x, y = _exact(given["x"]), _exact(given["y"])
    return {"value": spearman(x, y).value, "p_t": correlate_ranks(x, y).p}


def _kendall(given: dict) -> Answer:
    x, y = _exact(given["x"]), _exact(given["y"])
    concordance = int((pair_signs(x) * pair_signs(y)).sum()) // 2
    return {"value": kendall(x, y).value, "S": concordance}


def _permuted(found: PermutationTest) -> Answer:
    return {
        "value": found.value,
        "p": found.p,
        "count": found.hits,
        "total": found.arrangements,
        "p_twice_smaller_tail": found.twice_smaller_tail,
        "p_greater": found.greater,
        "p_less": found.less,
    }


def _permutation(given: dict, kind: Correlation) -> Answer:
    stream = open_stream(SEED, f"oracle.permutation.{kind}")
    return _permuted(correlation_test(_exact(given["x"]), _exact(given["y"]), kind, stream=stream, draws=REPLICATES))


def _two_groups(given: dict) -> Answer:
    values = _exact(given["values"])
    found = two_group_test(values, given["group"], stream=open_stream(SEED, "oracle.groups"))
    return _permuted(found) | {"p": two_group_p(values, given["group"]).value}


def _signs(given: dict) -> Answer:
    return _permuted(sign_flip_test(_exact(given["diff"]), stream=open_stream(SEED, "oracle.signs")))


def _slope(given: dict) -> Answer:
    x, y = _exact(given["x"]), _exact(given["y"])
    line = fit_line(x, y)
    return {
        "value": slope(y, x).number(),
        "intercept": line.intercept,
        "se": line.slope.se,
        "ci": ends(line.slope),
        "p": line.p,
    }


def _number(found: Exact | Estimate) -> float | None:
    return found.number() if isinstance(found, Exact) else found.value


def _percentile(replicates: np.ndarray) -> Answer:
    found = find_percentiles(replicates[np.newaxis])
    return {
        "ci": [float(found.low[0]), float(found.high[0])],
        "undefined_share": float(found.left_out[0]) / len(replicates),
    }


def _tables(given: dict) -> np.ndarray:
    table = np.array(given["table"])
    cell = np.repeat(np.arange(table.size), table.ravel())
    cells = draw_cells(
        build_design(np.zeros(len(cell), dtype="int64"), rescaled=False),
        unit=np.arange(len(cell)),
        cell=cell,
        cells=table.size,
        stream=open_stream(SEED, "oracle.tables"),
        replicates=REPLICATES,
    )
    return as_tables(cells, len(table))


def _alpha_boot(given: dict) -> Answer:
    ratings = read_ratings(given)
    design = build_design(np.zeros(len(ratings), dtype="int64"), rescaled=False)
    patterns = find_patterns(ratings, len(given["categories"]))
    stream = open_stream(SEED, "oracle.alpha")
    unit = np.arange(len(ratings))
    return _percentile(replicate_alpha(design, patterns, unit=unit, stream=stream, replicates=REPLICATES))


def _ehq_boot(given: dict) -> Answer:
    names = sorted(set(given["stratum"]), key=str)
    stratum = np.array([names.index(name) for name in given["stratum"]])
    features = build_score_features(
        role=np.array([ROLES[label] for label in given["labels"]], dtype="int8"),
        confidence=read_confidence(given["confidence"]),
        unit=np.arange(len(stratum)),
        group=np.zeros(len(stratum), dtype="int64"),
        groups=1,
    )
    weights = (0.3, 0.45, 0.25)
    found = replicate_scores(
        build_design(stratum, rescaled=False),
        features,
        weights=weights,
        stream=open_stream(SEED, "oracle.scores"),
        replicates=REPLICATES,
    )
    point = score_once(features, weights)[:, 0]
    return {
        "ci": {name: _percentile(found[place, 0])["ci"] for place, name in enumerate(SCORES)},
        "point": dict(zip(SCORES, point.tolist(), strict=True)),
    }


def _correlation_boot(given: dict, kind: Correlation) -> Answer:
    stream = open_stream(SEED, "oracle.models")
    found = replicate_correlations(_exact(given["x"]), _exact(given["y"]), stream=stream, replicates=REPLICATES)
    return _percentile({"pearson": found.pearson, "spearman": found.spearman, "kendall": found.kendall}[kind])


def _partial(given: dict) -> Answer:
    covariates = [_exact(covariate) for covariate in given["covariates"]]
    return _correlation(partial_correlation(_exact(given["x"]), _exact(given["y"]), covariates))


ANSWERS: dict[str, Callable[[dict], Answer]] = {
    "pearson": _pearson,
    "spearman": _spearman,
    "kendall_tau_b": _kendall,
    "point_biserial": lambda given: _correlation(correlate(_exact(given["binary"]), _exact(given["y"]))),
    "partial_corr": _partial,
    "slope": _slope,
    "max_min_ratio": lambda given: {"value": _number(max_min_ratio(_exact(given["values"])))},
    "cohen_dz": lambda given: {"value": cohen_dz(_exact(given["diff"])).value},
    "holm": lambda given: {"values": list(holm(given["p"]).p)},
    "two_group_exact": _two_groups,
    "signflip_exact": _signs,
    "pearson_perm_exact": lambda given: _permutation(given, "pearson"),
    "spearman_perm_exact": lambda given: _permutation(given, "spearman"),
    "kendall_tau_b_perm_exact": lambda given: _permutation(given, "kendall"),
    "pearson_perm_random": lambda given: _permutation(given, "pearson"),
    "spearman_perm_random": lambda given: _permutation(given, "spearman"),
    "kendall_tau_b_perm_random": lambda given: _permutation(given, "kendall"),
    "cohen_kappa_boot": lambda given: _percentile(agreement_of_tables(_tables(given), len(given["table"])).kappa),
    "gwet_ac1_boot": lambda given: _percentile(agreement_of_tables(_tables(given), len(given["table"])).ac1),
    "macro_f1_boot": lambda given: _percentile(validity_of_tables(_tables(given)).macro_f1_defined),
    "krippendorff_alpha_nominal_boot": _alpha_boot,
    "ehq_stratified_boot": _ehq_boot,
    "pearson_boot": lambda given: _correlation_boot(given, "pearson"),
    "spearman_boot": lambda given: _correlation_boot(given, "spearman"),
    "kendall_tau_b_boot": lambda given: _correlation_boot(given, "kendall"),
}
