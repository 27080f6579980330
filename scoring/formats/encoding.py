"""Which encoding a file is in: UTF-8 is read, every other is named and refused, with the command that converts it."""

from __future__ import annotations

import re

__all__ = ["UTF8_BOM", "describe_bad_utf8", "explain_conversion", "find_foreign_encoding"]

UTF8_BOM = b"\xef\xbb\xbf"

_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32LE"),
    (b"\x00\x00\xfe\xff", "UTF-32BE"),
    (b"\xff\xfe", "UTF-16LE"),
    (b"\xfe\xff", "UTF-16BE"),
)
_HIGH_BESIDE_LETTER = re.compile(rb"[A-Za-z][\x80-\xff]{1,2}|[\x80-\xff]{1,2}[A-Za-z]")


def find_foreign_encoding(head: bytes) -> str | None:
    """The name of an encoding that the first bytes of a file give away, None when it may be UTF-8.

    Examples
    --------
    >>> find_foreign_encoding(b"\\xff\\xfea\\x00"), find_foreign_encoding(b"a\\x00,\\x00"), find_foreign_encoding(b"a,b")
    ('UTF-16LE', 'UTF-16LE', None)
    """
    for mark, name in _MARKS:
        if head.startswith(mark):
            return name
    start = head[:64]
    if len(start) >= 4 and len(start) % 2 == 0:
        if not any(start[1::2]) and all(start[0::2]):
            return "UTF-16LE"
        if not any(start[0::2]) and all(start[1::2]):
            return "UTF-16BE"
    return None


def explain_conversion(encoding: str) -> str:
    """One line that names the encoding and the command that makes UTF-8 of it.

    Examples
    --------
    >>> explain_conversion("UTF-16LE")
    'is UTF-16LE, only UTF-8 is read; convert it with: iconv -f UTF-16LE -t UTF-8 OLD > NEW'
    """

    return f"is {encoding}, only UTF-8 is read; convert it with: iconv -f {encoding} -t UTF-8 OLD > NEW"


def describe_bad_utf8(line: bytes, start: int) -> str:
    """What is wrong with a line that is not UTF-8: the byte, its place, and the encoding where it can be told.

    Parameters
    ----------
    line : the whole line.
    start : index of the first bad byte.

    Examples
    --------
    >>> describe_bad_utf8(b"caf\\xe9", 3)[:80]
    'byte 0xE9 at byte 4 of the line is not UTF-8; it looks like Windows-1252 or ISO-'
    >>> describe_bad_utf8(b"\\xc0\\xaf", 0)
    'byte 0xC0 at byte 1 of the line is not UTF-8'
    """
    fact = f"byte 0x{line[start]:02X} at byte {start + 1} of the line is not UTF-8"
    readable = line.decode("utf-8", "ignore").isascii()
    if not readable or not _HIGH_BESIDE_LETTER.search(line):
        return fact
    title = "Windows-1252" if any(0x80 <= byte <= 0x9F for byte in line) else "Windows-1252 or ISO-8859-1 (Latin-1)"
    return f"{fact}; it looks like {title}: convert the file with iconv -f WINDOWS-1252 -t UTF-8 OLD > NEW"
