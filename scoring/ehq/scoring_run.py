"""Score a run: with the labels it has, with a label file, with an adjudication file."""

from __future__ import annotations

import numpy as np
import pandas as pd

from scoring.ehq.identity import build_identity
from scoring.ehq.labelling import build_labelling, check_roles, choose_labels
from scoring.ehq.result import Changed, Score
from scoring.ehq.scored import score_labelling
from scoring.ehq.weights import DEFAULT_WEIGHTS, Weights
from scoring.errors import BadInput
from scoring.records import Records, encode_labels, prepare_records
from scoring.results import Adjudication, Codebook, LabelFile, Run

__all__ = ["score"]


def _list_decided(records: Records, adjudication: Adjudication, codebook: Codebook) -> pd.Series:
    """The adjudicated label of each record, None where the file has none or leaves the record out."""
    if adjudication.run_sha256 != records.run.sha256:
        raise BadInput(
            f"the adjudication file is of run {adjudication.run_sha256[:12]}, this is run {records.run.sha256[:12]}"
        )
    labels = {entry.record_id: entry.label for entry in adjudication.entries if entry.label is not None}
    unknown = sorted(set(labels) - set(records.frame["record_id"]))
    if unknown:
        raise BadInput(f"the adjudication file decides {len(unknown)} records that the run lacks, first {unknown[0]}")
    mapped = {record_id: codebook.mapped(label) for record_id, label in labels.items()}
    found = pd.Series(mapped, dtype=object).reindex(records.frame["record_id"])
    return pd.Series(found.to_numpy(), index=records.frame.index, dtype=object)


def _list_changed(
    records: Records, labels: pd.Series, decided: pd.Series, changes: np.ndarray, codebook: Codebook
) -> tuple[Changed, ...]:
    automated = labels[changes].map(lambda label: None if pd.isna(label) else codebook.mapped(label))
    rows = zip(records.frame["record_id"][changes], automated, decided[changes], strict=True)
    return tuple(
        Changed(record_id=name, automated=None if pd.isna(before) else before, adjudicated=after)
        for name, before, after in rows
    )


def score(
    run: Run,
    *,
    codebook: Codebook,
    adjudication: Adjudication | None = None,
    label_file: LabelFile | None = None,
    classifier: str | None = None,
    weights: Weights = DEFAULT_WEIGHTS,
) -> Score:
    """EHQ1, EHQ2, EHQ3 and EHQ of every model of a run.

    Parameters
    ----------
    codebook : needs labels of the three roles of EHQ.
    adjudication : its labels override the scored ones; the scores before and after are both given.
    label_file, classifier : whose labels are scored, where it is not the run's own classifier.
    weights : of the composite.

    Edge cases: an entry that an adjudication leaves out (label null) keeps its automated label; a record whose
    adjudicated label has the role ``none`` is excluded from the scores after adjudication, with that reason.

    Errors
    ------
    Usage for a codebook without the three roles, an unknown classifier, a classifier together with a label file.
    BadInput for a label file or adjudication file of another run or with records that the run lacks.

    Source: scoring specification, sections 1 to 3 and 11; EHQ, section 3.1.

    Examples
    --------
    >>> from scoring.results import RUN_COLUMNS, Label
    >>> roles = {"ABSTAIN": "restraint", "RIGHT": "substantive-correct", "WRONG": "substantive-wrong"}
    >>> book = Codebook(sha256="1" * 64, name="three", version="1", language="en", ordered=False, labels=tuple(
    ...     Label(code=code, role=role, hotkey=None, name=code, definition="") for code, role in roles.items()))
    >>> row = dict.fromkeys(RUN_COLUMNS) | {"model": "a", "category": "HNQ", "eligible": True, "blank": False}
    >>> rows = [row | {"record_id": f"a/{i}", "item_id": str(i), "automated_label": label, "confidence": 80_000_000}
    ...         for i, label in enumerate(["ABSTAIN", "RIGHT", "WRONG", "WRONG"])]
    >>> frame = pd.DataFrame(rows, dtype=object).astype({"confidence": "Int64", "reasoning_tokens": "Int64"})
    >>> found = score(Run(sha256="0" * 64, frame=frame), codebook=book).labels.models[0]
    >>> [str(found.group.scores.get(name).value) for name in ("ehq1", "ehq2", "ehq3", "ehq")]
    ['1/4', '1/2', '8/15', '13/30']
    """
    check_roles(codebook)
    records = prepare_records(run)
    labels = choose_labels(records, classifier=classifier, label_file=label_file)
    codes = encode_labels(labels, codebook, by_people=False)
    exclusion = records.frame["exclusion"].to_numpy()
    identity = build_identity(
        run,
        codebook,
        weights,
        classifier=classifier,
        label_file=label_file,
        adjudication_sha256=None if adjudication is None else adjudication.sha256,
    )
    before = score_labelling(records, build_labelling(exclusion, codes, codebook), codebook, weights)
    if adjudication is None:
        return Score(identity=identity, labels=before)
    decided = _list_decided(records, adjudication, codebook)
    after_codes = encode_labels(decided, codebook, by_people=True)
    is_decided = decided.notna().to_numpy()
    changes = is_decided & (after_codes != codes)
    after = build_labelling(exclusion, np.where(is_decided, after_codes, codes), codebook)
    return Score(
        identity=identity,
        labels=score_labelling(records, after, codebook, weights),
        automated=before,
        changed=_list_changed(records, labels, decided, changes, codebook),
    )
