"""Keys fire when they are meant for the page, and at no other time."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.people import PASSWORD, Desk, make_study, sign_in, wait_for_keys
from tests.services.fixtures import StartServer

pytestmark = pytest.mark.browser


@pytest.fixture
def desk(start_server: StartServer) -> Desk:
    """A study of eighteen units that is open for coding."""
    server = start_server(environment={"CANDOR_PASSWORD": PASSWORD})
    made = make_study(server, per_stratum=3)
    server.manage("draw_sample", made.slug, "--outside", "1 2 3")
    server.manage("seal_study", made.slug)
    server.manage("open_study", made.slug)
    return made


@pytest.fixture
def coder(desk: Desk, open_page: OpenPage) -> Page:
    """The first coder at the desk."""
    page = open_page()
    sign_in(page, desk.server, "coder-a")
    page.goto(desk.code_url())
    wait_for_keys(page)
    return page


def done(page: Page) -> int:
    """How many items the page says are coded."""
    return int(page.locator("header progress").get_attribute("value") or "0")


def press(page: Page, key: str, *, expected: int) -> None:
    """Press and see the count that is expected, on a page whose script listens."""
    page.keyboard.press(key)
    expect(page.locator("header progress")).to_have_attribute("value", str(expected))
    wait_for_keys(page)


def dispatch(page: Page, **facts: object) -> None:
    """A key event as other keyboards and input methods send it."""
    page.evaluate(
        "(facts) => document.body.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, ...facts}))", facts
    )


def test_keys_of_the_coding_page(coder: Page, desk: Desk) -> None:
    press(coder, "1", expected=1)
    press(coder, "Shift+Digit2", expected=2)
    dispatch(coder, key="4", code="Numpad4")
    press(coder, "q", expected=3)
    coder.keyboard.press("u")
    expect(coder.get_by_label("uncertain")).to_be_checked()
    press(coder, "3", expected=4)

    coder.keyboard.press("n")
    coder.keyboard.type("1 2 3 x u ?")
    coder.keyboard.press("Escape")
    assert (done(coder), coder.locator("#note").get_attribute("open")) == (4, None)
    press(coder, "2", expected=5)

    coder.keyboard.press("Backspace")
    expect(coder.get_by_text("Your label: Hedge")).to_be_visible()
    assert coder.locator("textarea[name=note]").input_value() == "1 2 3 x u ?"
    wait_for_keys(coder)
    coder.keyboard.press("z")
    expect(coder.get_by_text("Your label: Confident, correct, uncertain")).to_be_visible()
    wait_for_keys(coder)
    press(coder, "Delete", expected=4)
    expect(coder.locator("#clear")).to_have_count(0)

    coder.keyboard.press("x")
    press(coder, "5", expected=5)
    coder.goto(desk.code_url("codings/"))
    expect(coder.get_by_role("listitem")).to_have_count(5)
    expect(coder.get_by_text("Cannot be coded").last).to_be_visible()


def test_looking_putting_off_and_helping(coder: Page, desk: Desk) -> None:
    first = coder.locator("#decide").get_attribute("action")
    coder.keyboard.press("ArrowRight")
    expect(coder.locator("#decide")).not_to_have_attribute("action", str(first))
    wait_for_keys(coder)
    coder.keyboard.press("ArrowLeft")
    expect(coder.locator("#decide")).to_have_attribute("action", str(first))
    wait_for_keys(coder)

    coder.keyboard.press("c")
    expect(coder.get_by_role("complementary", name="Codebook")).to_be_visible()
    coder.get_by_label("Search the codebook").fill("likelihood")
    expect(coder.locator("#codebook li:visible")).to_have_count(1)
    coder.locator("#codebook-search").blur()
    coder.keyboard.press("c")
    expect(coder.locator("#codebook")).to_be_hidden()

    coder.keyboard.press("?")
    expect(coder.get_by_role("dialog", name="Keys")).to_be_visible()
    coder.keyboard.press("1")
    coder.keyboard.press("Escape")
    expect(coder.get_by_role("dialog", name="Keys")).to_be_hidden()
    assert done(coder) == 0

    coder.keyboard.press("s")
    expect(coder.locator("#decide")).not_to_have_attribute("action", str(first))
    assert done(coder) == 0


def test_keys_that_are_not_meant_do_nothing(coder: Page, desk: Desk) -> None:
    for key in ("Control+1", "Alt+1", "Meta+1", "Enter", " ", "5", "9", "0", "q"):
        coder.keyboard.press(key)
    dispatch(coder, key="1", code="Digit1", repeat=True)
    dispatch(coder, key="1", code="Digit1", isComposing=True)
    dispatch(coder, key="Process", code="Digit1", keyCode=229)
    dispatch(coder, key="End", code="Numpad1")
    coder.locator("#uncertain").focus()
    coder.keyboard.press("Enter")
    coder.locator("#note summary").click()
    coder.locator("textarea[name=note]").press("2")
    coder.wait_for_timeout(300)
    coder.goto(desk.code_url())
    assert done(coder) == 0


def test_a_layout_that_types_digits_with_shift(coder: Page) -> None:
    """On such a keyboard the first key of the row types ``&``; its place counts."""
    dispatch(coder, key="&", code="Digit1")
    expect(coder.locator("header progress")).to_have_attribute("value", "1")


def test_a_double_press_is_one_label(coder: Page, desk: Desk) -> None:
    coder.evaluate(
        """() => { for (const code of ["Digit1", "Digit2", "Digit2"])
        document.body.dispatchEvent(new KeyboardEvent("keydown", {bubbles: true, key: code.at(-1), code})) }"""
    )
    expect(coder.locator("header progress")).to_have_attribute("value", "1")
    coder.goto(desk.code_url("codings/"))
    expect(coder.get_by_role("listitem")).to_have_count(1)
    expect(coder.get_by_text("Abstain").last).to_be_visible()


def test_two_tabs_show_both_labels(coder: Page, desk: Desk, problems: list[str]) -> None:
    other = coder.context.new_page()
    other.goto(desk.code_url())
    wait_for_keys(other)
    press(other, "1", expected=1)
    coder.keyboard.press("2")
    expect(coder.get_by_role("heading", name="This item has another label already")).to_be_visible()
    coder.get_by_role("button", name="Replace by this one").click()
    expect(coder.locator("header progress")).to_have_attribute("value", "1")
    coder.goto(desk.code_url("codings/"))
    expect(coder.get_by_text("changed")).to_be_visible()
    assert ["409" in problem for problem in problems] == [True]
    problems.clear()
