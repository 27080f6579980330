"""Do two coders use the classes alike: Stuart–Maxwell's test, and McNemar's exact one at two classes."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.agreement.table import SquareTable
from scoring.resampling.analytic.margins import mcnemar_test, stuart_maxwell_test

__all__ = ["MarginComparison", "compare_margins"]

NO_DISAGREEMENT = "no disagreement: nothing to test"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginComparison:
    """A test that both coders give each class as often.

    Parameters
    ----------
    test : ``stuart-maxwell``, or ``mcnemar exact`` at two classes, which has no statistic.
    statistic, df, p : the statistic is None where it is undefined.
    """

    test: str
    statistic: float | None
    df: int
    p: float | None
    undefined: str | None

    def as_json(self) -> dict[str, object]:
        """The object ``margins``."""
        out: dict[str, object] = {"test": self.test, "statistic": self.statistic, "df": self.df, "p": self.p}
        return out if self.undefined is None else out | {"undefined": self.undefined}


def compare_margins(table: SquareTable) -> MarginComparison:
    """Compare the margins of a table of two coders.

    Edge cases: without a disagreement there is nothing to test. A class that is unused or never confused takes a degree
    of freedom away.

    Source: scoring specification, section 5; Stuart 1955, Maxwell 1970; McNemar 1947 (two-sided binomial).

    Examples
    --------
    >>> compare_margins([[5, 1], [7, 3]]).as_json()
    {'test': 'mcnemar exact', 'statistic': None, 'df': 1, 'p': 0.0703125}
    >>> found = compare_margins([[88, 14, 18], [10, 40, 10], [2, 6, 12]])
    >>> found.test, round(found.statistic, 4), found.df
    ('stuart-maxwell', 13.5135, 2)
    """
    if len(table) == 2:
        exact = mcnemar_test(table[0][1], table[1][0])
        some = exact.only_first + exact.only_second > 0
        return MarginComparison(
            test="mcnemar exact",
            statistic=None,
            df=1 if some else 0,
            p=exact.p_exact if some else None,
            undefined=None if some else NO_DISAGREEMENT,
        )
    found = stuart_maxwell_test(table)
    return MarginComparison(
        test="stuart-maxwell", statistic=found.statistic, df=found.df, p=found.p, undefined=found.undefined
    )
