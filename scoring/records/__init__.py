"""Records of a run: which count, what confidence they state, how they are drawn, what there is of them."""

from scoring.records.confidence import (
    MILLION,
    NO_CONFIDENCE,
    REFUSALS,
    ParsedConfidence,
    parse_confidence,
    parse_confidences,
)
from scoring.records.exclusions import (
    COUNTED,
    EXCLUSIONS,
    SCORE_EXCLUSIONS,
    count_exclusions,
    count_reasons,
    find_exclusions,
)
from scoring.records.inspection import Inspection, inspect_run
from scoring.records.labels import (
    MISSING_LABEL,
    OUTSIDE_LABEL,
    encode_labels,
    labels_of_classifier,
    list_classifiers,
)
from scoring.records.prepare import FACTS, ModelOfRun, Records, prepare_records
from scoring.records.sampling import STRATUM_FIELDS, Strata, build_strata, draw_sample
from scoring.records.truncation import find_cut_off

__all__ = [
    "COUNTED",
    "EXCLUSIONS",
    "FACTS",
    "MILLION",
    "MISSING_LABEL",
    "NO_CONFIDENCE",
    "OUTSIDE_LABEL",
    "REFUSALS",
    "SCORE_EXCLUSIONS",
    "STRATUM_FIELDS",
    "Inspection",
    "ModelOfRun",
    "ParsedConfidence",
    "Records",
    "Strata",
    "build_strata",
    "count_exclusions",
    "count_reasons",
    "draw_sample",
    "encode_labels",
    "find_cut_off",
    "find_exclusions",
    "inspect_run",
    "labels_of_classifier",
    "list_classifiers",
    "parse_confidence",
    "parse_confidences",
    "prepare_records",
]
