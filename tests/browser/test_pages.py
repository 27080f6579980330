"""Every page of the demo: accessible in both themes, on a phone and at double size; with pictures for the tour."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from fixtures.demo_walk import DEMO_PASSWORDS
from tests.browser.conftest import OpenPage
from tests.browser.people import sign_in, wait_for_keys
from tests.live import Server
from tests.services.data_folder import build_environment, run_manage
from tests.services.fixtures import StartServer

pytestmark = pytest.mark.browser

VIEWS: dict[str, dict[str, object]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"},
    "double size": {"viewport": {"width": 640, "height": 430}},
}

PAGES = {
    "coder-a": ("", "code/{ready}/", "code/{ready}/codebook/", "code/{half}/codings/", "code/{published}/"),
    "analyst": ("", "studies/{published}/"),
    "lead": (
        *("", "runs/", "runs/{digest}/"),
        *("studies/{half}/", "studies/{published}/", "studies/{published}/codebook/", "studies/{published}/ledger/"),
        *("studies/{locked}/adjudicate/", "studies/{published}/adjudicate/"),
        *("studies/{published}/publication/", "studies/{published}/results/", "no/such/page/"),
    ),
}


TOUR_SIZE = {"width": 1280, "height": 860}


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """The demo on a server: the addresses of its three studies, and the run of the published one."""

    server: Server
    names: dict[str, str]

    def url(self, path: str) -> str:
        """An address with its names filled in."""
        return f"{self.server.url}/{path.format(**self.names)}"


@pytest.fixture(scope="session")
def demo_folder(migrated_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the demo as ``make demo`` sets it up; copied, never used itself."""
    folder = tmp_path_factory.mktemp("demo") / "data"
    shutil.copytree(migrated_folder, folder)
    run_manage(build_environment(folder), "demo", "--no-serve")
    return folder


@pytest.fixture
def demo(demo_folder: Path, start_server: StartServer) -> Demo:
    """A server on a copy of the demo."""
    server = start_server()
    server.stop()
    shutil.copytree(demo_folder, server.folder, dirs_exist_ok=True)
    server.start()
    with sqlite3.connect(server.folder / "candor.sqlite3") as database:
        rows = database.execute(
            "SELECT d.name, s.slug, d.run_sha256 FROM annotate_design d JOIN annotate_study s ON s.hex = d.study_hex"
        ).fetchall()
    slugs = {name: slug for name, slug, _ in rows}
    digest = next(digest for name, _, digest in rows if name == "Published")
    names = {"ready": slugs["Ready to code"], "half": slugs["Half coded"], "published": slugs["Published"]}
    return Demo(server=server, names={**names, "locked": names["half"], "digest": digest[:12]})


def list_problems(page: Page) -> list[str]:
    """What axe finds, and whether the page has to be pushed sideways."""
    found = [
        f"{violation['id']}: {violation['nodes'][0]['html'][:120]}"
        for violation in Axe().run(page).response["violations"]
    ]
    wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    return found + (["scrolls sideways"] if wide else [])


def lock_half(page: Page, demo: Demo) -> None:
    """The lead locks; what is open is given up."""
    page.goto(demo.url("studies/{half}/"))
    if page.get_by_text("Lock with codings still open").count():
        page.get_by_text("Lock with codings still open").click()
        page.get_by_label("Why the open codings are given up").fill("The second coder fell ill.")
        page.get_by_role("button", name="Give them up and lock").click()
    else:
        page.get_by_role("button", name="Lock", exact=True).click()
    expect(page.get_by_role("heading", name="Resolve disagreements")).to_be_visible()


def test_all_pages(demo: Demo, open_page: OpenPage, problems: list[str], tour: Path | None) -> None:
    lead = open_page()
    sign_in(lead, demo.server, "lead", DEMO_PASSWORDS["lead"])
    take_pictures_before_locking(demo, open_page, lead, tour)
    found: list[str] = []
    for who, paths in PAGES.items():
        if who == "lead":
            lock_half(lead, demo)
        for view, options in VIEWS.items():
            page = open_page(**options)
            sign_in(page, demo.server, who, DEMO_PASSWORDS[who])
            for path in paths:
                page.goto(demo.url(path))
                found += [f"{who} {path} ({view}): {problem}" for problem in list_problems(page)]
    assert found == []
    take_pictures_after_locking(demo, lead, tour)
    assert [problem for problem in problems if "404" not in problem] == []
    problems.clear()


@pytest.mark.parametrize("view", VIEWS)
def test_what_opens_on_the_coding_page(demo: Demo, open_page: OpenPage, view: str) -> None:
    page = open_page(**VIEWS[view])
    sign_in(page, demo.server, "coder-a", DEMO_PASSWORDS["coder-a"])
    page.goto(demo.url("code/{ready}/"))
    wait_for_keys(page)
    found = []
    for key, leave in (("n", "Escape"), ("x", "Escape"), ("c", "c"), ("?", "Escape")):
        page.keyboard.press(key)
        found += [f"{key}: {problem}" for problem in list_problems(page)]
        page.keyboard.press(leave)
    page.locator(".menu summary").click()
    assert found + list_problems(page) == []


def test_the_theme_can_be_chosen(demo: Demo, open_page: OpenPage) -> None:
    page = open_page(color_scheme="light")
    sign_in(page, demo.server, "coder-a", DEMO_PASSWORDS["coder-a"])
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != paper


def test_labels_are_reached_and_pressed_with_tab(demo: Demo, open_page: OpenPage) -> None:
    """By the keyboard alone and without shortcuts: tab to a label, see the focus, press it."""
    page = open_page()
    sign_in(page, demo.server, "coder-a", DEMO_PASSWORDS["coder-a"])
    page.goto(demo.url("code/{ready}/"))
    for _ in range(40):
        page.keyboard.press("Tab")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
        if page.evaluate("document.activeElement.value") == "HEDGE":
            break
    page.keyboard.press("Enter")
    expect(page.locator("header progress")).to_have_attribute("value", "1")


def take_pictures_before_locking(demo: Demo, open_page: OpenPage, lead: Page, tour: Path | None) -> None:
    """The pictures of a coder's home and desk, and of a study that is being coded."""
    coder = open_page(viewport=TOUR_SIZE)
    sign_in(coder, demo.server, "coder-a", DEMO_PASSWORDS["coder-a"])
    take(coder, tour, "01-home")
    coder.goto(demo.url("code/{half}/"))
    take(coder, tour, "02-code")
    lead.set_viewport_size(TOUR_SIZE)  # type: ignore[arg-type]  # the same two keys
    lead.goto(demo.url("studies/{half}/"))
    take(lead, tour, "03-study")
    if tour is not None:  # disagreements worth a picture need both coders' labels on everything
        for name in ("coder-a", "coder-b"):
            code_rest(open_page(), demo, name)


def code_rest(page: Page, demo: Demo, name: str) -> None:
    """A coder labels what is left of the half coded study, by a few words of each response."""
    sign_in(page, demo.server, name, DEMO_PASSWORDS[name])
    page.goto(demo.url("code/{half}/"))
    done, total = (int(page.locator("header progress").get_attribute(part) or "0") for part in ("value", "max"))
    for coded in range(done, total):
        expect(page.locator("header progress")).to_have_attribute("value", str(coded))
        wait_for_keys(page)
        response = page.locator(".responsecard").inner_text().lower()
        withholds = any(words in response for words in ("don't", "cannot", "can't", "no record", "not able"))
        doubts = any(words in response for words in ("think", "believe", "perhaps", "probably", "might", "not sure"))
        page.keyboard.press("2" if doubts else "1" if withholds else "4")
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()


def take_pictures_after_locking(demo: Demo, lead: Page, tour: Path | None) -> None:
    """The pictures of a disagreement, the publication and the results."""
    if tour is not None:
        lead.goto(demo.url("studies/{locked}/adjudicate/"))
        lead.locator(".queue .chip", has_text="Confident, wrong × Hedge").click()
        expect(lead.get_by_text("Coding B")).to_be_visible()
        wait_for_keys(lead)
        lead.keyboard.press("2")
        lead.locator("#rules button[data-code=HEDGE]:visible").nth(1).click()
        take(lead, tour, "04-adjudicate")
    lead.goto(demo.url("studies/{published}/publication/"))
    take(lead, tour, "05-publication")
    lead.goto(demo.url("studies/{published}/results/"))
    take(lead, tour, "06-results")


def take(page: Page, tour: Path | None, name: str) -> None:
    """Write a picture of the page, where pictures are asked for."""
    if tour is not None:
        page.screenshot(path=tour / f"{name}.png")
