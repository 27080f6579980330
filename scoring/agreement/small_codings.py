"""Two invented coders on four records of the small run: what the examples of this room work on."""

from __future__ import annotations

import pandas as pd

from scoring.results import Codings

__all__ = ["build_small_codings"]

_SAID = (
    ("elm/1", "ann", "NO", False, 4),
    ("elm/2", "ann", "NO", True, 1),
    ("oak/1", "ann", "NO", False, 3),
    ("oak/2", "ann", "RIGHT", False, 2),
    ("elm/1", "bob", "NO", False, 2),
    ("elm/2", "bob", "WRONG", False, 4),
    ("oak/1", "bob", "NO", False, 1),
    ("oak/2", "bob", "RIGHT", True, 3),
)


def build_small_codings() -> Codings:
    """Eight codings; ann and bob differ on elm/2, and ann's first word there was WRONG too.

    Examples
    --------
    >>> build_small_codings().frame[["unit", "coder", "label"]].iloc[1].tolist()
    ['elm/2', 'ann', 'NO']
    """
    frame = pd.DataFrame(_SAID, columns=["unit", "coder", "label", "uncertain", "position"]).astype(
        {"unit": object, "coder": object, "label": object, "uncertain": "boolean", "position": "Int64"}
    )
    first = ["WRONG" if place == 1 else None for place in range(len(_SAID))]
    again = ["NO", None, "WRONG", None, None, "WRONG", None, None]
    frame["first_label"] = pd.Series(first, dtype=object)
    frame["repeat_label"] = pd.Series(again, dtype=object)
    return Codings(key="record_id", frame=frame, sha256="d" * 64)
