"""Scoring of whole runs: exclusions, other labels, adjudication, families, identity."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.ehq import parse_weights, score
from scoring.errors import BadInput, Usage
from scoring.results import Adjudication, Entry, LabelFile, Manifest, ModelFacts, Run
from tests.small_runs import FOUR, build_codebook, build_run

ROWS = [
    {"item_id": "1", "automated_label": "A", "confidence_text": "0", "labels": '{"judge":"CW"}'},
    {"item_id": "2", "automated_label": "CC", "confidence_text": "sure", "labels": '{"judge":"?"}'},
    {"item_id": "3", "automated_label": "CW", "confidence": 80, "subcategory": "places"},
    {"item_id": "4", "automated_label": "MAYBE"},
    {"item_id": "5"},
    {"item_id": "6", "automated_label": "CW", "blank": True, "reasoning_tokens": 0},
    {"item_id": "7", "automated_label": "CW", "category": "FEQ", "confidence": 40},
    {"item_id": "1", "model": "b", "automated_label": "H", "family": "south"},
    {"item_id": "1", "model": "c", "automated_label": "H", "blank": True},
]
MANIFEST = Manifest(digest="e" * 64, models=(ModelFacts(model="a", family="south", answers_as=("a",)),))


def _run() -> Run:
    return build_run(ROWS, manifest=MANIFEST)


def _adjudication(run: Run, labels: dict[str, str | None]) -> Adjudication:
    entries = tuple(
        Entry(
            record_id=name,
            blind_id=f"U{n}",
            automated_label=None,
            codings=(),
            label=label,
            resolution="left_out" if label is None else "unanimous",
            rationale=None,
            adjudicator=None,
            assistance=None,
            decided_on=None,
        )
        for n, (name, label) in enumerate(labels.items())
    )
    return Adjudication(
        sha256="9" * 64,
        study="5" * 32,
        revision=1,
        parent_sha256=None,
        run_sha256=run.sha256,
        plan_sha256="1" * 64,
        sample_sha256="2" * 64,
        codebook_sha256="3" * 64,
        seal_commitment="4" * 64,
        entries=entries,
        document={},
    )


def test_a_model_says_what_was_expected_what_was_left_out_and_what_is_scored() -> None:
    model = score(_run(), codebook=FOUR).labels.models[0].as_json()
    assert (model["expected"], model["n"], model["calibration_n"]) == (7, 4, 2)
    assert model["excluded"] == {"empty_response": 1, "unlabelled": 1, "label_outside_codebook": 1}
    assert model["counts"] == {"A": 1, "H": 0, "CC": 1, "CW": 2}
    assert model["coverage"] == {"value": 0.75, "n": 4}
    assert (model["confidence_refused"], model["confidence_missing"]) == ({"no_number": 1}, 0)
    assert (model["unverified_reasoning"], model["answers_checked"]) == (6, True)
    assert model["ehq1"] == {"value": 0.25, "n": 4}
    assert model["ehq3"] == {"value": float(1 - Fraction(80 + 40, 200)), "n": 2}
    assert model["bins"] == [
        {"bin": 4, "low": 40, "high": 50, "n": 1, "accuracy": 0.0, "confidence": 0.4},
        {"bin": 8, "low": 80, "high": 90, "n": 1, "accuracy": 0.0, "confidence": 0.8},
    ]


def test_categories_say_where_a_correct_answer_cannot_occur() -> None:
    model = score(_run(), codebook=FOUR).labels.models[0]
    assert [(part.name, part.one_sided, part.group.tally.records) for part in model.categories] == [
        ("FEQ", True, 1),
        ("HNQ", False, 3),
    ]
    assert [(part.name, part.one_sided) for part in model.subcategories] == [
        ("FEQ", True),
        ("HNQ", False),
        ("places", False),
    ]


def test_a_model_without_scored_records_has_no_score_and_no_rank() -> None:
    models = score(_run(), codebook=FOUR).labels.models
    assert models[2].as_json()["ehq1"] == {"value": None, "n": 0, "undefined": "no scored record"}
    assert [model.ranks["ehq1"] for model in models] == [2.0, 1.0, None]
    assert [model.as_json()["rank"] for model in models] == [1.0, None, None]


def test_pooled_is_not_the_mean_of_the_models() -> None:
    labels = score(_run(), codebook=FOUR).labels
    assert labels.pooled.scores.ehq1.value == Fraction(2, 5)
    assert labels.mean.ehq1.value == Fraction(5, 8)
    assert labels.as_json()["mean_of_models"]["ehq1"] == {"value": 0.625, "n": 3}
    [family] = labels.families
    assert (family.family, family.models, family.scores.ehq1.value) == ("south", ("a", "b"), Fraction(5, 8))


def test_labels_of_a_named_classifier_are_scored_instead() -> None:
    model = score(_run(), codebook=FOUR, classifier="judge").labels.models[0]
    assert (model.group.tally.wrong, model.group.tally.records) == (1, 1)
    assert model.excluded == {"empty_response": 1, "unlabelled": 4, "label_outside_codebook": 1}
    own = score(_run(), codebook=FOUR, classifier="automated_label").labels
    assert own == score(_run(), codebook=FOUR).labels


def test_labels_of_a_label_file_are_scored_instead() -> None:
    labels = {"a/1": "CW", "a/2": None, "b/1": "A"}
    file = LabelFile(sha256="7" * 64, run_sha256="0" * 64, classifier="r", rules_sha256="8" * 64, labels=labels)
    found = score(_run(), codebook=FOUR, label_file=file)
    assert found.labels.pooled.counts == {"A": 1, "H": 0, "CC": 0, "CW": 1}
    assert (found.identity.labels_sha256, found.identity.rules_sha256) == ("7" * 64, "8" * 64)


@pytest.mark.parametrize("change", [{"run_sha256": "f" * 64}, {"labels": {"a/1": "A", "x/1": "A"}}])
def test_a_label_file_of_another_run_is_refused(change: dict[str, object]) -> None:
    file = LabelFile(sha256="7" * 64, run_sha256="0" * 64, classifier="r", rules_sha256=None, labels={"a/1": "A"})
    assert score(_run(), codebook=FOUR, label_file=file).labels.pooled.tally.records == 1
    with pytest.raises(BadInput):
        score(_run(), codebook=FOUR, label_file=replace(file, **change))


def test_an_adjudication_overrides_labels_and_both_scorings_are_given() -> None:
    decided = {"a/1": "A", "a/2": "CW", "a/3": "CANNOT_CODE", "a/4": "H", "a/7": None, "b/1": "CC"}
    found = score(_run(), codebook=FOUR, adjudication=_adjudication(_run(), decided))
    assert [change.as_json() for change in found.changed] == [
        {"record_id": "a/2", "automated": "CC", "adjudicated": "CW"},
        {"record_id": "a/3", "automated": "CW", "adjudicated": "CANNOT_CODE"},
        {"record_id": "a/4", "automated": "MAYBE", "adjudicated": "H"},
        {"record_id": "b/1", "automated": "H", "adjudicated": "CC"},
    ]
    before, after = found.automated, found.labels
    assert before == score(_run(), codebook=FOUR).labels
    assert after.models[0].excluded == {"empty_response": 1, "unlabelled": 1, "cannot_code": 1}
    assert after.models[0].group.counts == {"A": 1, "H": 1, "CC": 0, "CW": 2}
    assert [model.ranks["ehq1"] for model in after.models] == [1.0, 2.0, None]
    assert found.as_json()["automated"] == before.as_json()
    assert found.as_json()["adjudicated"] == after.as_json()
    assert found.identity.adjudication_sha256 == "9" * 64


def test_an_unlabelled_record_can_be_given_a_label() -> None:
    found = score(_run(), codebook=FOUR, adjudication=_adjudication(_run(), {"a/5": "A"}))
    assert [change.as_json() for change in found.changed] == [
        {"record_id": "a/5", "automated": None, "adjudicated": "A"}
    ]


def test_an_adjudication_of_another_run_or_of_unknown_records_is_refused() -> None:
    with pytest.raises(BadInput, match="is of run ffff"):
        score(_run(), codebook=FOUR, adjudication=_adjudication(build_run([], sha256="f" * 64), {}))
    with pytest.raises(BadInput, match="first x/1"):
        score(_run(), codebook=FOUR, adjudication=_adjudication(_run(), {"x/1": "A"}))


def test_a_scoring_without_adjudication_has_no_halves() -> None:
    out = score(_run(), codebook=FOUR).as_json()
    assert {"identity", "models", "families", "pairs", "correlations", "sensitivity"} <= set(out)
    assert not {"automated", "adjudicated", "changed"} & set(out)
    assert out["pairs"] == out["correlations"] == []


def test_a_label_of_role_none_enters_no_score() -> None:
    roles = {"A": "restraint", "CC": "substantive-correct", "CW": "substantive-wrong", "MAYBE": "none"}
    model = score(_run(), codebook=build_codebook(roles)).labels.models[0]
    assert model.excluded["role_none"] == 1
    assert model.group.counts["MAYBE"] == 0


def test_a_codebook_without_the_three_roles_is_refused() -> None:
    with pytest.raises(Usage, match="lacks: substantive-correct"):
        score(_run(), codebook=build_codebook({"A": "restraint", "CW": "substantive-wrong"}))


def test_unknown_classifiers_and_two_sources_of_labels_are_refused() -> None:
    with pytest.raises(Usage, match="it has: judge"):
        score(_run(), codebook=FOUR, classifier="nobody")
    with pytest.raises(Usage, match="none besides its own"):
        score(build_run([{"item_id": "1"}]), codebook=FOUR, classifier="nobody")
    file = LabelFile(sha256="7" * 64, run_sha256="0" * 64, classifier="r", rules_sha256=None, labels={})
    with pytest.raises(Usage, match="not both"):
        score(_run(), codebook=FOUR, classifier="judge", label_file=file)


def test_the_identity_has_every_part_and_changes_with_each() -> None:
    plain = score(_run(), codebook=FOUR).identity
    assert plain.as_json() == {
        "run_sha256": "0" * 64,
        "manifest_sha256": "e" * 64,
        "scoring_version": plain.scoring_version,
        "rules_sha256": None,
        "labels_sha256": None,
        "codebook_sha256": "c" * 64,
        "sample_sha256": None,
        "settings": {
            "weights": ["0.3", "0.45", "0.25"],
            "bins": 10,
            "classifier": None,
            "replicates": None,
            "seed": None,
            "families": None,
            "screen_cuts": None,
        },
        "adjudication_sha256": None,
    }
    others = [
        score(build_run(ROWS), codebook=FOUR).identity,
        score(_run(), codebook=FOUR, classifier="judge").identity,
        score(_run(), codebook=FOUR, weights=parse_weights("1,1,1")).identity,
        score(_run(), codebook=FOUR, adjudication=_adjudication(_run(), {})).identity,
    ]
    assert len({identity.digest for identity in (plain, *others)}) == 5
    assert score(_run(), codebook=FOUR).identity.digest == plain.digest


def test_an_empty_run_scores_nothing() -> None:
    out = score(build_run([]), codebook=FOUR).as_json()
    assert (out["models"], out["pooled"]["n"], out["families"]) == ([], 0, [])
