"""Published adjudication files: written whole or not at all, never overwritten, verified at each reading."""

from __future__ import annotations

import os
import uuid

from annotate.blinding.canonical import build_digest
from annotate.errors import Conflict, NotReady
from annotate.vault.folders import get_folder
from scoring.formats import sync_folder

__all__ = ["get_revision", "put_revision"]


def put_revision(study_hex: str, name: str, data: bytes) -> None:
    """Write, sync, read again, link without overwriting, sync the folder.

    Errors: ``Conflict`` when a file of that name with other bytes is there (the same bytes again change nothing);
    ``NotReady`` when the disk gives back something else.
    """
    folder = get_folder(f"revisions/{study_hex}")
    draft = folder / f".draft-{uuid.uuid4().hex}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o444)
    try:
        with os.fdopen(descriptor, "wb") as handle:
            handle.write(data)
            handle.flush()
            os.fsync(handle.fileno())
        if draft.read_bytes() != data:
            raise NotReady("The adjudication file could not be read back as it was written. Check the disk.")
        os.link(draft, folder / name)
    except FileExistsError:
        if (folder / name).read_bytes() != data:
            raise Conflict(f"{name} exists with other content; a revision is never overwritten.") from None
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(folder)


def get_revision(study_hex: str, name: str, sha256: str) -> bytes:
    """The bytes of a revision, after checking them against the digest on record."""
    try:
        data = (get_folder(f"revisions/{study_hex}") / name).read_bytes()
    except FileNotFoundError:
        raise NotReady(f"{name} is missing from the vault; restore it from a backup.") from None
    if build_digest(data) != sha256:
        raise NotReady(f"{name} was changed in the vault; restore it from a backup.")
    return data
