"""The ledger's tables: append-only, one chain a study. Headers and payloads lie apart, so that a payload can be erased."""

from __future__ import annotations

from django.db import models

__all__ = ["Event", "EventPayload"]


class Event(models.Model):
    """One link of a study's chain; never changed, never removed.

    ``hash = SHA-256(0x00 + prev + header)``; ``header`` is canonical JSON with the digests of the payloads.
    """

    study = models.BinaryField(max_length=16)
    seq = models.PositiveIntegerField()
    prev = models.BinaryField(max_length=32)
    header = models.BinaryField()
    hash = models.BinaryField(max_length=32)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "seq"], name="event_seq_unique"),
            models.UniqueConstraint(fields=["study", "prev"], name="event_prev_unique"),
        ]

    def __str__(self) -> str:
        return str(self.seq)


class EventPayload(models.Model):
    """The content of an event: ``pub`` may be published, ``prv`` never leaves; digested with a random salt."""

    study = models.BinaryField(max_length=16)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=3)
    salt = models.BinaryField(max_length=16)
    bytes = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "seq", "kind"], name="payload_once"),
            models.CheckConstraint(condition=models.Q(kind__in=["pub", "prv"]), name="payload_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.seq}:{self.kind}"
