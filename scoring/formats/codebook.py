"""Codebook files: ``codebook-v1``, canonical JSON."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from scoring.formats.canonical import canonical_json, digest_of, parse_canonical
from scoring.formats.lines import open_file
from scoring.formats.shape import Shape
from scoring.formats.strict_json import show
from scoring.results import CANNOT_CODE, OUTSIDE, ROLES, Codebook, Example, Label

__all__ = ["build_codebook", "canonical_codebook", "default_codebook", "parse_codebook", "read_codebook"]

RESERVED_KEYS = frozenset("NZUSXC?")
"""Keys of the coding page, which no label may have."""

_CODE = re.compile(r"[!-~](?:[ -~]{0,62}[!-~])?\Z")
_HOTKEY = re.compile(r"[1-9A-Za-z]\Z")
_TOP = ("format", "name", "version", "language", "ordered", "labels", "impossible", "map")
_LABEL = ("code", "role", "hotkey", "name", "definition", "rules", "examples")


def default_codebook() -> Codebook:
    """The four-class codebook of EHQ, which is used where no other is named.

    Examples
    --------
    >>> default_codebook().codes
    ('ABSTAIN', 'HEDGE', 'CONFIDENT_CORRECT', 'CONFIDENT_WRONG')
    """
    return parse_codebook((files("scoring.formats") / "data" / "ehq-four-class.json").read_bytes())


def read_codebook(path: str | Path) -> Codebook:
    """The codebook of a file.

    Errors
    ------
    BadInput as ``parse_codebook``, or when the file can't be read.
    """
    with open_file(path, whole=True) as file:
        return parse_codebook(file.data, file=file.name)


def parse_codebook(data: bytes, *, file: str = "codebook") -> Codebook:
    """The codebook of the bytes of a file; its hash is theirs.

    Errors
    ------
    BadInput when the bytes are not canonical JSON or the document is no ``codebook-v1``: 2 to 20 labels, unique
    codes and hotkeys, known roles, ``impossible`` and ``map`` that lead to known codes and no further.
    """
    return build_codebook(parse_canonical(data, file=file), sha256=digest_of(data), file=file)


def build_codebook(document: object, *, sha256: str, file: str = "codebook") -> Codebook:
    """The codebook of a parsed document.

    Errors
    ------
    BadInput with every breach of ``codebook-v1``.
    """
    shape = Shape(file=file)
    top = shape.members(document, "")
    shape.keys(top, "", required=_TOP[:-2], known=_TOP)
    if top.get("format", "codebook-v1") != "codebook-v1":
        shape.breach("format", 'must be "codebook-v1"', code="wrong_format")
    labels = tuple(
        _build_label(shape, member, f"labels[{i}]") for i, member in enumerate(shape.items(top, "labels", ""))
    )
    if "labels" in top and not 2 <= len(labels) <= 20:
        shape.breach("labels", f"has {len(labels)} labels, a codebook has 2 to 20", code="label_count")
    _check_unique(shape, labels)
    codes = {label.code for label in labels}
    impossible = shape.members(top.get("impossible", {}), "impossible")
    ruled_out = {category: shape.texts(impossible, category, "impossible") for category in sorted(impossible)}
    for category, members in ruled_out.items():
        for code in sorted(set(members) - codes):
            shape.breach(f"impossible.{show(category)}", f'"{show(code)}" is no code of this codebook', code="label")
    renamed = shape.members(top.get("map", {}), "map")
    mapping = {source: shape.text(renamed, source, "map") for source in sorted(renamed)}
    for source, target in mapping.items():
        if target not in codes and target != CANNOT_CODE:
            shape.breach(f"map.{show(source)}", f'"{show(target)}" is no code of this codebook', code="label")
        elif mapping.get(target, target) != target:
            shape.breach(f"map.{show(source)}", "leads to a label that is renamed again", code="label")
    codebook = Codebook(
        sha256=sha256,
        name=shape.text(top, "name", "", empty=False),
        version=shape.text(top, "version", "", empty=False),
        language=shape.text(top, "language", "", empty=False),
        ordered=shape.boolean(top, "ordered", ""),
        labels=labels,
        impossible=ruled_out,
        map=mapping,
    )
    shape.check()
    return codebook


def canonical_codebook(codebook: Codebook) -> bytes:
    """The bytes of a codebook's file; ``sha256`` of the object is not looked at.

    Examples
    --------
    >>> book = default_codebook()
    >>> digest_of(canonical_codebook(book)) == book.sha256
    True
    """
    return canonical_json(
        {
            "format": "codebook-v1",
            "name": codebook.name,
            "version": codebook.version,
            "language": codebook.language,
            "ordered": codebook.ordered,
            "labels": [
                {
                    "code": label.code,
                    "role": label.role,
                    "hotkey": label.hotkey,
                    "name": label.name,
                    "definition": label.definition,
                    "rules": list(label.rules),
                    "examples": [{"text": example.text, "why": example.why} for example in label.examples],
                }
                for label in codebook.labels
            ],
            "impossible": {category: list(codes) for category, codes in codebook.impossible.items()},
            "map": dict(codebook.map),
        }
    )


def _build_label(shape: Shape, member: object, path: str) -> Label:
    value = shape.members(member, path)
    shape.keys(value, path, required=_LABEL[:5], known=_LABEL)
    code, role = shape.text(value, "code", path), shape.text(value, "role", path)
    if "code" in value and not _CODE.match(code):
        shape.breach(f"{path}.code", "must be 1 to 64 printable ASCII characters", code="label")
    if code in (CANNOT_CODE, OUTSIDE):
        shape.breach(f"{path}.code", f'"{code}" is reserved', code="label")
    if "role" in value and role not in ROLES:
        shape.breach(f"{path}.role", f"must be one of {', '.join(ROLES)}", code="role")
    hotkey = shape.text_or_null(value, "hotkey", path)
    if hotkey is not None and (not _HOTKEY.match(hotkey) or hotkey.upper() in RESERVED_KEYS):
        shape.breach(
            f"{path}.hotkey", "must be a digit 1-9 or a letter that the coding page leaves free", code="hotkey"
        )
    examples = [
        shape.members(entry, f"{path}.examples[{i}]") for i, entry in enumerate(shape.items(value, "examples", path))
    ]
    for i, entry in enumerate(examples):
        shape.keys(entry, f"{path}.examples[{i}]", required=("text", "why"), known=("text", "why"))
    return Label(
        code=code,
        role=role,
        hotkey=hotkey,
        name=shape.text(value, "name", path, empty=False),
        definition=shape.text(value, "definition", path),
        rules=shape.texts(value, "rules", path),
        examples=tuple(
            Example(
                text=shape.text(entry, "text", f"{path}.examples[{i}]"),
                why=shape.text(entry, "why", f"{path}.examples[{i}]"),
            )
            for i, entry in enumerate(examples)
        ),
    )


def _check_unique(shape: Shape, labels: tuple[Label, ...]) -> None:
    for name, values in (
        ("code", [label.code for label in labels]),
        ("hotkey", [label.hotkey.upper() for label in labels if label.hotkey]),
    ):
        for value in sorted({value for value in values if values.count(value) > 1}):
            shape.breach("labels", f'two labels have the {name} "{show(value)}"', code=name)
