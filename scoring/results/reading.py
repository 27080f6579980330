"""What people said, as read from files: codings, a reference, an adjudication file."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

__all__ = ["Adjudication", "CodingOfCoder", "Codings", "Entry", "Reference"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Codings:
    """One row per unit and coder.

    ``frame`` has the columns ``unit`` (record id or blind id), ``coder``, ``label`` (text), ``uncertain`` (nullable
    boolean), ``note``, ``reason`` (text or None), ``seconds`` (nullable Float64), ``coded_at`` (text or None).
    Rows with an empty label are no codings and are not there. Where somebody states them there are also ``first_label``
    (the first label saved, None where it was never changed), ``repeat_label`` (what the coder said at the unit's silent
    repeat) and ``position`` (nullable Int64: place of the unit in the coder's own order, from 1).
    """

    key: str
    """``record_id`` or ``blind_id``: what ``unit`` names."""
    frame: pd.DataFrame
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CodingOfCoder:
    """One coder's last word before locking, as it stands in an adjudication file."""

    coder: str
    label: str
    uncertain: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One record of an adjudication file."""

    record_id: str
    blind_id: str
    automated_label: str | None
    codings: tuple[CodingOfCoder, ...]
    label: str | None
    resolution: str
    rationale: str | None
    adjudicator: str | None
    assistance: dict[str, str] | None
    decided_on: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudication:
    """A parsed, checked adjudication file; ``sha256`` is the hash of its bytes, ``document`` the whole object."""

    sha256: str
    study: str
    revision: int
    parent_sha256: str | None
    run_sha256: str
    plan_sha256: str
    sample_sha256: str
    codebook_sha256: str
    seal_commitment: str
    entries: tuple[Entry, ...]
    document: dict[str, object]

    def as_codings(self) -> Codings:
        """The coders' last words by record id, as a codings file would hold them; notes and times are not in the file.

        Examples
        --------
        >>> entry = Entry(record_id="a/1", blind_id="AAAAAAAAAA", automated_label=None, label="HEDGE",
        ...     codings=(CodingOfCoder(coder="C-AAAAA", label="HEDGE", uncertain=True),), resolution="single",
        ...     rationale=None, adjudicator=None, assistance=None, decided_on=None)
        >>> file = Adjudication(sha256="0" * 64, study="", revision=1, parent_sha256=None, run_sha256="",
        ...     plan_sha256="", sample_sha256="", codebook_sha256="", seal_commitment="", entries=(entry,), document={})
        >>> file.as_codings().frame[["unit", "coder", "label", "uncertain"]].to_dict("records")
        [{'unit': 'a/1', 'coder': 'C-AAAAA', 'label': 'HEDGE', 'uncertain': True}]
        """
        rows = [
            {"unit": entry.record_id, "coder": coding.coder, "label": coding.label, "uncertain": coding.uncertain}
            for entry in self.entries
            for coding in entry.codings
        ]
        columns = ("unit", "coder", "label", "uncertain", "note", "reason", "seconds", "coded_at")
        frame = pd.DataFrame({name: pd.Series([row.get(name) for row in rows], dtype=object) for name in columns})
        frame = frame.astype({"uncertain": "boolean", "seconds": "Float64"})
        return Codings(key="record_id", frame=frame, sha256=self.sha256)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """The agreed or decided labels: ``labels`` by record id (None = left out).

    ``adjudication`` is set when the reference came from an adjudication file.
    """

    sha256: str
    labels: dict[str, str | None]
    adjudication: Adjudication | None = None
