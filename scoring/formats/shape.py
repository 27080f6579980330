"""Checks of the members of a parsed document: type and presence, each breach with its path."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import cast

from scoring.errors import BadInput, Problem
from scoring.formats.strict_json import show

__all__ = ["HEX64", "Shape"]

HEX64 = re.compile(r"[0-9a-f]{64}\Z")


class Shape:
    """Takes members of a document by type; a breach is noted and a harmless stand-in given, so that all are found.

    Examples
    --------
    >>> shape = Shape(file="book.json")
    >>> shape.text({"name": "x"}, "name", "")
    'x'
    >>> shape.integer({"n": True}, "n", "plan")
    0
    >>> shape.check()
    Traceback (most recent call last):
        ...
    scoring.errors.BadInput: book.json: plan.n must be an integer, it is true
    """

    def __init__(self, *, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def breach(self, path: str, message: str, *, code: str = "wrong_type") -> None:
        """Note a breach at a path."""
        self.problems.append(Problem(line=None, field=path or None, code=code, message=message))

    def check(self) -> None:
        """Do nothing when no breach was noted.

        Errors
        ------
        BadInput with all breaches; the first stands in its message.
        """
        if not self.problems:
            return
        first = self.problems[0]
        more = f" (and {len(self.problems) - 1} more)" if len(self.problems) > 1 else ""
        place = f"{first.field} " if first.field else ""
        raise BadInput(
            f"{self.file}: {place}{first.message}{more}",
            problems=tuple(self.problems[:50]),
            more=max(0, len(self.problems) - 50),
            file=self.file,
        )

    def keys(self, value: Mapping[str, object], path: str, *, required: Sequence[str], known: Sequence[str]) -> None:
        """Every required key is there, no key is unknown."""
        for key in required:
            if key not in value:
                self.breach(_join(path, key), "is missing", code="missing_field")
        for key in value:
            if key not in known:
                self.breach(_join(path, show(key)), "is no field of this format", code="unknown_field")

    def members(self, value: object, path: str) -> dict[str, object]:
        """The value as an object, an empty one when it is none."""
        return cast(dict[str, object], value) if self._is(value, dict, "an object", path) else {}

    def items(self, value: Mapping[str, object], key: str, path: str) -> list[object]:
        """A member that must be a list."""
        member = value.get(key, [])
        return cast(list[object], member) if self._is(member, list, "a list", _join(path, key)) else []

    def text(self, value: Mapping[str, object], key: str, path: str, *, empty: bool = True) -> str:
        """A member that must be a text; with ``empty=False`` one of at least one character."""
        member = value.get(key, "" if empty else "-")
        if not self._is(member, str, "a text", _join(path, key)):
            return ""
        if not member and not empty:
            self.breach(_join(path, key), "is empty", code="missing_field")
        return cast(str, member)

    def text_or_null(self, value: Mapping[str, object], key: str, path: str) -> str | None:
        """A member that must be a text or null."""
        return None if value.get(key) is None else self.text(value, key, path)

    def integer(self, value: Mapping[str, object], key: str, path: str) -> int:
        """A member that must be an integer; ``true`` is none."""
        member = value.get(key, 0)
        if isinstance(member, bool) or not self._is(member, int, "an integer", _join(path, key)):
            if isinstance(member, bool):
                self._is(member, str, "an integer", _join(path, key))
            return 0
        return cast(int, member)

    def boolean(self, value: Mapping[str, object], key: str, path: str) -> bool:
        """A member that must be a boolean."""
        member = value.get(key, False)
        return cast(bool, member) if self._is(member, bool, "true or false", _join(path, key)) else False

    def digest(self, value: Mapping[str, object], key: str, path: str) -> str:
        """A member that must be a SHA-256 in 64 lower-case hex digits."""
        text = self.text(value, key, path)
        if key in value and isinstance(value[key], str) and not HEX64.match(text):
            self.breach(_join(path, key), "must be 64 lower-case hex digits", code="bad_digest")
        return text

    def texts(self, value: Mapping[str, object], key: str, path: str) -> tuple[str, ...]:
        """A member that must be a list of texts."""
        members = self.items(value, key, path)
        for index, member in enumerate(members):
            self._is(member, str, "a text", f"{_join(path, key)}[{index}]")
        return tuple(str(member) for member in members)

    def _is(self, value: object, kind: type, name: str, path: str) -> bool:
        if isinstance(value, kind):
            return True
        self.breach(path, f"must be {name}, it is {describe(value)}")
        return False


def describe(value: object) -> str:
    """A value in a few words, for a message.

    Examples
    --------
    >>> describe(True), describe(None), describe([1]), describe(2.5), describe("x")
    ('true', 'null', 'a list', 'the number 2.5', 'the text "x"')
    """
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return f"the number {value if isinstance(value, float) or abs(value) < 10**18 else 'of many digits'}"
    if isinstance(value, str):
        return f'the text "{show(value)}"'
    return "a list" if isinstance(value, list | tuple) else "an object"


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
