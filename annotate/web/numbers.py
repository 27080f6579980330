"""Numbers as people read them: a true minus, no zero before the point, the reason where there is no number."""

from __future__ import annotations

from typing import Any

__all__ = ["show_estimate", "show_number", "show_percent", "show_signed"]

MINUS = "\u2212"
NONE = "\u2013"


def show_number(value: float | None, digits: int = 2) -> str:
    """A decimal; None is a dash.

    Examples
    --------
    >>> show_number(0.9418), show_number(1.0), show_number(-0.0747, 3), show_number(-0.001), show_number(None)
    ('.94', '1.00', '−.075', '.00', '–')
    """
    if value is None:
        return NONE
    text = f"{abs(value):.{digits}f}"
    is_negative = value < 0 and float(text) != 0
    return (MINUS if is_negative else "") + (text[1:] if text.startswith("0.") else text)


def show_signed(value: float | None, digits: int = 2) -> str:
    """A difference: with its sign, but for zero.

    Examples
    --------
    >>> show_signed(0.051), show_signed(-0.051), show_signed(0.0)
    ('+.05', '−.05', '.00')
    """
    text = show_number(value, digits)
    return f"+{text}" if value is not None and value > 0 and any(c in "123456789" for c in text) else text


def show_percent(value: float | None) -> str:
    """A share in whole percent; only nothing is 0% and only all is 100%.

    Examples
    --------
    >>> show_percent(0.774), show_percent(0.999), show_percent(1.0), show_percent(0.001), show_percent(None)
    ('77%', '>99%', '100%', '<1%', '–')
    """
    if value is None:
        return NONE
    rounded = round(value * 100)
    if rounded == 100 and value < 1:
        return ">99%"
    if rounded == 0 and value > 0:
        return "<1%"
    return f"{rounded}%"


def show_estimate(estimate: Any, digits: int = 2) -> str:
    """An estimate's value, or ``undefined``; the reason stands beside it on the page.

    Examples
    --------
    >>> from scoring.results import Estimate
    >>> show_estimate(Estimate(value=0.5, n=4)), show_estimate(Estimate(value=None, undefined="only one class used"))
    ('.50', 'undefined')
    """
    return "undefined" if estimate.value is None else show_number(estimate.value, digits)
