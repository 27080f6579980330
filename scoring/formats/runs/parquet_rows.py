"""Raw records from Parquet: row by row in constant memory, types as other writers choose them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

import pyarrow as pa
import pyarrow.parquet as pq

from scoring.formats.lines import OpenFile, Progress
from scoring.formats.problems import Problems, refuse
from scoring.formats.runs.columns import check_columns
from scoring.formats.runs.fields import INTEGER, KINDS, LABELS
from scoring.formats.runs.raw import Raw
from scoring.formats.strict_json import NotStrict, parse_strict

__all__ = ["STORED_HASH", "STORED_MARK", "read_parquet_rows"]

STORED_MARK = {b"candor_format": b"run-v1"}
"""Schema metadata of a file that this product stored: its ``extra`` and ``blank`` are no fields of the run."""

STORED_HASH = b"candor_sha256"
"""Key of the content hash in the metadata of a stored file."""

_ROWS = 1024


def read_parquet_rows(
    file: OpenFile, problems: Problems, progress: Progress | None, renames: Mapping[str, str]
) -> Iterator[Raw]:
    """One raw record for each row; ``line`` is the number of the row, from 1.

    Parameters
    ----------
    renames : column of the file to the field it holds, which says how its values are read.

    Errors
    ------
    BadInput when the file is no Parquet, is damaged, or has two columns of one name.
    """
    try:
        yield from _read_rows(pq.ParquetFile(file.raw), file, problems, progress, renames)
    except (pa.ArrowException, OSError) as error:
        reason = str(error).splitlines()[0]
        raise refuse(file.name, "bad_parquet", f"can't be read as Parquet: {reason}") from None


def _read_rows(
    parquet: pq.ParquetFile, file: OpenFile, problems: Problems, progress: Progress | None, renames: Mapping[str, str]
) -> Iterator[Raw]:
    names = parquet.schema_arrow.names
    for name in sorted({name for name in names if names.count(name) > 1}):
        raise refuse(file.name, "duplicate_column", f'has two columns named "{name}"')
    if not check_columns(names, renames, None, problems):
        return
    is_stored = STORED_MARK.items() <= (parquet.schema_arrow.metadata or {}).items()
    row, total = 0, parquet.metadata.num_rows
    for batch in parquet.iter_batches(batch_size=_ROWS):
        columns = [
            _list_values(batch.column(i), name, KINDS.get(renames.get(name, name)), row, problems)
            for i, name in enumerate(names)
        ]
        for members in zip(*columns, strict=True):
            row += 1
            values = dict(zip(names, members, strict=True))
            if is_stored:
                del values["blank"]
                extra = values.pop("extra")
                values |= cast("dict[str, object]", parse_strict(extra)) if isinstance(extra, str) else {}
            yield Raw(row, values)
        if progress is not None:
            progress(file.size * row // max(total, 1), file.size)


def _list_values(column: pa.Array, name: str, kind: str | None, row: int, problems: Problems) -> list[object]:
    try:
        values: list[object] = column.to_pylist()
    except UnicodeDecodeError:
        values = _list_decodable(column, name, row, problems)
    if kind is LABELS:
        return [_take_labels(value, name, row + i, problems) for i, value in enumerate(values, 1)]
    if kind is INTEGER:
        return [int(v) if isinstance(v, float) and v.is_integer() else v for v in values]
    if kind is None:
        return [value if _is_json(value) else str(value) for value in values]
    return values


def _list_decodable(column: pa.Array, name: str, row: int, problems: Problems) -> list[object]:
    values: list[object] = []
    for index, scalar in enumerate(column, 1):
        try:
            values.append(scalar.as_py())
        except UnicodeDecodeError as error:
            message = f"byte 0x{error.object[error.start]:02X} at byte {error.start + 1} of the text is not UTF-8"
            problems.add(line=row + index, field=name, code="encoding", message=message)
            values.append(None)
    return values


def _take_labels(value: object, name: str, row: int, problems: Problems) -> object:
    """An object from a map (a list of pairs), a struct (an object already) or JSON text."""
    if isinstance(value, list) and all(isinstance(pair, tuple) for pair in value):
        for key in sorted({str(key) for key, _ in value if [k for k, _ in value].count(key) > 1}):
            message = f'key "{key}" stands twice in one map'
            problems.add(line=row, field=f"{name}.{key}", code="duplicate_key", message=message)
        return {str(key): member for key, member in value}
    if not isinstance(value, str) or not value:
        return value
    try:
        return parse_strict(value)
    except NotStrict as error:
        for flaw in error.flaws:
            place = f"{name}.{flaw.field}" if flaw.field else name
            problems.add(line=row, field=place, code=flaw.code, message=flaw.message)
        return None


def _is_json(value: object) -> bool:
    if isinstance(value, list):
        return all(_is_json(member) for member in value)
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_json(member) for key, member in value.items())
    return value is None or isinstance(value, str | int | float)
