"""A number as the product reports it: with its n and, where there is one, its interval; or with the reason for none."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["Estimate"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A value with its n and interval, or the reason why there is none.

    Parameters
    ----------
    value : the estimate; None when undefined.
    n : number of records (or units) behind it.
    undefined : the reason in words; set exactly when ``value`` is None.
    low, high, method : interval and the name of its method; all three or none.

    Errors
    ------
    ValueError when the value is NaN or infinite, when a value comes with a reason or neither is there,
    or when only a part of an interval is given.

    Examples
    --------
    >>> Estimate(value=0.5, n=4).as_json()
    {'value': 0.5, 'n': 4}
    >>> Estimate(value=None, n=3, undefined="only one class used").as_json()
    {'value': None, 'n': 3, 'undefined': 'only one class used'}
    """

    value: float | None
    n: int | None = None
    undefined: str | None = None
    low: float | None = None
    high: float | None = None
    method: str | None = None

    def __post_init__(self) -> None:
        if (self.value is None) == (self.undefined is None):
            raise ValueError("an estimate has a value or the reason why it is undefined, and never both")
        if any(x is not None and not math.isfinite(x) for x in (self.value, self.low, self.high)):
            raise ValueError("an estimate is never NaN or infinite")
        if len({part is None for part in (self.low, self.high, self.method)}) > 1:
            raise ValueError("an interval has low, high and method")

    def as_json(self) -> dict[str, float | int | str | None]:
        """The estimate as a JSON object; keys without content are left out, ``value`` never is."""
        out: dict[str, float | int | str | None] = {"value": self.value}
        if self.n is not None:
            out["n"] = self.n
        if self.undefined is not None:
            out["undefined"] = self.undefined
        if self.method is not None:
            out |= {"low": self.low, "high": self.high, "method": self.method}
        return out
