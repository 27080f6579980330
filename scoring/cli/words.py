"""Numbers in the lines that people read; ``--json`` has every digit."""

from __future__ import annotations

from scoring.resampling.reported import Uncertainty
from scoring.results import Exact

__all__ = ["show_interval", "show_number"]


def show_number(number: Exact) -> str:
    """Five decimals, or the reason for none.

    Examples
    --------
    >>> show_number(Exact.ratio(2, 3, undefined="")), show_number(Exact.none("no record"))
    ('0.66667', 'undefined (no record)')
    """
    value = number.number()
    return f"undefined ({number.undefined})" if value is None else f"{value:.5f}"


def show_interval(uncertainty: Uncertainty | None) -> str:
    """The headline interval in brackets, or why there is none; nothing where no interval was asked for.

    Examples
    --------
    >>> from scoring.resampling.reported import plain_share
    >>> show_interval(plain_share(81, 263)), show_interval(None)
    (' [0.25529, 0.36621]', '')
    """
    if uncertainty is None:
        return ""
    headline = uncertainty.headline
    interval = "" if headline.low is None or headline.high is None else f" [{headline.low:.5f}, {headline.high:.5f}]"
    return interval + ("" if uncertainty.note is None else f" ({uncertainty.note})")
