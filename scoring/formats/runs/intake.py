"""The one way a run file comes in: every record checked, hashed and handed on in batches, in constant memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from scoring.formats.lines import OpenFile, open_file
from scoring.formats.manifest import check_manifest
from scoring.formats.problems import Problems
from scoring.formats.runs.batch import build_table
from scoring.formats.runs.csv_rows import read_csv_rows
from scoring.formats.runs.identity import Identity
from scoring.formats.runs.jsonl import read_json_lines
from scoring.formats.runs.options import Options
from scoring.formats.runs.parquet_rows import read_parquet_rows
from scoring.formats.runs.raw import Raw
from scoring.formats.runs.record import Record, RecordReader
from scoring.formats.strict_json import Flaw, show

__all__ = ["Intake", "take_in"]

BATCH_BYTES = 8 * 1024 * 1024
BATCH_RECORDS = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """What is known of a run when its last record is in: all but its columns."""

    identity: Identity
    models: int
    items: int
    categories: int
    outside_labels: int


def take_in(path: str, options: Options, fields: Sequence[str], write: Callable[[pa.Table], None]) -> Intake:
    """Read a run file to its end, handing on its records as tables of the named columns (with ``record_id`` etc.).

    Errors
    ------
    BadInput with all problems of the file, after its end; what was handed on must then be thrown away.
    """
    with open_file(path, name=options.name) as file:
        problems = Problems(file=file.name)
        reader = RecordReader(codebook=options.codebook, keep_unknown=options.keep_unknown)
        identity = Identity()
        items: list[pa.Array] = []
        models: set[str] = set()
        categories: set[str] = set()
        outside = 0
        for batch in _batch(_read_records(file, options, reader, identity, problems)):
            table = build_table(batch, fields)
            identity.add_ids(table.column("record_id").combine_chunks())
            items.append(table.column("item_id").combine_chunks().cast(pa.large_string()))
            models.update(table.column("model").unique().to_pylist())
            categories.update(table.column("category").unique().to_pylist())
            outside += sum(record.is_outside for record in batch)
            if not problems:
                write(table)
        identity.finish(problems)
        if not len(identity) and not problems:
            problems.add(line=None, field=None, code="empty", message="the file holds no records")
        check_manifest(options.manifest, records=len(identity), sha256=identity.sha256, problems=problems)
        problems.check("nothing was imported")
    return Intake(
        identity=identity,
        models=len(models),
        items=pc.count_distinct(pa.chunked_array(items)).as_py(),
        categories=len(categories),
        outside_labels=outside,
    )


def _read_records(
    file: OpenFile, options: Options, reader: RecordReader, identity: Identity, problems: Problems
) -> Iterator[Record]:
    flaws: list[Flaw] = []
    for line, values in _read_raw(file, options, problems):
        record = reader.read(_rename(values, options, flaws) if options.renames else values, flaws)
        if flaws:
            for flaw in flaws:
                problems.add(line=line, field=flaw.field, code=flaw.code, message=flaw.message)
            flaws.clear()
            continue
        identity.add_digest(line, record.canonical)
        yield record


def _read_raw(file: OpenFile, options: Options, problems: Problems) -> Iterator[Raw]:
    kind = options.format or _detect(file)
    if kind == "parquet":
        return read_parquet_rows(file, problems, options.progress, options.renames)
    if kind == "csv":
        return read_csv_rows(file, problems, options.progress, options.renames)
    return read_json_lines(file, problems, options.progress)


def _detect(file: OpenFile) -> str:
    if file.is_parquet:
        return "parquet"
    name = file.name.lower().removesuffix(".gz")
    if name.endswith(".csv"):
        return "csv"
    if name.endswith((".jsonl", ".ndjson", ".json")):
        return "jsonl"
    return "jsonl" if file.peek().removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[", b"") else "csv"


def _rename(values: dict[str, object], options: Options, flaws: list[Flaw]) -> dict[str, object]:
    renamed: dict[str, object] = {}
    for name, value in values.items():
        field = options.renames.get(name, name)
        if field in renamed or (field != name and field in values and field not in options.renames):
            message = f"comes from the column {show(name)} by --map, but the file has a column {field} as well"
            flaws.append(Flaw(field=field, code="map", message=message))
        renamed[field] = value
    return renamed


def _batch(records: Iterator[Record]) -> Iterator[list[Record]]:
    batch: list[Record] = []
    size = 0
    for record in records:
        batch.append(record)
        size += len(record.canonical) + len(record.extra or "")
        if size >= BATCH_BYTES or len(batch) >= BATCH_RECORDS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
