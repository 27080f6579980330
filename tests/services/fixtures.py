"""Fixtures over the services: own data folders, real servers, PostgreSQL databases copied from a template."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.test import SimpleTestCase
from pytest_django import Settings

from tests.live import Server
from tests.services.data_folder import build_environment, build_storages, run_manage
from tests.services.postgres import PostgresServer

StartServer = Callable[..., Server]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The test database is a file of its own, so that two test runs in one tree never meet."""
    database = django_settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database.setdefault("TEST", {})["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(scope="session")
def collected_static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static files as production serves them, collected once."""
    folder = tmp_path_factory.mktemp("static")
    django_settings.STATIC_ROOT = str(folder)
    call_command("collectstatic", interactive=False, verbosity=0)
    return folder


@pytest.fixture
def data_folder(tmp_path_factory: pytest.TempPathFactory, settings: Settings, collected_static: Path) -> Path:
    """An empty data folder that the settings of this process point at until the test ends."""
    folder = tmp_path_factory.mktemp("data")
    settings.CANDOR_DATA = folder
    settings.STATIC_ROOT = str(collected_static)
    settings.STORAGES = build_storages(settings.STORAGES, folder)
    return folder


@pytest.fixture(autouse=True)
def _own_data_folder(request: pytest.FixtureRequest) -> None:
    """A test that uses the application's database gets a data folder of its own without asking."""
    owner = request.cls
    if request.node.get_closest_marker("database") or (owner is not None and issubclass(owner, SimpleTestCase)):
        request.getfixturevalue("data_folder")


@pytest.fixture(scope="session")
def migrated_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a migrated, empty SQLite database and the static files; copied, never used itself."""
    folder = tmp_path_factory.mktemp("migrated") / "data"
    environment = build_environment(folder)
    run_manage(environment, "migrate", "--verbosity", "0")
    run_manage(environment, "collectstatic", "--no-input", "--verbosity", "0")
    return folder


@pytest.fixture
def start_server(migrated_folder: Path, tmp_path: Path) -> Iterator[StartServer]:
    """``start_server(**options of Server)`` starts a real server on a copy of the migrated folder; all end with the test."""
    started: list[Server] = []

    def start(**options: object) -> Server:
        folder = tmp_path / f"server-{len(started)}"
        shutil.copytree(migrated_folder, folder)
        server = Server(folder=folder, **options)
        started.append(server)
        return server.start()

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def server(start_server: StartServer) -> Server:
    """One real server on SQLite."""
    return start_server()


@pytest.fixture(scope="session")
def postgres() -> PostgresServer:
    """The private PostgreSQL server of this test run."""
    url = os.environ.get("TEST_POSTGRES_URL")
    if not url:
        pytest.skip("TEST_POSTGRES_URL is not set; `make test` starts PostgreSQL and sets it")
    return PostgresServer(url=url)


@pytest.fixture(scope="session")
def postgres_template(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Name of a migrated, empty database; copied, never used itself."""
    name = postgres.create()
    folder = tmp_path_factory.mktemp("postgres")
    run_manage(build_environment(folder, database_url=postgres.url_of(name)), "migrate", "--verbosity", "0")
    yield name
    postgres.drop(name)


@pytest.fixture
def postgres_url(postgres: PostgresServer, postgres_template: str) -> Iterator[str]:
    """URL of a fresh database, copied from the migrated template and dropped after the test."""
    name = postgres.create(template=postgres_template)
    yield postgres.url_of(name)
    postgres.drop(name)
