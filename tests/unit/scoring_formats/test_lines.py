"""Lines of a file: numbers, limits, compression, progress, encodings."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from scoring.errors import BadInput
from scoring.formats.encoding import describe_bad_utf8, find_foreign_encoding
from scoring.formats.lines import open_file, read_lines
from scoring.formats.problems import Problems


def lines_of(path: Path, *, max_line: int = 100) -> tuple[list[tuple[int, bytes]], list[tuple[int | None, str]]]:
    problems = Problems(file="f")
    with open_file(path) as file:
        found = list(read_lines(file, problems, max_line=max_line))
    try:
        problems.check("no")
    except BadInput as error:
        return found, [(problem.line, problem.code) for problem in error.problems]
    return found, []


def test_line_ends_stay_and_the_mark_goes(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"\xef\xbb\xbfa\r\n\nb\xef\xbb\xbf")
    assert lines_of(path) == ([(1, b"a\r\n"), (2, b"\n"), (3, b"b\xef\xbb\xbf")], [])


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_a_line_of_the_limit_passes_and_one_more_byte_does_not(tmp_path: Path, end: bytes) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"x" * 100 + b"\n" + b"x" * 101 + end)
    assert lines_of(path) == ([(1, b"x" * 100 + b"\n")], [(2, "line_too_long")])
    path.write_bytes(b"x" * 100 + end)
    assert lines_of(path) == ([(1, b"x" * 100 + end)], [])


def test_lines_after_a_long_one_keep_their_number(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"x" * 3_000_000 + b"\nb\n")
    assert lines_of(path) == ([(2, b"b\n")], [(1, "line_too_long")])


def test_gzip_is_read_as_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(gzip.compress(b"a\nb\n"))
    assert lines_of(path) == ([(1, b"a\n"), (2, b"b\n")], [])


@pytest.mark.parametrize("cut", [3, 12, 15, -8])
def test_a_cut_gzip_stream_is_a_problem(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "f"
    path.write_bytes(gzip.compress(b"a\nb\n" * 1000)[:cut])
    assert [code for _, code in lines_of(path)[1]] == ["gzip"]


def test_damaged_gzip_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "f"
    data = bytearray(gzip.compress(bytes(range(256)) * 40))
    data[30] ^= 0xFF
    path.write_bytes(bytes(data))
    assert [code for _, code in lines_of(path, max_line=10**6)[1]] == ["gzip"]


def test_progress_ends_at_the_size(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"line\n" * 2000)
    seen: list[tuple[int, int]] = []
    with open_file(path) as file:
        list(read_lines(file, Problems(file="f"), progress=lambda done, total: seen.append((done, total))))
    assert len(seen) == 4
    assert seen[-1] == (10_000, 10_000)
    assert all(done <= total == 10_000 for done, total in seen)


@pytest.mark.parametrize(
    "head, name",
    [
        (b"\xff\xfea\0", "UTF-16LE"),
        (b"\xfe\xff\0a", "UTF-16BE"),
        (b"\xff\xfe\0\0a\0\0\0", "UTF-32LE"),
        (b"\0\0\xfe\xff\0\0\0a", "UTF-32BE"),
        (b"a\0b\0", "UTF-16LE"),
        (b"\0a\0b", "UTF-16BE"),
        (b"a\0", None),
        (b"abcd", None),
        (b"\0\0\0\0", None),
        (b"", None),
        (b"\xef\xbb\xbfa", None),
    ],
)
def test_other_encodings_are_told_by_their_first_bytes(head: bytes, name: str | None) -> None:
    assert find_foreign_encoding(head) == name


def test_a_bad_byte_is_named_and_its_encoding_where_it_can_be_told() -> None:
    assert "Windows-1252:" in describe_bad_utf8(b"a \x93quote\x94", 2)
    assert "Windows-1252 or ISO-8859-1" in describe_bad_utf8(b"caf\xe9", 3)
    assert describe_bad_utf8(b'["\xe0\xff"]', 2) == "byte 0xE0 at byte 3 of the line is not UTF-8"
    assert describe_bad_utf8("é caf".encode() + b"\xe9", 6) == "byte 0xE9 at byte 7 of the line is not UTF-8"


def test_the_first_fifty_problems_are_kept_by_line() -> None:
    problems = Problems(file="f")
    for line in range(100, 40, -1):
        problems.add(line=line, field=None, code="x", message="m")
    problems.add(line=None, field=None, code="first", message="m")
    problems.add(line=100, field=None, code="late", message="m")
    problems.add_untold(5)
    assert len(problems) == 67
    with pytest.raises(BadInput, match=r"^f has 67 problems; nothing was done$") as caught:
        problems.check("nothing was done")
    assert [problem.line for problem in caught.value.problems] == [None, *range(41, 90)]
    assert caught.value.more == 17
