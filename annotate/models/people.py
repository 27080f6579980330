"""Who takes part in a study, and under which pseudonym."""

from __future__ import annotations

from django.db import models

from annotate.models.accounts import Account
from annotate.models.studies import Study

__all__ = ["Membership", "Part"]


class Part(models.TextChoices):
    """What a member does in a study."""

    CODER = "coder", "Coder"
    ADJUDICATOR = "adjudicator", "Adjudicator"


class Membership(models.Model):
    """An account's part in one study; the pseudonym is the only name that leaves the study."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="memberships")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="memberships")
    part = models.CharField(max_length=12, choices=Part.choices)
    pseudonym = models.CharField(max_length=16)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "account", "part"], name="membership_once"),
            models.UniqueConstraint(fields=["study", "pseudonym"], name="membership_pseudonym_unique"),
            models.CheckConstraint(condition=models.Q(part__in=Part.values), name="membership_part_known"),
        ]

    def __str__(self) -> str:
        return self.pseudonym
