"""A run file read into the frame that scoring works on; its texts pass by and are not kept."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa

from scoring.formats.lines import Progress
from scoring.formats.runs.batch import FRAME_FIELDS, build_frame
from scoring.formats.runs.intake import take_in
from scoring.formats.runs.options import build_options
from scoring.results import Codebook, Manifest, Run

__all__ = ["read_run"]


def read_run(
    path: str | Path,
    *,
    codebook: Codebook | None = None,
    manifest: Manifest | str | Path | None = None,
    unknown_labels: str = "refuse",
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    name: str | None = None,
) -> Run:
    """Read and check a run file: JSON Lines (also gzip), CSV or Parquet.

    Parameters
    ----------
    codebook : where automated labels must stand; the default codebook when None.
    manifest : a manifest, its path, or None for the one beside the file, where there is one.
    unknown_labels : ``refuse`` or ``keep`` an ``automated_label`` outside the codebook.
    format : ``jsonl``, ``csv`` or ``parquet``; found out when None.
    columns : field to the column that holds it, where the file has other names.
    progress : called with bytes read and bytes in all.
    name : what messages call the file; the path when None.

    Errors
    ------
    BadInput with every problem and its line (in Parquet: row); Usage for options that make no sense.

    Source: run file and content hash of the formats page.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "run.csv"
    ...     _ = file.write_text("item_id,model,category,question,response\\\\n1,a,FEQ,Who?,\\\\n".replace("\\\\n", chr(10)))
    ...     run = read_run(file)
    >>> run.frame[["record_id", "blank"]].values.tolist(), run.sha256[:12]
    ([['a/1', True]], '1f61099d5e65')
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
    tables: list[pa.Table] = []
    intake = take_in(str(path), options, FRAME_FIELDS, tables.append)
    frame = build_frame(pa.concat_tables(tables).take(pa.array(intake.identity.order)))
    return Run(sha256=intake.identity.sha256, frame=frame, manifest=options.manifest)
