"""A progress bar on a terminal; elsewhere nothing."""

from __future__ import annotations

import time
from typing import TextIO

__all__ = ["ProgressBar", "build_bar"]

_WIDTH = 30
_SECONDS = 0.1


def build_bar(title: str, done: int, total: int, *, unit: str = "MB") -> str:
    """One line of a progress bar.

    Parameters
    ----------
    done, total : bytes, shown in millions, or numbers of another ``unit``; a total of 0 counts as done.

    Examples
    --------
    >>> build_bar("run.jsonl", 12_000_000, 24_000_000)
    'run.jsonl [###############               ]  50%  12 of 24 MB'
    """
    share = min(1.0, done / total) if total else 1.0
    filled = "#" * int(share * _WIDTH)
    scale = 1e6 if unit == "MB" else 1
    return f"{title} [{filled:<{_WIDTH}}] {share:4.0%}  {done / scale:.0f} of {total / scale:.0f} {unit}"


class ProgressBar:
    """Draws over its own line at most ten times a second and wipes it at the end."""

    def __init__(self, *, stream: TextIO, title: str, unit: str = "MB") -> None:
        self._stream = stream
        self._unit = unit
        self._title = title if len(title) <= 30 else title[:27] + "..."
        self._next = 0.0
        self._drawn = 0
        self.is_shown = stream.isatty()

    def show(self, done: int, total: int) -> None:
        """Draw the state, unless the last drawing is too fresh."""
        now = time.monotonic()
        if now < self._next and done < total:
            return
        self._next = now + _SECONDS
        line = build_bar(self._title, done, total, unit=self._unit)
        self._stream.write("\r" + line.ljust(self._drawn))
        self._stream.flush()
        self._drawn = len(line)

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._drawn:
            self._stream.write("\r" + " " * self._drawn + "\r")
            self._stream.flush()
