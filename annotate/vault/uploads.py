"""Files that people hand in: read once, checked at the border, never kept."""

from __future__ import annotations

from pathlib import Path

from scoring import formats
from scoring.formats import Decisions
from scoring.results import Codebook, Codings

__all__ = ["Decisions", "read_codings_file", "read_decisions_file"]


def read_codings_file(path: Path, *, codebook: Codebook) -> Codings:
    """A codings file, CSV or JSON Lines."""
    return formats.read_codings(path, codebook=codebook)


def read_decisions_file(path: Path, *, codebook: Codebook) -> Decisions:
    """A file of decisions: ``record_id`` or ``blind_id``, ``label``, optional ``rationale``."""
    return formats.read_decisions(path, codebook=codebook)
