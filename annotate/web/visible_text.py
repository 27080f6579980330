"""Texts under judgement: characters that can't be seen get a symbol beside them, and keep to themselves."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

__all__ = ["Piece", "split_text"]

_ABBREVIATED = {
    0x00AD: "SHY",
    0x034F: "CGJ",
    0x061C: "ALM",
    0x115F: "HCF",
    0x1160: "HJF",
    0x17B4: "KIV",
    0x17B5: "KIV",
    0x180E: "MVS",
    0x200B: "ZWSP",
    0x200C: "ZWNJ",
    0x200D: "ZWJ",
    0x200E: "LRM",
    0x200F: "RLM",
    0x2028: "LSEP",
    0x2029: "PSEP",
    0x202A: "LRE",
    0x202B: "RLE",
    0x202C: "PDF",
    0x202D: "LRO",
    0x202E: "RLO",
    0x2060: "WJ",
    0x2066: "LRI",
    0x2067: "RLI",
    0x2068: "FSI",
    0x2069: "PDI",
    0x3164: "HF",
    0xFEFF: "BOM",
    0xFFA0: "HHF",
}
"""Symbols of the invisible characters that people meet; any other shows its number."""

_VISIBLE_FORMATS = {*range(0x0600, 0x0606), 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD}
"""Format characters that are drawn: signs over Arabic, Syriac and Kaithi numbers."""

_CANDIDATE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u0600-\u061c\u06dd\u070f\u0890-\u08e2\u115f\u1160\u17b4\u17b5\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\uffff\U00010000-\U0010ffff]"
)
_JOINERS = "\u200c\u200d"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of plain text, or one unseen character with its symbol and name (empty for plain text)."""

    text: str
    sign: str = ""
    name: str = ""


def split_text(text: str) -> Iterator[Piece]:
    """Cut a text at its unseen characters; the pieces' texts joined are the text.

    Line feeds, tabs and the CR of a CRLF are plain; so are joiners between letters or signs that need them, as in
    Persian words and joined emoji.

    Examples
    --------
    >>> [(p.text, p.sign) for p in split_text("a\\u202eb")]
    [('a', ''), ('\\u202e', 'RLO'), ('b', '')]
    """
    start = 0
    for match in _CANDIDATE.finditer(text):
        at = match.start()
        if not _is_unseen(text, at):
            continue
        if at > start:
            yield Piece(text=text[start:at])
        start = at + 1
        yield _build_sign(text[at])
    if start < len(text):
        yield Piece(text=text[start:])


def _is_unseen(text: str, at: int) -> bool:
    character = text[at]
    if character == "\r":
        return text[at + 1 : at + 2] != "\n"
    if character in _JOINERS:
        return not (_takes_joiner(text[at - 1 : at]) and _takes_joiner(text[at + 1 : at + 2]))
    code = ord(character)
    if code in _ABBREVIATED:
        return True
    return code not in _VISIBLE_FORMATS and unicodedata.category(character) in {"Cc", "Cf", "Cn", "Zl", "Zp"}


def _takes_joiner(neighbour: str) -> bool:
    """Whether a joiner beside this character has a use: letters and marks beyond ASCII, emoji."""
    return bool(neighbour) and ord(neighbour) > 0x7F and unicodedata.category(neighbour)[0] in "LMS"


@cache
def _build_sign(character: str) -> Piece:
    code = ord(character)
    if code < 0x20:
        sign = chr(0x2400 + code)
    elif code == 0x7F:
        sign = "\u2421"
    else:
        sign = _ABBREVIATED.get(code, f"{code:04X}")
    name = unicodedata.name(character, "control character").lower()
    return Piece(text=character, sign=sign, name=f"U+{code:04X} {name}")
