"""CSV files that a spreadsheet may open: cells it would run are escaped on writing, and exactly that is undone on reading."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

__all__ = ["FORMULA_STARTS", "escape_cell", "unescape_cell", "write_csv"]

FORMULA_STARTS = frozenset("=+-@'\t\r\uff1d\uff0b\uff0d\uff20\uff07")
"""First characters that make a spreadsheet run a cell, their full-width forms, and the escape itself."""


_NEEDS_QUOTES = re.compile(r'[",\r\n]')


def escape_cell(text: str) -> str:
    """The text with a leading apostrophe where a spreadsheet would run it.

    Source: the rule *formulas* of the security page.

    Examples
    --------
    >>> escape_cell("=1+1"), escape_cell("'"), escape_cell("a=1")
    ("'=1+1", "''", 'a=1')
    """
    return "'" + text if text[:1] in FORMULA_STARTS and text else text


def unescape_cell(text: str) -> str:
    """The text before ``escape_cell``: one apostrophe goes where one of the listed characters follows, nothing else.

    Examples
    --------
    >>> unescape_cell("'=1+1"), unescape_cell("''"), unescape_cell("'tis")
    ('=1+1', "'", "'tis")
    """
    return text[1:] if len(text) > 1 and text[0] == "'" and text[1] in FORMULA_STARTS else text


def write_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A CSV table as UTF-8 bytes with LF line ends: null is an empty cell, booleans are ``true`` and ``false``.

    Examples
    --------
    >>> write_csv(["label", "uncertain", "note"], [["HEDGE", True, "-x"], ["ABSTAIN", False, None]])
    b"label,uncertain,note\\nHEDGE,true,'-x\\nABSTAIN,false,\\n"
    """
    lines = [",".join(_quote(name) for name in header)]
    lines += [",".join(_quote(_cell(value)) for value in row) or '""' for row in rows]
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def _quote(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if _NEEDS_QUOTES.search(text) else text


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return escape_cell(value) if isinstance(value, str) else str(value)
