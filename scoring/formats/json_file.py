"""Strict JSON files that are not hashed by their bytes, so that spaces and key order are free."""

from __future__ import annotations

import json
from pathlib import Path

from scoring.formats.encoding import UTF8_BOM, explain_conversion, find_foreign_encoding
from scoring.formats.lines import open_file
from scoring.formats.problems import refuse
from scoring.formats.strict_json import NotStrict, parse_strict

__all__ = ["dump_json", "parse_json", "read_json"]


def read_json(path: str | Path) -> object:
    """The document of a file.

    Errors
    ------
    BadInput as ``parse_json``, or when the file can't be read.
    """
    with open_file(path, whole=True) as file:
        return parse_json(file.data, file=file.name)


def parse_json(data: bytes, *, file: str) -> object:
    """The document of the bytes of a file; a byte-order mark of UTF-8 is dropped.

    Errors
    ------
    BadInput when the bytes are not UTF-8 or no strict JSON.

    Examples
    --------
    >>> parse_json(b'{"a": 1.5}', file="a.json")
    {'a': 1.5}
    """
    foreign = find_foreign_encoding(data[:64])
    if foreign:
        raise refuse(file, "encoding", explain_conversion(foreign))
    try:
        return parse_strict(data.removeprefix(UTF8_BOM).decode("utf-8"))
    except UnicodeDecodeError as error:
        message = f"is not UTF-8: byte 0x{error.object[error.start]:02X} at position {error.start + 1}"
        raise refuse(file, "encoding", message) from None
    except NotStrict as error:
        raise refuse(file, error.flaws[0].code, str(error), field=error.flaws[0].field) from None


def dump_json(value: object) -> str:
    """JSON for people and programs: never NaN, key order as given, text unescaped, a line feed at the end.

    Examples
    --------
    >>> dump_json({"b": None, "a": "é"})
    '{\\n "b": null,\\n "a": "é"\\n}\\n'
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1) + "\n"
