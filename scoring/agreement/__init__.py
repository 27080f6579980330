"""Agreement between coders, from counts in exact integers."""

from scoring.agreement.conger import conger_expected, conger_kappa
from scoring.agreement.drift import Drift, Tenth
from scoring.agreement.figures import COEFFICIENTS, Figures, WeightedKappas, measure_ratings
from scoring.agreement.flags import CoderFlags, Flags, find_flags, measure_flags
from scoring.agreement.margins import MarginComparison, compare_margins
from scoring.agreement.measure import measure_agreement
from scoring.agreement.ratings import Ratings, TwoResolutions, build_ratings
from scoring.agreement.repeats import FirstCodings, Repeats
from scoring.agreement.result import Agreement, CellAgreement, PairAgreement
from scoring.agreement.table import (
    ONE_CLASS,
    SquareTable,
    cohen_kappa,
    expected_agreement,
    observed_agreement,
    total,
    weighted_kappa,
)
from scoring.agreement.unit_counts import (
    Pattern,
    UnitCounts,
    brennan_prediger,
    count_units,
    fleiss_pi,
    gwet_ac1,
    krippendorff_alpha,
    mean_agreement,
    specific_agreement,
)

__all__ = [
    "COEFFICIENTS",
    "ONE_CLASS",
    "Agreement",
    "CellAgreement",
    "CoderFlags",
    "Drift",
    "Figures",
    "FirstCodings",
    "Flags",
    "MarginComparison",
    "PairAgreement",
    "Pattern",
    "Ratings",
    "Repeats",
    "SquareTable",
    "Tenth",
    "TwoResolutions",
    "UnitCounts",
    "WeightedKappas",
    "brennan_prediger",
    "build_ratings",
    "cohen_kappa",
    "compare_margins",
    "conger_expected",
    "conger_kappa",
    "count_units",
    "expected_agreement",
    "find_flags",
    "fleiss_pi",
    "gwet_ac1",
    "krippendorff_alpha",
    "mean_agreement",
    "measure_agreement",
    "measure_flags",
    "measure_ratings",
    "observed_agreement",
    "specific_agreement",
    "total",
    "weighted_kappa",
]
