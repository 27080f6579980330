"""Adjudication files: ``adjudication-v1``, canonical JSON, one revision a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from scoring.errors import BadInput
from scoring.formats.adjudication_rules import build_entries, check_entries, is_day
from scoring.formats.canonical import canonical_json, digest_of, parse_canonical
from scoring.formats.lines import open_file
from scoring.formats.problems import refuse
from scoring.formats.shape import Shape
from scoring.formats.strict_json import show
from scoring.results import Adjudication, Codebook, Run

__all__ = [
    "adjudication_name",
    "build_adjudication_bytes",
    "check_adjudication_for_run",
    "check_follows",
    "parse_adjudication",
    "read_adjudication",
]

_TOP = (
    *("format", "study", "revision", "parent_sha256", "reason", "run_sha256", "plan_sha256", "sample_sha256"),
    *("codebook_sha256", "seal_commitment", "created", "coders", "assistance", "deviations", "entries"),
)
_ATTESTED = ("ai_tool", "search", "outside_source", "talk")
_STUDY = re.compile(r"[0-9a-f]{32}\Z")
_NAME = re.compile(r"adjudication-r(\d{4,})-([0-9a-f]{12})\.json\Z")


def adjudication_name(revision: int, sha256: str) -> str:
    """The name of a revision's file.

    Examples
    --------
    >>> adjudication_name(1, "ab" * 32)
    'adjudication-r0001-abababababab.json'
    """
    return f"adjudication-r{revision:04d}-{sha256[:12]}.json"


def read_adjudication(path: str | Path, *, codebook: Codebook | None = None) -> Adjudication:
    """The adjudication of a file; where its name has twelve digits of its hash, they must be right.

    Errors
    ------
    BadInput as ``parse_adjudication``, and when the name promises other bytes.
    """
    with open_file(path, whole=True) as file:
        adjudication = parse_adjudication(file.data, codebook=codebook, file=file.name)
    named = _NAME.match(file.path.name)
    if named and named[2] != adjudication.sha256[:12]:
        raise refuse(
            file.name, "digest", f"was changed: its name says {named[2]}, its bytes {adjudication.sha256[:12]}"
        )
    return adjudication


def parse_adjudication(data: bytes, *, codebook: Codebook | None = None, file: str = "adjudication") -> Adjudication:
    """The adjudication of the bytes of a file; its hash is theirs, its labels stand as in the file.

    Parameters
    ----------
    codebook : when given, every label must be in it after its ``map``, and its hash need not be the file's
        (a later map may merge labels).

    Errors
    ------
    BadInput when the bytes are not canonical JSON or break a rule of ``adjudication-v1``.
    """
    return _build(parse_canonical(data, file=file), digest_of(data), codebook=codebook, file=file)


def build_adjudication_bytes(document: Mapping[str, object]) -> bytes:
    """The bytes of an adjudication file.

    Errors
    ------
    BadInput when the document breaks a rule of ``adjudication-v1``; nothing of it is corrected silently.
    """
    data = canonical_json(dict(document))
    parse_adjudication(data, file="the adjudication")
    return data


def check_follows(adjudication: Adjudication, parent: Adjudication) -> None:
    """Do nothing when one revision follows the other.

    Errors
    ------
    BadInput when number, parent hash, study, run, plan, sample, codebook or commitment break the chain.
    """
    if adjudication.revision != parent.revision + 1 or adjudication.parent_sha256 != parent.sha256:
        raise BadInput(
            f"revision {adjudication.revision} does not follow revision {parent.revision} ({parent.sha256[:12]}): "
            f"it names the parent {(adjudication.parent_sha256 or 'none')[:12]}"
        )
    for field in ("study", "run_sha256", "plan_sha256", "sample_sha256", "codebook_sha256", "seal_commitment"):
        if getattr(adjudication, field) != getattr(parent, field):
            raise BadInput(f"revision {adjudication.revision} has another {field} than its parent")


def _build(document: object, sha256: str, *, codebook: Codebook | None, file: str) -> Adjudication:
    shape = Shape(file=file)
    top = shape.members(document, "")
    shape.keys(top, "", required=_TOP, known=_TOP)
    if top.get("format", "adjudication-v1") != "adjudication-v1":
        shape.breach("format", 'must be "adjudication-v1"', code="wrong_format")
    _check_head(shape, top)
    pseudonyms = _check_coders(shape, top)
    tools = shape.texts(top, "assistance", "")
    if list(tools) != sorted(set(tools)):
        shape.breach("assistance", "must be sorted, each name once", code="order")
    _check_deviations(shape, top)
    entries = build_entries(shape, shape.items(top, "entries", ""))
    check_entries(shape, entries, pseudonyms=pseudonyms, tools=tools, codebook=codebook)
    shape.check()
    return Adjudication(
        sha256=sha256,
        study=str(top["study"]),
        revision=cast(int, top["revision"]),
        parent_sha256=cast("str | None", top["parent_sha256"]),
        run_sha256=str(top["run_sha256"]),
        plan_sha256=str(top["plan_sha256"]),
        sample_sha256=str(top["sample_sha256"]),
        codebook_sha256=str(top["codebook_sha256"]),
        seal_commitment=str(top["seal_commitment"]),
        entries=entries,
        document=top,
    )


def _check_head(shape: Shape, top: dict[str, object]) -> None:
    if not _STUDY.match(shape.text(top, "study", "")):
        shape.breach("study", "must be 32 lower-case hex digits", code="bad_digest")
    for key in ("run_sha256", "plan_sha256", "sample_sha256", "codebook_sha256", "seal_commitment"):
        shape.digest(top, key, "")
    if not is_day(shape.text(top, "created", "")):
        shape.breach("created", "must be a day as YYYY-MM-DD", code="date")
    revision = shape.integer(top, "revision", "")
    if "revision" in top and revision < 1:
        shape.breach("revision", "starts at 1", code="revision")
    if revision == 1:
        for key in ("parent_sha256", "reason"):
            if top.get(key) is not None:
                shape.breach(key, "must be null at revision 1", code="revision")
    elif revision > 1:
        shape.digest(top, "parent_sha256", "")
        shape.text(top, "reason", "", empty=False)


def _check_coders(shape: Shape, top: dict[str, object]) -> list[str]:
    pseudonyms: list[str] = []
    for index, member in enumerate(shape.items(top, "coders", "")):
        path = f"coders[{index}]"
        coder = shape.members(member, path)
        shape.keys(coder, path, required=("pseudonym", "attestation"), known=("pseudonym", "attestation"))
        pseudonyms.append(shape.text(coder, "pseudonym", path, empty=False))
        if coder.get("attestation") is not None:
            attestation, inner = shape.members(coder["attestation"], f"{path}.attestation"), f"{path}.attestation"
            shape.keys(attestation, inner, required=(*_ATTESTED, "details"), known=(*_ATTESTED, "details"))
            for key in _ATTESTED:
                shape.boolean(attestation, key, inner)
            shape.text_or_null(attestation, "details", inner)
    if len(set(pseudonyms)) != len(pseudonyms):
        shape.breach("coders", "has a pseudonym twice", code="duplicate")
    return pseudonyms


def _check_deviations(shape: Shape, top: dict[str, object]) -> None:
    for index, member in enumerate(shape.items(top, "deviations", "")):
        path = f"deviations[{index}]"
        deviation = shape.members(member, path)
        shape.keys(deviation, path, required=("code", "text", "date"), known=("code", "text", "date"))
        shape.text(deviation, "code", path, empty=False)
        shape.text(deviation, "text", path)
        if not is_day(shape.text(deviation, "date", path)):
            shape.breach(f"{path}.date", "must be a day as YYYY-MM-DD", code="date")


def check_adjudication_for_run(adjudication: Adjudication, run: Run) -> None:
    """Do nothing when an adjudication belongs to a run.

    Errors
    ------
    BadInput when it is bound to another run, has a record that the run does not have, or states another automated
    label than the run.
    """
    if adjudication.run_sha256 != run.sha256:
        message = f"belongs to run {adjudication.run_sha256[:12]}, not {run.sha256[:12]}"
        raise refuse("the adjudication file", "wrong_run", message)
    automated = dict(zip(run.frame["record_id"], run.frame["automated_label"], strict=True))
    for entry in adjudication.entries:
        if entry.record_id not in automated:
            message = f'has the record "{show(entry.record_id)}", which the run does not have'
            raise refuse("the adjudication file", "unknown_record", message)
        if entry.automated_label != automated[entry.record_id]:
            message = f'states another automated label of "{show(entry.record_id)}" than the run'
            raise refuse("the adjudication file", "automated_label", message)
