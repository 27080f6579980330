"""Searching everything that somebody can get hold of for a token, in every dress that a leak may wear."""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Callable, Iterable
from urllib.parse import quote

__all__ = ["DIGESTS", "DRESSES", "SHORTEST_DIGEST", "Haystack"]

SHORTEST_DIGEST = 6
"""Hex digits of a digest that are enough to tell what was digested."""


def _base64_cores(token: str) -> list[str]:
    """The middle of the token's base64 at each of the three places where it may start."""
    return [base64.b64encode(b"\0" * before + token.encode())[4:-4].decode() for before in range(3)]


DRESSES: dict[str, Callable[[str], Iterable[str]]] = {
    "raw": lambda token: [token],
    "upper case": lambda token: [token.upper()],
    "reversed": lambda token: [token[::-1]],
    "hex": lambda token: [token.encode().hex()],
    "base64": _base64_cores,
    "base64 for URLs": lambda token: [core.translate(str.maketrans("+/", "-_")) for core in _base64_cores(token)],
    "base32": lambda token: [base64.b32encode(token.encode()).decode().rstrip("=")[:-2]],
    "URL-escaped": lambda token: ["".join(f"%{byte:02X}" for byte in token.encode()), quote(token)],
    "HTML, decimal": lambda token: ["".join(f"&#{ord(character)};" for character in token)],
    "HTML, hex": lambda token: ["".join(f"&#x{ord(character):x};" for character in token), html.escape(token)],
    "JSON-escaped": lambda token: ["".join(f"\\u{ord(character):04x}" for character in token)],
}
"""Name of a dress -> the texts that give a token away; all but base64 are found in any case."""

DIGESTS = ("md5", "sha1", "sha256", "sha512", "blake2b", "sha3_256")

_AS_WRITTEN = {"base64", "base64 for URLs"}
_HEX = re.compile(rf"(?=([0-9a-f]{{{SHORTEST_DIGEST}}}))")


class Haystack:
    """Texts to search in, each different line once."""

    def __init__(self, texts: Iterable[str]) -> None:
        lines = {line for text in texts for line in text.splitlines()}
        self.text = "\n".join(sorted(lines))
        self.lower = self.text.lower()
        self.hexes = set(_HEX.findall(self.lower))

    def find(self, token: str) -> list[str]:
        """The dresses in which the token is there."""
        found = [
            name
            for name, dress in DRESSES.items()
            if any(
                text in self.text if name in _AS_WRITTEN else text.lower() in self.lower
                for text in dress(token)
                if text
            )
        ]
        return found + self.find_digest(token)

    def find_digest(self, text: str) -> list[str]:
        """The digests of a text whose first hex digits are there."""
        return [
            name for name in DIGESTS if hashlib.new(name, text.encode()).hexdigest()[:SHORTEST_DIGEST] in self.hexes
        ]
