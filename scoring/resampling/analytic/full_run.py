"""Full-run estimate with its interval: the automated score of the whole run, corrected by a stratified sample."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.resampling.analytic.coefficient import Coefficient, root

__all__ = ["FullRunStratum", "FullRunValue", "full_run_estimate"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FullRunStratum:
    """One stratum of one model (or of all): what was counted in the run and in the sample.

    Parameters
    ----------
    records : N_h, scored records of the run. counted : those that the automated label counts.
    sampled : m_h, referenced records. reference, automated, both : those counted by the reference label, by the
        automated one, by both.
    """

    records: int
    counted: int
    sampled: int
    reference: int
    automated: int
    both: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FullRunValue:
    """An estimate for the whole run.

    Parameters
    ----------
    estimate : value, standard error and df. ``se`` is 0 for a census, or where nothing varied in the sample.
    weight : λ of the automated labels.
    borrowed : strata whose own variance was 0, or unknown, and that took the pooled one.
    """

    estimate: Coefficient
    weight: float
    borrowed: int


def _product_moment(stratum: FullRunStratum, first: int, second: int, both: int) -> Fraction:
    """Sum of products of deviations within the stratum's sample."""
    return Fraction(both) - Fraction(first * second, stratum.sampled)


def _tuned_weight(strata: Sequence[FullRunStratum], factor: Callable[[FullRunStratum], Fraction]) -> Fraction:
    """The λ of least variance, one for all strata, cut to [0, 1]; 1 where the automated labels do not vary."""
    above, below = Fraction(0), Fraction(0)
    for one in strata:
        if one.sampled > 1:
            scale = factor(one) / (one.sampled - 1)
            above += scale * _product_moment(one, one.reference, one.automated, one.both)
            below += scale * _product_moment(one, one.automated, one.automated, one.automated)
    return min(max(above / below, Fraction(0)), Fraction(1)) if below else Fraction(1)


def full_run_estimate(strata: Sequence[FullRunStratum], *, tuned: bool) -> FullRunValue:
    """The share of the run's records that the reference would count.

    ``λ · automated share + Σ W_h mean_h(reference − λ · automated)``, variance ``Σ W_h² (1 − m_h/N_h) s_h² / m_h``,
    ``W_h = N_h / N``, Student's t with ``Σ (m_h − 1)`` degrees of freedom.

    Parameters
    ----------
    tuned : the λ of least variance instead of 1.

    Edge cases: a stratum with records of which none is referenced leaves the estimate undefined. A stratum whose sample
    does not vary, or holds one record, and is no census, borrows the pooled variance of the others. A census gives the
    reference score and standard error 0. Nothing is cut at 0 or 1.

    Source: scoring specification, section 6, *Full-run estimate*; Cochran 1977, chapter 7.

    Examples
    --------
    >>> strata = [FullRunStratum(records=100, counted=60, sampled=10, reference=7, automated=6, both=6),
    ...           FullRunStratum(records=50, counted=10, sampled=10, reference=2, automated=2, both=2)]
    >>> found = full_run_estimate(strata, tuned=False)
    >>> round(found.estimate.value, 4), round(found.estimate.se, 4), found.estimate.df, found.borrowed
    (0.5333, 0.0667, 18, 1)
    """
    held = [one for one in strata if one.records]
    whole = sum(one.records for one in held)
    if whole == 0:
        return _undefined("no scored record")
    if any(one.sampled == 0 for one in held):
        return _undefined("a stratum without a referenced record")

    def factor(one: FullRunStratum) -> Fraction:
        share = Fraction(one.records, whole)
        return share**2 * (1 - Fraction(one.sampled, one.records)) / one.sampled

    weight = _tuned_weight(held, factor) if tuned else Fraction(1)
    value, squares, df = Fraction(0), [], 0
    for one in held:
        off = Fraction(one.reference) - weight * one.automated
        value += Fraction(one.records, whole) * (weight * Fraction(one.counted, one.records) + off / one.sampled)
        crossed = _product_moment(one, one.reference, one.automated, one.both)
        own = _product_moment(one, one.reference, one.reference, one.reference)
        automated = _product_moment(one, one.automated, one.automated, one.automated)
        squares.append(own - 2 * weight * crossed + weight**2 * automated)
        df += one.sampled - 1
    pooled = sum(squares, Fraction(0)) / df if df else Fraction(0)
    variance, borrowed = Fraction(0), 0
    for one, square in zip(held, squares, strict=True):
        borrows = square == 0 and one.sampled < one.records
        borrowed += borrows
        variance += factor(one) * (pooled if borrows else square / max(one.sampled - 1, 1))
    known = df > 0 or (variance == 0 and borrowed == 0)
    return FullRunValue(
        estimate=Coefficient(value=float(value), se=root(variance) if known else None, df=max(df, 1)),
        weight=float(weight),
        borrowed=borrowed,
    )


def _undefined(reason: str) -> FullRunValue:
    return FullRunValue(estimate=Coefficient(value=None, se=None, undefined=reason), weight=1.0, borrowed=0)
