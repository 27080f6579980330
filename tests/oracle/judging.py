"""Comparing what the product finds with what a case expects, within the case's own tolerance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

UNDEFINED_SHARE = 0.02
POINT = 1e-8
WORDS = {"undefined"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """One expected number that is not met."""

    case: str
    key: str
    ours: object
    expected: object
    tolerance: object

    def __str__(self) -> str:
        return f"FAIL {self.case} {self.key}: ours {self.ours}, expected {self.expected}, tolerance {self.tolerance}"


def is_close(expected: object, ours: object, tolerance: object) -> bool:
    """Whether ours is expected: numbers within the tolerance (times a size above 1), None for None, texts the same.

    ``tolerance`` may follow the shape of what is expected; where it has another shape it was given for a random interval,
    and the number is a point value.
    """
    if isinstance(expected, Mapping):
        return isinstance(ours, Mapping) and all(
            is_close(value, ours.get(key), tolerance[key] if isinstance(tolerance, Mapping) else tolerance)
            for key, value in expected.items()
        )
    if isinstance(expected, list):
        if not isinstance(ours, list) or len(ours) != len(expected):
            return False
        each = tolerance if isinstance(tolerance, list) and len(tolerance) == len(expected) else [tolerance] * len(ours)
        return all(is_close(*trio) for trio in zip(expected, ours, each, strict=True))
    if expected is None or ours is None:
        return expected is None and ours is None
    if isinstance(expected, str) or isinstance(ours, str):
        return expected == ours
    if isinstance(tolerance, Mapping | list):
        tolerance = POINT
    return abs(expected - ours) <= tolerance * max(1.0, abs(expected))


def judge(case: Mapping, ours: Mapping[str, object]) -> list[Miss]:
    """Every number of the case that ours does not meet; a key that ours lacks is not met either."""
    misses = []
    for key, expected in case["expected"].items():
        if key in WORDS:
            continue
        tolerance = case["tolerance"].get(key, case["tolerance"]["abs"])
        if key == "undefined_share":
            tolerance = case["tolerance"].get(key, UNDEFINED_SHARE)
        accepted = case.get("accept", {}).get(key, [expected])
        found = ours.get(key, "nothing")
        if not any(is_close(one, found, tolerance) for one in accepted):
            misses.append(Miss(case=case["id"], key=key, ours=found, expected=expected, tolerance=tolerance))
    return misses
