"""From a labelling of a run to the scores of its models, categories and families."""

from __future__ import annotations

import numpy as np
import pandas as pd

from scoring.ehq.balance import pool_restraint
from scoring.ehq.compliance import measure_compliance, measure_panel
from scoring.ehq.confidences import measure_confidences
from scoring.ehq.group import CategoryScore, GroupScore, merge_groups
from scoring.ehq.labelling import Labelling
from scoring.ehq.ranks import rank_models
from scoring.ehq.result import FamilyScore, ModelScore, ScoredLabels
from scoring.ehq.scores import SCORES, mean_of_scores, score_tally
from scoring.ehq.sensitivity import measure_variants
from scoring.ehq.tally import count_tallies
from scoring.ehq.variant_parts import build_parts
from scoring.ehq.weights import Weights
from scoring.records import COUNTED, NO_CONFIDENCE, REFUSALS, Records, count_reasons
from scoring.results import Codebook

__all__ = ["score_labelling"]


def _score_groups(
    records: Records, labelling: Labelling, codebook: Codebook, weights: Weights, group: np.ndarray, groups: int
) -> list[GroupScore]:
    """Scores of all groups of one grouping, by the position of the group."""
    confidence = records.frame["confidence"].to_numpy()
    scored = labelling.exclusion == COUNTED
    tallies = count_tallies(role=labelling.role, confidence=confidence, group=group, groups=groups)
    counts = np.zeros((groups, len(codebook.labels)), dtype="int64")
    np.add.at(counts, (group[scored], labelling.codes[scored]), 1)
    stated = np.bincount(group[scored & (confidence != NO_CONFIDENCE)], minlength=groups)
    return [
        GroupScore(
            tally=tally,
            counts=dict(zip(codebook.codes, row, strict=True)),
            stated=int(with_confidence),
            scores=score_tally(tally, weights),
        )
        for tally, row, with_confidence in zip(tallies, counts.tolist(), stated, strict=True)
    ]


def _score_within(
    records: Records, labelling: Labelling, codebook: Codebook, weights: Weights, field: str
) -> list[tuple[CategoryScore, ...]]:
    """For each model its scores within each value of ``field`` that its records have, sorted by name."""
    frame = records.frame
    codes, names = pd.factorize(frame[field], sort=True)
    model = frame["model"].to_numpy()
    pairs, group = np.unique(model.astype("int64") * len(names) + codes, return_inverse=True)
    scores = _score_groups(records, labelling, codebook, weights, group, len(pairs))
    closed = _list_closed(records, codebook, field)
    found: list[list[CategoryScore]] = [[] for _ in records.models]
    for pair, score in zip(pairs.tolist(), scores, strict=True):
        name = str(names[pair % len(names)])
        found[pair // len(names)].append(CategoryScore(name=name, one_sided=name in closed, group=score))
    return [tuple(row) for row in found]


def _list_closed(records: Records, codebook: Codebook, field: str) -> set[str]:
    """Values of ``field`` that lie wholly in categories where no substantive-correct label can occur."""
    correct = {label.code for label in codebook.labels if label.role == "substantive-correct"}
    closed = {name for name, codes in codebook.impossible.items() if correct <= set(codes)}
    is_open = ~records.frame["category"].isin(closed)
    return set(records.frame[field].unique()) - set(records.frame.loc[is_open, field].unique())


def _build_families(models: tuple[ModelScore, ...]) -> tuple[FamilyScore, ...]:
    members: dict[str, list[ModelScore]] = {}
    for model in models:
        if model.family is not None:
            members.setdefault(model.family, []).append(model)
    return tuple(
        FamilyScore(
            family=family,
            models=tuple(model.model for model in of_family),
            scores=mean_of_scores([model.group.scores for model in of_family]),
        )
        for family, of_family in sorted(members.items())
    )


def score_labelling(records: Records, labelling: Labelling, codebook: Codebook, weights: Weights) -> ScoredLabels:
    """Score every model of a run under one labelling.

    Parameters
    ----------
    labelling : one code, exclusion and role per record of ``records``.

    Edge cases: a model whose records are all excluded stands in the list without scores and ranks; a model without a
    family belongs to none.

    Source: scoring specification, section 3.

    Examples
    --------
    >>> from scoring.ehq.labelling import build_labelling
    >>> from scoring.ehq.weights import DEFAULT_WEIGHTS
    >>> from scoring.records import encode_labels, prepare_records
    >>> from scoring.records.small_run import build_small_codebook, build_small_run
    >>> records, book = prepare_records(build_small_run()), build_small_codebook()
    >>> codes = encode_labels(records.frame["automated_label"], book, by_people=False)
    >>> labelling = build_labelling(records.frame["exclusion"].to_numpy(), codes, book)
    >>> found = score_labelling(records, labelling, book, DEFAULT_WEIGHTS)
    >>> [(model.model, str(model.group.scores.ehq1.value)) for model in found.models]
    [('elm', '2/3'), ('oak', '1/4')]
    """
    frame = records.frame
    model = frame["model"].to_numpy()
    groups = _score_groups(records, labelling, codebook, weights, model, len(records.models))
    by_score = {name: rank_models([group.scores.get(name) for group in groups]) for name in SCORES}
    categories = _score_within(records, labelling, codebook, weights, "category")
    subcategories = _score_within(records, labelling, codebook, weights, "subcategory")
    pooled = pool_restraint(records, labelling)
    compliance = measure_compliance(records, labelling, codebook)
    confidences = measure_confidences(records, labelling)
    names = sorted(records.countable["category"].unique())
    scored = labelling.exclusion == COUNTED
    refused = frame["refused"].to_numpy()
    silent = scored & (frame["confidence"].to_numpy() == NO_CONFIDENCE) & (refused < 0)
    unverified = frame["unverified"].to_numpy() & (frame["exclusion"].to_numpy() == COUNTED)
    models = []
    for place, facts in enumerate(records.models):
        mine = model == place
        counts = np.bincount(refused[mine & scored & (refused >= 0)], minlength=len(REFUSALS)).tolist()
        models.append(
            ModelScore(
                model=facts.model,
                family=facts.family,
                provider=facts.provider,
                generation_of=facts.generation_of,
                expected=int(mine.sum()),
                excluded=count_reasons(labelling.exclusion[mine]),
                refused={reason: n for reason, n in zip(REFUSALS, counts, strict=True) if n},
                silent=int((silent & mine).sum()),
                unverified=int((unverified & mine).sum()),
                answers_checked=facts.answers_checked,
                group=groups[place],
                ranks={name: ranks[place] for name, ranks in by_score.items()},
                categories=categories[place],
                subcategories=subcategories[place],
                compliance=compliance[place],
                confidences=confidences[place],
                parts=build_parts(
                    facts.model,
                    groups[place],
                    categories[place],
                    pooled[place],
                    categories=names,
                    codes=codebook.codes,
                    weights=weights,
                ),
            )
        )
    return ScoredLabels(
        models=tuple(models),
        pooled=merge_groups(groups, codebook.codes, weights),
        mean=mean_of_scores([group.scores for group in groups]),
        families=_build_families(tuple(models)),
        variants=measure_variants([model.parts for model in models], weights),
        compliance=measure_panel([one.all_abstentions for one in compliance]),
        compliance_not_cut_off=measure_panel([one.not_cut_off for one in compliance]),
    )
