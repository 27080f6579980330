"""Manifests: what a run's makers say of it, in ``NAME.run.json`` beside ``NAME.jsonl``."""

from __future__ import annotations

from pathlib import Path

from scoring.formats.canonical import digest_of
from scoring.formats.json_file import parse_json
from scoring.formats.lines import open_file
from scoring.formats.problems import Problems
from scoring.formats.shape import Shape
from scoring.results import Manifest, ModelFacts

__all__ = ["check_manifest", "find_manifest", "parse_manifest", "read_manifest"]

_ENDINGS = (".gz", ".jsonl", ".ndjson", ".json", ".csv", ".parquet", ".pq")


def find_manifest(path: str | Path) -> Path | None:
    """The path of the manifest beside a run file, or None when there is none.

    Examples
    --------
    >>> find_manifest("nowhere/run.jsonl.gz") is None
    True
    """
    run = Path(path)
    stem = run
    while stem.suffix.lower() in _ENDINGS:
        stem = stem.with_suffix("")
    beside = stem.parent / f"{stem.name}.run.json"
    return beside if beside.is_file() else None


def read_manifest(path: str | Path) -> Manifest:
    """The manifest of a file.

    Errors
    ------
    BadInput as ``parse_manifest``, or when the file can't be read.
    """
    with open_file(path, whole=True) as file:
        return parse_manifest(file.data, file=file.name)


def parse_manifest(data: bytes, *, file: str = "manifest") -> Manifest:
    """The manifest of the bytes of a file; its digest is theirs. Unknown members are passed over.

    Errors
    ------
    BadInput when the bytes are no strict JSON in UTF-8, or a member has the wrong type.

    Examples
    --------
    >>> parse_manifest(b'{"name": "first", "models": [{"model": "a", "answers_as": ["a-1"]}]}').models[0].answers_as
    ('a-1',)
    """
    shape = Shape(file=file)
    top = shape.members(parse_json(data, file=file), "")
    manifest = Manifest(
        digest=digest_of(data),
        name=shape.text_or_null(top, "name", ""),
        protocol=shape.text_or_null(top, "protocol", ""),
        framework_version=shape.text_or_null(top, "framework_version", ""),
        answer_budget_tokens=_take_count(shape, top, "answer_budget_tokens"),
        created=shape.text_or_null(top, "created", ""),
        models=_build_models(shape, top),
        records=_take_count(shape, top, "records"),
        sha256=None if top.get("sha256") is None else shape.digest(top, "sha256", ""),
    )
    shape.check()
    return manifest


def check_manifest(manifest: Manifest | None, *, records: int, sha256: str, problems: Problems) -> None:
    """Compare count and content hash of a run with what its manifest promises; breaches go to ``problems``."""
    if manifest is None:
        return
    if manifest.records is not None and manifest.records != records:
        message = f"the manifest promises {manifest.records} records, the file has {records}; is it cut off?"
        problems.add(line=None, field="records", code="manifest", message=message)
    elif manifest.sha256 is not None and manifest.sha256 != sha256:
        message = f"the manifest promises the content hash {manifest.sha256}, the file has {sha256}"
        problems.add(line=None, field="sha256", code="manifest", message=message)


def _take_count(shape: Shape, top: dict[str, object], key: str) -> int | None:
    if top.get(key) is None:
        return None
    count = shape.integer(top, key, "")
    if count < 0:
        shape.breach(key, "must not be negative", code="range")
    return count


def _build_models(shape: Shape, top: dict[str, object]) -> tuple[ModelFacts, ...]:
    facts = []
    for index, member in enumerate([] if top.get("models") is None else shape.items(top, "models", "")):
        path = f"models[{index}]"
        value = shape.members(member, path)
        shape.keys(value, path, required=("model",), known=tuple(value))
        facts.append(
            ModelFacts(
                model=shape.text(value, "model", path, empty=False),
                family=shape.text_or_null(value, "family", path),
                provider=shape.text_or_null(value, "provider", path),
                generation_of=shape.text_or_null(value, "generation_of", path),
                answers_as=None if value.get("answers_as") is None else shape.texts(value, "answers_as", path),
                excluded=False if value.get("excluded") is None else shape.boolean(value, "excluded", path),
                reason=shape.text_or_null(value, "reason", path),
            )
        )
    names = [fact.model for fact in facts]
    if len(set(names)) != len(names):
        shape.breach("models", "names a model twice", code="duplicate")
    return tuple(facts)
