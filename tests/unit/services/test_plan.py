"""Plans: defaults, what a caller may choose, and a refusal for each value that can't be."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.errors import Refused
from annotate.services.plan import FIELDS, build_plan_document
from annotate.services.plan_file import read_coders, read_plan_file
from scoring.formats import canonical_json

RUN, CODEBOOK = "0" * 64, "1" * 64


def build(settings: dict[str, object]) -> dict[str, object]:
    return build_plan_document(run_sha256=RUN, codebook_sha256=CODEBOOK, settings=settings)


def test_the_defaults_fill_every_key() -> None:
    plan = build({})
    assert plan == {
        "format": "plan-v1",
        "kind": "main",
        "version": 1,
        "run_sha256": RUN,
        "codebook_sha256": CODEBOOK,
        "by": ["model", "category"],
        "per_stratum": 10,
        "same_items": False,
        "coders": [],
        "codings_per_unit": None,
        "fields": list(FIELDS),
        "repeats": None,
        "audit_share": None,
        "practice_sha256": None,
        "excluded_sha256": None,
        "gate": None,
        "facts": {},
        "analysis": {
            "resolutions": ["full", "two_class"],
            "families": None,
            "pairs": [],
            "replicates": 10000,
            "weights": ["0.30", "0.45", "0.25"],
            "alpha": "0.05",
            "majority": False,
            "thresholds": {
                "kappa_full": "0.67",
                "kappa_two_class": "0.80",
                "bias_pooled": "0.05",
                "bias_model": "0.10",
                "spearman": "0.80",
                "max_shift": "1",
            },
        },
    }
    assert canonical_json(plan)


def test_what_a_caller_chooses_stands() -> None:
    chosen = {
        "kind": "pilot",
        "by": ["category", "subcategory", "model"],
        "per_stratum": 4,
        "same_items": True,
        "codings_per_unit": 2,
        "fields": ["response", "question"],
        "audit_share": "0.10",
        "facts": {"payment": "by the hour"},
        "analysis": {"majority": True, "weights": ["1", "0", "0"], "pairs": [["a", "b"]]},
    }
    plan = build(chosen)
    assert {key: plan[key] for key in chosen if key != "analysis"} == {
        k: v for k, v in chosen.items() if k != "analysis"
    }
    assert plan["analysis"]["majority"] is True  # type: ignore[index]  # a document of plain values
    assert plan["analysis"]["alpha"] == "0.05"  # type: ignore[index]  # the default beside it


def test_facts_of_the_file_that_the_study_sets_itself_are_passed_over() -> None:
    assert build({"format": "plan-v0", "run_sha256": "x", "codebook_sha256": "y"}) == build({})


@pytest.mark.parametrize(
    "settings, message",
    [
        ({"colour": "red"}, "no key 'colour'"),
        ({"kind": "test"}, "'pilot' or 'main'"),
        ({"kind": ["main"]}, "'pilot' or 'main'"),
        ({"by": []}, "by is a list"),
        ({"by": ["model", "model"]}, "by is a list"),
        ({"by": ["model", 1]}, "by is a list"),
        ({"by": "model"}, "by is a list"),
        ({"by": ["automated_label"]}, "by is a list"),
        ({"fields": ["response", "model"]}, "fields is a list"),
        ({"fields": ["question"]}, "must hold 'response'"),
        ({"version": 0}, "version is a whole number"),
        ({"version": "1"}, "version is a whole number"),
        ({"per_stratum": 0}, "per_stratum is a whole number"),
        ({"per_stratum": True}, "per_stratum is a whole number"),
        ({"per_stratum": [[["a"], 1]]}, "per_stratum is a whole number"),
        ({"codings_per_unit": 0}, "codings_per_unit is null"),
        ({"codings_per_unit": True}, "codings_per_unit is null"),
        ({"same_items": "yes"}, "same_items is true or false"),
        ({"same_items": True, "by": ["model"]}, "same_items needs strata"),
        ({"same_items": True, "by": ["model", "category", "family"]}, "same_items needs strata"),
        ({"facts": []}, "facts are an object"),
        ({"repeats": 5}, "repeats is not supported yet"),
        ({"gate": {}}, "gate is not supported yet"),
        ({"practice_sha256": "2" * 64}, "practice_sha256 is not supported yet"),
        ({"excluded_sha256": "2" * 64}, "excluded_sha256 is not supported yet"),
        ({"audit_share": 0.1}, "audit_share is null"),
        ({"audit_share": "1.1"}, "audit_share is null"),
        ({"audit_share": "-0.1"}, "audit_share is null"),
        ({"audit_share": "nan"}, "audit_share is null"),
        ({"audit_share": "much"}, "audit_share is null"),
        ({"analysis": []}, "analysis may hold"),
        ({"analysis": {"colour": "red"}}, "analysis may hold"),
        ({"analysis": {"resolutions": []}}, "resolutions are a list"),
        ({"analysis": {"resolutions": ["half"]}}, "resolutions are a list"),
        ({"analysis": {"resolutions": "full"}}, "resolutions are a list"),
        ({"analysis": {"families": "all"}}, "families are null or a list"),
        ({"analysis": {"pairs": None}}, "pairs are a list"),
        ({"analysis": {"replicates": 0}}, "replicates are a whole number"),
        ({"analysis": {"weights": [0.3, 0.45, 0.25]}}, "weights are three decimals"),
        ({"analysis": {"weights": ["0.5", "0.5"]}}, "weights are three decimals"),
        ({"analysis": {"weights": None}}, "weights are three decimals"),
        ({"analysis": {"alpha": "5%"}}, "alpha is a decimal"),
        ({"analysis": {"majority": "yes"}}, "majority is true or false"),
        ({"analysis": {"thresholds": {"kappa_full": 0.67}}}, "thresholds are an object"),
        ({"analysis": {"thresholds": []}}, "thresholds are an object"),
        ({"facts": {"share": 0.5}}, "no floating-point number; decimals are written as text"),
        ({"facts": {"payment": "a\0"}}, "can't be kept"),
        ({"facts": {"payment": "\ud800"}}, "can't be kept"),
        ({"facts": {"n": 2**60}}, "can't be kept"),
    ],
)
def test_what_cannot_be(settings: dict[str, object], message: str) -> None:
    with pytest.raises(Refused, match=message):
        build(settings)


def test_a_plan_nested_without_end_is_refused() -> None:
    facts: dict[str, object] = {}
    inner = facts
    for _ in range(5_000):
        inner["a"] = inner = {}
    with pytest.raises(Refused, match="can't be kept"):
        build({"facts": facts})


def read(folder: Path, data: bytes) -> dict[str, object]:
    path = folder / "plan.json"
    path.write_bytes(data)
    return read_plan_file(str(path))


def test_a_plan_file_is_read_with_and_without_a_mark(tmp_path: Path) -> None:
    assert read(tmp_path, b'{"per_stratum": 4}') == read(tmp_path, b'\xef\xbb\xbf{"per_stratum": 4}')


@pytest.mark.parametrize(
    "data, message",
    [
        (b"{", "is not JSON"),
        (b"\xff\xfe{\x00}\x00", "is not JSON"),
        (b'{"a": 1, "a": 2}', "a key stands twice"),
        (b'{"facts": {"a": NaN}}', "NaN is no number"),
        (b"[" * 100_000, "is not JSON"),
        (b"[1]", "holds no JSON object"),
        (b"", "is not JSON"),
    ],
)
def test_a_plan_file_that_cannot_be_read(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(Refused, match=message) as caught:
        read(tmp_path, data)
    assert "\n" not in caught.value.message


def test_coders_of_a_plan_file_are_names() -> None:
    assert read_coders(["a", "b"]) == ("a", "b")
    assert read_coders([]) == ()
    for value in (None, "ab", ["a", 1], {"a": 1}):
        with pytest.raises(Refused, match="a list of account names"):
            read_coders(value)
