"""The worlds: what differs from one to the other, and how it is done."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pyarrow.parquet as pq

from annotate.models import Run
from annotate.vault.folders import get_folder
from scoring import formats
from scoring.formats.runs.parquet_rows import STORED_HASH

__all__ = ["WORLDS", "choose_label", "exchange_in_vault"]

WORLDS = ("first", "exchanged", "flipped", "marked")
"""``exchanged`` has other facts of the same records, ``flipped`` other labels and progress of the second coder;
``marked`` has a unique token in place of every name and fact."""

_LABELS = ("ABSTAIN", "HEDGE", "CONFIDENT_WRONG")
"""Possible in every category, as the comparison of two worlds needs it."""


def choose_label(position: int, *, of_second: bool, world: str) -> str:
    """What a coder says of the unit at a position of the own order; the second one says other things when flipped."""
    shift = 2 if of_second and world == "flipped" else 1 if of_second and position % 3 == 0 else 0
    return _LABELS[(position + shift) % len(_LABELS)]


def exchange_in_vault(run: Run, records: Sequence[dict[str, object]]) -> None:
    """Put other records under the run's hash: from here on everything that reads the run meets the other facts.

    Run, plan, seed and sample keep their digests, as the two worlds must not differ in what leads are shown.
    """
    target = get_folder("runs") / f"{run.sha256}.parquet"
    with tempfile.TemporaryDirectory() as folder:
        lines = "".join(f"{json.dumps(record)}\n" for record in records)
        source = Path(folder) / "run.jsonl"
        source.write_text(lines, encoding="utf-8")
        formats.store_run(source, Path(folder) / "run.parquet", unknown_labels="keep")
        table = pq.read_table(Path(folder) / "run.parquet")
    metadata = {**(table.schema.metadata or {}), STORED_HASH: run.sha256.encode("ascii")}
    target.unlink()
    pq.write_table(table.replace_schema_metadata(metadata), target)
    run.file_sha256 = hashlib.sha256(target.read_bytes()).hexdigest()
    run.save()
