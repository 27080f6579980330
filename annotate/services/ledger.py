"""Appending to a study's ledger: the only way in which the application's state changes."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction

from annotate.blinding.canonical import build_canonical
from annotate.blinding.entropy import Entropy, system_entropy
from annotate.models import Deviation, Event, EventPayload

__all__ = ["Appended", "LedgerEnd", "write_ledger", "write_transaction"]

_ONE_WRITER = threading.RLock()
"""In one process writers queue here instead of polling the database's lock."""

_TAKE_LOCK = {"postgresql": "SELECT pg_advisory_xact_lock(%s)", "sqlite": "SELECT %s"}
"""By database; on SQLite ``BEGIN IMMEDIATE`` has taken the one write lock already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """Where an event stands: its number, and the digest of its public payload (which a receipt names)."""

    seq: int
    public_digest: str


@contextmanager
def write_transaction(lock_name: str) -> Iterator[None]:
    """A durable transaction that holds the write lock of ``lock_name`` (32 hex digits) from its start."""
    with _ONE_WRITER, transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute(_TAKE_LOCK[connection.vendor], [int(lock_name[:16], 16) - (1 << 63)])
        yield


@contextmanager
def write_ledger(study_hex: str, *, now: datetime, entropy: Entropy = system_entropy) -> Iterator[LedgerEnd]:
    """The open end of a study's chain inside one durable transaction; events reach the database before it commits."""
    with write_transaction(study_hex):
        end = LedgerEnd(study_hex, now=now, entropy=entropy)
        yield end
        end.flush()


class LedgerEnd:
    """Builds events onto the head of a chain; ``write_ledger`` makes one and flushes it."""

    def __init__(self, study_hex: str, *, now: datetime, entropy: Entropy) -> None:
        self.study_hex = study_hex
        self.now = now
        self.today = now.date()
        self._study = bytes.fromhex(study_hex)
        self._entropy = entropy
        head = Event.objects.filter(study=self._study).order_by("-seq").values_list("seq", "hash").first()
        self._seq, self._prev = (head[0], bytes(head[1])) if head else (0, bytes(32))
        self._events: list[Event] = []
        self._payloads: list[EventPayload] = []
        self._deviations: list[Deviation] = []

    def append(self, type: str, public: dict[str, object], private: dict[str, object] | None = None) -> Appended:
        """Add one event. ``public`` gets the UTC date, ``private`` the exact time; neither holds a float."""
        self._seq += 1
        digests = {
            "pub": self._payload("pub", b"\x01", {"date": self.today.isoformat(), **public}),
            "prv": self._payload("prv", b"\x02", {"at": self.now.isoformat(), **(private or {})}),
        }
        header = build_canonical({**digests, "seq": self._seq, "study": self.study_hex, "type": type, "v": 1})
        link = hashlib.sha256(b"\x00" + self._prev + header).digest()
        self._events.append(Event(study=self._study, seq=self._seq, prev=self._prev, header=header, hash=link))
        self._prev = link
        return Appended(seq=self._seq, public_digest=digests["pub"])

    def record_deviation(self, code: str, text: str) -> None:
        """Add the event of a deviation and its line for pages and files."""
        seq = self.append("deviation.recorded", {"code": code, "text": text}).seq
        self._deviations.append(Deviation(study_hex=self.study_hex, seq=seq, code=code, text=text, on=self.today))

    def flush(self) -> None:
        """Insert what was appended, in order."""
        Event.objects.bulk_create(self._events)
        EventPayload.objects.bulk_create(self._payloads)
        Deviation.objects.bulk_create(self._deviations)
        self._events, self._payloads, self._deviations = [], [], []

    def _payload(self, kind: str, prefix: bytes, content: dict[str, object]) -> str:
        salt = self._entropy(16)
        data = build_canonical(content)
        self._payloads.append(EventPayload(study=self._study, seq=self._seq, kind=kind, salt=salt, bytes=data))
        return hashlib.sha256(prefix + salt + data).hexdigest()
