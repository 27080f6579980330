"""Template tags and filters that every template knows."""

from __future__ import annotations

from django import template
from django.templatetags.static import do_static
from django.utils.html import format_html, format_html_join

from annotate.web.numbers import show_estimate, show_number, show_percent, show_signed
from annotate.web.visible_text import Piece, split_text

__all__ = ["register", "visible_text"]

register = template.Library()
register.tag("static", do_static)
register.filter("number", show_number)
register.filter("signed", show_signed)
register.filter("percent", show_percent)
register.filter("estimate", show_estimate)


@register.filter
def visible_text(text: str) -> str:
    """The text escaped, each unseen character in a ``span`` of its own with a symbol from the style sheet.

    The character itself stays in the page, so that copying and searching give the text exactly.
    """
    return format_html_join("", "{}", ((_mark(piece),) for piece in split_text(text)))


def _mark(piece: Piece) -> str:
    if not piece.sign:
        return piece.text if "\r" not in piece.text else _keep_line_ends(piece.text)
    if piece.text == "\r":
        return format_html('<span class="ctl" title="{}" data-sign="{}">&#13;</span>', piece.name, piece.sign)
    return format_html('<span class="ctl" title="{}" data-sign="{}">{}</span>', piece.name, piece.sign, piece.text)


def _keep_line_ends(text: str) -> str:
    """A CR as a reference: written plainly, a browser would turn CRLF into LF."""
    return format_html_join(format_html("&#{};", 13), "{}", ((part,) for part in text.split("\r")))
