"""Pages of the system's Chromium, each watched: a console error or a request to another host fails the test."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Request, sync_playwright

from tests.services.chromium import build_launch_options, get_chromium

OpenPage = Callable[..., Page]
RESULTS = Path(__file__).resolve().parents[2] / "test-results"
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Remember a failed call, so that its pages leave a picture."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The driver; it brings no browser of its own."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One browser process for all tests; each page has its own context."""
    chromium = playwright.chromium.launch(**build_launch_options(get_chromium(), root=os.geteuid() == 0))
    yield chromium
    chromium.close()


@pytest.fixture
def tour() -> Path | None:
    """The folder for the pictures of the README's tour, when ``CANDOR_TOUR`` names one; made when missing."""
    named = os.environ.get("CANDOR_TOUR")
    if not named:
        return None
    folder = Path(named)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def problems() -> list[str]:
    """What the watched pages complained about; a test that provokes a complaint asserts it and clears the list."""
    return []


@pytest.fixture
def open_page(browser: Browser, request: pytest.FixtureRequest, problems: list[str]) -> Iterator[OpenPage]:
    """``open_page(**options of new_context)`` opens a person's own window: own cookies, own storage.

    ``open_page(java_script_enabled=False)``, ``open_page(color_scheme="dark")`` and the like. Problems that are left
    when the test ends fail it.
    """
    pages: list[Page] = []

    def open_one(**options: object) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(15_000)
        page = context.new_page()
        watch(page, problems)
        pages.append(page)
        return page

    yield open_one
    for number, page in enumerate(pages):
        if request.node.stash.get(FAILED, False) and not page.is_closed():
            RESULTS.mkdir(exist_ok=True)
            page.screenshot(path=RESULTS / f"{request.node.name}-{number}.png", full_page=True)
        page.context.close()
    assert problems == []


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """One window with JavaScript."""
    return open_page()


def watch(page: Page, problems: list[str]) -> None:
    """Collect errors of the page's scripts and console, and every request that leaves this machine."""

    def on_console(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            problems.append(f"console {message.type}: {message.text}")

    def on_request(request: Request) -> None:
        target = urlsplit(request.url)
        if target.scheme not in {"about", "blob", "data"} and target.hostname != "127.0.0.1":
            problems.append(f"request to another host: {request.url}")

    page.on("console", on_console)
    page.on("request", on_request)
    page.on("pageerror", lambda error: problems.append(f"script error: {error}"))
