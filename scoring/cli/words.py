"""Numbers in the lines that people read; ``--json`` has every digit."""

from __future__ import annotations

from scoring.results import Exact

__all__ = ["show_number"]


def show_number(number: Exact) -> str:
    """Five decimals, or the reason for none.

    Examples
    --------
    >>> show_number(Exact.ratio(2, 3, undefined="")), show_number(Exact.none("no record"))
    ('0.66667', 'undefined (no record)')
    """
    value = number.number()
    return f"undefined ({number.undefined})" if value is None else f"{value:.5f}"
