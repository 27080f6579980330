"""Adjudication files: read, built, followed, bound to their run; the standalone verifier says the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scoring import verify
from scoring.errors import BadInput
from scoring.formats import (
    adjudication_name,
    build_adjudication_bytes,
    canonical_json,
    check_adjudication_for_run,
    check_follows,
    default_codebook,
    digest_of,
    parse_adjudication,
    read_adjudication,
    read_reference,
)
from scoring.results import CodingOfCoder, Entry
from tests.adjudications import BREACHES, HEX, RECORDS, build_document, change
from tests.small_runs import build_run

ALL = [(check, name) for check, breaches in BREACHES.items() for name in breaches]


def results(data: bytes, **options: object) -> dict[str, str]:
    checks = verify.verify_adjudication(data, name="file.json", **options)  # type: ignore[arg-type]  # of a test
    return {check.name: check.result for check in checks}


def test_a_file_is_read_whole() -> None:
    document = build_document()
    data = build_adjudication_bytes(document)
    read = parse_adjudication(data, codebook=default_codebook())
    assert (read.sha256, read.document, read.revision, read.study) == (digest_of(data), document, 1, HEX[:32])
    assert tuple(entry.record_id for entry in read.entries) == RECORDS
    assert read.entries[0] == Entry(
        record_id="m/adj",
        blind_id="BLINDADJ__",
        automated_label="HEDGE",
        codings=(
            CodingOfCoder(coder="C-1", label="HEDGE", uncertain=False),
            CodingOfCoder(coder="C-2", label="ABSTAIN", uncertain=True),
        ),
        label="HEDGE",
        resolution="adjudicated",
        rationale="2.3: on the main claim",
        adjudicator="C-LEAD1",
        assistance={"tool": "lookup", "asked": "Is the word a qualifier?", "answered": "It is."},
        decided_on="2026-02-28",
    )
    assert set(results(data).values()) == {"PASS", "NOT RUN"}


@pytest.mark.parametrize("check, name", ALL, ids=[f"{check}: {name}" for check, name in ALL])
def test_every_rule_is_kept_by_reader_and_verifier(check: str, name: str) -> None:
    document = build_document()
    BREACHES[check][name](document)
    data = canonical_json(document)
    with pytest.raises(BadInput):
        parse_adjudication(data)
    with pytest.raises(BadInput):
        build_adjudication_bytes(document)
    found = results(data)
    assert [key for key, result in found.items() if result == "FAIL"] == [check]
    if check == "structure":
        assert found["revision"] == found["entries"] == found["resolutions"] == "NOT RUN"


def test_breaches_are_told_by_their_place() -> None:
    document = build_document()
    change("entries", 0, "rationale", to=None)(document)
    with pytest.raises(BadInput) as caught:
        parse_adjudication(canonical_json(document), file="a.json")
    assert caught.value.message == "a.json: entries[0].rationale is required where the coders did not decide"


def test_labels_must_be_in_the_codebook_after_its_map() -> None:
    document = build_document()
    change("entries", 6, "label", to="old")(document)
    for coding in document["entries"][6]["codings"]:
        coding["label"] = "old"
    data = build_adjudication_bytes(document)
    with pytest.raises(BadInput) as caught:
        parse_adjudication(data, codebook=default_codebook())
    assert [problem.field for problem in caught.value.problems] == [
        "entries[6].codings[0].label",
        "entries[6].codings[1].label",
        "entries[6].label",
    ]
    mapped = replace(default_codebook(), map={"old": "ABSTAIN"})
    assert parse_adjudication(data, codebook=mapped).entries[6].label == "old"


def test_bytes_that_are_not_canonical_are_refused() -> None:
    data = build_adjudication_bytes(build_document())
    for other in (data + b"\n", data.replace(b'":', b'": ', 1), data[:-1], data.replace(b"2.3", b"\xff.3"), b"[]"):
        with pytest.raises(BadInput):
            parse_adjudication(other)


def test_a_name_must_keep_its_promise(tmp_path: Path) -> None:
    data = build_adjudication_bytes(build_document())
    good = tmp_path / adjudication_name(1, digest_of(data))
    good.write_bytes(data)
    free = tmp_path / "adjudication.json"
    free.write_bytes(data)
    assert read_adjudication(good) == read_adjudication(free)
    bad = tmp_path / adjudication_name(1, "0" * 64)
    bad.write_bytes(data)
    with pytest.raises(BadInput, match="was changed: its name says 000000000000"):
        read_adjudication(bad)


def test_a_reference_is_taken_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "adjudication.json"
    path.write_bytes(build_adjudication_bytes(build_document()))
    reference = read_reference(path, codebook=replace(default_codebook(), map={"HEDGE": "ABSTAIN"}))
    assert reference.labels == {
        "m/adj": "ABSTAIN",
        "m/aud": "CONFIDENT_WRONG",
        "m/cor": "ABSTAIN",
        "m/left": None,
        "m/maj": "ABSTAIN",
        "m/single": "CANNOT_CODE",
        "m/una": "ABSTAIN",
    }
    assert reference.adjudication is not None
    assert reference.sha256 == reference.adjudication.sha256
    other = tmp_path / "renamed.txt"
    other.write_bytes(path.read_bytes())
    assert read_reference(other, codebook=default_codebook()).adjudication is not None


def follow(**changes: object) -> bytes:
    parent = digest_of(build_adjudication_bytes(build_document()))
    later = {"revision": 2, "parent_sha256": parent, "reason": "a slip"}
    return build_adjudication_bytes(build_document() | later | changes)


def test_a_revision_follows_its_parent() -> None:
    parent = parse_adjudication(build_adjudication_bytes(build_document()))
    check_follows(parse_adjudication(follow()), parent)
    assert set(results(follow()).values()) == {"PASS", "NOT RUN"}


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"revision": 3}, "revision 3 does not follow revision 1"),
        ({"parent_sha256": "0" * 64}, "it names the parent 000000000000"),
        ({"run_sha256": "0" * 64}, "another run_sha256"),
        ({"study": "0" * 32}, "another study"),
        ({"seal_commitment": "0" * 64}, "another seal_commitment"),
    ],
)
def test_a_broken_chain_is_refused(changes: dict[str, object], message: str) -> None:
    parent = parse_adjudication(build_adjudication_bytes(build_document()))
    with pytest.raises(BadInput, match=message):
        check_follows(parse_adjudication(follow(**changes)), parent)
    with pytest.raises(BadInput, match="names the parent none"):
        check_follows(parent, parent)


def test_a_file_belongs_to_its_run() -> None:
    adjudication = parse_adjudication(build_adjudication_bytes(build_document()))
    rows = [{"item_id": name[2:], "model": "m", "automated_label": "HEDGE"} for name in RECORDS[:-1]]
    last = {"item_id": "una", "model": "m"}
    check_adjudication_for_run(adjudication, build_run([*rows, last, {"item_id": "x", "model": "m"}], sha256=HEX))
    with pytest.raises(BadInput, match="belongs to run 0123456789ab, not 000000000000"):
        check_adjudication_for_run(adjudication, build_run([*rows, last]))
    with pytest.raises(BadInput, match='has the record "m/una", which the run does not have'):
        check_adjudication_for_run(adjudication, build_run(rows, sha256=HEX))
    changed = last | {"automated_label": "HEDGE"}
    with pytest.raises(BadInput, match='another automated label of "m/una"'):
        check_adjudication_for_run(adjudication, build_run([*rows, changed], sha256=HEX))
