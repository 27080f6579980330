"""Sample files: what ``sample --out`` writes and ``validate --sample`` reads."""

from __future__ import annotations

from pathlib import Path

from scoring.formats.canonical import digest_of
from scoring.formats.json_file import read_json
from scoring.formats.shape import Shape
from scoring.formats.strict_json import show
from scoring.results import Sample, Stratum

__all__ = ["read_sample"]


def read_sample(path: str | Path) -> Sample:
    """The sample of a file; its list of records must have the digest that the file states.

    ``wanted``, ``skipped_items``, ``same_items`` and ``run_sha256`` may be missing in a file made elsewhere.

    Errors
    ------
    BadInput when the file is no strict JSON, a member is missing or has the wrong type, the records are not sorted as
    UTF-8 bytes or do not have the stated digest.
    """
    shape = Shape(file=str(path))
    top = shape.members(read_json(path), "")
    shape.keys(top, "", required=("sha256", "seed", "by", "strata", "records"), known=tuple(top))
    records = shape.texts(top, "records", "")
    stated = shape.digest(top, "sha256", "")
    if list(records) != sorted(set(records)):
        shape.breach("records", "must be sorted as UTF-8 bytes, each record once", code="order")
    elif stated and digest_of("\n".join(records).encode("utf-8")) != stated:
        shape.breach("sha256", "is not the digest of records", code="digest")
    by = shape.texts(top, "by", "")
    strata = tuple(
        _build_stratum(shape, member, f"strata[{index}]", len(by))
        for index, member in enumerate(shape.items(top, "strata", ""))
    )
    sample = Sample(
        sha256=stated,
        seed=shape.text(top, "seed", ""),
        by=by,
        same_items=shape.boolean(top, "same_items", ""),
        strata=strata,
        records=records,
        skipped_items=shape.integer(top, "skipped_items", ""),
        run_sha256=None if top.get("run_sha256") is None else shape.digest(top, "run_sha256", ""),
    )
    shape.check()
    return sample


def _build_stratum(shape: Shape, member: object, path: str, width: int) -> Stratum:
    value = shape.members(member, path)
    shape.keys(value, path, required=("key", "available", "drawn"), known=tuple(value))
    key = [(part if isinstance(part, str | None) else show(str(part))) for part in shape.items(value, "key", path)]
    if len(key) != width:
        shape.breach(f"{path}.key", f"has {len(key)} values, by has {width}", code="key")
    drawn = shape.integer(value, "drawn", path)
    return Stratum(
        key=tuple(key),
        available=shape.integer(value, "available", path),
        drawn=drawn,
        wanted=shape.integer(value, "wanted", path) if "wanted" in value else drawn,
    )
