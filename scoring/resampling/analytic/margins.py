"""Tests that two labellings use the classes alike: McNemar, Stuart–Maxwell, Bhapkar, Bowker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy import special

from scoring.resampling.margins import stuart_maxwell_of_tables

__all__ = ["Bowker", "MarginTest", "McNemar", "bhapkar_test", "bowker_test", "mcnemar_test", "stuart_maxwell_test"]

NO_DISAGREEMENT = "no disagreement: nothing to test"

Table = Sequence[Sequence[int]]


def _chi_square_p(statistic: float, df: int) -> float:
    return float(special.chdtrc(df, statistic))


@dataclass(frozen=True, slots=True, kw_only=True)
class McNemar:
    """McNemar's test in its forms; the chi-squares are None without a discordant pair, the exact p is then 1.

    Parameters
    ----------
    only_first, only_second : discordant pairs of either kind.
    chi_square, p : without continuity correction. corrected, p_corrected : with it, never below 0.
    p_exact : two-sided binomial. p_mid : the same less half the probability of the observed split.
    """

    only_first: int
    only_second: int
    chi_square: float | None
    p: float | None
    corrected: float | None
    p_corrected: float | None
    p_exact: float
    p_mid: float


def mcnemar_test(only_first: int, only_second: int) -> McNemar:
    """Are the two kinds of discordant pair equally likely?

    Parameters
    ----------
    only_first, only_second : the two cells off the diagonal of a 2 × 2 table, for instance records that only the first
        or only the second classifier gets right.

    Edge cases: no discordant pair: chi-squares undefined, exact p 1. Equal numbers: exact and mid p 1.

    Source: McNemar 1947; mid-p: Fagerland, Lydersen and Laake 2013; oracle trap 8. The exact p is the one reported.

    Examples
    --------
    >>> found = mcnemar_test(1, 7)
    >>> found.p_exact, found.p_mid, found.chi_square
    (0.0703125, 0.0390625, 4.5)
    """
    discordant, fewer = only_first + only_second, min(only_first, only_second)
    below = float(special.bdtr(fewer, discordant, 0.5))
    here = below - float(special.bdtr(fewer - 1, discordant, 0.5)) if fewer else 0.5**discordant
    exact, mid = min(2 * below, 1.0), min(2 * below - here, 1.0)
    if discordant == 0:
        return McNemar(
            only_first=0,
            only_second=0,
            chi_square=None,
            p=None,
            corrected=None,
            p_corrected=None,
            p_exact=1.0,
            p_mid=1.0,
        )
    difference = abs(only_first - only_second)
    plain, corrected = difference**2 / discordant, max(difference - 1, 0) ** 2 / discordant
    return McNemar(
        only_first=only_first,
        only_second=only_second,
        chi_square=plain,
        p=_chi_square_p(plain, 1),
        corrected=corrected,
        p_corrected=_chi_square_p(corrected, 1),
        p_exact=exact,
        p_mid=mid,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginTest:
    """A chi-square test of equal margins; None with df 0 where there is no disagreement, or no finite statistic."""

    statistic: float | None
    df: int
    p: float | None
    undefined: str | None = None


def stuart_maxwell_test(table: Table) -> MarginTest:
    """Are the class shares of the two labellings the same? Generalised inverse, df is its rank.

    At two classes it is McNemar's chi-square without correction; report the exact p there.

    Parameters
    ----------
    table : k × k counts.

    Edge cases: no disagreement: undefined, df 0.

    Source: Stuart 1955; Maxwell 1970; scoring specification, section 5; oracle traps 5 and 6.

    Examples
    --------
    >>> found = stuart_maxwell_test([[88, 14, 18], [10, 40, 10], [2, 6, 12]])
    >>> round(found.statistic, 4), found.df, round(found.p, 6)
    (13.5135, 2, 0.001163)
    """
    found = stuart_maxwell_of_tables(np.array(table, dtype="float64")[:, :, np.newaxis])
    df = int(found.df[0])
    if df == 0:
        return MarginTest(statistic=None, df=0, p=None, undefined=NO_DISAGREEMENT)
    statistic = float(found.statistic[0])
    return MarginTest(statistic=statistic, df=df, p=_chi_square_p(statistic, df))


def bhapkar_test(table: Table) -> MarginTest:
    """Bhapkar's form of the same test: ``W / (1 − W / n)`` of Stuart–Maxwell's W, n all units.

    Edge cases: as ``stuart_maxwell_test``; W = n leaves no finite statistic.

    Source: Bhapkar 1966; Keefe 1982.

    Examples
    --------
    >>> round(bhapkar_test([[88, 14, 18], [10, 40, 10], [2, 6, 12]]).statistic, 4)
    14.4928
    """
    found = stuart_maxwell_test(table)
    n = sum(sum(row) for row in table)
    if found.statistic is None:
        return found
    left = 1 - found.statistic / n
    if left <= 1e-12:
        return MarginTest(statistic=None, df=found.df, p=None, undefined="all units disagree, and in one direction")
    return MarginTest(statistic=found.statistic / left, df=found.df, p=_chi_square_p(found.statistic / left, found.df))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bowker:
    """Bowker's test of symmetry: df of pairs of classes that are confused at all, and of all pairs."""

    statistic: float
    df: int
    p: float
    df_all: int
    p_all: float


def bowker_test(table: Table) -> Bowker:
    """Is every pair of classes confused as often in one direction as in the other?

    ``Σ (n_ij − n_ji)² / (n_ij + n_ji)`` over pairs that are confused; empty pairs are left out, nothing is added to cells.

    Edge cases: no disagreement: 0 with df 0 and p 1.

    Source: Bowker 1948; oracle traps 5 and 7.

    Examples
    --------
    >>> found = bowker_test([[88, 14, 18], [10, 40, 10], [2, 6, 12]])
    >>> round(found.statistic, 4), found.df, round(found.p, 6)
    (14.4667, 3, 0.002334)
    """
    both = [(table[i][j], table[j][i]) for i, j in combinations(range(len(table)), 2)]
    confused = [(a, b) for a, b in both if a + b]
    statistic = sum((a - b) ** 2 / (a + b) for a, b in confused)
    df, df_all = len(confused), len(both)
    return Bowker(
        statistic=float(statistic),
        df=df,
        p=_chi_square_p(statistic, df) if df else 1.0,
        df_all=df_all,
        p_all=_chi_square_p(statistic, df_all),
    )
