"""The index of imported runs; a run itself is a file in the vault, and none of its records is a row."""

from __future__ import annotations

from django.db import models

__all__ = ["Run"]


class Run(models.Model):
    """Name and digests of a run in the vault; ``manifest`` is the text of its manifest file or empty.

    ``sha256`` is the content hash, ``file_sha256`` that of the stored file's bytes, checked before each use.
    """

    name = models.CharField(max_length=200, unique=True)
    sha256 = models.CharField(max_length=64, unique=True)
    file_sha256 = models.CharField(max_length=64)
    manifest = models.TextField(blank=True)
    records = models.PositiveIntegerField()
    model_count = models.PositiveIntegerField()
    item_count = models.PositiveIntegerField()
    imported_on = models.DateField()

    def __str__(self) -> str:
        return self.name
