"""The whole way in a browser: two coders label by keyboard, the lead resolves and publishes; then without JavaScript."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.people import PASSWORD, Desk, make_study, save_download, sign_in, wait_for_keys
from tests.services.data_folder import PROJECT
from tests.services.fixtures import StartServer

pytestmark = pytest.mark.browser

UNITS = 6  # three models × two categories, one record each


def choose_key(response: str, *, is_second: bool) -> str:
    """What a coder presses; the two differ on every reply, so that each draw leaves something to resolve."""
    first = "1" if "not know" in response else "2" if "perhaps" in response else "4"
    return {"1": "2", "2": "4", "4": "2"}[first] if is_second else first


def start_study(page: Page, desk: Desk) -> None:
    """The lead draws, seals and opens."""
    sign_in(page, desk.server, "lead")
    page.goto(desk.url())
    page.get_by_label("A value from outside").check()
    page.get_by_label("The value").first.fill("3 5 2 6")
    page.get_by_role("button", name="Freeze the plan and draw").click()
    page.get_by_role("button", name="Seal", exact=True).click()
    page.get_by_role("button", name="Open for coding").click()
    expect(page.get_by_role("heading", name="Coders are at work")).to_be_visible()
    assert page.locator("#commitment-line").inner_text().startswith("candor ")


def lock_study(page: Page, desk: Desk) -> None:
    """The lead locks once everything is coded."""
    page.goto(desk.url())
    page.get_by_role("button", name="Lock", exact=True).click()
    expect(page.get_by_role("heading", name="Resolve disagreements")).to_be_visible()


def count_due(page: Page) -> int:
    """How many units wait on the adjudicator's desk; some do."""
    shown = page.get_by_text(re.compile(r"^0 of \d+ resolved$"))
    expect(shown).to_be_visible()
    due = int(shown.inner_text().split()[2])
    assert due > 0
    return due


def publish_study(page: Page, desk: Desk, folder: Path) -> Path:
    """The lead publishes and downloads the file."""
    page.goto(desk.url())
    page.get_by_role("button", name="Publish revision 1").click()
    expect(page.get_by_role("heading", name=f"{UNITS} labels, revision 1")).to_be_visible()
    return save_download(page, "Download", folder)


def verify(path: Path) -> int:
    """The exit code of the verifier, which needs nothing of the application."""
    command = [sys.executable, "-m", "scoring", "verify", str(path)]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, check=False).returncode


def check_published(path: Path) -> None:
    """The file verifies, and with a changed byte under the same name it does not."""
    assert verify(path) == 0
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert verify(path) == 1


def test_by_keyboard(start_server: StartServer, open_page: OpenPage, tmp_path: Path) -> None:
    server = start_server(environment={"CANDOR_PASSWORD": PASSWORD})
    desk = make_study(server)
    lead = open_page()
    start_study(lead, desk)

    for name in ("coder-a", "coder-b"):
        page = open_page()
        sign_in(page, server, name)
        page.get_by_role("link", name="Start coding").press("Enter")
        for done in range(UNITS):
            expect(page.get_by_text(f"{done} of {UNITS}", exact=True)).to_be_visible()
            wait_for_keys(page)
            assert page.evaluate("document.activeElement === document.body")
            assert page.locator(".lab.on").count() == 0
            page.keyboard.press("Enter")  # on a fresh page it does nothing
            response = page.locator("#response").inner_text()
            page.keyboard.press(choose_key(response, is_second=name == "coder-b"))
            expect(page.get_by_text(f"{done + 1} of {UNITS}").first).to_be_visible()
        expect(page.get_by_role("heading", name=f"{UNITS} of {UNITS}. Thank you.")).to_be_visible()

    lock_study(lead, desk)
    lead.get_by_role("link", name="Resolve disagreements").click()
    due = count_due(lead)
    for done in range(due):
        expect(lead.get_by_text(f"{done} of {due} resolved")).to_be_visible()
        wait_for_keys(lead)
        assert lead.locator("[name=label]:checked").count() == 0
        lead.keyboard.press("2")
        lead.keyboard.press("n")
        lead.keyboard.type("Rule 2.2: perhaps qualifies the year. 1 2 3")
        lead.keyboard.press("Escape")
        assert lead.locator("[name=label]:checked").get_attribute("value") == "HEDGE"
        lead.keyboard.press("Enter")
    expect(lead.get_by_role("heading", name="All resolved")).to_be_visible()

    check_published(publish_study(lead, desk, tmp_path))
    lead.goto(desk.url("results/"))
    lead.get_by_role("button", name="Compute the results").click()
    expect(lead.get_by_role("heading", name="Do people agree?")).to_be_visible()


def test_without_javascript(start_server: StartServer, open_page: OpenPage, tmp_path: Path) -> None:
    server = start_server(environment={"CANDOR_PASSWORD": PASSWORD})
    desk = make_study(server)
    lead = open_page(java_script_enabled=False)
    start_study(lead, desk)

    for name in ("coder-a", "coder-b"):
        page = open_page(java_script_enabled=False)
        sign_in(page, server, name)
        page.get_by_role("link", name="Start coding").click()
        for done in range(UNITS):
            expect(page.get_by_text(f"{done} of {UNITS}", exact=True)).to_be_visible()
            key = choose_key(page.locator("#response").inner_text(), is_second=name == "coder-b")
            page.get_by_label("uncertain").check()
            page.get_by_label("uncertain").press("Enter")  # must not choose the first label
            page.locator("#note summary").click()
            page.get_by_label("Note").fill(f"pressed {key}")
            page.locator(f'.lab[data-key="{key}"]').click()
        expect(page.get_by_role("heading", name=f"{UNITS} of {UNITS}. Thank you.")).to_be_visible()
        page.get_by_role("link", name="My codings").click()
        expect(page.get_by_text("Note: pressed")).to_have_count(UNITS)

    lock_study(lead, desk)
    lead.get_by_role("link", name="Resolve disagreements").click()
    due = count_due(lead)
    for done in range(due):
        expect(lead.get_by_text(f"{done} of {due} resolved")).to_be_visible()
        lead.locator("label.lab", has_text="Hedge").click()
        lead.get_by_label("Start from a rule").select_option(index=9)
        lead.get_by_role("button", name="Save and next").click()
    expect(lead.get_by_role("heading", name="All resolved")).to_be_visible()
    check_published(publish_study(lead, desk, tmp_path))
