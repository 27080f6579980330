"""The reference of a validation: an adjudication file, or a table ``record_id,label``."""

from __future__ import annotations

from pathlib import Path

from scoring.formats.adjudication import read_adjudication
from scoring.formats.decisions import read_decisions
from scoring.formats.lines import open_file
from scoring.results import Adjudication, Codebook, Reference

__all__ = ["build_reference", "read_reference"]


_START = b'{"assistance":'
"""What every canonical adjudication file starts with, since keys are sorted."""


def read_reference(path: str | Path, *, codebook: Codebook) -> Reference:
    """The labels by record id, as the codebook names them; None is *left out*.

    An adjudication file is known by its name ending in ``.json`` or by its first bytes; everything else is read as CSV
    or JSON Lines with the columns ``record_id`` and ``label``, where an empty label means *left out*.

    Errors
    ------
    BadInput as ``read_adjudication`` or ``read_decisions``.
    """
    with open_file(path) as file:
        is_adjudication = file.path.suffix == ".json" or file.peek().startswith(_START)
    if is_adjudication:
        return build_reference(read_adjudication(path, codebook=codebook), codebook=codebook)
    table = read_decisions(path, codebook=codebook, keys=("record_id",), empty_labels=True)
    return Reference(sha256=table.sha256, labels={row.unit: row.label for row in table.rows})


def build_reference(adjudication: Adjudication, *, codebook: Codebook) -> Reference:
    """The reference that an adjudication gives, labels as the codebook names them."""
    labels = {
        entry.record_id: None if entry.label is None else codebook.mapped(entry.label) for entry in adjudication.entries
    }
    return Reference(sha256=adjudication.sha256, labels=labels, adjudication=adjudication)
