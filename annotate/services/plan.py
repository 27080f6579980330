"""Building a plan: defaults, what the caller chose, and the refusals."""

from __future__ import annotations

from annotate.errors import Refused
from annotate.models import Kind

__all__ = ["DEFAULT_THRESHOLDS", "FIELDS", "build_plan_document"]

FIELDS = ("question", "context", "gold_answers", "response")
"""What coders may be shown of a record; nothing else ever."""

STRATA = ("model", "category", "subcategory", "family")

DEFAULT_THRESHOLDS = {
    "kappa_full": "0.67",
    "kappa_two_class": "0.80",
    "bias_pooled": "0.05",
    "bias_model": "0.10",
    "spearman": "0.80",
    "max_shift": "1",
}

_DEFAULTS: dict[str, object] = {
    "kind": "main",
    "version": 1,
    "by": ["model", "category"],
    "per_stratum": 10,
    "same_items": False,
    "coders": [],
    "codings_per_unit": None,
    "fields": list(FIELDS),
    "repeats": None,
    "audit_share": None,
    "practice_sha256": None,
    "excluded_sha256": None,
    "gate": None,
    "facts": {},
    "analysis": {},
}

_ANALYSIS: dict[str, object] = {
    "resolutions": ["full", "two_class"],
    "families": None,
    "pairs": [],
    "replicates": 10000,
    "weights": ["0.30", "0.45", "0.25"],
    "alpha": "0.05",
    "majority": False,
    "thresholds": DEFAULT_THRESHOLDS,
}

_LATER = ("repeats", "practice_sha256", "excluded_sha256", "gate")


def build_plan_document(*, run_sha256: str, codebook_sha256: str, settings: dict[str, object]) -> dict[str, object]:
    """The ``plan-v1`` object with every key, defaults filled in.

    Errors: ``Refused`` naming the key, for an unknown key or a value that can't be.
    """
    given = {key: value for key, value in settings.items() if key not in {"format", "run_sha256", "codebook_sha256"}}
    unknown = sorted(set(given) - set(_DEFAULTS))
    if unknown:
        raise Refused(f"The plan has no key {unknown[0]!r}; its keys are {', '.join(_DEFAULTS)}.")
    analysis = given.get("analysis") or {}
    if not isinstance(analysis, dict) or set(analysis) - set(_ANALYSIS):
        raise Refused(f"The plan's analysis may hold {', '.join(_ANALYSIS)} and nothing else.")
    document = {**_DEFAULTS, **given, "analysis": {**_ANALYSIS, **analysis}}
    _check(document)
    return {"format": "plan-v1", "run_sha256": run_sha256, "codebook_sha256": codebook_sha256, **document}


def _check(document: dict[str, object]) -> None:
    if document["kind"] not in Kind.values:
        raise Refused("The plan's kind is 'pilot' or 'main'.")
    _check_names(document, "by", STRATA)
    _check_names(document, "fields", FIELDS)
    if "response" not in _names(document["fields"]):
        raise Refused("The plan's fields must hold 'response': it is what coders judge.")
    per_stratum = document["per_stratum"]
    if isinstance(per_stratum, bool) or not isinstance(per_stratum, int) or per_stratum < 1:
        raise Refused("The plan's per_stratum is a whole number from 1 (a list by stratum comes with a later version).")
    each = document["codings_per_unit"]
    if each is not None and (isinstance(each, bool) or not isinstance(each, int) or each < 1):
        raise Refused("The plan's codings_per_unit is null (all coders code all) or a whole number from 1.")
    if not isinstance(document["facts"], dict):
        raise Refused("The plan's facts are an object of names and texts.")
    later = [key for key in _LATER if document[key] not in (None, 0)]
    if later:
        raise Refused(f"The plan's {later[0]} is not supported yet; leave it null.")
    _check_share(document["audit_share"])


def _names(value: object) -> list[str]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


def _check_names(document: dict[str, object], key: str, allowed: tuple[str, ...]) -> None:
    value = document[key]
    names = _names(value)
    if not names or value != names or len(set(names)) < len(names) or set(names) - set(allowed):
        raise Refused(f"The plan's {key} is a list of some of {', '.join(allowed)}, each once.")


def _check_share(value: object) -> None:
    if value is None:
        return
    try:
        share = float(value) if isinstance(value, str) else -1.0
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise Refused('The plan\'s audit_share is null or a decimal from 0 to 1 written as text, such as "0.10".')
