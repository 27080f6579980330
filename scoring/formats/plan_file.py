"""Plan files: ``plan-v1``, of which scoring needs the analysis."""

from __future__ import annotations

from pathlib import Path

from scoring.formats.canonical import digest_of
from scoring.formats.json_file import parse_json
from scoring.formats.lines import open_file
from scoring.formats.shape import Shape
from scoring.results import AnalysisPlan, ModelPair

__all__ = ["parse_plan", "read_plan"]


def read_plan(path: str | Path) -> AnalysisPlan:
    """The analysis plan of a file.

    Errors
    ------
    BadInput as ``parse_plan``, or when the file can't be read.
    """
    with open_file(path, whole=True) as file:
        return parse_plan(file.data, file=file.name)


def parse_plan(data: bytes, *, file: str = "plan file") -> AnalysisPlan:
    """The analysis plan of the bytes of a plan file; missing keys take their defaults, other parts are passed over.

    Errors
    ------
    BadInput when the bytes are no JSON object, or a part of ``analysis`` can't be.

    Examples
    --------
    >>> found = parse_plan(b'{"analysis":{"families":["north"],"pairs":[["birch-2","birch-1"]]}}')
    >>> found.families, found.pairs, found.replicates
    (('north',), (ModelPair(newer='birch-2', older='birch-1'),), 10000)
    """
    shape = Shape(file=file)
    top = shape.members(parse_json(data, file=file), "")
    given = shape.members(top.get("analysis", {}), "analysis")
    stated = {key: value for key, value in given.items() if value is not None}
    default = AnalysisPlan(sha256=digest_of(data))
    replicates = shape.integer(stated, "replicates", "analysis") if "replicates" in stated else default.replicates
    if replicates < 1:
        shape.breach("analysis.replicates", "must be a whole number from 1")
    weights = _texts(shape, stated, "weights", default.weights)
    if len(weights) != 3:
        shape.breach("analysis.weights", "must be three decimals as text")
    found = AnalysisPlan(
        sha256=default.sha256,
        resolutions=_texts(shape, stated, "resolutions", default.resolutions),
        families=_texts(shape, stated, "families", default.families),
        pairs=_read_pairs(shape, stated),
        replicates=replicates,
        weights=weights,
        majority=shape.boolean(stated, "majority", "analysis"),
    )
    shape.check()
    return found


def _texts(shape: Shape, given: dict[str, object], key: str, default: tuple[str, ...]) -> tuple[str, ...]:
    return shape.texts(given, key, "analysis") if key in given else default


def _read_pairs(shape: Shape, given: dict[str, object]) -> tuple[ModelPair, ...]:
    found = []
    for place, pair in enumerate(shape.items(given, "pairs", "analysis")):
        if isinstance(pair, list) and len(pair) == 2 and all(isinstance(name, str) for name in pair):
            found.append(ModelPair(newer=pair[0], older=pair[1]))
        else:
            shape.breach(f"analysis.pairs[{place}]", "must be the names of two models, the newer one first")
    return tuple(found)
