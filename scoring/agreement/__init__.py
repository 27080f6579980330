"""Agreement between coders, from counts in exact integers."""

from scoring.agreement.conger import conger_expected, conger_kappa
from scoring.agreement.figures import COEFFICIENTS, Figures, measure_ratings
from scoring.agreement.measure import (
    Agreement,
    CellAgreement,
    PairAgreement,
    TwoResolutions,
    measure_agreement,
)
from scoring.agreement.table import (
    ONE_CLASS,
    SquareTable,
    cohen_kappa,
    expected_agreement,
    observed_agreement,
    total,
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
    "Figures",
    "PairAgreement",
    "Pattern",
    "SquareTable",
    "TwoResolutions",
    "UnitCounts",
    "brennan_prediger",
    "cohen_kappa",
    "conger_expected",
    "conger_kappa",
    "count_units",
    "expected_agreement",
    "fleiss_pi",
    "gwet_ac1",
    "krippendorff_alpha",
    "mean_agreement",
    "measure_agreement",
    "measure_ratings",
    "observed_agreement",
    "specific_agreement",
    "total",
]
