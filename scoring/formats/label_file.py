"""Label files: ``labels-v1``, the labels of a classifier that ran after the run was made, bound to the run's hash."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from scoring.formats.canonical import canonical_json, digest_of, parse_canonical
from scoring.formats.lines import open_file
from scoring.formats.problems import refuse
from scoring.formats.shape import HEX64, Shape, describe
from scoring.formats.strict_json import show
from scoring.results import LabelFile, Run

__all__ = ["build_label_file_bytes", "check_label_file_for_run", "parse_label_file", "read_label_file"]

_TOP = ("format", "run_sha256", "classifier", "rules_sha256", "labels")


def read_label_file(path: str | Path) -> LabelFile:
    """The label file of a path.

    Errors
    ------
    BadInput as ``parse_label_file``, or when the file can't be read.
    """
    with open_file(path, whole=True) as file:
        return parse_label_file(file.data, file=file.name)


def parse_label_file(data: bytes, *, file: str = "label file") -> LabelFile:
    """The label file of its bytes; its hash is theirs, its labels stand as in the file.

    ``tuned_on`` may be missing.

    Errors
    ------
    BadInput when the bytes are not canonical JSON or no ``labels-v1``.
    """
    shape = Shape(file=file)
    top = shape.members(parse_canonical(data, file=file), "")
    shape.keys(top, "", required=_TOP, known=(*_TOP, "tuned_on"))
    if top.get("format", "labels-v1") != "labels-v1":
        shape.breach("format", 'must be "labels-v1"', code="wrong_format")
    labels: dict[str, str | None] = {}
    reasons: dict[str, tuple[str, ...]] = {}
    for record_id, value in shape.members(top.get("labels", {}), "labels").items():
        if not _is_labelled(value):
            shape.breach(f"labels.{show(record_id)}", f"must be [label, [reasons]], it is {describe(value)}")
            continue
        label, triggers = cast("tuple[str | None, list[str]]", value)
        labels[record_id] = label
        if triggers:
            reasons[record_id] = tuple(triggers)
    found = LabelFile(
        sha256=digest_of(data),
        run_sha256=shape.digest(top, "run_sha256", ""),
        classifier=shape.text(top, "classifier", "", empty=False),
        rules_sha256=None if top.get("rules_sha256") is None else shape.digest(top, "rules_sha256", ""),
        labels=labels,
        reasons=reasons,
        tuned_on=shape.texts(top, "tuned_on", ""),
    )
    for place, digest in enumerate(found.tuned_on):
        if not HEX64.match(digest):
            shape.breach(f"tuned_on[{place}]", "must be 64 lower-case hex digits", code="bad_digest")
    shape.check()
    return found


def build_label_file_bytes(labels: LabelFile) -> bytes:
    """The bytes of a label file; ``sha256`` of the object is not looked at.

    Examples
    --------
    >>> made = LabelFile(sha256="", run_sha256="1" * 64, classifier="rules", rules_sha256=None,
    ...                  labels={"a/1": "HEDGE", "a/2": None}, reasons={"a/1": ("maybe",)})
    >>> parse_label_file(build_label_file_bytes(made)).reasons
    {'a/1': ('maybe',)}
    """
    document: dict[str, object] = {
        "format": "labels-v1",
        "run_sha256": labels.run_sha256,
        "classifier": labels.classifier,
        "rules_sha256": labels.rules_sha256,
        "labels": {name: [label, list(labels.reasons.get(name, ()))] for name, label in labels.labels.items()},
    }
    if labels.tuned_on:
        document["tuned_on"] = sorted(labels.tuned_on)
    return canonical_json(document)


def check_label_file_for_run(labels: LabelFile, run: Run) -> None:
    """Do nothing when a label file belongs to a run.

    Errors
    ------
    BadInput when it is bound to another run or labels a record that the run does not have.
    """
    if labels.run_sha256 != run.sha256:
        raise refuse("the label file", "wrong_run", f"belongs to run {labels.run_sha256[:12]}, not {run.sha256[:12]}")
    unknown = sorted(set(labels.labels) - set(run.frame["record_id"]))
    if unknown:
        raise refuse("the label file", "unknown_record", f'labels "{show(unknown[0])}", which the run does not have')


def _is_labelled(value: object) -> bool:
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[0], str | None):
        return False
    return isinstance(value[1], list) and all(isinstance(reason, str) for reason in value[1])
