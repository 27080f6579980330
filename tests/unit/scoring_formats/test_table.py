"""The table reader by itself: cell texts exactly, rows by line, everything else refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoring.errors import BadInput
from scoring.formats import read_table, write_csv

PAIRS = ["cs_empty", "cs_empty_crlf", "cs_json", "cs_quotes_and_newlines", "cs_simple_crlf", "cs_utf8"]
WRITTEN = ["cs_comma_in_quotes", "cs_escaped_quotes", "cs_newlines", "cs_newlines_crlf", "cs_simple"]


def read(tmp_path: Path, data: bytes) -> list[tuple[int, tuple[str, ...]]]:
    path = tmp_path / "t.csv"
    path.write_bytes(data)
    table = read_table(path)
    return [(0, table.header), *((row.line, row.cells) for row in table.rows)]


def refusals(tmp_path: Path, data: bytes) -> list[tuple[int | None, str | None, str]]:
    path = tmp_path / "t.csv"
    path.write_bytes(data)
    with pytest.raises(BadInput) as caught:
        read_table(path, name="t.csv")
    return [(p.line, p.field, p.code) for p in caught.value.problems]


@pytest.mark.parametrize("name", PAIRS)
def test_pairs_parse_exactly(name: str, shared_data: Path) -> None:
    folder = shared_data / "messy_files"
    expected = json.loads((folder / "json" / f"{name}.json").read_text(encoding="utf-8"))
    assert read_table(folder / "csv" / f"{name}.csv").list_records() == expected


def test_pair_with_another_number_at_its_source(shared_data: Path) -> None:
    folder = shared_data / "messy_files"
    expected = json.loads((folder / "json/cs_location_coordinates.json").read_text(encoding="utf-8"))
    (found,) = read_table(folder / "csv/cs_location_coordinates.csv").list_records()
    differing = {key for key in expected if found[key] != expected[key]}
    assert set(found) == set(expected)
    assert differing == {"Contact Phone Number"}


def test_pairs_with_crlf_line_ends(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "messy_files"
    for name in ("cs_empty_crlf", "cs_simple_crlf", "cs_newlines_crlf"):
        path = tmp_path / f"{name}.csv"
        path.write_bytes((folder / "csv" / f"{name}.csv").read_bytes().replace(b"\n", b"\r\n"))
        expected = json.loads((folder / "json" / f"{name}.json").read_text(encoding="utf-8"))
        assert read_table(path).list_records() == expected
    with_lf = read_table(folder / "csv/cs_newlines_crlf.csv").list_records()
    assert with_lf == json.loads((folder / "json/cs_newlines.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_is_read_back(name: str, shared_data: Path, tmp_path: Path) -> None:
    records = json.loads((shared_data / "messy_files/json" / f"{name}.json").read_text(encoding="utf-8"))
    path = tmp_path / "t.csv"
    path.write_bytes(write_csv(list(records[0]), [list(record.values()) for record in records]))
    assert read_table(path).list_records() == records


def test_byte_order_mark_before_a_quoted_header(shared_data: Path) -> None:
    assert read_table(shared_data / "messy_files/csv/mt_utf8bom.csv").header == ("kitten", "win")
    assert read_table(shared_data / "messy_files/csv/ck_test_utf8_bom.csv").header[0] == "foo"


def test_null_stays_text_and_spaces_stay(tmp_path: Path) -> None:
    assert read(tmp_path, b"a,b\nnull,NA\n x ,\n") == [(0, ("a", "b")), (2, ("null", "NA")), (3, (" x ", ""))]


def test_rows_know_their_first_line(tmp_path: Path) -> None:
    data = b'a,"b\nB"\r\n\r\n1,"x\r\ny\rz"\r\n\n2,""\n'
    assert read(tmp_path, data) == [(0, ("a", "b\nB")), (4, ("1", "x\r\ny\rz")), (7, ("2", ""))]


def test_a_cell_may_be_long(tmp_path: Path) -> None:
    cell = "x" * 200_000
    assert read(tmp_path, f"a,b\n{cell},1\n".encode())[1] == (2, (cell, "1"))


def test_breaches_are_told_by_line(tmp_path: Path) -> None:
    assert refusals(tmp_path, b"a,b\n1\n1,2,3\n1,2\n") == [(2, None, "ragged_row"), (3, None, "ragged_row")]
    assert refusals(tmp_path, b"a,b,a\n1,2,3\n") == [(1, "a", "duplicate_column")]
    assert refusals(tmp_path, b",,\n") == [(1, None, "duplicate_column")]
    assert refusals(tmp_path, b"a,b\n1,x\0y\n\xff,2\n") == [(2, None, "nul"), (3, None, "encoding")]
    assert refusals(tmp_path, b'a,b\n1,2\n\n3,"x\n') == [(4, None, "malformed_csv")]
    assert refusals(tmp_path, b'a,b\n1,"x"y\n2\n') == [(2, None, "malformed_csv")]
    assert refusals(tmp_path, b"a,b\r1,2\r") == [(1, None, "malformed_csv")]
    assert refusals(tmp_path, b"") == [(None, None, "empty")]
    assert refusals(tmp_path, b"\n\r\n") == [(None, None, "empty")]
    assert refusals(tmp_path, b"\0\n") == [(1, None, "nul")]


def test_other_encodings_are_named(shared_data: Path, tmp_path: Path) -> None:
    names = {
        "mt_utf-16le_encoded.csv": "UTF-16LE",
        "ck_test_utf16_big.csv": "UTF-16BE",
        "ck_test_utf16_little.csv": "UTF-16LE",
        "mt_spanish_chars.csv": "Windows-1252",
        "mt_sparse_with_column_errors.csv": "Latin-1",
    }
    for name, encoding in names.items():
        with pytest.raises(BadInput) as caught:
            read_table(shared_data / "messy_files/csv" / name)
        assert encoding in caught.value.problems[0].message
        assert "iconv" in caught.value.problems[0].message
    assert refusals(tmp_path, "a,b\n1,2\n".encode("utf-16-be")) == [(None, None, "encoding")]
    assert refusals(tmp_path, "a,b\n1,2\n".encode("utf-32")) == [(None, None, "encoding")]


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^t\.csv can't be read: No such file or directory$"):
        read_table(tmp_path / "t.csv", name="t.csv")
    with pytest.raises(BadInput, match="Is a directory"):
        read_table(tmp_path)
