"""Golden files: what the program gave when somebody last looked, kept to the byte under ``fixtures/golden``."""

from __future__ import annotations

import difflib
import json
from dataclasses import dataclass
from pathlib import Path

import pytest

__all__ = ["Golden"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Golden:
    """Compares with the golden files, or rewrites them (``make golden``)."""

    folder: Path
    write: bool

    def json(self, name: str, value: object) -> None:
        """Compare a JSON value, written with sorted keys and one value a line so that a change is readable.

        Floats count to 12 significant digits: the last ones may depend on the processor.
        """
        rounded = _round_floats(value)
        self.text(name, json.dumps(rounded, ensure_ascii=False, allow_nan=False, indent=1, sort_keys=True) + "\n")

    def text(self, name: str, text: str) -> None:
        """Compare a text; line ends count."""
        self.bytes(name, text.encode("utf-8"))

    def bytes(self, name: str, data: bytes) -> None:
        """Compare bytes; a missing file is a failure, never a first success."""
        path = self.folder / name
        if self.write:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            return
        if not path.is_file():
            pytest.fail(
                f"fixtures/golden/{name} is not there; look at the result, then run: make golden", pytrace=False
            )
        kept = path.read_bytes()
        if kept != data:
            pytest.fail(f"fixtures/golden/{name} differs:\n{_difference(kept, data)}", pytrace=False)


def _round_floats(value: object) -> object:
    """The value with every float rounded to 12 significant digits.

    Examples
    --------
    >>> _round_floats({"a": [0.1 + 0.2, 1], "b": True})
    {'a': [0.3, 1], 'b': True}
    """
    if isinstance(value, float):
        return float(f"{value:.12g}")
    if isinstance(value, dict):
        return {key: _round_floats(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_round_floats(member) for member in value]
    return value


def _difference(kept: bytes, data: bytes) -> str:
    """The first 60 lines of a readable difference; the place of the first byte where the two are no text."""
    try:
        before, after = kept.decode("utf-8"), data.decode("utf-8")
    except UnicodeDecodeError:
        place = next((i for i, (a, b) in enumerate(zip(kept, data, strict=False)) if a != b), min(len(kept), len(data)))
        return f"{len(kept)} bytes kept, {len(data)} found, first difference at byte {place}"
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), "kept", "found", lineterm="")
    shown = list(lines)
    return "\n".join([*shown[:60], *([f"... {len(shown) - 60} more lines"] if len(shown) > 60 else [])]) or "line ends"
