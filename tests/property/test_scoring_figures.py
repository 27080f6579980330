"""Laws that hold for any labels: of agreement, of EHQ, of a reference equal to the automated labels, of samples."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.agreement import cohen_kappa, fleiss_pi, gwet_ac1, krippendorff_alpha, measure_agreement, measure_ratings
from scoring.agreement.unit_counts import count_units
from scoring.ehq import DEFAULT_WEIGHTS, count_tallies, rank_models, score, score_tally, sum_tallies
from scoring.records import draw_sample, parse_confidence
from scoring.results import Exact, Reference
from scoring.validation import two_group_p, validate
from tests.small_runs import FOUR, build_codebook, build_codings, build_run

CODES = FOUR.codes
LABELS = st.sampled_from(CODES)
CONFIDENCES = st.one_of(st.none(), st.integers(0, 100), st.integers(0, 10_000).map(lambda n: n / 100))
ANSWERS = st.lists(st.tuples(LABELS, CONFIDENCES, st.sampled_from("abc")), min_size=1, max_size=40)


def _rows(answers: list[tuple[str, float | None, str]]) -> list[dict[str, object]]:
    return [
        {"item_id": str(n), "model": model, "automated_label": label, "confidence": confidence}
        for n, (label, confidence, model) in enumerate(answers)
    ]


@given(st.lists(st.tuples(LABELS, LABELS), min_size=1, max_size=40))
def test_swapping_the_coders_changes_no_agreement_figure(pairs: list[tuple[str, str]]) -> None:
    def figures(order: int) -> dict[str, object]:
        said = {f"c{coder}": {str(n): pair[coder ^ order] for n, pair in enumerate(pairs)} for coder in (0, 1)}
        found = measure_agreement(build_codings(said), codebook=FOUR).figures.as_json()
        return {key: value for key, value in found.items() if key not in ("confusion", "two_class")}

    assert figures(0) == figures(1)


@given(
    st.lists(st.lists(st.integers(-1, 3), min_size=3, max_size=3), min_size=1, max_size=30), st.permutations(range(4))
)
def test_renaming_the_classes_changes_no_coefficient(units: list[list[int]], names: list[int]) -> None:
    ratings = np.array(units, dtype="int16")
    renamed = np.array([*names, -1], dtype="int16")[ratings]
    one = measure_ratings(ratings, CODES, q=4, empty="no overlap")
    other = measure_ratings(renamed, CODES, q=4, empty="no overlap")
    for name in ("observed", "expected", "kappa", "ac1", "alpha", "pabak", "pi"):
        assert getattr(one, name) == getattr(other, name)
    assert [other.per_class[names[k]] for k in range(4)] == list(one.per_class)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=40))
def test_coefficients_lie_in_their_range_and_are_one_only_at_full_agreement(pairs: list[tuple[int, int]]) -> None:
    ratings = np.array(pairs, dtype="int16")
    table = [[sum(pair == (i, j) for pair in pairs) for j in range(4)] for i in range(4)]
    counts = count_units(ratings, 4)
    agreed = all(a == b for a, b in pairs)
    for found in (cohen_kappa(table), fleiss_pi(counts), gwet_ac1(counts, 4), krippendorff_alpha(counts)):
        if found.value is not None:
            assert -1 <= found.value <= 1
            assert (found.value == 1) == agreed
        else:
            assert len({label for pair in pairs for label in pair}) == 1


@given(ANSWERS)
def test_the_identities_of_ehq(answers: list[tuple[str, float | None, str]]) -> None:
    labels = score(build_run(_rows(answers)), codebook=FOUR).labels
    for group in (*(model.group for model in labels.models), labels.pooled):
        found, correct = group.scores, Fraction(group.counts["CC"], group.tally.records)
        assert found.ehq2.value - found.ehq1.value == correct
        if found.ehq3.value is not None:
            assert 0 <= found.ehq3.value <= 1
            parts = Fraction(3, 4) * found.ehq1.value + Fraction(9, 20) * correct + found.ehq3.value / 4
            assert found.ehq.value == parts
        else:
            assert found.ehq.value is None
    assert sum(model.group.tally.records for model in labels.models) == len(answers) == labels.pooled.tally.records
    assert labels.pooled.tally == sum_tallies(model.group.tally for model in labels.models)


@given(st.lists(st.integers(0, 100_000_000), min_size=1, max_size=50))
def test_without_correct_answers_ehq3_is_one_minus_mean_confidence(stated: list[int]) -> None:
    size = len(stated)
    [tally] = count_tallies(
        role=np.full(size, 2, dtype="int8"),
        confidence=np.array(stated, dtype="int64"),
        group=np.zeros(size, dtype="int64"),
        groups=1,
    )
    assert score_tally(tally, DEFAULT_WEIGHTS).ehq3.value == 1 - Fraction(sum(stated), size * 100_000_000)


@settings(max_examples=40)
@given(ANSWERS)
def test_a_reference_equal_to_the_automated_labels_changes_nothing(
    answers: list[tuple[str, float | None, str]],
) -> None:
    run = build_run(_rows(answers))
    said = dict(zip(run.frame["record_id"], run.frame["automated_label"], strict=True))
    found = validate(run, Reference(sha256="", labels=said), codebook=FOUR).measured
    assert found.full.accuracy.value == 1
    for figure in (found.full.kappa, found.two_class.kappa):
        assert figure.value == 1 or figure.undefined
    for name in ("ehq1", "ehq2", "ehq3", "ehq"):
        bias, ranks = found.impact.pooled.bias(name), found.ranks[name]
        assert bias.value == 0 or bias.undefined
        assert ranks.max_shift in (0, None)
        assert ranks.spearman.undefined or abs(ranks.spearman.value - 1) < 1e-12
    assert found.pool.whole.restraint_to_substantive.value in (0, None)


@settings(max_examples=40)
@given(ANSWERS, st.data())
def test_a_census_gives_the_reference_score_without_width(answers: list, data: st.DataObject) -> None:
    run = build_run(_rows(answers))
    said = {name: data.draw(LABELS) for name in run.frame["record_id"]}
    sample = draw_sample(run, by=["model"], per_stratum=len(answers), seed="s")
    found = validate(run, Reference(sha256="", labels=said), codebook=FOUR, sample=sample)
    assert found.weighting.kind == "equal"
    for name in ("ehq1", "ehq2"):
        whole = found.full_run.pooled[name]
        assert whole.automated.plus(whole.correction) == found.measured.impact.pooled.reference.get(name)
        assert whole.variance.value == 0


@settings(max_examples=40)
@given(ANSWERS, st.randoms(use_true_random=False))
def test_scores_do_not_depend_on_the_order_of_the_records(answers: list, random: object) -> None:
    rows = [row | {"record_id": f"r{n:03}"} for n, row in enumerate(_rows(answers))]
    shuffled = list(rows)
    random.shuffle(shuffled)
    assert score(build_run(shuffled), codebook=FOUR).as_json() == score(build_run(rows), codebook=FOUR).as_json()


@given(st.lists(st.fractions(0, 1, max_denominator=20), min_size=1, max_size=12))
def test_ranks_sum_to_the_same_and_follow_the_values(values: list[Fraction]) -> None:
    ranks = rank_models([Exact.of(value) for value in values])
    assert sum(ranks) == len(values) * (len(values) + 1) / 2
    for value, rank in zip(values, ranks, strict=True):
        assert rank == sum(other > value for other in values) + (sum(other == value for other in values) + 1) / 2


@given(st.lists(st.integers(0, 6), min_size=2, max_size=8), st.data())
def test_exact_p_agrees_with_plain_enumeration(values: list[int], data: st.DataObject) -> None:
    chosen = data.draw(st.sets(st.integers(0, len(values) - 1), min_size=1, max_size=len(values) - 1))
    inside, size = sorted(chosen), len(values)

    def difference(mask: int) -> Fraction:
        taken = [values[k] for k in range(size) if mask >> k & 1]
        rest = [values[k] for k in range(size) if not mask >> k & 1]
        return abs(Fraction(sum(taken), len(taken)) - Fraction(sum(rest), len(rest)))

    masks = [mask for mask in range(1 << size) if mask.bit_count() == len(inside)]
    seen = difference(sum(1 << k for k in inside))
    wanted = sum(difference(mask) >= seen for mask in masks) / len(masks)
    assert two_group_p([Fraction(value) for value in values], inside).value == wanted


@given(st.integers(0, 10_000))
def test_every_number_from_0_to_100_is_read_alone_and_in_a_phrase(hundredths: int) -> None:
    text = f"{hundredths / 100:g}"
    whole = parse_confidence(f"My confidence: {text}%").value
    assert whole == hundredths * 10_000
    alone = parse_confidence(text).value
    assert alone == (hundredths * 1_000_000 if hundredths <= 100 and "." in text else hundredths * 10_000)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused_with_a_reason(text: str) -> None:
    found = parse_confidence(text)
    assert (found.value is None) == (found.refused is not None)
    assert found.value is None or 0 <= found.value <= 100_000_000


@settings(max_examples=40)
@given(st.integers(1, 6), st.text(max_size=8), st.booleans())
def test_a_larger_sample_extends_a_smaller_one(n: int, seed: str, same_items: bool) -> None:
    rows = [{"item_id": str(k), "model": m, "category": "FEQ" if k % 3 else "HNQ"} for m in "abc" for k in range(15)]
    by, run = ["model", "category"], build_run(rows)
    small = draw_sample(run, by=by, per_stratum=n, seed=seed, same_items=same_items)
    large = draw_sample(run, by=by, per_stratum=n + 1, seed=seed, same_items=same_items)
    assert set(small.records) < set(large.records) or len(large.records) == 45
    assert all(stratum.drawn == min(n, stratum.available) for stratum in small.strata)
    if same_items:
        items = {m: {name[2:] for name in small.records if name[0] == m} for m in "abc"}
        assert items["a"] == items["b"] == items["c"]


@given(st.lists(st.tuples(st.sampled_from(["X", "Y", "CANNOT_CODE"]), LABELS), min_size=1, max_size=10))
def test_the_reserved_code_never_changes_q(pairs: list[tuple[str, str]]) -> None:
    book = build_codebook({"X": "restraint", "Y": "substantive-wrong"})
    said = {coder: {str(n): first for n, (first, _) in enumerate(pairs)} for coder in ("c1", "c2")}
    found = measure_agreement(build_codings(said), codebook=book).figures.full
    assert found.observed.value == found.pabak.value == 1
