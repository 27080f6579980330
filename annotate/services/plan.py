"""Building a plan: defaults, what the caller chose, and the refusals."""

from __future__ import annotations

from annotate.blinding.canonical import build_canonical
from annotate.errors import Refused
from annotate.models import Kind
from annotate.services.plan_analysis import build_analysis, is_share, is_whole

__all__ = ["FIELDS", "build_plan_document"]

FIELDS = ("question", "context", "gold_answers", "response")
"""What coders may be shown of a record; nothing else ever."""

STRATA = ("model", "category", "subcategory", "family")

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

_LATER = ("repeats", "practice_sha256", "excluded_sha256", "gate")


def build_plan_document(*, run_sha256: str, codebook_sha256: str, settings: dict[str, object]) -> dict[str, object]:
    """The ``plan-v1`` object with every key, defaults filled in.

    Errors: ``Refused`` naming the key, for an unknown key or a value that can't be.
    """
    given = {key: value for key, value in settings.items() if key not in {"format", "run_sha256", "codebook_sha256"}}
    unknown = sorted(set(given) - set(_DEFAULTS))
    if unknown:
        raise Refused(f"The plan has no key {unknown[0]!r}; its keys are {', '.join(_DEFAULTS)}.")
    document = {**_DEFAULTS, **given, "analysis": build_analysis(given.get("analysis"))}
    _check(document)
    whole = {"format": "plan-v1", "run_sha256": run_sha256, "codebook_sha256": codebook_sha256, **document}
    try:
        build_canonical(whole)
    except (ValueError, RecursionError) as error:
        raise Refused(f'The plan can\'t be kept: {error}; decimals are written as text, such as "0.05".') from None
    return whole


def _check(document: dict[str, object]) -> None:
    if document["kind"] not in Kind.values:
        raise Refused("The plan's kind is 'pilot' or 'main'.")
    _check_names(document, "by", STRATA)
    _check_names(document, "fields", FIELDS)
    if "response" not in _names(document["fields"]):
        raise Refused("The plan's fields must hold 'response': it is what coders judge.")
    if not is_whole(document["version"]):
        raise Refused("The plan's version is a whole number from 1.")
    if not is_whole(document["per_stratum"]):
        raise Refused("The plan's per_stratum is a whole number from 1 (a list by stratum comes with a later version).")
    if document["codings_per_unit"] is not None and not is_whole(document["codings_per_unit"]):
        raise Refused("The plan's codings_per_unit is null (all coders code all) or a whole number from 1.")
    if not isinstance(document["same_items"], bool):
        raise Refused("The plan's same_items is true or false.")
    if document["same_items"] and not {"model", "category"} <= set(_names(document["by"])) <= set(STRATA[:3]):
        raise Refused("The plan's same_items needs strata by model and category, and by subcategory at most.")
    if not isinstance(document["facts"], dict):
        raise Refused("The plan's facts are an object of names and texts.")
    later = [key for key in _LATER if document[key] not in (None, 0)]
    if later:
        raise Refused(f"The plan's {later[0]} is not supported yet; leave it null.")
    if document["audit_share"] is not None and not is_share(document["audit_share"]):
        raise Refused('The plan\'s audit_share is null or a decimal from 0 to 1 written as text, such as "0.10".')


def _names(value: object) -> list[str]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


def _check_names(document: dict[str, object], key: str, allowed: tuple[str, ...]) -> None:
    value = document[key]
    names = _names(value)
    if not names or value != names or len(set(names)) < len(names) or set(names) - set(allowed):
        raise Refused(f"The plan's {key} is a list of some of {', '.join(allowed)}, each once.")
