"""Start-up check: a database whose writes may be lost at a power cut is refused."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db.backends.signals import connection_created

__all__ = ["check_durable", "connect"]


def connect() -> None:
    """Check each new connection."""
    connection_created.connect(check_durable, dispatch_uid="annotate.durability")


def check_durable(connection: Any, **_: object) -> None:
    """Raise ``ImproperlyConfigured`` unless the connection keeps what it has acknowledged.

    SQLite: WAL and ``synchronous=FULL`` (2) or EXTRA (3). PostgreSQL: ``fsync`` and ``synchronous_commit`` on.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            wanted = {"journal_mode": {"wal"}, "synchronous": {"2", "3"}, "foreign_keys": {"1"}}
            seen = {name: _first(cursor, f"PRAGMA {name}") for name in wanted}
        else:
            wanted = {"fsync": {"on"}, "synchronous_commit": {"on", "remote_write", "remote_apply"}}
            seen = {name: _first(cursor, f"SHOW {name}") for name in wanted}
    bad = [f"{name}={seen[name]}" for name in wanted if seen[name] not in wanted[name]]
    if bad:
        raise ImproperlyConfigured(
            f"the database could lose acknowledged labels ({', '.join(bad)}); "
            "put the data folder on a disk that supports WAL, or turn fsync and synchronous_commit on"
        )


def _first(cursor: Any, statement: str) -> str:
    cursor.execute(statement)
    return str(cursor.fetchone()[0]).lower()
