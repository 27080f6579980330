"""EHQ: scores of models from the labels and confidences of their records."""

from scoring.ehq.identity import Identity, build_identity
from scoring.ehq.labelling import (
    AUTOMATED,
    Labelling,
    build_labelling,
    check_roles,
    choose_labels,
    find_missing_roles,
)
from scoring.ehq.ranks import rank_models
from scoring.ehq.result import Score, ScoredLabels
from scoring.ehq.scores import NO_RECORD, SCORES, Scores, mean_of_scores, score_tally
from scoring.ehq.scoring_run import score
from scoring.ehq.sensitivity import ModelVariant, Variant, measure_variants
from scoring.ehq.tally import CORRECT, NO_ROLE, RESTRAINT, WRONG, Tally, count_tallies, sum_tallies
from scoring.ehq.weights import DEFAULT_WEIGHTS, Weights, parse_weights

__all__ = [
    "AUTOMATED",
    "CORRECT",
    "DEFAULT_WEIGHTS",
    "NO_RECORD",
    "NO_ROLE",
    "RESTRAINT",
    "SCORES",
    "WRONG",
    "Identity",
    "Labelling",
    "ModelVariant",
    "Score",
    "ScoredLabels",
    "Scores",
    "Tally",
    "Variant",
    "Weights",
    "build_identity",
    "build_labelling",
    "check_roles",
    "choose_labels",
    "count_tallies",
    "find_missing_roles",
    "mean_of_scores",
    "measure_variants",
    "parse_weights",
    "rank_models",
    "score",
    "score_tally",
    "sum_tallies",
]
