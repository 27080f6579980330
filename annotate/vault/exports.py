"""Files that leave the product: written whole or not at all."""

from __future__ import annotations

from pathlib import Path

from annotate.errors import Refused
from scoring.formats import write_atomic, write_csv

__all__ = ["write_csv", "write_export"]


def write_export(path: Path, data: bytes) -> None:
    """Write an exported file; the same bytes again change nothing. Errors: ``Refused`` for a folder that isn't there."""
    if not path.parent.is_dir():
        raise Refused(f"There is no folder {path.parent}; make it or choose another with --out.")
    write_atomic(path, data)
