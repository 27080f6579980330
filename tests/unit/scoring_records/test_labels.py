"""Labels as positions in the codebook, and labels of named classifiers."""

from __future__ import annotations

import pandas as pd

from scoring.records import encode_labels, labels_of_classifier, list_classifiers
from tests.small_runs import build_codebook

BOOK = build_codebook({"A": "restraint", "B": "substantive-wrong"}, map={"OLD": "B", "GONE": "NOWHERE"})


def test_a_classifiers_labels_are_renamed_by_the_map_and_may_lie_outside() -> None:
    labels = pd.Series(["A", "B", "OLD", "GONE", "", None, "CANNOT_CODE", "a"], dtype=object)
    assert encode_labels(labels, BOOK, by_people=False).tolist() == [0, 1, 1, -2, -1, -1, -2, -2]


def test_peoples_labels_may_be_the_reserved_code_and_are_not_renamed_twice() -> None:
    labels = pd.Series(["B", "CANNOT_CODE", "OLD", None], dtype=object)
    assert encode_labels(labels, BOOK, by_people=True).tolist() == [1, 2, -2, -1]


def test_a_codebook_that_has_the_reserved_code_keeps_its_place() -> None:
    book = build_codebook({"CANNOT_CODE": "none", "A": "restraint"})
    assert encode_labels(pd.Series(["CANNOT_CODE", "A"]), book, by_people=True).tolist() == [0, 1]


def test_no_labels_at_all() -> None:
    assert encode_labels(pd.Series([], dtype=object), BOOK, by_people=False).tolist() == []


def test_named_classifiers_are_found_in_the_json_text() -> None:
    column = pd.Series(['{"judge-b": "A"}', None, '{"judge-a": "B", "judge-b": "B"}'], dtype=object, index=[5, 6, 7])
    found = labels_of_classifier(column, "judge-a")
    assert (found.tolist(), found.index.tolist()) == ([None, None, "B"], [5, 6, 7])
    assert list_classifiers(column) == ("judge-a", "judge-b")
    assert list_classifiers(pd.Series([None, None], dtype=object)) == ()
