"""What a server process checks before it answers anybody."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.urls import get_resolver

__all__ = ["check_start"]


def check_start() -> None:
    """Raise ``ImproperlyConfigured`` when the process must not serve.

    The data folder must not lie below a served one; the database must keep what it acknowledges (checked on each new
    connection) and must be migrated; all pages must load.
    """
    data = Path(settings.CANDOR_DATA)
    served = [Path(folder).resolve() for folder in settings.STATICFILES_DIRS]
    if any(data == folder or folder in data.parents for folder in served):
        raise ImproperlyConfigured(
            f"the data folder {data.name} lies below a served folder; choose another CANDOR_DATA"
        )
    connection.ensure_connection()
    if "annotate_event" not in connection.introspection.table_names():
        raise ImproperlyConfigured("the database is not set up; run: python manage.py migrate")
    connection.close()
    get_resolver().url_patterns  # noqa: B018  # loads all pages, so that a broken one stops the start
