"""Reading a key document: pure, on bytes that a service with access to the key hands in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from annotate.blinding.blind_ids import build_blind_id
from annotate.blinding.canonical import build_canonical
from annotate.blinding.commitment import build_commitment, build_leaf, build_root
from annotate.errors import NotReady

__all__ = ["KeyRecord", "open_key"]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRecord:
    """What the key says of one unit."""

    blind_id: str
    record_id: str
    automated_label: str | None


def open_key(data: bytes, commitment: str) -> tuple[KeyRecord, ...]:
    """The records of a ``key-v1`` document in the order of their blind ids, after checking all of it.

    Recomputes every leaf, the order, the count, the root, the commitment and each blind id. Errors: ``NotReady`` unless
    the key is the one that was committed to before coding.
    """
    try:
        document = json.loads(data)
        if build_canonical(document) == data and _is_committed(document, commitment):
            return tuple(_build_record(entry["record"]) for entry in document["records"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass  # no key at all: refused like any other that was not committed to
    raise NotReady("The key is not the one that was committed to before coding. Nothing was opened or published.")


def _build_record(record: dict[str, Any]) -> KeyRecord:
    return KeyRecord(
        blind_id=record["blind_id"], record_id=record["record_id"], automated_label=record["automated_label"]
    )


def _is_committed(document: dict[str, Any], commitment: str) -> bool:
    secret = bytes.fromhex(document["blind_secret"])
    entries = document["records"]
    records = [entry["record"] for entry in entries]
    leaves = [build_leaf(bytes.fromhex(entry["salt"]), build_canonical(entry["record"])) for entry in entries]
    named = all(
        build_blind_id(secret, record["record_id"], repeat=record["repeat"]) == record["blind_id"] for record in records
    )
    ordered = [record["blind_id"] for record in records] == sorted(record["blind_id"] for record in records)
    recomputed = build_commitment(
        run_sha256=document["run_sha256"], plan_sha256=document["plan_sha256"], n=document["n"], root=build_root(leaves)
    )
    return named and ordered and document["n"] == len(records) and recomputed == commitment
