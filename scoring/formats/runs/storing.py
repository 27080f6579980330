"""A run file stored once, as Parquet, on the way through: nothing of it is ever in memory as a whole."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from scoring.formats.atomic import replacing
from scoring.formats.lines import Progress
from scoring.formats.runs.batch import SCHEMA
from scoring.formats.runs.intake import take_in
from scoring.formats.runs.options import build_options
from scoring.formats.runs.parquet_rows import STORED_HASH, STORED_MARK
from scoring.results import Codebook, Manifest

__all__ = ["StoredRun", "store_run"]

_GROUP_BYTES = 8 * 1024 * 1024
_REPEATING = [name for name in SCHEMA.names if name not in ("record_id", "response", "confidence_text", "extra")]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRun:
    """What was stored.

    Parameters
    ----------
    sha256 : the content hash of the run.
    file_sha256 : SHA-256 of the stored file; ``load_stored_run`` checks it when it is given there.
    records, models, items, categories : counts of records and of different values.
    outside_labels : records whose automated label lies outside the codebook (0 unless they were to be kept).
    manifest : the manifest that was found or given.
    """

    sha256: str
    file_sha256: str
    records: int
    models: int
    items: int
    categories: int
    outside_labels: int
    manifest: Manifest | None


class _HashingFile:
    """A file that is written from start to end, with the SHA-256 of what was written."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._digest = hashlib.sha256()
        self.closed = False

    def write(self, data: bytes) -> int:
        self._digest.update(data)
        return self._stream.write(data)

    def hexdigest(self) -> str:
        return self._digest.hexdigest()


class _Background:
    """Compresses and writes one row group while the next is being read; errors come up at the next call or at the end."""

    def __init__(self, write: Callable[[pa.Table], None]) -> None:
        self._write = write
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._last: Future[None] | None = None
        self._group: list[pa.Table] = []

    def write(self, table: pa.Table) -> None:
        self._group.append(table)
        if sum(part.nbytes for part in self._group) >= _GROUP_BYTES:
            self.flush()

    def flush(self) -> None:
        self._wait()
        if self._group:
            self._last = self._thread.submit(self._write, pa.concat_tables(self._group))
        self._group = []

    def _wait(self) -> None:
        if self._last is not None:
            self._last.result()

    def __enter__(self) -> _Background:
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown(wait=True)
        self._wait()


def store_run(
    path: str | Path,
    target: str | Path,
    *,
    codebook: Codebook | None = None,
    manifest: Manifest | str | Path | None = None,
    unknown_labels: str = "refuse",
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    name: str | None = None,
) -> StoredRun:
    """Read and check a run file and store it as Parquet at ``target``, all or nothing.

    The stored file is a run file itself: ``read_run`` gives the same content hash. Records keep the order of the
    file. Memory is constant but for about a hundred bytes a record.

    Parameters
    ----------
    target : the new file, replaced when it is there; it appears when everything is right and synced to disk.
    others : as in ``read_run``.

    Errors
    ------
    BadInput and Usage as ``read_run``; OSError when the target can't be written.
    """
    options = build_options(
        path,
        codebook=codebook,
        manifest=manifest,
        unknown_labels=unknown_labels,
        format=format,
        columns=columns,
        progress=progress,
        name=name,
    )
    with replacing(target) as part, part.open("wb") as stream:
        sink = _HashingFile(stream)
        with pq.ParquetWriter(
            pa.PythonFile(sink, mode="w"),
            SCHEMA.with_metadata(STORED_MARK),
            compression="zstd",
            compression_level=1,
            use_dictionary=_REPEATING,
            write_statistics=False,
        ) as writer:  # closed before its file is, whatever happens
            with _Background(writer.write_table) as background:
                intake = take_in(str(path), options, SCHEMA.names, background.write)
                background.flush()
            writer.add_key_value_metadata({STORED_HASH: intake.identity.sha256.encode("ascii")})
    return StoredRun(
        sha256=intake.identity.sha256,
        file_sha256=sink.hexdigest(),
        records=len(intake.identity),
        models=intake.models,
        items=intake.items,
        categories=intake.categories,
        outside_labels=intake.outside_labels,
        manifest=options.manifest,
    )
