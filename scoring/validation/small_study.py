"""An invented validation of seven records, small enough to check by hand: what the examples of this room work on."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.ehq import DEFAULT_WEIGHTS
from scoring.records import Records, draw_sample, prepare_records
from scoring.records.small_run import build_small_codebook, build_small_run
from scoring.results import Codebook, Reference, Sample
from scoring.validation.compared import Compared, Referenced, compare, find_referenced
from scoring.validation.impact import Impact, measure_impact
from scoring.validation.weighting import Weighting, build_weighting, weigh_nothing

__all__ = ["SmallStudy", "build_small_study"]

_REFERENCE = {
    "elm/1": "NO",
    "elm/2": "WRONG",
    "elm/3": "RIGHT",
    "oak/1": "NO",
    "oak/2": "RIGHT",
    "oak/3": "NO",
    "oak/4": "WRONG",
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SmallStudy:
    """The parts of the study at each stage of a validation."""

    codebook: Codebook
    records: Records
    reference: Reference
    sample: Sample | None
    referenced: Referenced
    weighting: Weighting
    compared: Compared
    impact: Impact


def build_small_study(*, per_stratum: int | None = None) -> SmallStudy:
    """The study of the small run: of all its records, or of a sample by model.

    Parameters
    ----------
    per_stratum : records drawn for each model; None for a reference without a sample.

    Examples
    --------
    >>> study = build_small_study()
    >>> study.compared.reference.tolist(), study.compared.automated.tolist()
    ([0, 2, 1, 0, 1, 0, 2], [0, 0, 1, 0, 1, 2, 2])
    >>> build_small_study(per_stratum=2).sample.records
    ('elm/2', 'elm/3', 'oak/2', 'oak/4')
    """
    codebook, run = build_small_codebook(), build_small_run()
    records = prepare_records(run)
    reference = Reference(sha256="e" * 64, labels=dict(_REFERENCE))
    sample = None if per_stratum is None else draw_sample(run, by=["model"], per_stratum=per_stratum, seed="small")
    referenced = find_referenced(records, reference, codebook, sample)
    rows = referenced.rows
    weighting = weigh_nothing(records, rows) if sample is None else build_weighting(records, rows, sample)
    compared = compare(records, referenced, weighting, records.frame["automated_label"], codebook)
    return SmallStudy(
        codebook=codebook,
        records=records,
        reference=reference,
        sample=sample,
        referenced=referenced,
        weighting=weighting,
        compared=compared,
        impact=measure_impact(compared, DEFAULT_WEIGHTS),
    )
