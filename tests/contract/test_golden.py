"""The golden files' own rules: a difference and a missing file fail, and only ``make golden`` writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.services.golden import Golden


def test_written_then_compared(tmp_path: Path) -> None:
    Golden(folder=tmp_path, write=True).json("a/value.json", {"b": 1, "a": None})
    assert (tmp_path / "a/value.json").read_bytes() == b'{\n "a": null,\n "b": 1\n}\n'
    Golden(folder=tmp_path, write=False).json("a/value.json", {"a": None, "b": 1})


def test_a_difference_fails_and_shows_it(tmp_path: Path) -> None:
    Golden(folder=tmp_path, write=True).text("t.txt", "one\ntwo\n")
    with pytest.raises(pytest.fail.Exception, match=r"(?s)t\.txt differs.*-two.*\+2"):
        Golden(folder=tmp_path, write=False).text("t.txt", "one\n2\n")
    assert (tmp_path / "t.txt").read_bytes() == b"one\ntwo\n"


def test_line_ends_and_bytes_count(tmp_path: Path) -> None:
    Golden(folder=tmp_path, write=True).bytes("b.bin", b"a\xff\n")
    with pytest.raises(pytest.fail.Exception, match="first difference at byte 1"):
        Golden(folder=tmp_path, write=False).bytes("b.bin", b"a\xfe\n")
    Golden(folder=tmp_path, write=True).text("t.txt", "a\n")
    with pytest.raises(pytest.fail.Exception, match="line ends"):
        Golden(folder=tmp_path, write=False).text("t.txt", "a\r\n")


def test_a_missing_file_fails(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match="make golden"):
        Golden(folder=tmp_path, write=False).text("none.txt", "x")
    assert list(tmp_path.iterdir()) == []
