"""How fast and how small resampling is, in ratios to plain ways of doing the same in the same process.

Times are medians of five, with one BLAS thread; slow ways are timed on a part and extrapolated. Bounds are those of the
specification; exit 1 where one is broken. Alpha is compared with the package ``krippendorff`` (GPL, never installed with
this project) where it can be imported: ``pip install --target DIR krippendorff`` and ``PYTHONPATH=.:DIR``; elsewhere the
same steps are written out here. Run it with ``python tests/load/bench_resampling.py``.
"""

from __future__ import annotations

import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scoring.resampling import (
    agreement_of_tables,
    as_tables,
    build_design,
    build_score_features,
    compare_replicates,
    draw_cells,
    find_patterns,
    merge_classes,
    open_stream,
    rank_intervals,
    replicate_alpha,
    replicate_scores,
    stuart_maxwell_of_tables,
    validity_of_tables,
)
from scoring.resampling.intervals import find_percentiles
from scoring.resampling.threads import one_blas_thread
from tests.load.bench_import import describe_machine

REPLICATES = 10_000
MODELS, ITEMS, STRATA = 14, 3_000, 20
WEIGHTS = (0.30, 0.45, 0.25)
TABLE = np.array([[52, 6, 1, 2], [7, 31, 12, 9], [1, 8, 298, 21], [2, 4, 19, 87]])

broken: list[str] = []
"""Bounds that did not hold."""


def seconds(work: Callable[[], object], times: int = 5) -> float:
    """Median wall clock of some calls."""
    found = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        found.append(time.perf_counter() - begin)
    return statistics.median(found)


def paired(work: Callable[[], object], beside: Callable[[], object], times: int = 5) -> tuple[float, float, float]:
    """Median seconds of both and median ratio, each pair timed one right after the other."""
    pairs = [(seconds(work, 1), seconds(beside, 1)) for _ in range(times)]
    ours, theirs = zip(*pairs, strict=True)
    return statistics.median(ours), statistics.median(theirs), statistics.median(a / b for a, b in pairs)


def report(what: str, ratio: float, bound: float, *, at_least: bool) -> None:
    """Print one ratio beside its bound and remember the bound where it does not hold."""
    fine = ratio >= bound if at_least else ratio < bound
    if not fine:
        broken.append(what)
    sign = "at least" if at_least else "under"
    print(f"  {what}: {ratio:,.2f} ({sign} {bound:g}){'' if fine else '  BROKEN'}")


def build_run(step: int) -> pd.DataFrame:
    """Records of 14 models on the same items; confidences are multiples of ``step`` · 10^-8."""
    draw = np.random.default_rng(5)
    size = MODELS * ITEMS
    return pd.DataFrame(
        {
            "item": np.tile(np.arange(ITEMS), MODELS),
            "model": np.repeat(np.arange(MODELS), ITEMS),
            "role": draw.choice(3, size=size, p=[0.4, 0.35, 0.25]),
            "confidence": draw.integers(0, 10**8 // step + 1, size=size) * step,
        }
    )


def score_run(run: pd.DataFrame) -> object:
    """All scores, differences, shares ahead, ranks and their intervals."""
    features = build_score_features(
        role=run["role"].to_numpy(),
        confidence=run["confidence"].to_numpy(),
        unit=run["item"].to_numpy(),
        group=run["model"].to_numpy(),
        groups=MODELS,
    )
    found = replicate_scores(
        build_design(np.arange(ITEMS) % STRATA, rescaled=False),
        features,
        weights=WEIGHTS,
        stream=open_stream("1", "bench.scores"),
        replicates=REPLICATES,
    )
    pairs = [compare_replicates(values) for values in found]
    return pairs, [rank_intervals(one.ranks) for one in pairs], [find_percentiles(values) for values in found]


def score_plainly(role: np.ndarray, confidence: np.ndarray) -> list[float]:
    """The four scores of one model from its labels and confidences."""
    pool = role > 0
    gap = confidence[pool] - (role[pool] == 1)
    error = np.abs(np.bincount(np.minimum((confidence[pool] * 10).astype(int), 9), gap, 10)).sum() / pool.sum()
    parts = [(role == 0).mean(), 1 - (role == 2).mean(), 1 - error]
    return [*parts, float(np.dot(WEIGHTS, parts))]


def loop_numpy(run: pd.DataFrame, replicates: int) -> None:
    """A plain loop over replicates and models."""
    draw = np.random.default_rng(1)
    role = run["role"].to_numpy().reshape(MODELS, ITEMS)
    confidence = run["confidence"].to_numpy().reshape(MODELS, ITEMS) / 1e8
    strata = [np.flatnonzero(np.arange(ITEMS) % STRATA == h) for h in range(STRATA)]
    found = np.empty((replicates, MODELS, 4))
    for replicate in range(replicates):
        items = np.concatenate([draw.choice(items, len(items)) for items in strata])
        for model in range(MODELS):
            found[replicate, model] = score_plainly(role[model, items], confidence[model, items])


def score_frame(part: pd.DataFrame) -> list[float]:
    """The four scores of one model by grouping a frame."""
    pool = part[part["role"] > 0]
    bins = pool.assign(bin=(pool["confidence"] // 10**7).clip(upper=9), right=pool["role"] == 1).groupby("bin")
    gaps = (bins["right"].mean() - bins["confidence"].mean() / 1e8).abs() * bins.size() / len(pool)
    parts = [(part["role"] == 0).mean(), 1 - (part["role"] == 2).mean(), 1 - gaps.sum()]
    return [*parts, float(np.dot(WEIGHTS, parts))]


def loop_pandas(run: pd.DataFrame, replicates: int) -> None:
    """A loop that draws items within strata, joins their records and groups them by model and by bin."""
    items = pd.DataFrame({"item": np.arange(ITEMS), "stratum": np.arange(ITEMS) % STRATA})
    for replicate in range(replicates):
        drawn = items.groupby("stratum").sample(frac=1, replace=True, random_state=replicate)[["item"]]
        for _, part in drawn.merge(run, on="item").groupby("model"):
            score_frame(part)


def bare_products(dtype: str) -> Callable[[], None]:
    """The matrix products alone, as the specification has them: 13 columns a model, chunks of 100 replicates."""
    draw = np.random.default_rng(1)
    features = draw.integers(0, 10**8, size=(13 * MODELS, ITEMS)).astype(dtype)
    counts = draw.integers(0, 3, size=(100, ITEMS)).astype(dtype)

    def multiply() -> None:
        with one_blas_thread():
            for _ in range(REPLICATES // 100):
                features @ counts.T

    return multiply


def bench_scores() -> None:
    """10,000 replicates of EHQ1, EHQ2, EHQ3, EHQ of 14 models × 3,000 items in 20 strata."""
    print(f"scores of {MODELS} models × {ITEMS:,} items, {REPLICATES:,} replicates, differences and ranks")
    double, single = bare_products("float64"), bare_products("float32")
    for step, name in ((1, "confidences with 8 decimals"), (10**6, "confidences with 2 decimals")):
        run = build_run(step)
        ours, bare, ratio = paired(lambda run=run: score_run(run), double)
        print(f" {name}: {ours:.3f} s (bare products {bare:.3f} s; in single precision {seconds(single):.3f} s)")
        report("times the bare products in double precision", ratio, 2, at_least=False)
    plain = seconds(lambda: loop_numpy(run, 100)) * REPLICATES / 100
    pandas = seconds(lambda: loop_pandas(run, 2), times=3) * REPLICATES / 2
    report(f"faster than a plain loop over replicates and models ({plain:.0f} s)", plain / ours, 15, at_least=True)
    report(f"faster than a pandas group-by loop ({pandas:.0f} s)", pandas / ours, 500, at_least=True)
    tracemalloc.start()
    score_run(run)
    peak = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    report("peak MiB above the data", peak, 100, at_least=False)


def table_run() -> None:
    """All agreement and validity figures of a four-class table at both resolutions, with their percentiles."""
    cell = np.repeat(np.arange(16), TABLE.ravel())
    cells = draw_cells(
        build_design(np.zeros(len(cell), dtype="int64"), rescaled=True),
        unit=np.arange(len(cell)),
        cell=cell,
        cells=16,
        stream=open_stream("1", "bench.tables"),
        replicates=REPLICATES,
    )
    tables = as_tables(cells, 4)
    for some, q in ((tables, 4), (merge_classes(tables, (0, 0, 1, 1), (0, 0, 1, 1), 2), 2)):
        agreement, validity, margins = (
            agreement_of_tables(some, q),
            validity_of_tables(some),
            stuart_maxwell_of_tables(some),
        )
        single = (agreement.observed, agreement.kappa, agreement.kappa_linear, agreement.kappa_quadratic)
        single += (agreement.pi, agreement.ac1, agreement.pabak, agreement.alpha, validity.accuracy)
        single += (validity.macro_f1_defined, validity.macro_f1_zero, validity.weighted_f1, margins.statistic)
        each = (agreement.specific, validity.precision, validity.recall, validity.bias)
        find_percentiles(np.vstack([*single, *each]), overwrite=True)


def bench_tables() -> None:
    """10,000 replicates of everything that is said of a four-class table of 560 records."""
    from sklearn.metrics import cohen_kappa_score

    first, second = np.divmod(np.repeat(np.arange(16), TABLE.ravel()), 4)

    def loop(replicates: int) -> None:
        draw = np.random.default_rng(1)
        for _ in range(replicates):
            drawn = draw.integers(0, len(first), len(first))
            cohen_kappa_score(first[drawn], second[drawn])

    print(f"all figures of a four-class table, n = {len(first)}, {REPLICATES:,} replicates")
    ours = seconds(table_run)
    theirs = seconds(lambda: loop(100)) * REPLICATES / 100
    print(f" {ours:.4f} s")
    report(f"faster than a loop over cohen_kappa_score alone ({theirs:.1f} s)", theirs / ours, 200, at_least=True)


def alpha_plainly(ratings: np.ndarray) -> float:
    """Nominal alpha by value counts of units and their coincidences, as public implementations do it."""
    counts = (ratings[:, :, np.newaxis] == np.arange(4)).sum(axis=1)
    counts = counts[counts.sum(axis=1) > 1]
    pairable = counts.sum(axis=1, keepdims=True)
    coincidences = np.einsum("uc,uk->ck", counts / (pairable - 1), counts) - np.diag((counts / (pairable - 1)).sum(0))
    totals = coincidences.sum(axis=0)
    n = totals.sum()
    expected = (n * n - (totals**2).sum()) / (n - 1)
    return float(1 - (n - np.trace(coincidences)) / expected)


def find_public_alpha() -> tuple[str, Callable[[np.ndarray], float]]:
    """The public implementation where it is installed, else its steps as written here."""
    try:
        import krippendorff
    except ImportError:
        return "a plain implementation (krippendorff is not installed)", alpha_plainly

    def public(ratings: np.ndarray) -> float:
        data = np.where(ratings < 0, np.nan, ratings).T
        return float(krippendorff.alpha(data, level_of_measurement="nominal", value_domain=np.arange(4)))

    return "krippendorff", public


def bench_alpha(units: int, coders: int) -> None:
    """10,000 replicates of alpha with gaps."""
    draw = np.random.default_rng(2)
    truth = draw.integers(0, 4, size=(units, 1))
    ratings = np.where(draw.random((units, coders)) < 0.8, truth, draw.integers(0, 4, size=(units, coders)))
    ratings[draw.random((units, coders)) < 0.15] = -1
    name, public = find_public_alpha()

    def ours() -> None:
        values = replicate_alpha(
            build_design(np.zeros(units, dtype="int64"), rescaled=True),
            find_patterns(ratings, 4),
            unit=np.arange(units),
            stream=open_stream("1", "bench.alpha"),
            replicates=REPLICATES,
        )
        find_percentiles(values[np.newaxis])

    def theirs(replicates: int) -> None:
        again = np.random.default_rng(1)
        for _ in range(replicates):
            public(ratings[again.integers(0, units, units)])

    print(f"alpha, {units:,} × {coders} with gaps, {REPLICATES:,} replicates")
    mine = seconds(ours)
    loop = seconds(lambda: theirs(50)) * REPLICATES / 50
    print(f" {mine:.4f} s")
    report(f"faster than a loop over {name} ({loop:.1f} s)", loop / mine, 40, at_least=True)


def main() -> int:
    """Measure everything; 1 where a bound is broken."""
    print(describe_machine())
    bench_scores()
    bench_tables()
    bench_alpha(560, 3)
    bench_alpha(5_000, 5)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
