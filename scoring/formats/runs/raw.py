"""A record as a file has it, before anything is checked."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Raw"]


class Raw(NamedTuple):
    """The line (in Parquet: the row, from 1) and the members by name."""

    line: int
    values: dict[str, object]
