"""Chromium meets the real server, and the watch over its pages sees what must fail a test."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.live import Server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sign_in_page_is_clean(server: Server, open_page: OpenPage, scheme: str) -> None:
    page = open_page(color_scheme=scheme)
    answer = page.goto(f"{server.url}/sign-in/")
    assert answer is not None
    assert (answer.status, page.locator("form").count() > 0) == (200, True)
    assert "'unsafe" not in answer.headers["content-security-policy"]
    assert Axe().run(page).response["violations"] == []


def test_without_javascript(server: Server, open_page: OpenPage, problems: list[str]) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(f"{server.url}/sign-in/")
    page.locator("input[name=username]").fill("nobody")
    page.locator("input[name=password]").fill("not a password of anybody")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("alert").wait_for()
    assert page.locator("input[name=username]").input_value() == "nobody"
    assert ["401" in problem for problem in problems] == [True]
    problems.clear()


def test_console_errors_are_seen(page: Page, problems: list[str]) -> None:
    page.goto("about:blank")
    page.evaluate("console.error('planted')")
    assert problems == ["console error: planted"]
    problems.clear()


def test_script_errors_are_seen(page: Page, problems: list[str]) -> None:
    page.set_content("<title>a page</title>")
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('planted') })")
    assert problems == ["script error: planted"]
    problems.clear()


def test_requests_to_another_host_are_seen(page: Page, problems: list[str]) -> None:
    page.route("**/*", lambda route: route.abort())  # so that none leaves the browser
    page.goto("about:blank")
    page.evaluate("fetch('http://elsewhere.invalid/').catch(() => null)")
    assert problems[0] == "request to another host: http://elsewhere.invalid/"
    problems.clear()
