"""What a server process checks before it answers anybody."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from pytest_django import Settings

from annotate.conf.durability import check_durable
from annotate.conf.secret import get_secret_key
from annotate.conf.start import check_start


def connect(path: Path, pragmas: str) -> BaseDatabaseWrapper:
    """A connection of its own to a new embedded database."""
    settings = {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": {"init_command": pragmas}}
    return ConnectionHandler({"default": settings})["default"]


def test_data_below_a_served_folder_is_refused(settings: Settings, tmp_path: Path) -> None:
    settings.STATICFILES_DIRS = [tmp_path]
    settings.CANDOR_DATA = tmp_path / "data"
    with pytest.raises(ImproperlyConfigured, match="below a served folder"):
        check_start()


@pytest.mark.django_db
def test_the_database_of_the_tests_is_durable() -> None:
    check_durable(connection)


@pytest.mark.django_db
@pytest.mark.parametrize("pragma", ["journal_mode=DELETE", "synchronous=NORMAL", "foreign_keys=OFF"])
def test_an_embedded_database_that_may_lose_labels_is_refused(pragma: str, tmp_path: Path) -> None:
    sound = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
    connect(tmp_path / "sound.sqlite3", sound).ensure_connection()
    weak = connect(tmp_path / "weak.sqlite3", f"{sound} PRAGMA {pragma};")
    with pytest.raises(ImproperlyConfigured, match=pragma.partition("=")[0]):
        weak.ensure_connection()
    weak.close()


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL's own settings; runs there")
def test_a_postgresql_session_that_may_lose_labels_is_refused() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
    with pytest.raises(ImproperlyConfigured, match="synchronous_commit=off"):
        check_durable(connection)


def test_the_secret_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    key = get_secret_key(folder)
    assert len(key) >= 50
    assert get_secret_key(folder) == key
    assert (folder.stat().st_mode & 0o777, (folder / "secret_key").stat().st_mode & 0o777) == (0o700, 0o600)
    assert [path.name for path in folder.iterdir()] == ["secret_key"]
