"""Each test on PostgreSQL has a database of its own, copied from the migrated template."""

from __future__ import annotations

import psycopg
import pytest

from tests.services.postgres import PostgresServer

pytestmark = pytest.mark.postgres


def list_tables(url: str) -> set[str]:
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
        return {str(name) for (name,) in rows}


def test_a_copy_is_migrated_and_its_own(postgres: PostgresServer, postgres_template: str, postgres_url: str) -> None:
    assert "django_migrations" in list_tables(postgres_url)
    with psycopg.connect(postgres_url) as connection:
        connection.execute("CREATE TABLE only_here (n integer)")
    assert "only_here" in list_tables(postgres_url)
    assert "only_here" not in list_tables(postgres.url_of(postgres_template))


def test_the_server_keeps_what_it_acknowledges(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        shown = {name: connection.execute(f"SHOW {name}").fetchone() for name in ("fsync", "synchronous_commit")}
    assert shown == {"fsync": ("on",), "synchronous_commit": ("on",)}
