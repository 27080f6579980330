"""Reading a plan file for ``create_study --plan``."""

from __future__ import annotations

import json
from pathlib import Path

from annotate.errors import Refused

__all__ = ["read_coders", "read_plan_file"]


def read_plan_file(path: str) -> dict[str, object]:
    """The object of the file; missing keys take the defaults, ``coders`` are account names.

    Errors: ``Refused`` when the file is no JSON object, or a key stands twice in it.
    """
    try:
        document = json.loads(
            Path(path).read_text(encoding="utf-8-sig"), object_pairs_hook=_build_object, parse_constant=_refuse_constant
        )
    except (ValueError, RecursionError) as error:
        raise Refused(f"{path}: is not JSON ({error}); a plan file is one JSON object.") from None
    if not isinstance(document, dict):
        raise Refused(f"{path}: holds no JSON object; a plan file is one JSON object.")
    return document


def _build_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The object of these members; a key that comes twice is no plan that anybody can mean."""
    built = dict(pairs)
    if len(built) < len(pairs):
        raise ValueError("a key stands twice in an object")
    return built


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no number")


def read_coders(value: object) -> tuple[str, ...]:
    """The account names of a plan file's ``coders``. Errors: ``Refused`` when it is no list of names."""
    names = tuple(name for name in value if isinstance(name, str)) if isinstance(value, list) else None
    if names is None or list(names) != value:
        raise Refused("The plan's coders are a list of account names.")
    return names
