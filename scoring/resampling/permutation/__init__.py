"""Exact and sampled permutation tests, and Holm's correction."""

from scoring.resampling.permutation.correlation import Correlation, correlation_test
from scoring.resampling.permutation.freedman_lane import freedman_lane_test
from scoring.resampling.permutation.groups import family_rates_test, two_group_test
from scoring.resampling.permutation.holm import HolmAdjusted, holm
from scoring.resampling.permutation.homogeneity import homogeneity_test
from scoring.resampling.permutation.outcome import DRAWS, PermutationTest
from scoring.resampling.permutation.signs import sign_flip_test
from scoring.resampling.permutation.trend import trend_test

__all__ = [
    "DRAWS",
    "Correlation",
    "HolmAdjusted",
    "PermutationTest",
    "correlation_test",
    "family_rates_test",
    "freedman_lane_test",
    "holm",
    "homogeneity_test",
    "sign_flip_test",
    "trend_test",
    "two_group_test",
]
