"""Sampling uncertainty: draws of units in strata, statistics of all replicates at once, intervals, permutation tests.

Pure functions on arrays. A caller builds a ``Design`` (what is drawn again), opens a stream for its purpose, asks for
replicates of scores, tables, alpha or correlations, and puts an interval of ``intervals`` beside its own point value.
Replicates in which a statistic is undefined are NaN here and nowhere else; intervals leave them out and count them.
"""

from scoring.resampling.alpha import Patterns, find_patterns, replicate_alpha
from scoring.resampling.calibrated import CalibratedResponder, simulate_calibrated_responder
from scoring.resampling.cells import draw_cells
from scoring.resampling.classes import TableValidity, validity_of_tables
from scoring.resampling.correlations import CorrelationReplicates, replicate_correlations
from scoring.resampling.counts import CHUNK, draw_counts
from scoring.resampling.design import Block, Design, Joined, build_design
from scoring.resampling.features import ScoreFeatures, build_score_features
from scoring.resampling.margins import MarginStatistic, stuart_maxwell_of_tables
from scoring.resampling.ranks import Pair, PairReplicates, compare_replicates, rank_intervals
from scoring.resampling.scores import replicate_scores, score_once, score_sums
from scoring.resampling.streams import open_stream
from scoring.resampling.sums import Entries, Progress, replicate_sums
from scoring.resampling.tables import TableAgreement, agreement_of_tables, as_tables, merge_classes
from scoring.resampling.units import Units, find_units

__all__ = [
    "CHUNK",
    "Block",
    "CalibratedResponder",
    "CorrelationReplicates",
    "Design",
    "Entries",
    "Joined",
    "MarginStatistic",
    "Pair",
    "PairReplicates",
    "Patterns",
    "Progress",
    "ScoreFeatures",
    "TableAgreement",
    "TableValidity",
    "Units",
    "agreement_of_tables",
    "as_tables",
    "build_design",
    "build_score_features",
    "compare_replicates",
    "draw_cells",
    "draw_counts",
    "find_patterns",
    "find_units",
    "merge_classes",
    "open_stream",
    "rank_intervals",
    "replicate_alpha",
    "replicate_correlations",
    "replicate_scores",
    "replicate_sums",
    "score_once",
    "score_sums",
    "simulate_calibrated_responder",
    "stuart_maxwell_of_tables",
    "validity_of_tables",
]
