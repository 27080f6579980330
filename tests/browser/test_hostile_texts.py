"""Hostile texts in the browser: shown as text, character for character, and the page's controls stay where they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from annotate.web.tags import visible_text
from tests.browser.conftest import OpenPage
from tests.browser.people import PASSWORD, make_study, sign_in, wait_for_keys
from tests.services.fixtures import StartServer
from tests.state_records import build_records

pytestmark = pytest.mark.browser

HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(2)>",
    "![a picture](http://elsewhere.invalid/p.png) [a link](javascript:alert(3))",
    "\u202eright to left override\u202c and \u2066isolated\u2069",
    "zero\u200bwidth \ufeffmark \u00adhyphen",
    "line\r\nline\rline\n\n\tend ",
    "\x01\x07\x1b[31m\x7f\x85\u2028\u2029",
    "\u0645\u0631\u062d\u0628\u0627 in English \u05e9\u05dc\u05d5\u05dd",
    "Z\u0351\u036b\u0343\u036a\u0302a\u0328\u0322l\u0337g\u0327o\u0322" * 20,
    "\U0001f469\u200d\U0001f4bb and \U0001f3f4\U000e0067\U000e0062\U000e007f",
    "</textarea></form>{{ 7*7 }}{% now 'Y' %}",
    "w" * 5000,
    "  leading and trailing  ",
    "\n\na text that begins with line feeds",
    "'; DROP TABLE annotate_coding; --",
    "\U0010ffff\ufffe",
    "&amp; &#x41; &nbsp;",
    "<style>*{display:none}</style>",
    "",
)


def test_naughty_strings_are_in_the_page_as_they_were(page: Page, shared_data: Path) -> None:
    strings = json.loads((shared_data / "messy_files" / "json" / "blns.json").read_text(encoding="utf-8"))
    texts = [*strings, *HOSTILE]
    page.set_content("".join(f'<div class="t">{visible_text(text)}</div>' for text in texts))
    assert page.locator(".t").evaluate_all("nodes => nodes.map(node => node.textContent)") == texts


def test_the_desk_stays_as_it_is(start_server: StartServer, open_page: OpenPage) -> None:
    server = start_server(environment={"CANDOR_PASSWORD": PASSWORD})
    records = build_records(models=("m",), categories=("FEQ",), items=len(HOSTILE))
    for record, text in zip(records, HOSTILE, strict=True):
        record |= {"question": text or "?", "response": text, "gold_answers": [text or "?"]}
    desk = make_study(server, per_stratum=len(HOSTILE), records=records)
    server.manage("draw_sample", desk.slug, "--outside", "1")
    server.manage("seal_study", desk.slug)
    server.manage("open_study", desk.slug)
    page = open_page()
    sign_in(page, server, "coder-a")
    page.goto(desk.code_url())
    places, seen = set(), set()
    for done in range(page.locator("header progress").evaluate("bar => bar.max")):
        expect(page.locator("header progress")).to_have_attribute("value", str(done))
        wait_for_keys(page)
        response = page.locator("#response")
        text = response.evaluate("node => node.textContent") if response.count() else ""
        seen.add(text)
        places.add(json.dumps([lab.bounding_box() for lab in page.locator(".labels:not(.many) .lab").all()]))
        assert not page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        page.keyboard.press("n")
        page.get_by_label("Note").fill(text)
        page.keyboard.press("Escape")
        page.keyboard.press("1")
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    assert len(places) == 1
    assert seen <= set(HOSTILE)
    assert len(seen) >= len(HOSTILE) - 1  # an empty response is excluded from the draw
    page.goto(desk.code_url("codings/"))
    expect(page.get_by_role("listitem")).to_have_count(len(seen))
