"""What coders said: appended, never changed."""

from __future__ import annotations

from django.db import models

from annotate.models.accounts import Account
from annotate.models.studies import Study
from annotate.models.units import Assignment

__all__ = ["AcceptedRequest", "Coding"]


class Coding(models.Model):
    """One label with flag and note; version 2 and later are corrections; an empty label clears.

    ``seconds`` is the time on the unit as measured by the coder's page, None where it was not measured.
    """

    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="codings")
    version = models.PositiveIntegerField()
    label = models.CharField(max_length=64, blank=True)
    uncertain = models.BooleanField(default=False)
    note = models.TextField(blank=True)
    reason = models.CharField(max_length=200, blank=True)
    seconds = models.FloatField(null=True)
    codebook_version = models.CharField(max_length=64)
    coded_on = models.DateField()
    coded_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["assignment", "version"], name="coding_version_unique")]

    def __str__(self) -> str:
        return f"{self.assignment_id}:{self.version}"


class AcceptedRequest(models.Model):
    """A decision that was accepted under a client's key, so that sending it again changes nothing.

    ``digest`` is the SHA-256 of the request's content, ``response`` what was answered.
    """

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="+")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    response = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["study", "account", "key"], name="request_key_unique")]

    def __str__(self) -> str:
        return self.key
