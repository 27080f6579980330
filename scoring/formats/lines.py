"""Physical lines of a file, plain or gzip, read once and in constant memory, with their numbers."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

from scoring.formats.encoding import UTF8_BOM, explain_conversion, find_foreign_encoding
from scoring.formats.problems import Problems, refuse

__all__ = ["MAX_LINE", "OpenFile", "Progress", "open_file", "read_lines"]

MAX_LINE = 16 * 1024 * 1024
"""Longest line that is read, in bytes without its line end."""

Progress = Callable[[int, int], None]
"""Called with the bytes of the file read so far and its size."""

_BLOCK = 1024 * 1024
_REPORT_EVERY = 512
_DAMAGED = (EOFError, zlib.error, gzip.BadGzipFile)


class OpenFile:
    """An open file: its name for messages, its stream (decompressed where it is gzip) and how far it is read."""

    def __init__(self, path: str | Path, *, name: str | None = None, whole: bool = False) -> None:
        self.path = Path(path)
        self.name = name or str(path)
        self.data = b""
        self.fault: Exception | None = None
        try:
            self.raw: io.BufferedReader = io.BufferedReader(io.FileIO(self.path), _BLOCK)
            self.size = os.fstat(self.raw.fileno()).st_size
            if whole:
                with self.raw:
                    self.data = self.raw.read()
                self.raw = io.BufferedReader(io.BytesIO(self.data))
            magic = self.raw.peek(4)[:4]
        except OSError as error:
            raise refuse(self.name, "unreadable", f"can't be read: {error.strerror or error}") from None
        self.is_gzip = magic[:2] == b"\x1f\x8b"
        self.is_parquet = magic == b"PAR1"
        self.stream = self.raw
        if self.is_gzip:
            self.stream = io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=self.raw)), _BLOCK)

    @property
    def sha256(self) -> str:
        """The SHA-256 of the bytes of a file that was opened whole."""
        return hashlib.sha256(self.data).hexdigest()

    def peek(self) -> bytes:
        """Some first bytes of the (decompressed) content, without reading on; none where it is damaged gzip.

        A gzip stream that fails here may end quietly when it is read on, so the fault is kept for ``read_lines``.
        """
        try:
            return self.stream.peek(4096)[:4096]
        except _DAMAGED as error:
            self.fault = error
            return b""

    def close(self) -> None:
        """Close the file."""
        self.stream.close()
        self.raw.close()

    def __enter__(self) -> OpenFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_file(path: str | Path, *, name: str | None = None, whole: bool = False) -> OpenFile:
    """Open a file for reading, once: with ``whole`` all its bytes are taken first, so that those hashed are those parsed.

    Errors
    ------
    BadInput when the system can't open it.
    """
    return OpenFile(path, name=name, whole=whole)


def read_lines(
    file: OpenFile, problems: Problems, *, progress: Progress | None = None, max_line: int = MAX_LINE
) -> Iterator[tuple[int, bytes]]:
    """Each line's number (from 1) and bytes with their line end; a byte-order mark of UTF-8 is dropped.

    Lines end at LF. A line over ``max_line`` and a damaged gzip stream become problems.

    Errors
    ------
    BadInput at once when the file is in another encoding than UTF-8 by its first bytes.
    """
    foreign = find_foreign_encoding(file.peek())
    if foreign:
        raise refuse(file.name, "encoding", explain_conversion(foreign))
    number = 0
    read = file.stream.readline
    try:
        if file.fault:
            raise file.fault
        while line := read(max_line + 2):
            number += 1
            if number == 1 and line.startswith(UTF8_BOM):
                line = line[len(UTF8_BOM) :]
            if len(line) > max_line and len(line.rstrip(b"\r\n")) > max_line:
                limit = max_line // (1024 * 1024)
                problems.add(line=number, field=None, code="line_too_long", message=f"is longer than {limit} MiB")
                _skip_line(file.stream, line)
            else:
                yield number, line
            if progress is not None and number % _REPORT_EVERY == 0:
                progress(file.raw.tell(), file.size)
    except _DAMAGED as error:
        message = f"the gzip stream is damaged or cut off after this line ({error})"
        problems.add(line=number or None, field=None, code="gzip", message=message)
    if progress is not None:
        progress(file.size, file.size)


def _skip_line(stream: io.BufferedReader, start: bytes) -> None:
    part = start
    while part and not part.endswith(b"\n"):
        part = stream.readline(_BLOCK)
