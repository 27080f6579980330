"""Computed results, kept under their identity: the same inputs never need computing twice."""

from __future__ import annotations

import json

from annotate.vault.folders import get_folder
from scoring.formats import write_atomic

__all__ = ["find_result", "put_result"]


def find_result(kind: str, identity: str) -> dict[str, object] | None:
    """The kept result of that kind and identity, or None."""
    path = get_folder("results") / f"{kind}-{identity}.json"
    if not path.exists():
        return None
    result: dict[str, object] = json.loads(path.read_bytes())
    return result


def put_result(kind: str, identity: str, result: dict[str, object]) -> None:
    """Keep a result; its bytes depend on the result alone."""
    data = json.dumps(result, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    write_atomic(get_folder("results") / f"{kind}-{identity}.json", data.encode("utf-8"))
