"""Stored runs read back: their frame, and the texts of a few records."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from scoring.formats.lines import OpenFile, open_file
from scoring.formats.problems import refuse
from scoring.formats.runs.batch import FRAME_FIELDS, build_frame
from scoring.formats.runs.parquet_rows import STORED_HASH
from scoring.formats.strict_json import show
from scoring.results import Manifest, Run

__all__ = ["RecordText", "load_stored_run", "read_texts"]

_TEXTS = ("record_id", "question", "context", "gold_answers", "response")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordText:
    """What people may be shown of a record, exactly as it came."""

    record_id: str
    question: str
    context: str | None
    gold_answers: tuple[str, ...] | None
    response: str | None


def load_stored_run(
    path: str | Path, *, sha256: str, manifest: Manifest | None = None, file_sha256: str | None = None
) -> Run:
    """The run of a file that ``store_run`` wrote; its records are not checked a second time.

    Parameters
    ----------
    sha256 : the content hash that the file must bear.
    file_sha256 : when given, the SHA-256 that the bytes of the file must have, compared before they are read.

    Errors
    ------
    BadInput when the file can't be read, is not the stored run of this hash, or has other bytes.
    """
    with open_file(path) as file:
        if file_sha256 is not None and hashlib.file_digest(file.raw, "sha256").hexdigest() != file_sha256:
            raise refuse(file.name, "digest", f"was changed: its bytes do not have the SHA-256 {file_sha256}")
        parquet = _open(file)
        found = (parquet.metadata.metadata or {}).get(STORED_HASH, b"").decode("ascii", "replace")
        if found != sha256:
            raise refuse(
                file.name, "digest", f"is not the stored run {sha256[:12]}: it bears {found[:12] or 'no hash'}"
            )
        table = parquet.read(columns=list(FRAME_FIELDS))
    order = pc.sort_indices(table.column("record_id"))
    return Run(sha256=sha256, frame=build_frame(table.take(order)), manifest=manifest)


def read_texts(path: str | Path, record_ids: Sequence[str]) -> list[RecordText]:
    """The texts of some records of a stored run, in the order asked for; one row group is in memory at a time.

    Errors
    ------
    BadInput when the file can't be read or a record is not in it.
    """
    wanted = pa.array(record_ids, type=pa.string())
    found: dict[str, RecordText] = {}
    with open_file(path) as file:
        parquet = _open(file)
        for group in range(parquet.num_row_groups):
            ids = parquet.read_row_group(group, columns=["record_id"]).column("record_id")
            rows = pc.indices_nonzero(pc.is_in(ids, value_set=wanted))
            if len(rows):
                texts = parquet.read_row_group(group, columns=list(_TEXTS)).select(list(_TEXTS)).take(rows)
                for row in texts.to_pylist():
                    answers = row["gold_answers"]
                    row["gold_answers"] = None if answers is None else tuple(answers)
                    found[row["record_id"]] = RecordText(**row)
        missing = [name for name in record_ids if name not in found]
        if missing:
            raise refuse(file.name, "unknown_record", f'has no record "{show(missing[0])}"')
    return [found[name] for name in record_ids]


def _open(file: OpenFile) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(file.raw)
    except (pa.ArrowException, OSError) as error:
        raise refuse(file.name, "bad_parquet", f"is no stored run: {str(error).splitlines()[0]}") from None
