"""Studies as coders know them: a neutral slug, the codebook, the phase. What a study is about stands in ``Design``."""

from __future__ import annotations

from django.db import models

__all__ = ["Kind", "Phase", "Study"]


class Kind(models.TextChoices):
    """A pilot tries the codebook out; the main study is the one that counts."""

    PILOT = "pilot", "Pilot"
    MAIN = "main", "Main study"


class Phase(models.TextChoices):
    """Where a study is in its life; ``annotate.access.phases`` holds the allowed changes."""

    DRAFT = "draft", "Draft"
    SEALED = "sealed", "Sealed"
    CODING = "coding", "Coding"
    LOCKED = "locked", "Locked"
    PUBLISHED = "published", "Published"
    ABANDONED = "abandoned", "Abandoned"


class Study(models.Model):
    """One validation exercise, as far as coders may know it.

    ``hex`` are the ledger's 32 hex digits; ``codebook`` is the canonical text of the codebook file.
    """

    slug = models.CharField(max_length=16, unique=True)
    hex = models.CharField(max_length=32, unique=True)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.MAIN)
    phase = models.CharField(max_length=12, choices=Phase.choices, default=Phase.DRAFT)
    codebook = models.TextField()
    codebook_sha256 = models.CharField(max_length=64)
    codebook_version = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(phase__in=Phase.values), name="study_phase_known"),
            models.CheckConstraint(condition=models.Q(kind__in=Kind.values), name="study_kind_known"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The neutral name that everybody sees."""
        return f"Study {self.slug.upper()}"
