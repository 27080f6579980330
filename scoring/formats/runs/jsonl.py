"""Raw records from JSON Lines."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.formats.encoding import describe_bad_utf8
from scoring.formats.lines import OpenFile, Progress, read_lines
from scoring.formats.problems import Problems, refuse
from scoring.formats.runs.raw import Raw
from scoring.formats.shape import describe
from scoring.formats.strict_json import Flaw, list_flaws, parse_fast

__all__ = ["read_json_lines"]

_WHOLE = {
    b"[": "is one JSON array, not JSON Lines; write one object a line, for example with: jq -c '.[]' OLD > NEW",
    b"{": "spreads an object over several lines; write one object a line, for example with: jq -c . OLD > NEW",
}


def read_json_lines(file: OpenFile, problems: Problems, progress: Progress | None) -> Iterator[Raw]:
    """One raw record for each line that holds an object; blank lines are passed over, the rest goes to ``problems``.

    Errors
    ------
    BadInput at once for another encoding, and for a file that is one pretty-printed JSON document.
    """
    for line, data in read_lines(file, problems, progress=progress):
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            problems.add(line=line, field=None, code="encoding", message=describe_bad_utf8(data, error.start))
            continue
        try:
            value = parse_fast(text)
        except (ValueError, RecursionError):
            bare = data.strip()
            if bare in _WHOLE and line == 1:
                raise refuse(file.name, "not_json_lines", _WHOLE[bare]) from None
            if bare:
                _add_flaws(problems, line, text)
            continue
        if isinstance(value, dict):
            yield Raw(line, value)
        elif not _add_flaws(problems, line, text, strictly=False):
            message = f"must be an object, it is {describe(value)}"
            problems.add(line=line, field=None, code="wrong_type", message=message)


def _add_flaws(problems: Problems, line: int, text: str, *, strictly: bool = True) -> bool:
    flaws = list_flaws(text)
    if not flaws and strictly:
        flaws = (Flaw(field=None, code="not_json", message="holds an integer of more digits than this Python reads"),)
    for flaw in flaws:
        problems.add(line=line, field=flaw.field, code=flaw.code, message=flaw.message)
    return bool(flaws)
