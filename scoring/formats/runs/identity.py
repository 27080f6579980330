"""Identity of a run while it streams by: record ids, their digests, duplicates, the content hash."""

from __future__ import annotations

import hashlib
from array import array

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from scoring.formats.problems import SHOWN, Problems
from scoring.formats.strict_json import show

__all__ = ["Identity"]


class Identity:
    """Collects a digest and a record id for each record in arrays of fixed size per record.

    Examples
    --------
    >>> identity = Identity()
    >>> identity.add_digest(1, b'{"record_id":"b"}'); identity.add_digest(2, b'{"record_id":"a"}')
    >>> identity.add_ids(pa.array(["b", "a"]))
    >>> identity.finish(Problems(file="run.jsonl"))
    >>> identity.order.tolist(), identity.sha256[:12]
    ([1, 0], '59328ab07a4d')
    """

    def __init__(self) -> None:
        self._digests = bytearray()
        self._lines = array("q")
        self._ids: list[pa.Array] = []
        self.order = np.empty(0, dtype="int64")
        self.sha256 = ""

    def __len__(self) -> int:
        return len(self._lines)

    def add_digest(self, line: int, canonical: bytes) -> None:
        """Take the canonical bytes of the next record and its line."""
        self._digests += hashlib.sha256(canonical).digest()
        self._lines.append(line)

    def add_ids(self, ids: pa.Array) -> None:
        """Take the record ids of the next records."""
        self._ids.append(ids.cast(pa.large_string()))

    def finish(self, problems: Problems) -> None:
        """Find ``order`` (positions of the records by record id as UTF-8 bytes), duplicates, and the hash."""
        ids = pa.chunked_array(self._ids, type=pa.large_string())
        self.order = pc.sort_indices(ids).to_numpy().astype("int64")
        ordered = ids.take(pa.array(self.order))
        self._report_duplicates(ordered, problems)
        digests = np.frombuffer(self._digests, dtype="V32")
        self.sha256 = hashlib.sha256(digests[self.order].tobytes()).hexdigest()

    def _report_duplicates(self, ordered: pa.ChunkedArray, problems: Problems) -> None:
        if len(ordered) < 2:
            return
        again = pc.equal(ordered.slice(1), ordered.slice(0, len(ordered) - 1)).to_numpy()
        if not again.any():
            return
        lines = np.frombuffer(self._lines, dtype="int64")[self.order]
        starts = np.maximum.accumulate(np.where(np.r_[False, again], 0, np.arange(len(ordered))))
        places = np.flatnonzero(again) + 1
        places = places[np.argsort(lines[places], kind="stable")]
        for place in places[:SHOWN]:
            message = f'"{show(ordered[place].as_py())}" stands in line {lines[starts[place]]} already'
            problems.add(line=int(lines[place]), field="record_id", code="duplicate_record_id", message=message)
        problems.add_untold(len(places[SHOWN:]))
