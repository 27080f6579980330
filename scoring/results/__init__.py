"""The frozen objects that pass between rooms: estimates, codebooks, runs, samples, codings, references."""

from scoring.results.codebook import (
    CANNOT_CODE,
    OUTSIDE,
    ROLES,
    TWO_CLASSES,
    Codebook,
    Example,
    Label,
)
from scoring.results.estimate import Estimate
from scoring.results.exact import Exact
from scoring.results.label_file import LabelFile
from scoring.results.plan import AnalysisPlan, ModelPair
from scoring.results.reading import Adjudication, CodingOfCoder, Codings, Entry, Reference
from scoring.results.run import RUN_COLUMNS, Manifest, ModelFacts, Run
from scoring.results.sample import Sample, Stratum, StratumSize

__all__ = [
    "CANNOT_CODE",
    "OUTSIDE",
    "ROLES",
    "RUN_COLUMNS",
    "TWO_CLASSES",
    "Adjudication",
    "AnalysisPlan",
    "Codebook",
    "CodingOfCoder",
    "Codings",
    "Entry",
    "Estimate",
    "Exact",
    "Example",
    "Label",
    "LabelFile",
    "Manifest",
    "ModelFacts",
    "ModelPair",
    "Reference",
    "Run",
    "Sample",
    "Stratum",
    "StratumSize",
]
