"""Runs, codebooks and codings of a few rows, built as ``scoring.formats`` would read them."""

from __future__ import annotations

import pandas as pd

from scoring.results import RUN_COLUMNS, Codebook, Codings, Label, Manifest, Run

__all__ = ["FOUR", "build_codebook", "build_codings", "build_run"]

_NULLABLE = {"confidence": "Int64", "completion_tokens": "Int64", "reasoning_tokens": "Int64", "correct": "boolean"}


def build_codebook(roles: dict[str, str], **facts: object) -> Codebook:
    """A codebook with these codes and roles."""
    labels = tuple(Label(code=c, role=r, hotkey=None, name=c, definition="") for c, r in roles.items())
    given = {"sha256": "c" * 64, "name": "small", "version": "1", "language": "en", "ordered": False} | facts
    return Codebook(labels=labels, **given)  # type: ignore[arg-type]  # keyword facts of a test


FOUR = build_codebook(
    {"A": "restraint", "H": "restraint", "CC": "substantive-correct", "CW": "substantive-wrong"},
    impossible={"FEQ": ("CC",)},
)


def build_run(rows: list[dict[str, object]], *, manifest: Manifest | None = None, sha256: str = "0" * 64) -> Run:
    """A run of these rows; what a row does not name is null, in category HNQ, eligible and not blank.

    ``confidence`` is given on the 0-100 scale; ``record_id`` is ``model/item_id`` where it is not given.
    """
    filled = []
    for row in rows:
        full = dict.fromkeys(RUN_COLUMNS) | {"model": "a", "category": "HNQ", "eligible": True, "blank": False} | row
        full["record_id"] = full["record_id"] or f"{full['model']}/{full['item_id']}"
        if full["confidence"] is not None:
            full["confidence"] = round(full["confidence"] * 1_000_000)
        filled.append(full)
    filled.sort(key=lambda row: row["record_id"].encode())
    frame = pd.DataFrame(filled, columns=list(RUN_COLUMNS), dtype=object)
    return Run(sha256=sha256, frame=frame.astype(_NULLABLE | {"eligible": bool, "blank": bool}), manifest=manifest)


def build_codings(labels: dict[str, dict[str, str]], *, key: str = "record_id") -> Codings:
    """Codings by coder and unit: ``{"c1": {"a/1": "A"}}``."""
    rows = [(unit, coder, label) for coder, of_coder in labels.items() for unit, label in of_coder.items()]
    frame = pd.DataFrame(rows, columns=["unit", "coder", "label"], dtype=object)
    frame["uncertain"] = pd.array([False] * len(rows), dtype="boolean")
    for name in ("note", "reason", "coded_at"):
        frame[name] = pd.Series([None] * len(rows), dtype=object)
    frame["seconds"] = pd.array([None] * len(rows), dtype="Float64")
    return Codings(key=key, frame=frame, sha256="d" * 64)
