"""No name, fact or digest of what is sealed is in anything that a coder can get hold of (trust, D2)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.blinding.canaries import DIGESTS, DRESSES, SHORTEST_DIGEST, Haystack
from tests.blinding.comparison import choose
from tests.blinding.conftest import Seen
from tests.blinding.crawl import Exchange
from tests.blinding.marks import build_marked_records, list_marks

PEOPLE = ("coder-b", "coder-z", "analyst", "administrator")
TOKEN = "zqgtvwxnmkhrpj"


def list_texts(seen: Iterable[Exchange]) -> list[str]:
    return [
        text
        for exchange in seen
        for text in (exchange.body.decode(errors="replace"), *exchange.headers, exchange.cookies)
    ]


@pytest.fixture(scope="module")
def reached(marked: Seen, migrated_folder: Path) -> Haystack:
    """Everything that the first coder and a visitor got: answers, static files, sessions; and the log."""
    seen = [*choose(marked.visit.seen, person="coder-a"), *choose(marked.visit.seen, person="anonymous")]
    files = [
        path for path in (migrated_folder / "static").rglob("*") if path.suffix in {".css", ".js", ".svg", ".json"}
    ]
    static = [path.read_text(encoding="utf-8") for path in files]
    assert len(seen) > 500
    assert len(static) > 5
    return Haystack([*list_texts(seen), *static, marked.visit.sessions, marked.log])


def test_no_mark_is_reached(reached: Haystack) -> None:
    hits = {mark: found for mark in list_marks() if (found := reached.find(mark))}
    assert not hits


def test_no_mark_is_reached_by_a_coder_of_another_study(marked: Seen) -> None:
    haystack = Haystack(list_texts(choose(marked.visit.seen, person="coder-z")))
    assert not {mark: found for mark in list_marks() if (found := haystack.find(mark))}


def test_no_digest_of_the_leads_side_is_reached(reached: Haystack, marked: Seen) -> None:
    assert not [digest for digest in marked.visit.digests if digest[:SHORTEST_DIGEST] in reached.hexes]
    assert all(len(digest) >= 32 for digest in marked.visit.digests)


def test_no_digest_of_a_text_is_reached(reached: Haystack, marked: Seen) -> None:
    shown = list(marked.visit.shown.values())
    texts = [*shown, *(str(json.loads(fields)["response"]) for fields in shown)]
    assert not {text: found for text in texts if (found := reached.find_digest(text))}


def test_nobody_else_is_reached(reached: Haystack, marked: Seen) -> None:
    others = [*PEOPLE, *marked.visit.pseudonyms]
    assert not [name for name in others if name.lower() in reached.lower]


def test_every_mark_of_the_run_is_sealed_or_stored(marked: Seen) -> None:
    record = build_marked_records()[0]
    sealed = {entry["record_id"]: entry for entry in marked.visit.key.values()}[record["record_id"]]
    assert (sealed["model"], sealed["automated_label"]) == (record["model"], record["automated_label"])


@pytest.mark.parametrize("dress", DRESSES)
def test_a_planted_mark_is_found_in_each_dress(dress: str) -> None:
    for text in DRESSES[dress](TOKEN):
        assert dress in Haystack([f"<p>before</p>\n<!-- a{text}b -->"]).find(TOKEN)


@pytest.mark.parametrize("name", DIGESTS)
def test_a_planted_digest_is_found(name: str) -> None:
    digits = hashlib.new(name, TOKEN.encode()).hexdigest()[:SHORTEST_DIGEST]
    assert Haystack([f'<a id="x{digits.upper()}">']).find(TOKEN) == [name]


def test_marks_planted_in_pages_are_found(marked: Seen) -> None:
    models = {str(record["model"]) for record in build_marked_records()}
    ids = {str(record["record_id"]) for record in build_marked_records()}
    named = Haystack(list_texts(marked.visit.planted["model in a comment"]))
    digested = Haystack(list_texts(marked.visit.planted["digest of the record"]))
    assert {found for model in models for found in named.find(model)} == {"reversed"}
    assert {found for record_id in ids for found in digested.find(record_id)} == {"sha256"}
