"""Records as columns: the schema of the stored file, tables of a batch, and the frame that other rooms see."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from scoring.formats.canonical import encode_canonical
from scoring.formats.runs.fields import KINDS, confidence_in_millionths
from scoring.formats.runs.record import Record, is_blank
from scoring.results import RUN_COLUMNS

__all__ = ["FRAME_FIELDS", "SCHEMA", "build_frame", "build_table"]

_TYPES = {
    "text": pa.string(),
    "number": pa.float64(),
    "integer": pa.int64(),
    "boolean": pa.bool_(),
    "texts": pa.list_(pa.string()),
    "labels": pa.string(),
}

SCHEMA = pa.schema(
    [
        *(pa.field(name, _TYPES[kind]) for name, kind in KINDS.items()),
        pa.field("extra", pa.string()),
        pa.field("blank", pa.bool_()),
    ]
)
"""Columns of the stored file: the fields of a run, ``labels`` as JSON text, ``extra`` (all unknown fields as one JSON
text) and ``blank`` (the response is empty, white space or zero-width only)."""

FRAME_FIELDS = RUN_COLUMNS
"""Columns of the stored file that scoring needs: all but the texts."""


def build_table(records: Sequence[Record], fields: Sequence[str]) -> pa.Table:
    """Some columns of a batch of records as an Arrow table."""
    known = [record.known for record in records]
    return pa.table(
        [_build_column(records, known, name) for name in fields], schema=pa.schema([SCHEMA.field(n) for n in fields])
    )


def build_frame(table: pa.Table) -> pd.DataFrame:
    """The frame of ``Run`` from the columns ``FRAME_FIELDS`` of a table, row by row."""
    return pd.DataFrame({name: _build_series(table.column(name), name) for name in RUN_COLUMNS}, copy=False)


def _build_column(records: Sequence[Record], known: list[dict[str, object]], name: str) -> pa.Array:
    values: list[object]
    if name == "extra":
        values = [record.extra for record in records]
    elif name == "blank":
        values = [is_blank(fields.get("response")) for fields in known]  # type: ignore[arg-type]  # checked text
    elif name == "eligible":
        values = ["eligible" not in fields for fields in known]
    elif name == "labels":
        found = (fields.get("labels") for fields in known)
        values = [None if labels is None else encode_canonical(labels).decode("utf-8") for labels in found]
    elif name == "confidence":
        values = [record.confidence for record in records]
    else:
        values = [fields.get(name) for fields in known]
    return pa.array(values, type=SCHEMA.field(name).type)


def _build_series(column: pa.ChunkedArray, name: str) -> pd.Series:
    kind = SCHEMA.field(name).type
    if name in ("eligible", "blank"):
        return pd.Series(column.to_numpy(), dtype=bool)
    if kind == pa.float64():
        return pd.Series(_build_millionths(column.to_numpy()))
    if kind == pa.string():
        return pd.Series(_build_texts(column), dtype=object)
    dtype = pd.Int64Dtype() if kind == pa.int64() else pd.BooleanDtype()
    return pd.Series(column.to_pandas(types_mapper=lambda _: dtype))


def _build_texts(column: pa.ChunkedArray) -> NDArray[np.object_]:
    """One object for each distinct text, so that a million records of ten models hold ten names."""
    encoded = pa.chunked_array(column, type=pa.string()).dictionary_encode().combine_chunks()
    distinct = np.array([*encoded.dictionary.to_pylist(), None], dtype=object)
    places: NDArray[np.int32] = encoded.indices.fill_null(len(distinct) - 1).to_numpy()
    return distinct[places]


def _build_millionths(values: NDArray[np.float64]) -> pd.arrays.IntegerArray:
    missing = np.isnan(values)
    distinct, places = np.unique(np.where(missing, 0.0, values), return_inverse=True)
    exact = np.array([confidence_in_millionths(value) for value in distinct.tolist()], dtype="int64")
    return pd.arrays.IntegerArray(exact[places] if len(exact) else exact, missing)
