"""PostgreSQL for tests: a migrated template once a session, a fresh copy of it for each test."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

__all__ = ["PostgresServer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PostgresServer:
    """The private server that ``make test`` starts; ``url`` names a role that may create databases."""

    url: str

    def url_of(self, database: str) -> str:
        """The URL of another database on the same server.

        Examples
        --------
        >>> PostgresServer(url="postgres://u:p@127.0.0.1:5/candor").url_of("copy")
        'postgres://u:p@127.0.0.1:5/copy'
        """
        return urlsplit(self.url)._replace(path=f"/{database}").geturl()

    def create(self, *, template: str | None = None) -> str:
        """Create a database, as a copy of ``template`` where one is given, and return its name."""
        name = f"candor_{secrets.token_hex(6)}"
        self._run(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                sql.Identifier(name), sql.Identifier(template or "template0")
            )
        )
        return name

    def drop(self, name: str) -> None:
        """Drop a database, with whatever is still connected to it."""
        self._run(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def _run(self, statement: sql.Composed) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement)
