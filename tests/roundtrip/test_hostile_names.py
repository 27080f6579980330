"""Hostile texts where leads type or hand them in: names, reasons, codebooks; kept or refused, never an error of the server."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from annotate.blinding.canonical import build_canonical
from annotate.errors import Refused
from annotate.models import Account, Design, Deviation, Study
from annotate.services.abandon_study import abandon_study
from annotate.services.create_study import create_study
from annotate.services.draw_sample import draw_sample
from annotate.services.lock_study import lock_study
from annotate.services.open_study import open_study
from annotate.services.seal_study import seal_study
from annotate.vault.codebooks import read_codebook
from tests.roundtrip.hostile import HOSTILE
from tests.roundtrip.pages import read_shown
from tests.roundtrip.walk import to_line_feeds
from tests.states import NOW, People, State, make_people, make_run, make_study

pytestmark = pytest.mark.django_db

NO_TAGS = {"img", "iframe", "style", "base", "template", "animate"}


def sign_in(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="annotate.access.sign_in.AccountBackend")
    return client


def join_spaces(text: str) -> str:
    return " ".join(text.split())


def test_names_of_studies() -> None:
    people = make_people()
    run = make_run(people)
    kept, refused = [], []
    for text in HOSTILE:
        try:
            study = create_study(actor=people.lead, name=text, run=run, now=NOW)
        except Refused as refusal:
            refused.append(refusal.message)
        else:
            kept.append(Design.objects.get(study_hex=study.hex).name)
    assert len(kept) > len(HOSTILE) / 2
    assert [message for message in refused if len(message.splitlines()) != 1] == []
    assert set(kept) <= {text.strip() for text in HOSTILE} | set(HOSTILE) | {to_line_feeds(t).strip() for t in HOSTILE}
    home = read_shown(sign_in(people.lead).get("/").content, "#main")
    assert not home.tags & NO_TAGS
    assert [name for name in kept if join_spaces(name) not in join_spaces(home.texts["#main"][0])] == []
    coder = sign_in(people.coders[0]).get("/").content.decode()
    assert [name for name in kept if len(name) > 8 and name in coder] == []


def test_reasons_of_locking_and_giving_up() -> None:
    texts = [text for text in HOSTILE if text.strip() and len(text) < 1_000]
    state = make_study("half coded")
    reason = "\n".join(texts)
    lock_study(actor=state.lead, study=state.study, give_up_reason=reason, now=NOW)
    (deviation,) = Deviation.objects.filter(study_hex=state.study.hex, code="assignments_given_up")
    assert to_line_feeds(reason).strip() in deviation.text
    check_study_page(state, reason)
    abandon_study(actor=state.lead, study=state.study, reason=reason, now=NOW)
    check_study_page(state, reason)


def check_study_page(state: State, reason: str) -> None:
    for name in ("", "ledger/"):
        answer = sign_in(state.lead).get(f"/studies/{state.study.slug}/{name}")
        page = read_shown(answer.content, "#main")
        assert answer.status_code == 200
        assert not page.tags & NO_TAGS
    page = read_shown(sign_in(state.lead).get(f"/studies/{state.study.slug}/").content, "#main")
    assert join_spaces(reason) in join_spaces(page.texts["#main"][0])


def test_a_codebook_of_hostile_texts(tmp_path: Path) -> None:
    texts = [text for text in HOSTILE if len(text) < 1_000]
    path = tmp_path / "codebook.json"
    path.write_bytes(build_canonical(build_codebook(texts)))
    people = make_people()
    study = open_study_with(path, people)
    client = sign_in(people.coders[0])
    desk, book = (client.get(f"/code/{study.slug}/{name}") for name in ("", "codebook/"))
    for answer in (desk, book, sign_in(people.lead).get(f"/studies/{study.slug}/codebook/")):
        assert answer.status_code == 200
        page = read_shown(answer.content, ".rules", ".example")
        assert not page.tags & NO_TAGS
        rules, examples = "".join(page.texts[".rules"]), "".join(page.texts[".example"])
        assert [text for text in texts if to_line_feeds(text) not in to_line_feeds(rules)] == []
        assert [text for text in texts if text not in examples] == []


def build_codebook(texts: list[str]) -> dict[str, object]:
    examples = [{"text": text, "why": text} for text in texts]
    return {
        "format": "codebook-v1",
        "name": texts[0],
        "version": "1",
        "language": "en",
        "ordered": False,
        "impossible": {},
        "map": {},
        "labels": [
            {
                "code": code,
                "role": role,
                "hotkey": None,
                "name": texts[number],
                "definition": texts[number + 2],
                "rules": texts,
                "examples": examples,
            }
            for number, (code, role) in enumerate({"A": "restraint", "B": "substantive-wrong"}.items())
        ],
    }


def open_study_with(codebook: Path, people: People) -> Study:
    study = create_study(
        actor=people.lead,
        name="Words",
        run=make_run(people),
        coders=tuple(coder.username for coder in people.coders),
        codebook=read_codebook(codebook),
        now=NOW,
    )
    draw_sample(actor=people.lead, study=study, outside="1", kind="outside", now=NOW)
    seal_study(actor=people.lead, study=study, now=NOW)
    open_study(actor=people.lead, study=study, now=NOW)
    return study
