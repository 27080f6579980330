"""What a codings file may add: the first label saved, the silent repeat, the place in the coder's own order."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from scoring.errors import BadInput
from scoring.formats import default_codebook, read_codings, write_codings_csv

BOOK = default_codebook()
MORE = "record_id,coder,label,first_label,repeat_label,position\n"


def _write(tmp_path: Path, text: str, name: str = "c.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(text.encode("utf-8"))
    return path


def _refusals(path: Path) -> list[tuple[int | None, str | None, str]]:
    with pytest.raises(BadInput) as caught:
        read_codings(path, codebook=BOOK)
    return [(p.line, p.field, p.code) for p in caught.value.problems]


def test_first_labels_repeats_and_positions_are_read_where_a_file_has_them(tmp_path: Path) -> None:
    book = replace(BOOK, map={"refused": "ABSTAIN"})
    file = _write(tmp_path, MORE + "r1,c1,HEDGE,refused,CANNOT_CODE,2\nr2,c1,HEDGE,,,1\n")
    codings = read_codings(file, codebook=book)
    frame = codings.frame[["first_label", "repeat_label", "position"]].astype(object)
    assert frame.where(frame.notna(), None).values.tolist() == [["ABSTAIN", "CANNOT_CODE", 2], [None, None, 1]]
    assert str(codings.frame["position"].dtype) == "Int64"
    back_file = tmp_path / "back.csv"
    back_file.write_bytes(write_codings_csv(codings))
    back = read_codings(back_file, codebook=BOOK).frame
    pd.testing.assert_frame_equal(codings.frame.drop(columns="line"), back.drop(columns="line"))
    json_file = _write(tmp_path, '{"record_id":"r1","coder":"c1","label":"HEDGE","position":3}\n', "c.jsonl")
    assert read_codings(json_file, codebook=BOOK).frame["position"].tolist() == [3]
    unstated = read_codings(_write(tmp_path, MORE + "r1,c1,HEDGE,,,\n"), codebook=BOOK).frame
    assert not {"first_label", "repeat_label", "position"} & set(unstated.columns)


@pytest.mark.parametrize(
    "cells, field, code",
    [
        ("MAYBE,,", "first_label", "label"),
        (",hedge,", "repeat_label", "label"),
        (",,0", "position", "wrong_type"),
        (",,-1", "position", "wrong_type"),
        (",,1.5", "position", "wrong_type"),
        (",,second", "position", "wrong_type"),
        (",,\u00b2", "position", "wrong_type"),
        (f",,{10**15}", "position", "wrong_type"),
    ],
)
def test_a_bad_first_label_repeat_or_position_is_refused(tmp_path: Path, cells: str, field: str, code: str) -> None:
    assert _refusals(_write(tmp_path, MORE + f"r1,c1,HEDGE,{cells}\n")) == [(2, field, code)]
    true = _write(tmp_path, '{"record_id":"r1","coder":"c1","label":"HEDGE","position":true}\n', "t.jsonl")
    assert _refusals(true) == [(1, "position", "wrong_type")]
