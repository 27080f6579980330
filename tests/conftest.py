"""What every test may ask for: the real data beside the project, golden files, an own data folder, services."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.test import SimpleTestCase
from hypothesis import settings as hypothesis_settings

from tests.services.golden import Golden

pytest_plugins = ["tests.services.fixtures"]

PROJECT = Path(__file__).resolve().parents[1]
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences"}

hypothesis_settings.register_profile("default", deadline=None, print_blob=True)
hypothesis_settings.register_profile("ci", parent=hypothesis_settings.get_profile("default"), derandomize=True)
hypothesis_settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--golden-write`` makes golden tests write what they find instead of comparing it."""
    parser.addoption("--golden-write", action="store_true", help="rewrite the files under fixtures/golden")


def pytest_configure(config: pytest.Config) -> None:
    """Register the two marks that are set by what a test asks for."""
    config.addinivalue_line("markers", "database: uses the application's database (set by itself)")
    config.addinivalue_line("markers", "golden: compares with a file under fixtures/golden (set by itself)")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that use the database, so that they run on PostgreSQL too, and those with golden files."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if uses_database(item):
            item.add_marker("database")
        if "golden" in fixtures:
            item.add_marker("golden")


def uses_database(item: pytest.Item) -> bool:
    """Whether the test asks for the application's database by mark, fixture or test class."""
    if item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())):
        return True
    owner = getattr(item, "cls", None)
    return owner is not None and issubclass(owner, SimpleTestCase) and bool(getattr(owner, "databases", ()))


@pytest.fixture(scope="session")
def project() -> Path:
    """The project's top folder."""
    return PROJECT


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The real data beside the project; the test is skipped, saying so, where it is not there."""
    folder = (PROJECT / "../shared/data").resolve()
    if not folder.is_dir():
        pytest.skip("the real data is not there: ../shared/data")
    return folder


@pytest.fixture(scope="session")
def shared_oracle() -> Path:
    """The oracle values beside the project; the test is skipped, saying so, where they are not there."""
    folder = (PROJECT / "../shared/oracle").resolve()
    if not folder.is_dir():
        pytest.skip("the oracle values are not there: ../shared/oracle")
    return folder


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares text, bytes or JSON with a file under ``fixtures/golden``; see ``Golden``."""
    return Golden(folder=PROJECT / "fixtures" / "golden", write=bool(request.config.getoption("--golden-write")))
