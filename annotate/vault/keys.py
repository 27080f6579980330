"""Sealed keys: one file a study in its own folder, mode 0600. Four services may import this, by contract."""

from __future__ import annotations

import os

from annotate.blinding.canonical import build_digest
from annotate.errors import NotReady
from annotate.vault.folders import get_key_folder
from scoring.formats import sync_folder

__all__ = ["get_key", "put_key"]


def put_key(name: str, data: bytes) -> None:
    """Write the key, sync it, and read it again; an existing key of that name is never overwritten."""
    folder = get_key_folder()
    path = folder / name
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as handle:
        handle.write(data)
        handle.flush()
        os.fsync(handle.fileno())
    sync_folder(folder)
    if build_digest(path.read_bytes()) != build_digest(data):
        raise NotReady("The key could not be read back as it was written; nothing was sealed. Check the disk.")


def get_key(name: str) -> bytes:
    """The bytes of a key; ``NotReady`` when it is missing."""
    try:
        return (get_key_folder() / name).read_bytes()
    except FileNotFoundError:
        raise NotReady("The sealed key is missing from the data folder; restore it from its backup.") from None
