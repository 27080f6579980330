"""Texts under judgement: shown exactly, unseen characters made visible, nothing ever run."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest
from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st

from annotate.web.tags import visible_text
from annotate.web.visible_text import split_text

TEXTS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"))


def read_back(markup: str) -> str:
    """What a browser has in the page: line ends as HTML reads them, marks taken away, references resolved."""
    plain = re.sub(r"<span[^>]*>|</span>", "", markup.replace("\r\n", "\n").replace("\r", "\n"))
    placed = re.sub(r"&#13;", "\ue000CR\ue000", plain)
    return html.unescape(placed).replace("\ue000CR\ue000", "\r")


@given(TEXTS.filter(lambda text: "\ue000" not in text))
def test_the_page_holds_the_text_exactly(text: str) -> None:
    assert read_back(visible_text(text)) == text


@given(TEXTS)
def test_pieces_joined_are_the_text(text: str) -> None:
    assert "".join(piece.text for piece in split_text(text)) == text


@pytest.mark.parametrize(
    "text, signs",
    [
        ("plain text\nwith\ttabs", []),
        ("a\r\nb", []),
        ("a\rb", ["␍"]),
        ("\x07\x1b[31m\x7f", ["␇", "␛", "␡"]),
        ("\u202eabc\u202c", ["RLO", "PDF"]),
        ("a\u200bb\ufeff", ["ZWSP", "BOM"]),
        ("a\u2028b\u2066c\u2069", ["LSEP", "LRI", "PDI"]),
        ("\U000e0041\U000e007f", ["E0041", "E007F"]),
        ("\x85", ["0085"]),
        ("\u3164", ["HF"]),
        ("\uffff", ["FFFF"]),
        ("soft\u00adhyphen, hard\u00a0space", ["SHY"]),
        ("\U0001f469\u200d\U0001f4bb", []),  # a joined emoji
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", []),  # a Persian word
        ("a\u200db", ["ZWJ"]),
        ("\u200c", ["ZWNJ"]),
        ("\u0600\u0661", []),  # a sign over Arabic numbers is drawn
    ],
)
def test_what_is_marked(text: str, signs: list[str]) -> None:
    assert [piece.sign for piece in split_text(text) if piece.sign] == signs


def test_marks_have_names() -> None:
    assert visible_text("\u202e") == (
        '<span class="ctl" title="U+202E right-to-left override" data-sign="RLO">\u202e</span>'
    )
    assert visible_text("\r") == '<span class="ctl" title="U+000D control character" data-sign="␍">&#13;</span>'


def test_line_ends_are_kept() -> None:
    assert visible_text("a\r\nb\r\n") == "a&#13;\nb&#13;\n"


def test_nothing_is_markup() -> None:
    text = "<script>alert(1)</script>&amp;<img src=x onerror=y>\"'"
    shown = Template("{{ text|visible_text }}").render(Context({"text": text}))
    assert "<" not in shown
    assert html.unescape(shown) == text


def test_naughty_strings(shared_data: Path) -> None:
    strings = json.loads((shared_data / "messy_files" / "json" / "blns.json").read_text(encoding="utf-8"))
    assert len(strings) > 400
    for text in strings:
        assert read_back(visible_text(text)) == text
