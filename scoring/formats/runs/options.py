"""What a caller may say about how a run file is to be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from scoring.errors import Usage
from scoring.formats.codebook import default_codebook
from scoring.formats.lines import Progress
from scoring.formats.manifest import find_manifest, read_manifest
from scoring.formats.runs.fields import KINDS
from scoring.results import Codebook, Manifest

__all__ = ["FORMATS", "Options", "build_options"]

FORMATS = ("jsonl", "csv", "parquet")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Checked options: ``renames`` maps a column of the file to the field it holds."""

    codebook: Codebook
    manifest: Manifest | None
    keep_unknown: bool
    format: str | None
    renames: Mapping[str, str] = field(default_factory=dict)
    progress: Progress | None = None
    name: str


def build_options(
    path: str | Path,
    *,
    codebook: Codebook | None,
    manifest: Manifest | str | Path | None,
    unknown_labels: str,
    format: str | None,
    columns: Mapping[str, str] | None,
    progress: Progress | None,
    name: str | None,
) -> Options:
    """The options of a reading, checked.

    Errors
    ------
    Usage for an unknown format, field or word; BadInput for a bad manifest.
    """
    if unknown_labels not in ("refuse", "keep"):
        raise Usage(f'unknown labels are either "refuse" or "keep", not "{unknown_labels}"')
    if format is not None and format not in FORMATS:
        raise Usage(f"a run file is one of {', '.join(FORMATS)}, not {format}")
    renames: dict[str, str] = {}
    for field_name, column in (columns or {}).items():
        if field_name not in KINDS:
            raise Usage(f"{field_name} is no field of a run file; there are {', '.join(KINDS)}")
        if column in renames:
            raise Usage(f"the column {column} can't be both {renames[column]} and {field_name}")
        renames[column] = field_name
    if manifest is None:
        manifest = find_manifest(path)
    if isinstance(manifest, str | Path):
        manifest = read_manifest(manifest)
    return Options(
        codebook=codebook or default_codebook(),
        manifest=manifest,
        keep_unknown=unknown_labels == "keep",
        format=format,
        renames=renames,
        progress=progress,
        name=name or str(path),
    )
