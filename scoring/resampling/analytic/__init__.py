"""Standard errors and tests by formula, and estimates that bring their own."""

from scoring.resampling.analytic.auroc import auroc
from scoring.resampling.analytic.coefficient import Coefficient, Ends, WeightKind, agreement_weights
from scoring.resampling.analytic.correlation import (
    CorrelationResult,
    correlate,
    correlate_ranks,
    partial_correlation,
)
from scoring.resampling.analytic.full_run import FullRunStratum, FullRunValue, full_run_estimate
from scoring.resampling.analytic.kappa import Kappa, kappa_with_error
from scoring.resampling.analytic.krippendorff import alpha_of_level
from scoring.resampling.analytic.latent_classes import LatentClasses, fit_latent_classes
from scoring.resampling.analytic.light import LightKappa, light_kappa
from scoring.resampling.analytic.line import Line, cohen_dz, fit_line
from scoring.resampling.analytic.macro_f1 import macro_f1_with_error
from scoring.resampling.analytic.margins import (
    Bowker,
    MarginTest,
    McNemar,
    bhapkar_test,
    bowker_test,
    mcnemar_test,
    stuart_maxwell_test,
)
from scoring.resampling.analytic.prediction_powered import (
    LabelledStratum,
    PredictionPowered,
    prediction_powered_mean,
)
from scoring.resampling.analytic.subjects import (
    SubjectCoefficient,
    UnitPattern,
    coefficient_with_error,
    patterns_of_table,
)

__all__ = [
    "Bowker",
    "Coefficient",
    "CorrelationResult",
    "Ends",
    "FullRunStratum",
    "FullRunValue",
    "Kappa",
    "LabelledStratum",
    "LatentClasses",
    "LightKappa",
    "Line",
    "MarginTest",
    "McNemar",
    "PredictionPowered",
    "SubjectCoefficient",
    "UnitPattern",
    "WeightKind",
    "agreement_weights",
    "alpha_of_level",
    "auroc",
    "bhapkar_test",
    "bowker_test",
    "coefficient_with_error",
    "cohen_dz",
    "correlate",
    "correlate_ranks",
    "fit_latent_classes",
    "fit_line",
    "full_run_estimate",
    "kappa_with_error",
    "light_kappa",
    "macro_f1_with_error",
    "mcnemar_test",
    "partial_correlation",
    "patterns_of_table",
    "prediction_powered_mean",
    "stuart_maxwell_test",
]
