"""The frozen objects that pass between rooms: estimates, codebooks, runs, codings, references."""

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
from scoring.results.reading import Adjudication, CodingOfCoder, Codings, Entry, Reference
from scoring.results.run import RUN_COLUMNS, Manifest, ModelFacts, Run

__all__ = [
    "CANNOT_CODE",
    "OUTSIDE",
    "ROLES",
    "RUN_COLUMNS",
    "TWO_CLASSES",
    "Adjudication",
    "Codebook",
    "CodingOfCoder",
    "Codings",
    "Entry",
    "Estimate",
    "Example",
    "Label",
    "Manifest",
    "ModelFacts",
    "Reference",
    "Run",
]
