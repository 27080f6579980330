"""A small adjudication document, right in every rule, and the mutations that break exactly one."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

__all__ = ["BREACHES", "RECORDS", "build_document", "change"]

HEX = "0123456789abcdef" * 4

RECORDS = tuple(f"m/{name}" for name in ("adj", "aud", "cor", "left", "maj", "single", "una"))

Document = dict[str, Any]
Mutation = Callable[[Document], object]


def _codings(*labels: str) -> list[Document]:
    return [
        {"coder": f"C-{number}", "label": label, "uncertain": number == 2} for number, label in enumerate(labels, 1)
    ]


def _entry(name: str, label: str | None, resolution: str, labels: tuple[str, ...], **decision: object) -> Document:
    nulls = dict.fromkeys(("rationale", "adjudicator", "assistance", "decided_on"))
    return {
        "record_id": f"m/{name}",
        "blind_id": f"BLIND{name.upper():_<5}",
        "automated_label": None if name == "una" else "HEDGE",
        "codings": _codings(*labels),
        "label": label,
        "resolution": resolution,
    } | (nulls | decision)


def build_document() -> Document:
    """Seven records, one for each resolution, at revision 1."""
    decided = {"rationale": "2.3: on the main claim", "adjudicator": "C-LEAD1", "decided_on": "2026-02-28"}
    asked = {"tool": "lookup", "asked": "Is the word a qualifier?", "answered": "It is."}
    return {
        "format": "adjudication-v1",
        "study": HEX[:32],
        "revision": 1,
        "parent_sha256": None,
        "reason": None,
        "run_sha256": HEX,
        "plan_sha256": HEX,
        "sample_sha256": HEX,
        "codebook_sha256": HEX,
        "seal_commitment": HEX,
        "created": "2026-03-01",
        "coders": [
            {"pseudonym": "C-1", "attestation": None},
            {
                "pseudonym": "C-2",
                "attestation": {
                    "ai_tool": False, "search": False, "outside_source": True, "talk": False, "details": "a map",
                },
            },
            {"pseudonym": "C-3", "attestation": None},
        ],
        "assistance": ["lookup"],
        "deviations": [{"code": "exposure", "text": "recognised", "date": "2026-02-20"}],
        "entries": [
            _entry("adj", "HEDGE", "adjudicated", ("HEDGE", "ABSTAIN"), **decided, assistance=asked),
            _entry("aud", "CONFIDENT_WRONG", "audited", ("HEDGE", "HEDGE"), **decided),
            _entry("cor", "ABSTAIN", "correction", ("HEDGE", "HEDGE"), **decided),
            _entry("left", None, "left_out", ("HEDGE",), **decided),
            _entry("maj", "HEDGE", "majority", ("HEDGE", "HEDGE", "ABSTAIN")),
            _entry("single", "CANNOT_CODE", "single", ("CANNOT_CODE",)),
            _entry("una", "ABSTAIN", "unanimous", ("ABSTAIN", "ABSTAIN")),
        ],
    }  # fmt: skip


def change(*path: str | int, to: object) -> Mutation:
    """The mutation that sets what lies at a path."""

    def mutate(document: Document) -> None:
        place: Any = document
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = copy.deepcopy(to)

    return mutate


def drop(*path: str | int) -> Mutation:
    """The mutation that removes what lies at a path."""

    def mutate(document: Document) -> None:
        place: Any = document
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return mutate


STRUCTURE: dict[str, Mutation] = {
    "other format": change("format", to="adjudication-v2"),
    "format missing": drop("format"),
    "unknown field": change("colour", to="red"),
    "study too short": change("study", to="ab"),
    "study no text": change("study", to=1),
    "run hash upper case": change("run_sha256", to=HEX.upper()),
    "plan hash null": change("plan_sha256", to=None),
    "commitment short": change("seal_commitment", to=HEX[:63]),
    "created no day": change("created", to="2026-02-30"),
    "created with time": change("created", to="2026-02-28T10:00:00"),
    "created short": change("created", to="20260228"),
    "coders no list": change("coders", to={}),
    "coder no object": change("coders", 0, to="C-1"),
    "coder without attestation": drop("coders", 0, "attestation"),
    "empty pseudonym": change("coders", 0, "pseudonym", to=""),
    "coder twice": change("coders", 0, "pseudonym", to="C-2"),
    "attestation partial": drop("coders", 1, "attestation", "talk"),
    "attestation as text": change("coders", 1, "attestation", "talk", to="no"),
    "attestation details number": change("coders", 1, "attestation", "details", to=3),
    "attestation true": change("coders", 1, "attestation", to=True),
    "assistance unsorted": change("assistance", to=["lookup", "a"]),
    "assistance twice": change("assistance", to=["lookup", "lookup"]),
    "assistance number": change("assistance", to=[1]),
    "deviation without date": drop("deviations", 0, "date"),
    "deviation with empty code": change("deviations", 0, "code", to=""),
    "deviation text null": change("deviations", 0, "text", to=None),
    "deviation date": change("deviations", 0, "date", to="yesterday"),
    "deviations null": change("deviations", to=None),
    "entries no list": change("entries", to="none"),
    "entry no object": change("entries", 0, to=[]),
    "entry field missing": drop("entries", 0, "blind_id"),
    "entry field unknown": change("entries", 0, "model", to="alder"),
    "record id empty": change("entries", 0, "record_id", to=""),
    "blind id number": change("entries", 0, "blind_id", to=7),
    "automated label number": change("entries", 0, "automated_label", to=7),
    "label false": change("entries", 0, "label", to=False),
    "other resolution": change("entries", 0, "resolution", to="guessed"),
    "resolution as list": change("entries", 0, "resolution", to=["single"]),
    "codings null": change("entries", 0, "codings", to=None),
    "coding with note": change("entries", 0, "codings", 0, "note", to="x"),
    "coding label empty": change("entries", 0, "codings", 0, "label", to=""),
    "coding flag number": change("entries", 0, "codings", 0, "uncertain", to=0),
    "coder number": change("entries", 0, "codings", 0, "coder", to=1),
    "help without answer": drop("entries", 0, "assistance", "answered"),
    "help as text": change("entries", 0, "assistance", to="lookup"),
}

REVISION: dict[str, Mutation] = {
    "revision 0": change("revision", to=0),
    "revision true": change("revision", to=True),
    "revision text": change("revision", to="1"),
    "parent at revision 1": change("parent_sha256", to=HEX),
    "reason at revision 1": change("reason", to="because"),
    "no parent at revision 2": lambda d: d.update(revision=2, reason="because"),
    "bad parent at revision 2": lambda d: d.update(revision=2, reason="because", parent_sha256="ab"),
    "no reason at revision 2": lambda d: d.update(revision=2, parent_sha256=HEX),
    "empty reason at revision 2": lambda d: d.update(revision=2, parent_sha256=HEX, reason=""),
}

ENTRIES: dict[str, Mutation] = {
    "out of order": lambda d: d["entries"].reverse(),
    "record twice": change("entries", 1, "record_id", to=RECORDS[0]),
    "blind id twice": change("entries", 1, "blind_id", to="BLINDADJ__"),
}

RESOLUTIONS: dict[str, Mutation] = {
    "codings unsorted": lambda d: d["entries"][0]["codings"].reverse(),
    "coder codes twice": change("entries", 0, "codings", 1, "coder", to="C-1"),
    "unlisted coder": change("entries", 0, "codings", 1, "coder", to="C-9"),
    "unlisted tool": change("assistance", to=[]),
    "label of a record left out": change("entries", 3, "label", to="HEDGE"),
    "no label": change("entries", 0, "label", to=None),
    "rationale missing": change("entries", 0, "rationale", to=None),
    "rationale empty": change("entries", 0, "rationale", to=""),
    "adjudicator missing": change("entries", 0, "adjudicator", to=None),
    "day missing": change("entries", 0, "decided_on", to=None),
    "day wrong": change("entries", 0, "decided_on", to="2026-13-01"),
    "rationale of a record left out": change("entries", 3, "rationale", to=None),
    "audited disagreement": change("entries", 1, "codings", 1, "label", to="ABSTAIN"),
    "audited without codings": change("entries", 1, "codings", to=[]),
    "unanimous with rationale": change("entries", 6, "rationale", to="why"),
    "unanimous with day": change("entries", 6, "decided_on", to="2026-02-28"),
    "unanimous with help": change("entries", 6, "assistance", to={"tool": "lookup", "asked": "", "answered": ""}),
    "unanimous by one": change("entries", 6, "codings", to=_codings("ABSTAIN")),
    "unanimous disagreement": change("entries", 6, "codings", 1, "label", to="HEDGE"),
    "unanimous with another label": change("entries", 6, "label", to="HEDGE"),
    "majority of half": change("entries", 4, "codings", to=_codings("HEDGE", "ABSTAIN")),
    "majority of all": change("entries", 4, "codings", to=_codings("HEDGE", "HEDGE")),
    "majority for another label": change("entries", 4, "label", to="ABSTAIN"),
    "single by two": change("entries", 5, "codings", to=_codings("CANNOT_CODE", "CANNOT_CODE")),
    "single with another label": change("entries", 5, "label", to="HEDGE"),
}

BREACHES: dict[str, dict[str, Mutation]] = {
    "structure": STRUCTURE,
    "revision": REVISION,
    "entries": ENTRIES,
    "resolutions": RESOLUTIONS,
}
"""Mutations by the check of the standalone verifier that must fail."""
