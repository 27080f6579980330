"""Small documents by their digest: plans, samples, codebooks. Written once, verified at each reading."""

from __future__ import annotations

from annotate.blinding.canonical import build_digest
from annotate.errors import NotReady
from annotate.vault.folders import get_folder
from scoring.formats import write_atomic

__all__ = ["get_document", "put_document"]


def put_document(data: bytes) -> str:
    """Store the bytes and return their digest; the same bytes again change nothing."""
    digest = build_digest(data)
    path = get_folder("documents") / f"{digest}.json"
    if not path.exists():
        write_atomic(path, data)
    return digest


def get_document(digest: str) -> bytes:
    """The bytes of that digest.

    Errors: ``NotReady`` when the file is missing or its bytes are no longer what they were.
    """
    path = get_folder("documents") / f"{digest}.json"
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise NotReady(f"Document {digest[:12]} is missing from the vault; restore it from a backup.") from None
    if build_digest(data) != digest:
        raise NotReady(f"Document {digest[:12]} was changed in the vault; restore it from a backup.")
    return data
