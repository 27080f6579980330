"""Where things lie below the data folder."""

from __future__ import annotations

from pathlib import Path

from django.core.files.storage import storages

__all__ = ["get_folder", "get_key_folder"]


def get_folder(name: str) -> Path:
    """A folder of the vault (``runs``, ``documents``, ``revisions``, ``results``), made when missing."""
    return _folder("default", name, mode=0o755)


def get_key_folder() -> Path:
    """The folder of sealed keys, outside the vault, readable by its owner alone."""
    return _folder("keys", "", mode=0o700)


def _folder(storage: str, name: str, *, mode: int) -> Path:
    folder = Path(storages[storage].path(name))
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(mode)
    return folder
