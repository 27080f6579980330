"""Validity of a classifier against a reference, and what it means for scores and ranks."""

from scoring.validation.correlation import kendall, pearson, spearman
from scoring.validation.family import two_group_p
from scoring.validation.result import Measured, Validation
from scoring.validation.spread import max_min_ratio, slope
from scoring.validation.validity import validate

__all__ = [
    "Measured",
    "Validation",
    "kendall",
    "max_min_ratio",
    "pearson",
    "slope",
    "spearman",
    "two_group_p",
    "validate",
]
