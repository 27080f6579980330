"""The secret key: made at the first start, kept in the data folder, readable by its owner alone."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

__all__ = ["get_secret_key"]


def get_secret_key(folder: Path) -> str:
    """Return the key in ``folder``, making folder (0700) and file (0600) when missing.

    Two processes that start at once end up with the same key: the file is created exclusively, the loser reads it.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / "secret_key"
    draft = folder / f".secret_key.{os.getpid()}"
    if not path.exists():
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as handle:
            handle.write(secrets.token_urlsafe(50))
            handle.flush()
            os.fsync(handle.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first; its key is the key
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii")
