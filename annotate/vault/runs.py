"""Runs in the vault: stored once as Parquet under their content hash, checked before each use."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from annotate.errors import NotReady
from annotate.vault.folders import get_folder
from scoring import formats
from scoring.formats import RecordText
from scoring.results import Codebook, Run

__all__ = ["RecordText", "RunFile", "list_texts", "load_run", "store_run"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFile:
    """A run that is in the vault: content hash, digest of the stored file, and its counts."""

    sha256: str
    file_sha256: str
    records: int
    models: int
    items: int
    manifest: str
    is_new: bool


def store_run(
    path: Path,
    *,
    codebook: Codebook | None = None,
    manifest: Path | None = None,
    unknown_labels: str = "refuse",
    format: str | None = None,
    columns: dict[str, str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> RunFile:
    """Read, validate and store a run file; all or nothing. A run that is there already stores nothing."""
    folder = get_folder("runs")
    draft = folder / f".incoming-{uuid.uuid4().hex}.parquet"
    found = manifest or formats.find_manifest(path)
    try:
        stored = formats.store_run(
            path,
            draft,
            codebook=codebook,
            manifest=found,
            unknown_labels=unknown_labels,
            format=format,
            columns=columns,
            progress=progress,
        )
        target = folder / f"{stored.sha256}.parquet"
        is_new = not target.exists()
        if is_new:
            draft.rename(target)
            target.chmod(0o444)
    finally:
        draft.unlink(missing_ok=True)
    return RunFile(
        sha256=stored.sha256,
        file_sha256=stored.file_sha256 if is_new else _file_digest(target),
        records=stored.records,
        models=stored.models,
        items=stored.items,
        manifest=found.read_text(encoding="utf-8-sig") if found else "",
        is_new=is_new,
    )


def load_run(sha256: str, *, file_sha256: str, manifest: str = "") -> Run:
    """The run without its texts, after checking that the stored bytes are what they were."""
    path = _checked(sha256, file_sha256)
    return _load(path, sha256, path.stat().st_mtime_ns, manifest)


@lru_cache(maxsize=4)
def _load(path: Path, sha256: str, stamp: int, manifest: str) -> Run:
    parsed = formats.parse_manifest(manifest.encode("utf-8")) if manifest else None
    return formats.load_stored_run(path, sha256=sha256, manifest=parsed)


def list_texts(sha256: str, record_ids: Sequence[str], *, file_sha256: str) -> list[RecordText]:
    """Question, context, gold answers and response of the named records, in the order asked for."""
    return formats.read_texts(_checked(sha256, file_sha256), record_ids)


def _checked(sha256: str, file_sha256: str) -> Path:
    path = get_folder("runs") / f"{sha256}.parquet"
    if not path.exists():
        raise NotReady(f"Run {sha256[:12]} is missing from the vault; restore it from a backup or import it again.")
    if _file_digest(path) != file_sha256:
        raise NotReady(f"Run {sha256[:12]} was changed in the vault; restore it from a backup.")
    return path


def _file_digest(path: Path) -> str:
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()
