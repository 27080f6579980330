"""Full-run estimate: the automated score of the whole run, corrected by what the sample says of its errors."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from scoring.ehq import NO_ROLE, build_labelling, find_missing_roles
from scoring.results import Exact
from scoring.validation.compared import Compared
from scoring.validation.impact import is_counted, roles_of, with_roles
from scoring.validation.weighting import Weighting

__all__ = ["FullRun", "FullRunEstimate", "estimate_full_run"]

NEEDS_SAMPLE = "needs a sample file"
NOT_FOR_CALIBRATION = "no full-run estimate of a score that is no share of records"
ESTIMATED = ("ehq1", "ehq2")
RELIABLE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class FullRunEstimate:
    """One score of one model (or of all records together) over the whole run.

    ``unreliable`` marks fewer than 100 reference records.
    """

    name: str
    records: int
    referenced: int
    automated: Exact
    correction: Exact
    variance: Exact

    @property
    def unreliable(self) -> bool:
        """Too few reference records to rely on."""
        return self.referenced < RELIABLE

    def as_json(self) -> dict[str, object]:
        """The estimate with its two parts and the design variance."""
        return {
            "model": self.name,
            "records": self.records,
            "n": self.referenced,
            "automated_full_run": self.automated.number(),
            "correction": self.correction.estimate(self.referenced).as_json(),
            "estimate": self.automated.plus(self.correction).estimate(self.referenced).as_json(),
            "variance_design": self.variance.estimate(self.referenced).as_json(),
            "unreliable": self.unreliable,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class FullRun:
    """The estimates of EHQ1 and EHQ2 by model; None and a reason without a sample."""

    pooled: dict[str, FullRunEstimate]
    models: dict[str, tuple[FullRunEstimate, ...]]
    undefined: str | None = None

    def as_json(self) -> dict[str, object]:
        """The object ``full_run``."""
        if self.undefined is not None:
            return {"value": None, "undefined": self.undefined}
        out: dict[str, object] = {
            score: {**self.pooled[score].as_json(), "models": [one.as_json() for one in self.models[score]]}
            for score in ESTIMATED
        }
        return out | {score: {"value": None, "undefined": NOT_FOR_CALIBRATION} for score in ("ehq3", "ehq")}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cell:
    """One model within one stratum: records of the run, sampled ones, and sums over each."""

    records: int
    counted: int
    sampled: int
    shift: int
    squares: int


def _count_cells(
    weighting: Weighting, score: str, compared: Compared, role: np.ndarray, model: np.ndarray
) -> dict[int, list[_Cell]]:
    """The cells of each model, by stratum."""
    strata, models = len(weighting.keys), len(compared.records.models)

    size = strata * models
    scored = role != NO_ROLE
    place = (model * strata + weighting.cell)[scored]
    records = np.bincount(place, minlength=size)
    counted = np.bincount(place[is_counted(role[scored], score) == 1], minlength=size)
    sample = with_roles(compared)
    shift = is_counted(roles_of(sample, sample.reference), score)
    shift -= is_counted(roles_of(sample, sample.automated), score)
    at = sample.model * strata + sample.stratum
    sampled = np.bincount(at, minlength=size)
    up, down = (np.bincount(at[shift == sign], minlength=size) for sign in (1, -1))
    cells = [
        _Cell(records=n, counted=c, sampled=m, shift=more - less, squares=more + less)
        for n, c, m, more, less in zip(*(a.tolist() for a in (records, counted, sampled, up, down)), strict=True)
    ]
    return {place: cells[place * strata : (place + 1) * strata] for place in range(models)}


def _merge(cells: list[_Cell]) -> _Cell:
    return _Cell(
        records=sum(cell.records for cell in cells),
        counted=sum(cell.counted for cell in cells),
        sampled=sum(cell.sampled for cell in cells),
        shift=sum(cell.shift for cell in cells),
        squares=sum(cell.squares for cell in cells),
    )


def _estimate(name: str, cells: list[_Cell]) -> FullRunEstimate:
    held = [cell for cell in cells if cell.records]
    whole = _merge(held)
    correction, variance = Exact.of(0), Exact.of(0)
    for cell in held:
        if cell.sampled == 0:
            correction = variance = Exact.none("a stratum without a referenced record")
            break
        share = Fraction(cell.records, whole.records)
        correction = correction.plus(Exact.of(share * Fraction(cell.shift, cell.sampled)))
        spread = Fraction(cell.squares) - Fraction(cell.shift**2, cell.sampled)
        missing = 1 - Fraction(cell.sampled, cell.records)
        if missing:
            part = Exact.ratio(spread, cell.sampled - 1, undefined="a stratum with a single referenced record")
            factor = share**2 * missing / cell.sampled
            variance = variance.plus(part if part.value is None else Exact.of(part.value * factor))
    return FullRunEstimate(
        name=name,
        records=whole.records,
        referenced=whole.sampled,
        automated=Exact.ratio(whole.counted, whole.records, undefined="no scored record"),
        correction=correction,
        variance=variance,
    )


def estimate_full_run(compared: Compared, weighting: Weighting, codes: np.ndarray) -> FullRun:
    """EHQ1 and EHQ2 of the whole run.

    ::

        estimate = automated score of the run + sum_h (N_h/N) mean_h(reference − automated)
        variance = sum_h (N_h/N)^2 (1 − m_h/N_h) s_h^2 / m_h

    Parameters
    ----------
    weighting : of the sample that the reference covers. codes : the classifier's label code of each countable record.

    N_h counts the records of the stratum that the classifier's labels score.

    Edge cases: without a sample there is none; a stratum without referenced records leaves the estimate undefined, one
    with a single one, unless it is a census, the variance. A census gives the reference score and variance 0. The
    estimate is not clipped. Strata are crossed with models where the sample does not make them by model.

    Source: scoring specification, section 6, *Full-run estimate* (difference estimator, Cochran 1977, chapter 7).

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> from scoring.records import encode_labels
    >>> study = build_small_study(per_stratum=2)
    >>> labels = study.records.countable["automated_label"]
    >>> codes = encode_labels(labels, study.codebook, by_people=False)
    >>> found = estimate_full_run(study.compared, study.weighting, codes).pooled["ehq1"]
    >>> found.automated.value, found.correction.value, found.variance.value
    (Fraction(3, 7), Fraction(-3, 14), Fraction(3, 196))
    """
    if weighting.kind == "none":
        return FullRun(pooled={}, models={}, undefined=NEEDS_SAMPLE)
    missing = find_missing_roles(compared.codebook)
    if missing:
        return FullRun(pooled={}, models={}, undefined=f"no label of the codebook has the role {', '.join(missing)}")
    exclusion = np.full(len(codes), -1, dtype="int8")
    role = build_labelling(exclusion, codes, compared.codebook).role
    model = compared.records.countable["model"].to_numpy().astype("int64")
    strata = len(weighting.keys)
    pooled, models = {}, {}
    for score in ESTIMATED:
        cells = _count_cells(weighting, score, compared, role, model)
        across = [_merge([cells[place][h] for place in cells]) for h in range(strata)]
        pooled[score] = _estimate("pooled", across)
        models[score] = tuple(
            _estimate(facts.model, cells[place])
            for place, facts in enumerate(compared.records.models)
            if any(cell.records for cell in cells[place])
        )
    return FullRun(pooled=pooled, models=models)
