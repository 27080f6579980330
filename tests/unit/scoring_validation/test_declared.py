"""What was declared before coding, samples that are spent, classifiers against each other, effective sizes."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.ehq import parse_weights
from scoring.errors import Usage
from scoring.records import draw_sample
from scoring.results import Adjudication, AnalysisPlan, LabelFile, Reference
from scoring.validation import Validation, validate
from tests.small_runs import FOUR, build_run

LABELS = {"a": "A A CC CW", "b": "H CC CW CW", "c": "A CW CW CW"}
TRUTH = {"a": "A CW CC CW", "b": "H CC CW A", "c": "A A CW CW"}
FAMILIES = {"a": "north", "b": "south", "c": "south"}
JUDGE = {"a": "A CW CC CW", "b": "H CC CW A", "c": "A A CW -"}
RUN = build_run(
    [
        {"item_id": str(n), "model": m, "family": FAMILIES[m], "automated_label": label, "confidence": 60}
        | ({} if judge == "-" else {"labels": f'{{"judge":"{judge}"}}'})
        for m, labels in LABELS.items()
        for n, (label, judge) in enumerate(zip(labels.split(), JUDGE[m].split(), strict=True))
    ]
)
REFERENCE = Reference(
    sha256="e" * 64, labels={f"{m}/{n}": label for m, labels in TRUTH.items() for n, label in enumerate(labels.split())}
)
IDS = sorted(REFERENCE.labels)
PLAN = AnalysisPlan(sha256="d" * 64, resolutions=("two_class",), families=("north",))


def _validate(**options: object) -> Validation:
    return validate(RUN, REFERENCE, codebook=FOUR, **options)


def _labels(*tuned_on: str) -> LabelFile:
    said = dict.fromkeys(IDS, "A")
    return LabelFile(
        sha256="7" * 64,
        run_sha256=RUN.sha256,
        classifier="rules",
        rules_sha256="8" * 64,
        labels=said,
        tuned_on=tuned_on,
    )


def _words(value: object) -> list[str]:
    if isinstance(value, dict):
        own = [value["declared"]] if isinstance(value.get("declared"), str) else []
        return own + [word for member in value.values() for word in _words(member)]
    return [word for member in value for word in _words(member)] if isinstance(value, list) else []


def test_a_plan_declares_resolutions_families_and_weights() -> None:
    out = _validate(plan=PLAN, by_family=True).as_json()
    assert out["plan_sha256"] == "d" * 64
    assert (out["declared"], out["two_class"]["declared"]) == ("post hoc", "prespecified")
    assert {out[part]["ehq"]["declared"] for part in ("impact", "ranks", "spread")} == {"prespecified"}
    assert {model["declared"] for model in out["impact"]["ehq1"]["models"]} == {"prespecified"}
    assert [(one["family"], one["declared"]) for one in out["family"]["ehq1"]] == [
        ("north", "prespecified"),
        ("south", "post hoc"),
    ]
    rates = {(rate["grouping"], rate["group"]): rate["declared"] for rate in out["family"]["error_rates"]}
    assert rates["family", "north"] == rates["model", "a"] == "prespecified"
    assert rates["family", "south"] == "post hoc"
    assert (out["pool"]["declared"], out["full_run"]["declared"]) == ("prespecified", "post hoc")
    assert [(one["name"], one["declared"]) for one in out["classifiers"]] == [
        ("automated_label", "post hoc"),
        ("judge", "post hoc"),
    ]
    full = _validate(plan=replace(PLAN, resolutions=("full",))).as_json()
    assert (full["declared"], full["classifiers"][0]["declared"]) == ("prespecified", "prespecified")


def test_weights_of_ones_own_make_the_composite_post_hoc() -> None:
    out = _validate(plan=PLAN, weights=parse_weights("1,1,1")).as_json()
    assert (out["impact"]["ehq"]["declared"], out["impact"]["ehq3"]["declared"]) == ("post hoc", "prespecified")
    assert [one["declared"] for one in out["family"]["ehq"]] == ["post hoc", "post hoc"]
    same = _validate(plan=replace(PLAN, weights=("1.0", "1", "1")), weights=parse_weights("1,1,1")).as_json()
    assert same["impact"]["ehq"]["declared"] == "prespecified"


def test_nothing_is_prespecified_without_a_plan_or_for_another_classifier() -> None:
    assert set(_words(_validate(by_family=True).as_json())) == {"post hoc"}
    assert set(_words(_validate(plan=PLAN, classifier="judge").as_json())) == {"post hoc"}
    assert set(_words(_validate(plan=PLAN, label_file=_labels()).as_json())) == {"post hoc"}
    assert "prespecified" in _words(_validate(plan=PLAN, classifier="automated_label").as_json())


def test_undeclared_contrasts_are_adjusted_together() -> None:
    families = _validate(plan=PLAN).measured.families
    contrasts = [one for of_score in families.values() for one in of_score]
    undeclared = [one for one in contrasts if one.family == "south" and one.p.value is not None]
    assert [one.p_holm for one in contrasts if one.family == "north"] == [None] * 4
    assert min(one.p_holm for one in undeclared) == min(1.0, len(undeclared) * min(one.p.value for one in undeclared))
    assert families["ehq1"][1].as_json()["p_holm"] == families["ehq1"][1].p_holm


SAMPLE = draw_sample(RUN, by=["model"], per_stratum=4, seed="s")


@pytest.mark.parametrize(
    "seen", ["sample", "adjudication", "records"], ids=["the sample file", "the adjudication file", "the records"]
)
def test_a_sample_that_the_rules_have_seen_is_spent(seen: str) -> None:
    hashes = {
        "sample": SAMPLE.sha256,
        "adjudication": "b" * 64,
        "records": hashlib.sha256("\n".join(IDS).encode()).hexdigest(),
    }
    file = Adjudication(
        sha256="9" * 64,
        study="5" * 32,
        revision=1,
        parent_sha256=None,
        run_sha256=RUN.sha256,
        sample_sha256="b" * 64,
        entries=(),
        document={},
        **dict.fromkeys(("plan_sha256", "codebook_sha256", "seal_commitment"), "1" * 64),
    )
    reference = replace(REFERENCE, adjudication=file)
    options = {"codebook": FOUR, "sample": SAMPLE if seen == "sample" else None, "plan": PLAN}
    fresh = validate(RUN, reference, label_file=_labels("c" * 64), **options)
    assert set(_words(fresh.as_json())) == {"post hoc"}
    with pytest.raises(Usage, match="it is spent"):
        validate(RUN, reference, label_file=_labels("c" * 64, hashes[seen]), **options)
    forced = validate(RUN, reference, label_file=_labels(hashes[seen]), force=True, **options).as_json()
    assert set(_words(forced)) == {"spent sample"}
    assert len(_words(forced)) == len(_words(fresh.as_json()))


def test_classifiers_are_compared_on_the_records_that_both_label() -> None:
    found = _validate(label_file=_labels())
    assert [one.name for one in found.classifiers] == ["automated_label", "judge", "rules"]
    pairs = [(one.first, one.second, one.n) for one in found.comparisons]
    assert pairs == [("automated_label", "judge", 11), ("automated_label", "rules", 12), ("judge", "rules", 11)]
    first, second, third = found.comparisons
    assert (first.only_first, first.only_second, first.p) == (0, 3, 0.25)
    assert (second.only_first, second.only_second) == (7, 2)
    assert third.p == 2 * Fraction(1, 2**7)
    assert [one.p_holm for one in found.comparisons] == [
        pytest.approx(2 * second.p),
        pytest.approx(2 * second.p),
        pytest.approx(3 * third.p),
    ]
    assert first.accuracy.value == Fraction(8, 11) - 1
    assert first.kappa.value < 0
    out = first.as_json()
    assert out["mcnemar_exact"] == {"p": 0.25, "p_holm": first.p_holm}
    assert out["macro_f1_defined_difference"]["n"] == 11


def test_error_rates_have_the_effective_size_of_their_weights() -> None:
    sample = replace(SAMPLE, records=("a/0", "a/1", "b/3", "c/0", "c/1"))
    rates = {(rate.group, rate.label): rate for rate in _validate(sample=sample, by_family=True).measured.error_rates}
    # of label A in the south: b/3 stands for four records and is wrong, c/0 and c/1 for two each, c/1 is wrong
    south = rates["south", "A"]
    assert (south.support, south.size, south.rate.value) == (3, 64 / 24, Fraction(6, 8))
    estimate = south.estimate()
    assert estimate.low < 0.75 < estimate.high
    assert (rates["c", "A"].size, rates["south", "CC"].size) == (2.0, 0.0)
    assert rates["south", "CC"].as_json()["undefined"] == "no reference record of this class"
