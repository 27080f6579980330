"""What only leads may know of a study: its run, plan, seed, sample and commitment; and its deviations."""

from __future__ import annotations

from django.db import models

__all__ = ["Design", "Deviation"]


class Design(models.Model):
    """The lead's side of a study, bound to it by the ledger's 32 hex digits alone.

    ``plan`` is the canonical ``plan-v1`` text; ``plan_sha256``, ``outside_*``, ``seed`` and ``sample_sha256`` are empty
    until the study is drawn (``sample_document`` is the digest of the list's file), ``commitment`` and ``key_name`` until it is sealed.
    """

    study_hex = models.CharField(max_length=32, unique=True)
    name = models.CharField(max_length=200)
    run_sha256 = models.CharField(max_length=64)
    plan = models.TextField()
    plan_sha256 = models.CharField(max_length=64, blank=True)
    outside_kind = models.CharField(max_length=16, blank=True)
    outside_value = models.CharField(max_length=500, blank=True)
    seed = models.CharField(max_length=64, blank=True)
    sample_sha256 = models.CharField(max_length=64, blank=True)
    sample_document = models.CharField(max_length=64, blank=True)
    sampled = models.PositiveIntegerField(default=0)
    commitment = models.CharField(max_length=64, blank=True)
    commitment_document = models.TextField(blank=True)
    key_name = models.CharField(max_length=100, blank=True)
    created_on = models.DateField()

    def __str__(self) -> str:
        return self.name


class Deviation(models.Model):
    """A difference between what was planned and what was done; ``seq`` is its event in the ledger."""

    study_hex = models.CharField(max_length=32, db_index=True)
    seq = models.PositiveIntegerField()
    code = models.CharField(max_length=64)
    text = models.TextField()
    on = models.DateField()

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["study_hex", "seq"], name="deviation_event_unique")]

    def __str__(self) -> str:
        return self.code
