"""Tables of a page as CSV files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from annotate.vault.exports import write_csv

__all__ = ["build_csv"]


def build_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """The table as UTF-8 bytes; cells that a spreadsheet would run are escaped, null is an empty cell."""
    return write_csv(header, rows)
