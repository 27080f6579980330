"""From locking to publication: units to resolve, decisions, revisions. Leads only; bound by hex digits alone."""

from __future__ import annotations

from django.db import models

__all__ = ["Decision", "Revision", "UnitFacts", "UnitToResolve"]


class UnitFacts(models.Model):
    """The codes that can't occur in a unit's category, written at sealing so that locking needs no key."""

    study_hex = models.CharField(max_length=32)
    blind_id = models.CharField(max_length=10)
    impossible = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["study_hex", "blind_id"], name="unit_facts_once")]

    def __str__(self) -> str:
        return self.blind_id


class UnitToResolve(models.Model):
    """A unit that the lead decides; fixed at locking.

    ``cause`` is disagreement, impossible, too_few or audit; ``sides`` lists the coders' pseudonyms in the order in which
    the screen calls them A, B …, drawn for each unit.
    """

    study_hex = models.CharField(max_length=32)
    blind_id = models.CharField(max_length=10)
    position = models.PositiveIntegerField()
    cause = models.CharField(max_length=16)
    sides = models.JSONField(default=list)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["study_hex", "blind_id"], name="unit_to_resolve_once"),
            models.UniqueConstraint(fields=["study_hex", "position"], name="unit_to_resolve_position"),
        ]

    def __str__(self) -> str:
        return self.blind_id


class Decision(models.Model):
    """An adjudicator's word on a unit; appended, the highest version stands.

    ``label`` is empty where the unit is left out; ``first`` marks an adjudicator's own first judgement (version 0),
    recorded before any decision support may be declared; ``adjudicator`` is a pseudonym.
    """

    study_hex = models.CharField(max_length=32)
    blind_id = models.CharField(max_length=10)
    version = models.PositiveIntegerField()
    first = models.BooleanField(default=False)
    label = models.CharField(max_length=64, blank=True)
    rationale = models.TextField(blank=True)
    tool = models.CharField(max_length=200, blank=True)
    asked = models.TextField(blank=True)
    answered = models.TextField(blank=True)
    adjudicator = models.CharField(max_length=16)
    decided_on = models.DateField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["study_hex", "blind_id", "version"],
                condition=models.Q(first=False),
                name="decision_version_unique",
            ),
            models.UniqueConstraint(
                fields=["study_hex", "blind_id", "adjudicator"],
                condition=models.Q(first=True),
                name="first_judgement_once",
            ),
            models.CheckConstraint(
                condition=models.Q(first=True, version=0) | models.Q(first=False, version__gte=1),
                name="decision_version_counts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.blind_id}:{self.version}"


class Revision(models.Model):
    """A published state of the adjudication file; the file itself lies in the vault."""

    study_hex = models.CharField(max_length=32)
    number = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    name = models.CharField(max_length=64)
    parent_sha256 = models.CharField(max_length=64, blank=True)
    reason = models.TextField(blank=True)
    published_on = models.DateField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["study_hex", "number"], name="revision_number_unique")]

    def __str__(self) -> str:
        return self.name
