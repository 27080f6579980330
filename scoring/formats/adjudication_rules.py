"""What an entry of an adjudication file must say, given how it was resolved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from scoring.formats.shape import Shape
from scoring.formats.strict_json import show
from scoring.results import Codebook, CodingOfCoder, Entry

__all__ = ["BY_CODERS", "RESOLUTIONS", "build_entries", "check_entries", "is_day"]

BY_CODERS = ("unanimous", "majority", "single")
"""Resolutions where the coders decided, so that nobody else did and nothing is to be explained."""

RESOLUTIONS = (*BY_CODERS, "adjudicated", "audited", "correction", "left_out")

_DECISION = ("rationale", "adjudicator", "assistance", "decided_on")
_ENTRY = ("record_id", "blind_id", "automated_label", "codings", "label", "resolution", *_DECISION)
_CODING = ("coder", "label", "uncertain")
_ASSISTANCE = ("tool", "asked", "answered")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\Z", re.ASCII)


def is_day(text: str) -> bool:
    """Whether a text is a day of the calendar as YYYY-MM-DD.

    Examples
    --------
    >>> is_day("2026-02-28"), is_day("2026-02-30"), is_day("2026-2-8")
    (True, False, False)
    """
    if not _DAY.match(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def build_entries(shape: Shape, members: Sequence[object]) -> tuple[Entry, ...]:
    """The entries of a parsed document; breaches of type go to ``shape``."""
    return tuple(_build_entry(shape, member, f"entries[{index}]") for index, member in enumerate(members))


def check_entries(
    shape: Shape,
    entries: Sequence[Entry],
    *,
    pseudonyms: Sequence[str],
    tools: Sequence[str],
    codebook: Codebook | None,
) -> None:
    """Order, uniqueness and the rules of every resolution; breaches go to ``shape``."""
    for index, (before, after) in enumerate(pairwise(entries), 1):
        if after.record_id <= before.record_id:
            fault = "stands twice" if after.record_id == before.record_id else "is out of order"
            shape.breach(f"entries[{index}].record_id", f'"{show(after.record_id)}" {fault}', code="order")
    if len({entry.blind_id for entry in entries}) != len(entries):
        shape.breach("entries", "has a blind_id twice", code="duplicate")
    coders, known_tools = set(pseudonyms), set(tools)
    for index, entry in enumerate(entries):
        path = f"entries[{index}]"
        _check_codings(shape, entry, path, coders)
        _check_resolution(shape, entry, path)
        if entry.assistance is not None and entry.assistance["tool"] not in known_tools:
            shape.breach(f"{path}.assistance.tool", "is not listed in assistance", code="assistance")
        if codebook is not None:
            _check_labels(shape, entry, path, codebook)


def _build_entry(shape: Shape, member: object, path: str) -> Entry:
    value = shape.members(member, path)
    shape.keys(value, path, required=_ENTRY, known=_ENTRY)
    codings = []
    for index, inner in enumerate(shape.items(value, "codings", path)):
        place = f"{path}.codings[{index}]"
        coding = shape.members(inner, place)
        shape.keys(coding, place, required=_CODING, known=_CODING)
        coder, label = shape.text(coding, "coder", place), shape.text(coding, "label", place, empty=False)
        codings.append(CodingOfCoder(coder=coder, label=label, uncertain=shape.boolean(coding, "uncertain", place)))
    assistance = None
    if value.get("assistance") is not None:
        asked, place = shape.members(value["assistance"], f"{path}.assistance"), f"{path}.assistance"
        shape.keys(asked, place, required=_ASSISTANCE, known=_ASSISTANCE)
        assistance = {key: shape.text(asked, key, place) for key in _ASSISTANCE}
    return Entry(
        record_id=shape.text(value, "record_id", path, empty=False),
        blind_id=shape.text(value, "blind_id", path, empty=False),
        automated_label=shape.text_or_null(value, "automated_label", path),
        codings=tuple(codings),
        label=shape.text_or_null(value, "label", path),
        resolution=shape.text(value, "resolution", path),
        rationale=shape.text_or_null(value, "rationale", path),
        adjudicator=shape.text_or_null(value, "adjudicator", path),
        assistance=assistance,
        decided_on=shape.text_or_null(value, "decided_on", path),
    )


def _check_codings(shape: Shape, entry: Entry, path: str, coders: set[str]) -> None:
    names = [coding.coder for coding in entry.codings]
    if names != sorted(set(names)):
        shape.breach(f"{path}.codings", "must be sorted by coder, each coder once", code="order")
    for name in names:
        if name not in coders:
            shape.breach(f"{path}.codings", f'"{show(name)}" is not listed in coders', code="coder")


def _check_resolution(shape: Shape, entry: Entry, path: str) -> None:
    if entry.resolution not in RESOLUTIONS:
        shape.breach(f"{path}.resolution", f"must be one of {', '.join(RESOLUTIONS)}", code="resolution")
        return
    if (entry.label is None) != (entry.resolution == "left_out"):
        shape.breach(f"{path}.label", "must be null where the record is left out, and only there", code="resolution")
    if entry.resolution in BY_CODERS:
        for key in _DECISION:
            if getattr(entry, key) is not None:
                shape.breach(f"{path}.{key}", "must be null where the coders decided", code="resolution")
    else:
        for key in ("rationale", "adjudicator", "decided_on"):
            if not getattr(entry, key):
                shape.breach(f"{path}.{key}", "is required where the coders did not decide", code="resolution")
        if entry.decided_on and not is_day(entry.decided_on):
            shape.breach(f"{path}.decided_on", "must be a day as YYYY-MM-DD", code="date")
    fault = _find_vote_fault(entry)
    if fault:
        shape.breach(f"{path}.resolution", fault, code="resolution")


def _find_vote_fault(entry: Entry) -> str | None:
    labels = [coding.label for coding in entry.codings]
    votes = labels.count(entry.label or "")
    if entry.resolution == "unanimous" and not (len(labels) >= 2 and votes == len(labels)):
        return "is unanimous, so at least two coders must have given the label and nobody another one"
    if entry.resolution == "majority" and not len(labels) / 2 < votes < len(labels):
        return "is majority, so more than half of the coders, but not all, must have given the label"
    if entry.resolution == "single" and not (len(labels) == 1 and votes == 1):
        return "is single, so exactly one coder must have given the label"
    if entry.resolution == "audited" and len(set(labels)) != 1:
        return "is audited, so the coders must have agreed"
    return None


def _check_labels(shape: Shape, entry: Entry, path: str, codebook: Codebook) -> None:
    given = [(f"{path}.codings[{i}].label", coding.label) for i, coding in enumerate(entry.codings)]
    if entry.label is not None:
        given.append((f"{path}.label", entry.label))
    for place, label in given:
        if codebook.role(codebook.mapped(label)) is None:
            shape.breach(place, f'"{show(label)}" is not in the codebook', code="label")
