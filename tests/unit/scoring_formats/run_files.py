"""Run files for the tests of readers: records with every field, written in every container."""

from __future__ import annotations

import gzip
import hashlib
import json
from decimal import ROUND_HALF_EVEN, Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.errors import BadInput
from scoring.formats import read_run

__all__ = ["FULL", "GOOD", "RECORDS", "hash_by_hand", "list_refusals", "write_containers", "write_jsonl"]

FULL: dict[str, Any] = {
    "record_id": "m/1",
    "item_id": "1",
    "model": "m",
    "family": "f",
    "provider": "p",
    "generation_of": "old",
    "category": "HNQ",
    "subcategory": "s",
    "question": "Who?",
    "context": "A document,\r\nwith a line.",
    "gold_answers": ["One", "1", ""],
    "response": " Ä \u200b\u2028\n\tx ",
    "confidence": 66.7,
    "confidence_text": "two thirds",
    "correct": False,
    "automated_label": "HEDGE",
    "label_reasons": ["r1"],
    "labels": {"judge-b": "whatever", "judge-a": "HEDGE"},
    "answered_by": "m-1",
    "completion_tokens": 12,
    "reasoning_tokens": 0,
    "finish_reason": "stop",
    "error": "none",
    "eligible": False,
}

RECORDS: tuple[dict[str, Any], ...] = (
    FULL,
    {"item_id": "2", "model": "m", "category": "null", "question": "NA", "response": None},
    {"item_id": "Ω", "model": "m", "category": "HNQ", "question": "=1+1", "response": "", "confidence": 85,
     "labels": {"judge-a": None}, "gold_answers": [], "eligible": True, "correct": True},
    {"item_id": "z", "model": "B", "category": "HNQ", "question": "'q", "response": "  ", "confidence": 0,
     "context": "", "label_reasons": None, "completion_tokens": None},
)  # fmt: skip


GOOD = {"item_id": "1", "model": "a", "category": "FEQ", "question": "Q", "response": "R"}
"""A record with nothing but what must be there."""


def list_refusals(path: Path, **options: Any) -> list[tuple[int | None, str | None, str]]:
    """Line, field and code of every problem for which a run file is refused."""
    with pytest.raises(BadInput) as caught:
        read_run(path, **options)
    assert all(problem.message and "\n" not in problem.message for problem in caught.value.problems)
    return [(problem.line, problem.field, problem.code) for problem in caught.value.problems]


def hash_by_hand(records: tuple[dict[str, Any], ...]) -> str:
    """The content hash as a stranger computes it from its definition."""
    digests = []
    for raw in records:
        record = {key: value for key, value in raw.items() if key in FULL and value not in (None, "", [], {})}
        record.setdefault("record_id", f"{record['model']}/{record['item_id']}")
        if "labels" in record:
            record["labels"] = {key: value for key, value in record["labels"].items() if value is not None}
            if not record["labels"]:
                del record["labels"]
        if record.get("eligible") is True:
            del record["eligible"]
        if "confidence" in record:
            exact = Decimal(repr(record["confidence"])) * 10**6
            record["confidence"] = int(exact.quantize(Decimal(1), rounding=ROUND_HALF_EVEN))
        data = json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
        digests.append((record["record_id"].encode(), hashlib.sha256(data).digest()))
    return hashlib.sha256(b"".join(digest for _, digest in sorted(digests))).hexdigest()


def write_jsonl(path: Path, *records: dict[str, Any]) -> Path:
    """Write records as JSON Lines; text stands as it is but for lone surrogates, which only an escape can hold."""
    lines = [json.dumps(record, ensure_ascii=False) for record in records]
    for number, line in enumerate(lines):
        if any("\ud800" <= char <= "\udfff" for char in line):
            lines[number] = json.dumps(records[number])
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def write_containers(folder: Path, records: tuple[dict[str, Any], ...]) -> list[Path]:
    """The same records in every container that is read, with the liberties that each allows."""
    plain = write_jsonl(folder / "run.jsonl", *records).read_bytes()
    escaped = "".join(json.dumps(dict(reversed(record.items()))) + "\r\n \r\n" for record in reversed(records))
    files = {
        "shuffled.ndjson": escaped.encode(),
        "marked.json": b"\xef\xbb\xbf" + plain.rstrip(b"\n"),
        "run.jsonl.gz": gzip.compress(plain),
        "members.gz": gzip.compress(plain[:10]) + gzip.compress(plain[10:]),
        "nameless": plain,
    }
    fields = list(dict.fromkeys(key for record in records for key in record))
    rows = [[_cell(record.get(key)) for key in fields] for record in records]
    table = _write_exact(fields, rows)
    files |= {
        "run.csv": table,
        "marked.csv": b"\xef\xbb\xbf" + table,
        "run.csv.gz": gzip.compress(table),
        "nameless-table": table,
    }
    paths = [folder / "run.jsonl"]
    for name, data in files.items():
        (folder / name).write_bytes(data)
        paths.append(folder / name)
    for name, columns in _parquet_columns(records, fields).items():
        pq.write_table(pa.table(columns), folder / name)
        paths.append(folder / name)
    return paths


def _cell(value: object) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, bool):
        return str(value).upper()
    return json.dumps(value)


def _write_exact(fields: list[str], rows: list[list[str]]) -> bytes:
    quoted = [",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in [fields, *rows]]
    return "\r\n".join(quoted).encode()


def _parquet_columns(records: tuple[dict[str, Any], ...], fields: list[str]) -> dict[str, dict[str, pa.Array]]:
    def column(key: str, type_: pa.DataType | None = None) -> pa.Array:
        return pa.array([record.get(key) for record in records], type=type_)

    labels = [record.get("labels") for record in records]
    plain = {key: column(key) for key in fields}
    texts = [key for key in fields if plain[key].type == pa.string()]
    return {
        "struct.parquet": plain,
        "map.parquet": plain
        | {"labels": pa.array([list((value or {}).items()) for value in labels], pa.map_(pa.string(), pa.string()))},
        "text.parquet": plain
        | {"labels": pa.array([None if value is None else json.dumps(value) for value in labels])}
        | {"gold_answers": column("gold_answers", pa.large_list(pa.large_string()))},
        "types.parquet": plain
        | {key: column(key, pa.large_string()) for key in texts}
        | {key: plain[key].dictionary_encode() for key in ("model", "category", "question")}
        | {
            "completion_tokens": column("completion_tokens", pa.float64()),
            "reasoning_tokens": column("reasoning_tokens", pa.int8()),
        },
    }
