"""The analysis half of a plan: what will be computed, fixed before anybody codes."""

from __future__ import annotations

import re

from annotate.errors import Refused

__all__ = ["build_analysis", "is_share", "is_whole"]

_DEFAULTS: dict[str, object] = {
    "resolutions": ["full", "two_class"],
    "families": None,
    "pairs": [],
    "replicates": 10000,
    "weights": ["0.30", "0.45", "0.25"],
    "alpha": "0.05",
    "majority": False,
    "thresholds": {
        "kappa_full": "0.67",
        "kappa_two_class": "0.80",
        "bias_pooled": "0.05",
        "bias_model": "0.10",
        "spearman": "0.80",
        "max_shift": "1",
    },
}

_DECIMAL = re.compile(r"[0-9]+(\.[0-9]+)?\Z", re.ASCII)


def build_analysis(given: object) -> dict[str, object]:
    """The whole ``analysis`` object of a plan, defaults filled in.

    Errors: ``Refused`` naming the key, for an unknown key or a value that can't be.
    """
    if not isinstance(given, dict | None) or set(given or {}) - set(_DEFAULTS):
        raise Refused(f"The plan's analysis may hold {', '.join(_DEFAULTS)} and nothing else.")
    analysis = {**_DEFAULTS, **(given or {})}
    resolutions = analysis["resolutions"]
    if not isinstance(resolutions, list) or not resolutions or any(r not in ("full", "two_class") for r in resolutions):
        raise Refused("The plan's resolutions are a list of 'full' and 'two_class'.")
    if not isinstance(analysis["families"], list | None) or not isinstance(analysis["pairs"], list):
        raise Refused("The plan's families are null or a list, its pairs are a list.")
    if not is_whole(analysis["replicates"]):
        raise Refused("The plan's replicates are a whole number from 1.")
    weights = analysis["weights"]
    if not isinstance(weights, list) or len(weights) != 3 or not all(map(is_decimal, weights)):
        raise Refused('The plan\'s weights are three decimals as text, such as ["0.30", "0.45", "0.25"].')
    if not is_share(analysis["alpha"]):
        raise Refused('The plan\'s alpha is a decimal from 0 to 1 written as text, such as "0.05".')
    if not isinstance(analysis["majority"], bool):
        raise Refused("The plan's majority is true or false.")
    thresholds = analysis["thresholds"]
    if not isinstance(thresholds, dict) or not all(map(is_decimal, thresholds.values())):
        raise Refused("The plan's thresholds are an object of names and decimals written as text.")
    return analysis


def is_whole(value: object) -> bool:
    """Whether the value is a whole number from 1 (true is no number).

    Examples
    --------
    >>> is_whole(1), is_whole(0), is_whole(True), is_whole("1")
    (True, False, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def is_decimal(value: object) -> bool:
    """Whether the value is a decimal of at least 0 written as text.

    Examples
    --------
    >>> is_decimal("0.30"), is_decimal(0.3), is_decimal("1e-3")
    (True, False, False)
    """
    return isinstance(value, str) and _DECIMAL.match(value) is not None


def is_share(value: object) -> bool:
    """Whether the value is a decimal from 0 to 1 written as text.

    Examples
    --------
    >>> is_share("0.10"), is_share("1"), is_share("1.1")
    (True, True, False)
    """
    return isinstance(value, str) and is_decimal(value) and float(value) <= 1
