"""Other references, records left out, and error where coders were unsure."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from scoring.records import draw_sample
from scoring.results import Adjudication, CodingOfCoder, Entry, Reference
from scoring.validation import Validation, validate
from tests.small_runs import FOUR, build_codings, build_run

ROWS = [
    {"item_id": str(n), "model": model, "automated_label": label}
    for model, labels in {"a": "A A CC CW ? CW", "b": "H CC CW CW"}.items()
    for n, label in enumerate(labels.split())
] + [{"item_id": "9", "automated_label": "A", "blank": True}]
SAID = {"a/0": "A", "a/1": "CW", "a/2": "CC", "a/3": "CW", "b/0": "A", "b/1": "CC"}
RUN = build_run(ROWS)


def _entry(name: str, label: str | None, codings: str, **more: object) -> Entry:
    said = tuple(
        CodingOfCoder(coder=f"C-{n}", label=one, uncertain=name == "a/1") for n, one in enumerate(codings.split(), 1)
    )
    facts = {"rationale": None, "adjudicator": None, "assistance": None, "decided_on": None} | more
    return Entry(
        record_id=name, blind_id=name, automated_label=None, codings=said, label=label, resolution="unanimous", **facts
    )


def _adjudicated(*entries: Entry, sample_sha256: str = "2" * 64) -> Reference:
    hashes = dict.fromkeys(("plan_sha256", "codebook_sha256", "seal_commitment"), "1" * 64)
    file = Adjudication(
        sha256="9" * 64,
        study="5" * 32,
        revision=1,
        parent_sha256=None,
        run_sha256=RUN.sha256,
        sample_sha256=sample_sha256,
        entries=entries,
        document={},
        **hashes,
    )
    labels = {entry.record_id: entry.label for entry in entries}
    return Reference(sha256=file.sha256, labels=labels, adjudication=file)


def _validate(reference: Reference, **options: object) -> Validation:
    return validate(RUN, reference, codebook=FOUR, **options)


REFERENCE = Reference(sha256="e" * 64, labels=dict(SAID))


def test_each_coder_agreed_records_and_decisions_without_support_are_references_of_their_own() -> None:
    helped = {"tool": "lookup", "asked": "?", "answered": "!"}
    reference = _adjudicated(
        _entry("a/0", "A", "A A"),
        _entry("a/1", "CW", "A CW", rationale="why", assistance=helped),
        _entry("a/2", "CC", "CC CC"),
        _entry("a/3", "CW", "CW CANNOT_CODE", rationale="why"),
        _entry("b/0", None, "H A", rationale="unreadable"),
    )
    found = _validate(reference)
    rows = {(row["reference"], row["coder"]): row for row in found.as_json()["sensitivity"]}
    assert list(rows) == [("coder", "C-1"), ("coder", "C-2"), ("agreed", None), ("without_support", None)]
    assert [row["n"] for row in rows.values()] == [4, 3, 2, 3]
    assert [row["accuracy"]["value"] for row in rows.values()] == [1, 2 / 3, 1, 1]
    second = rows["coder", "C-2"]
    assert second["two_class"]["accuracy"]["value"] == 2 / 3
    assert second["bias"]["ehq1"] == {"value": float(Fraction(2, 3) - Fraction(1, 3)), "n": 3}
    assert second["spearman"]["ehq1"]["undefined"] == "fewer than 3 models"
    assert second["max_shift"]["ehq1"] == 0
    assert found.measured.full.n == 4


def test_the_coders_of_an_adjudication_file_are_its_codings() -> None:
    reference = _adjudicated(_entry("a/0", "A", "A A"), _entry("a/1", "CW", "CW CW"))
    out = _validate(reference).as_json()
    assert out["ceiling"]["between_coders"]["kappa"]["value"] == 1
    given = build_codings({"c1": {"a/0": "A", "a/1": "A"}})
    assert [one["coder"] for one in _validate(reference, codings=given).as_json()["ceiling"]["classifier_with"]] == [
        "c1"
    ]


def test_without_codings_or_support_there_is_no_other_reference() -> None:
    out = _validate(REFERENCE).as_json()
    assert (out["sensitivity"], out["ceiling"], out["uncertain"]) == ([], None, None)
    unsupported = _validate(_adjudicated(_entry("a/0", "A", "A A"))).as_json()["sensitivity"]
    assert [row["reference"] for row in unsupported] == ["coder", "coder", "agreed"]


def test_other_references_are_weighted_by_their_own_records() -> None:
    sample = replace(draw_sample(RUN, by=["model"], per_stratum=2, seed="s"), records=("a/0", "a/1", "b/0", "b/1"))
    codings = build_codings({"c1": {"a/0": "A", "a/1": "CW", "b/0": "A", "b/1": "CC"}, "c2": {"a/0": "A", "b/0": "H"}})
    [first, second, agreed] = _validate(REFERENCE, sample=sample, codings=codings).references
    # model a has 6 countable records, model b 4; c2 labelled one of each
    assert first.full.accuracy.value == Fraction(3 * 1 + 2 * 1, 10)
    assert second.full.accuracy.value == 1
    assert (agreed.full.n, agreed.full.accuracy.value) == (1, 1)


def test_error_is_shown_where_coders_were_unsure_and_where_not() -> None:
    out = _validate(_adjudicated(_entry("a/0", "A", "A A"), _entry("a/1", "CW", "CW CW"))).as_json()["uncertain"]
    assert out["classifier_error"] == {"flagged": {"value": 1.0, "n": 1}, "unflagged": {"value": 0.0, "n": 1}}
    nobody = _validate(REFERENCE, codings=build_codings({"c1": {"b/3": "CW"}})).as_json()["uncertain"]
    assert nobody["classifier_error"]["flagged"]["undefined"] == "no such record was coded"


def test_records_left_out_are_listed_and_bounded_both_ways() -> None:
    left = {"a/5": None, "b/2": None, "a/4": None, "a/9": None}
    found = _validate(Reference(sha256="", labels=SAID | left)).as_json()
    bounds = found["left_out_bounds"]
    assert [record["record_id"] for record in bounds["records"]] == ["a/4", "a/5", "a/9", "b/2"]
    assert {record["reason"] for record in bounds["records"]} == {"no reason given"}
    # six referenced, of which four are right; three left out count, one of which is outside the codebook
    assert (bounds["n"], found["n"]) == (3, 6)
    assert bounds["accuracy"] == {"low": 4 / 9, "high": 6 / 9}
    # scores: a/4 leaves both labellings
    assert bounds["ehq1"]["reference"] == {"low": 2 / 8, "high": 4 / 8}
    assert bounds["ehq1"]["bias"] == {"low": float(Fraction(3 - 4, 8)), "high": float(Fraction(3 - 2, 8))}
    assert bounds["ehq2"]["reference"] == {"low": 4 / 8, "high": 6 / 8}
    assert bounds["ehq2"]["bias"] == {"low": -1 / 8, "high": 1 / 8}
    assert _validate(REFERENCE).as_json()["left_out_bounds"] is None


def test_bounds_weigh_what_is_left_out_and_give_the_decisions_reason() -> None:
    sample = replace(draw_sample(RUN, by=["model"], per_stratum=2, seed="s"), records=("a/0", "a/1", "b/0"))
    reference = _adjudicated(
        _entry("a/0", "A", "A A"),
        _entry("a/1", None, "A CW", rationale="unreadable"),
        _entry("a/5", None, "A CW", rationale="not drawn"),
        _entry("b/0", "H", "H H"),
    )
    bounds = _validate(reference, sample=sample).as_json()["left_out_bounds"]
    assert [tuple(record.values()) for record in bounds["records"]] == [("a/1", "unreadable"), ("a/5", "not drawn")]
    # a: 6 records, two of the sample; b: 4 records, one of the sample
    assert (bounds["n"], bounds["accuracy"]) == (1, {"low": 7 / 10, "high": 1.0})


def test_nothing_but_records_left_out_bounds_by_everything() -> None:
    bounds = _validate(Reference(sha256="", labels={"a/0": None})).as_json()["left_out_bounds"]
    assert bounds["accuracy"] == bounds["ehq1"]["reference"] == {"low": 0.0, "high": 1.0}
    nothing = _validate(Reference(sha256="", labels={"a/9": None})).as_json()["left_out_bounds"]
    assert (nothing["n"], nothing["accuracy"], nothing["ehq2"]["bias"]) == (
        0,
        {"low": None, "high": None},
        {"low": None, "high": None},
    )
