"""Codings files and files of decisions: CSV and JSON Lines."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from scoring.errors import BadInput
from scoring.formats import (
    Decision,
    default_codebook,
    digest_of,
    escape_cell,
    read_codings,
    read_decisions,
    read_reference,
    unescape_cell,
    write_codings_csv,
    write_csv,
)

BOOK = default_codebook()
HEAD = "record_id,coder,label,uncertain,note,reason,seconds,coded_at\n"


def write(tmp_path: Path, text: str, name: str = "c.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return path


def refusals(path: Path) -> list[tuple[int | None, str | None, str]]:
    with pytest.raises(BadInput) as caught:
        read_codings(path, codebook=BOOK)
    return [(p.line, p.field, p.code) for p in caught.value.problems]


def test_csv_and_json_lines_give_the_same_codings(tmp_path: Path) -> None:
    csv_file = write(
        tmp_path, HEAD + 'r1,c1,HEDGE,TRUE,"a\nb",,1.5,2026-01-02\nr1,c2,CANNOT_CODE,false,,two answers,,\n'
    )
    rows = [
        {"record_id": "r1", "coder": "c1", "label": "HEDGE", "uncertain": True, "note": "a\nb", "seconds": 1.5,
         "coded_at": "2026-01-02"},
        {"record_id": "r1", "coder": "c2", "label": "CANNOT_CODE", "uncertain": False, "note": "",
         "reason": "two answers"},
    ]  # fmt: skip
    json_file = write(tmp_path, "\n".join(json.dumps(row) for row in rows) + "\n\n", "c.jsonl")
    codings = read_codings(csv_file, codebook=BOOK)
    assert codings.key == "record_id"
    assert codings.sha256 == digest_of(csv_file.read_bytes())
    assert codings.frame.astype(object).where(codings.frame.notna(), None).values.tolist() == [
        ["r1", "c1", "HEDGE", True, "a\nb", None, 1.5, "2026-01-02", 2],
        ["r1", "c2", "CANNOT_CODE", False, None, "two answers", None, None, 4],
    ]
    for other in (json_file, write_back(codings, tmp_path)):
        back = read_codings(other, codebook=BOOK).frame
        pd.testing.assert_frame_equal(codings.frame.drop(columns="line"), back.drop(columns="line"))
    assert {name: str(dtype) for name, dtype in codings.frame.dtypes.items()} == {
        "unit": "object", "coder": "object", "label": "object", "uncertain": "boolean", "note": "object",
        "reason": "object", "seconds": "Float64", "coded_at": "object", "line": "int64",
    }  # fmt: skip


def write_back(codings: object, tmp_path: Path) -> Path:
    path = tmp_path / "back.csv"
    path.write_bytes(write_codings_csv(codings))  # type: ignore[arg-type]  # what read_codings gave
    return path


def test_blind_ids_name_units_where_there_are_no_record_ids(tmp_path: Path) -> None:
    codings = read_codings(write(tmp_path, "blind_id,coder,label\nB1,c1,HEDGE\n"), codebook=BOOK)
    assert (codings.key, codings.frame["unit"].tolist()) == ("blind_id", ["B1"])
    both = read_codings(write(tmp_path, "blind_id,record_id,coder,label\nB1,r1,c1,HEDGE\n"), codebook=BOOK)
    assert (both.key, both.frame["unit"].tolist()) == ("record_id", ["r1"])
    nothing = read_codings(write(tmp_path, "blind_id,coder,label\n"), codebook=BOOK)
    assert (nothing.key, len(nothing.frame)) == ("record_id", 0)


def test_an_empty_label_is_no_coding(tmp_path: Path) -> None:
    codings = read_codings(write(tmp_path, HEAD + "r1,c1,,,,,,\nr1,c1,HEDGE,,,,,\nr2,c1,,,,,,\n"), codebook=BOOK)
    assert codings.frame[["unit", "label"]].values.tolist() == [["r1", "HEDGE"]]


def test_the_map_of_the_codebook_renames(tmp_path: Path) -> None:
    book = replace(BOOK, map={"refused": "ABSTAIN"})
    assert (
        read_codings(write(tmp_path, HEAD + "r1,c1,refused,,,,,\n"), codebook=book).frame["label"].item() == "ABSTAIN"
    )


def test_real_codings(shared_data: Path) -> None:
    codings = read_codings(shared_data / "xstest/codings.csv", codebook=BOOK)
    assert len(codings.frame) == 4500
    assert codings.frame["coder"].value_counts().to_dict() == {"coder_1": 2250, "coder_2": 2250}


@pytest.mark.parametrize(
    "row, field, code",
    [
        ("r1,c1,MAYBE,,,,,", "label", "label"),
        ("r1,c1,hedge,,,,,", "label", "label"),
        (",c1,HEDGE,,,,,", "record_id", "missing_field"),
        ("r1,,HEDGE,,,,,", "coder", "missing_field"),
        ("r1,c1,HEDGE,yes,,,,", "uncertain", "wrong_type"),
        ("r1,c1,HEDGE,,,,fast,", "seconds", "wrong_type"),
        ("r1,c1,HEDGE,,,,-1,", "seconds", "wrong_type"),
        ("r1,c1,HEDGE,,,,nan,", "seconds", "wrong_type"),
        ("r1,c1,HEDGE,,,,1e400,", "seconds", "wrong_type"),
        ("r1,c1,HEDGE", None, "ragged_row"),
    ],
)
def test_a_bad_row_is_refused_by_line_and_field(tmp_path: Path, row: str, field: str | None, code: str) -> None:
    assert refusals(write(tmp_path, HEAD + "r0,c1,HEDGE,,,,,\n" + row + "\n")) == [(3, field, code)]


@pytest.mark.parametrize(
    "change, field, code",
    [
        ({"label": 1}, "label", "wrong_type"),
        ({"coder": 1}, "coder", "wrong_type"),
        ({"record_id": []}, "record_id", "wrong_type"),
        ({"uncertain": 1}, "uncertain", "wrong_type"),
        ({"uncertain": "maybe"}, "uncertain", "wrong_type"),
        ({"note": 1}, "note", "wrong_type"),
        ({"coded_at": False}, "coded_at", "wrong_type"),
        ({"seconds": True}, "seconds", "wrong_type"),
        ({"seconds": 10**400}, "seconds", "wrong_type"),
    ],
)
def test_a_bad_object_is_refused_by_line_and_field(
    tmp_path: Path, change: dict[str, object], field: str, code: str
) -> None:
    row = {"record_id": "r1", "coder": "c1", "label": "HEDGE"} | change
    path = write(tmp_path, "\n" + json.dumps(row), "c.jsonl")
    assert refusals(path) == [(2, field, "label" if field == "label" else code)]


def test_bad_lines_of_json(tmp_path: Path) -> None:
    good = '{"record_id": "r", "coder": "c", "label": "HEDGE"}'
    lines = [
        good,
        "{",
        "[1]",
        '{"coder": "c"}',
        good.replace('"r"', '"\\ud800"'),
        good.replace('"c"', '"d", "coder": "e"'),
    ]
    path = tmp_path / "c.jsonl"
    path.write_bytes("\n".join(lines).encode() + b"\n\xff\n")
    assert refusals(path) == [
        (2, None, "not_json"),
        (3, None, "wrong_type"),
        (4, "record_id or blind_id", "missing_field"),
        (4, "label", "missing_field"),
        (5, "record_id", "lone_surrogate"),
        (6, "coder", "duplicate_key"),
        (7, None, "encoding"),
    ]


def test_one_row_for_a_coder_and_a_unit(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD + "r1,c1,HEDGE,,,,,\nr1,c2,HEDGE,,,,,\nr1,c1,ABSTAIN,,,,,\n")
    assert refusals(path) == [(4, "record_id", "duplicate_coding")]


def test_missing_columns_are_told_once(tmp_path: Path) -> None:
    assert refusals(write(tmp_path, "unit,label\nr1,HEDGE\n")) == [
        (1, "record_id or blind_id", "missing_field"),
        (1, "coder", "missing_field"),
    ]
    with pytest.raises(BadInput, match=r"there are a0, a1, a2, a3, a4, a5, a6, a7, \.\.\.; no coding was read$"):
        read_codings(write(tmp_path, ",".join([*(f"a{i}" for i in range(9)), "record_id", "coder"])), codebook=BOOK)


FORMULAS = [
    "=1+1",
    "+1",
    "-1",
    "@x",
    "'",
    "''",
    "'=",
    "\t",
    "\r",
    "\uff1d1",
    "\uff0d",
    "\uff0b",
    "\uff20",
    "\uff07",
    "'tis",
    "a=1",
    "",
    " =1",
    "'a",
    "'''x",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_the_escape_is_undone_exactly(text: str) -> None:
    assert unescape_cell(escape_cell(text)) == text
    assert escape_cell(text)[:1] not in set("=+-@\t\r\uff1d\uff0b\uff0d\uff20\uff07")


def test_cells_that_a_spreadsheet_would_run_come_back(tmp_path: Path) -> None:
    path = tmp_path / "c.csv"
    path.write_bytes(
        write_csv(
            ["record_id", "coder", "label", "note"], [[f"r{i}{t}", t + "c", "HEDGE", t] for i, t in enumerate(FORMULAS)]
        )
    )
    frame = read_codings(path, codebook=BOOK).frame
    assert frame["note"].tolist() == [text or None for text in FORMULAS]
    assert frame["coder"].tolist() == [text + "c" for text in FORMULAS]


def test_every_naughty_string_comes_back_as_note(shared_data: Path, tmp_path: Path) -> None:
    strings = json.loads((shared_data / "messy_files/json/blns.json").read_text(encoding="utf-8"))
    path = tmp_path / "c.csv"
    path.write_bytes(
        write_csv(["record_id", "coder", "label", "note"], [[f"r{i}", "c", "HEDGE", s] for i, s in enumerate(strings)])
    )
    assert read_codings(path, codebook=BOOK).frame["note"].tolist() == [text or None for text in strings]
    lines = "\n".join(
        json.dumps({"record_id": f"r{i}", "coder": "c", "label": "HEDGE", "note": s}) for i, s in enumerate(strings)
    )
    frame = read_codings(write(tmp_path, lines, "c.jsonl"), codebook=BOOK).frame
    assert frame["note"].tolist() == [text or None for text in strings]


def test_values_of_a_csv_cell() -> None:
    assert (
        write_csv(["a"], [[1], [2.5], [None], [True], [False], ['x"y'], ["-"]])
        == b'a\n1\n2.5\n""\ntrue\nfalse\n"x""y"\n\'-\n'
    )


def test_decisions_by_record_or_blind_id(tmp_path: Path) -> None:
    found = read_decisions(write(tmp_path, "blind_id,label,rationale\nB1,HEDGE,'=why\nB2,ABSTAIN,\n"), codebook=BOOK)
    assert found.key == "blind_id"
    assert found.rows == (
        Decision(line=2, unit="B1", label="HEDGE", rationale="=why"),
        Decision(line=3, unit="B2", label="ABSTAIN", rationale=None),
    )
    both = read_decisions(write(tmp_path, "blind_id,record_id,label\nB1,r1,HEDGE\n"), codebook=BOOK)
    assert (both.key, both.rows[0].unit) == ("record_id", "r1")
    assert read_decisions(write(tmp_path, "blind_id,label\n"), codebook=BOOK).rows == ()


@pytest.mark.parametrize(
    "row, field, code",
    [
        ("r1,", "label", "missing_field"),
        (",HEDGE", "record_id", "missing_field"),
        ("r1,MAYBE", "label", "label"),
        ("r0,HEDGE", "record_id", "duplicate_unit"),
    ],
)
def test_a_bad_decision_is_refused(tmp_path: Path, row: str, field: str, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_decisions(write(tmp_path, f"record_id,label\nr0,HEDGE\n{row}\n"), codebook=BOOK)
    assert [(p.line, p.field, p.code) for p in caught.value.problems] == [(3, field, code)]


def test_a_decision_in_json_has_texts(tmp_path: Path) -> None:
    path = write(tmp_path, '{"record_id": 1, "label": "HEDGE", "rationale": 2}', "d.jsonl")
    with pytest.raises(BadInput) as caught:
        read_decisions(path, codebook=BOOK)
    assert [(p.field, p.code) for p in caught.value.problems] == [
        ("record_id", "wrong_type"),
        ("rationale", "wrong_type"),
    ]


def test_a_reference_table_may_leave_records_out(tmp_path: Path) -> None:
    path = write(tmp_path, "record_id,label,extra\nr1,HEDGE,x\nr2,,\n'=r3,old,\n")
    reference = read_reference(path, codebook=replace(BOOK, map={"old": "ABSTAIN"}))
    assert reference.labels == {"r1": "HEDGE", "r2": None, "=r3": "ABSTAIN"}
    assert reference.adjudication is None
    assert reference.sha256 == digest_of(path.read_bytes())
