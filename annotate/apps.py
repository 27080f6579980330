"""The Django application ``annotate``."""

from __future__ import annotations

from django.apps import AppConfig

__all__ = ["AnnotateConfig"]


class AnnotateConfig(AppConfig):
    """Registers the tables and the start-up checks of the database connection."""

    name = "annotate"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the check that refuses a database whose writes are not durable."""
        from annotate.conf import durability

        durability.connect()
