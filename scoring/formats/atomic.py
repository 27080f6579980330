"""Writing a file so that it is there as a whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["replacing", "sync_folder", "write_atomic"]


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A temporary file in the folder of ``path``; synced and renamed to it when the block ends well, else removed.

    Errors
    ------
    OSError as the system gives it (no such folder, no rights, disk full); ``path`` is then as it was.
    """
    target = Path(path)
    part = target.with_name(f".{target.name[:80]}.{secrets.token_hex(8)}.part")
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    try:
        yield part
        with part.open("rb+") as stream:
            os.fsync(stream.fileno())
        part.replace(target)
        sync_folder(target.parent)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_atomic(path: str | Path, data: bytes) -> None:
    """Write bytes to a file, all or nothing, and synced before it has its name.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_atomic(Path(folder) / "a.json", b"{}")
    ...     [(p.name, p.read_bytes()) for p in Path(folder).iterdir()]
    [('a.json', b'{}')]
    """
    with replacing(path) as part:
        part.write_bytes(data)


def sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
