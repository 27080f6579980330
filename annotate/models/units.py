"""Blinded units and who codes them: made once, at sealing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models

from annotate.models.people import Membership
from annotate.models.studies import Study

if TYPE_CHECKING:
    from annotate.models.codings import Coding

__all__ = ["Assignment", "BlindUnit"]


class BlindUnit(models.Model):
    """What people may see of one sampled record; it knows nothing of the record.

    ``shown`` is the canonical JSON object of the plan's fields. Rows are inserted in the order of ``blind_id``.
    """

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="units")
    blind_id = models.CharField(max_length=10)
    shown = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["study", "blind_id"], name="unit_blind_id_unique")]

    def __str__(self) -> str:
        return self.blind_id


class Assignment(models.Model):
    """One unit for one coder.

    ``position`` (from 1) is the coder's own order; ``put_off`` counts how often the coder sent the unit to the end;
    ``current`` points to the last coding; ``shown`` says that the unit was served; ``given_up`` that it stays uncoded.
    """

    membership = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="assignments")
    unit = models.ForeignKey(BlindUnit, on_delete=models.PROTECT, related_name="assignments")
    position = models.PositiveIntegerField()
    put_off = models.PositiveIntegerField(default=0)
    shown = models.BooleanField(default=False)
    given_up = models.BooleanField(default=False)
    current: models.ForeignKey[Coding | None, Coding | None] = models.ForeignKey(
        "annotate.Coding", on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["membership", "unit"], name="assignment_once"),
            models.UniqueConstraint(fields=["membership", "position"], name="assignment_position_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.membership_id}:{self.position}"
