"""Validate a classifier: its labels against the reference, and what that means for scores and ranks."""

from __future__ import annotations

from dataclasses import replace

from scoring.ehq import AUTOMATED, DEFAULT_WEIGHTS, Weights, choose_labels
from scoring.records import encode_labels, prepare_records
from scoring.results import TWO_CLASSES, AnalysisPlan, Codebook, Codings, LabelFile, Reference, Run, Sample
from scoring.validation.ceiling import measure_ceiling
from scoring.validation.classes import measure_classes
from scoring.validation.classifiers import list_rivals, measure_classifiers
from scoring.validation.compared import Compared, compare, find_referenced, map_to_two
from scoring.validation.declared import Declared, build_declared, check_unspent, is_spent
from scoring.validation.error_rates import measure_error_rates
from scoring.validation.family import declare_contrasts, measure_families
from scoring.validation.flagged import measure_flagged_errors
from scoring.validation.full_run import estimate_full_run
from scoring.validation.impact import measure_impact
from scoring.validation.left_out import measure_left_out
from scoring.validation.pool import measure_pool
from scoring.validation.preservation import measure_preservation
from scoring.validation.reference_sensitivity import measure_references
from scoring.validation.result import Measured, Validation
from scoring.validation.rivals import compare_rivals
from scoring.validation.spread import measure_spread
from scoring.validation.tables import count_table
from scoring.validation.weighting import build_weighting, weigh_nothing

__all__ = ["validate"]


def _measure(compared: Compared, weights: Weights, declared: Declared, *, by_family: bool) -> Measured:
    codes = compared.codebook.codes
    two = map_to_two(compared)
    impact = measure_impact(compared, weights)
    rates = None
    if by_family:
        facts = compared.records.models
        rates = (
            *measure_error_rates(compared, [of_model.family for of_model in facts], "family"),
            *measure_error_rates(compared, [of_model.model for of_model in facts], "model"),
        )
    return Measured(
        declared=declared,
        full=measure_classes(count_table(compared, classes=len(codes)), codes),
        two_class=measure_classes(count_table(two, classes=len(TWO_CLASSES)), TWO_CLASSES),
        two_class_left_out=len(compared.rows) - len(two.rows),
        impact=impact,
        ranks=measure_preservation(impact),
        spread=measure_spread(compared, impact),
        families=declare_contrasts(measure_families(compared, impact), declared),
        error_rates=rates,
        pool=measure_pool(compared, impact),
    )


def validate(
    run: Run,
    reference: Reference,
    *,
    codebook: Codebook,
    sample: Sample | None = None,
    codings: Codings | None = None,
    classifier: str | None = None,
    label_file: LabelFile | None = None,
    weights: Weights = DEFAULT_WEIGHTS,
    by_family: bool = False,
    plan: AnalysisPlan | None = None,
    force: bool = False,
) -> Validation:
    """How good a classifier is against the reference, how far the scores are off, whether the ranking survives.

    Parameters
    ----------
    reference : labels by record; they enter where the record counts and the label says something.
    sample : what was drawn; records of the reference outside it do not enter, the others weigh N_h/m_h.
    codings : the coders' labels, for the human ceiling, error by flag and the other references; by default those of the
        adjudication file, where the reference is one.
    classifier, label_file : whose labels are validated, where it is not the run's own classifier.
    weights : of the composite score.
    by_family : add error rates by family and by model, given the reference class.
    plan : sealed before coding; what it declares is *prespecified*, all else *post hoc*.
    force : validate on a sample that the label file's rules have seen; every row then says *spent sample*.

    Edge cases: a label outside the codebook is an error in accuracy, kappa and recall, and its record leaves both
    labellings of the scores. Unequal weights give weighted figures and the unweighted ones beside them; these are left
    out where strata are made of the automated label. Whatever can't be computed carries its reason.

    Errors
    ------
    BadInput for files of another run, records that the run does not have, labels outside the codebook.
    Usage for an unknown classifier, for codings by blind id, and for a spent sample without ``force``.

    Source: scoring specification, section 6.

    Examples
    --------
    >>> import pandas as pd
    >>> from scoring.results import RUN_COLUMNS, Label
    >>> roles = {"ABSTAIN": "restraint", "RIGHT": "substantive-correct", "WRONG": "substantive-wrong"}
    >>> book = Codebook(sha256="1" * 64, name="three", version="1", language="en", ordered=False, labels=tuple(
    ...     Label(code=code, role=role, hotkey=None, name=code, definition="") for code, role in roles.items()))
    >>> row = dict.fromkeys(RUN_COLUMNS) | {"model": "a", "category": "HNQ", "eligible": True, "blank": False}
    >>> rows = [row | {"record_id": f"a/{i}", "item_id": str(i), "automated_label": label}
    ...         for i, label in enumerate(["ABSTAIN", "RIGHT", "WRONG", "WRONG"])]
    >>> frame = pd.DataFrame(rows, dtype=object).astype({"confidence": "Int64", "reasoning_tokens": "Int64"})
    >>> said = {"a/0": "ABSTAIN", "a/1": "RIGHT", "a/2": "ABSTAIN", "a/3": "WRONG"}
    >>> found = validate(Run(sha256="0" * 64, frame=frame), Reference(sha256="", labels=said), codebook=book)
    >>> found.measured.full.accuracy.value, found.measured.full.kappa.value
    (Fraction(3, 4), Fraction(7, 11))
    >>> found.measured.impact.pooled.bias("ehq1").value, found.measured.pool.whole.restraint_to_substantive.value
    (Fraction(-1, 4), Fraction(1, 2))
    """
    spent = label_file is not None and is_spent(label_file, reference, sample)
    check_unspent(spent, force=force)
    named = classifier or (AUTOMATED if label_file is None else label_file.classifier)
    means_own = classifier in (None, AUTOMATED) and label_file is None
    declared = build_declared(plan, weights, classifier=AUTOMATED if means_own else named, spent=spent)
    said = codings
    if codings is None and reference.adjudication is not None:
        said = reference.adjudication.as_codings()
    records = prepare_records(run)
    referenced = find_referenced(records, reference, codebook, sample)
    rows = referenced.rows
    weighting = weigh_nothing(records, rows) if sample is None else build_weighting(records, rows, sample)
    labels = choose_labels(records, classifier=classifier, label_file=label_file)
    compared = compare(records, referenced, weighting, labels, codebook)
    unweighted = None
    if weighting.kind == "design" and AUTOMATED not in weighting.by:
        plain = replace(compared, weights=weighting.without_weights().integers)
        unweighted = _measure(plain, weights, declared, by_family=by_family)
    countable = labels.iloc[records.countable.index.to_numpy()]
    rivals = list_rivals(records, referenced, weighting, codebook, label_file)
    return Validation(
        classifier=named,
        declared=declared,
        reference_sha256=reference.sha256,
        plan_sha256=None if plan is None else plan.sha256,
        left_out=referenced.left_out,
        left_out_records=measure_left_out(records, referenced, reference, labels, codebook, sample),
        unlabelled=compared.unlabelled,
        weighting=weighting,
        measured=_measure(compared, weights, declared, by_family=by_family),
        unweighted=unweighted,
        full_run=estimate_full_run(compared, weighting, encode_labels(countable, codebook, by_people=False)),
        classifiers=measure_classifiers(rivals, codebook),
        comparisons=compare_rivals(rivals),
        ceiling=None if said is None else measure_ceiling(compared, said, codebook),
        flagged=None if said is None else measure_flagged_errors(compared, said),
        references=measure_references(records, reference, said, labels, codebook, sample, weights),
    )
