"""Small documents by their digest: plans, samples, codebooks. Written once, verified at each reading."""

from __future__ import annotations

from pathlib import Path

from annotate.blinding.canonical import build_digest
from annotate.errors import NotReady
from annotate.vault.folders import get_folder
from scoring.formats import read_sample, write_atomic
from scoring.results import Sample

__all__ = ["get_document_path", "get_sample", "put_document"]


def put_document(data: bytes) -> str:
    """Store the bytes and return their digest; the same bytes again change nothing."""
    digest = build_digest(data)
    path = get_folder("documents") / f"{digest}.json"
    if not path.exists():
        write_atomic(path, data)
    return digest


def get_sample(digest: str) -> Sample:
    """The sample list of that digest; errors as ``get_document_path``."""
    return read_sample(get_document_path(digest))


def get_document_path(digest: str) -> Path:
    """Where the document of that digest lies, after checking its bytes.

    Errors: ``NotReady`` when the file is missing or its bytes are no longer what they were.
    """
    path = get_folder("documents") / f"{digest}.json"
    if not path.exists():
        raise NotReady(f"Document {digest[:12]} is missing from the vault; restore it from a backup.")
    if build_digest(path.read_bytes()) != digest:
        raise NotReady(f"Document {digest[:12]} was changed in the vault; restore it from a backup.")
    return path
