"""Columns that a table must have to be a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.formats.problems import Problems
from scoring.formats.runs.fields import REQUIRED
from scoring.formats.strict_json import show

__all__ = ["check_columns"]


def check_columns(names: Sequence[str], renames: Mapping[str, str], line: int | None, problems: Problems) -> bool:
    """Whether every required field and ``response`` has a column; those missing go to ``problems``, once each.

    Parameters
    ----------
    names : columns of the file.
    renames : column to the field it holds.
    line : line of the header, None where there is none.

    Examples
    --------
    >>> problems = Problems(file="run.csv")
    >>> check_columns(["item_id", "model", "category", "prompt", "response"], {"prompt": "question"}, 1, problems)
    True
    """
    fields = {renames.get(name, name) for name in names}
    missing = [name for name in (*REQUIRED, "response") if name not in fields]
    listed = ", ".join(show(name) for name in names[:8]) + (", ..." if len(names) > 8 else "")
    for name in missing:
        message = f"is missing; there are the columns {listed}"
        problems.add(line=line, field=name, code="missing_field", message=message)
    for column in sorted(set(renames) - set(names)):
        message = f'the column "{show(column)}", which --map names, is not there'
        problems.add(line=line, field=renames[column], code="map", message=message)
    return not missing
