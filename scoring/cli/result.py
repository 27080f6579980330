"""What a command hands to ``main``: the JSON object, the lines for people, the exit code."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CommandResult"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandResult:
    """The result of a command.

    Parameters
    ----------
    document : the object that ``--json`` prints and ``--out`` writes.
    lines : what people see without ``--json``.
    exit_code : 0 done, 1 the check says no.
    """

    document: dict[str, object]
    lines: tuple[str, ...]
    exit_code: int = 0
