"""Hostile texts go through import, pages, notes, decisions, files and back, and nothing of them changes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.test import Client

from annotate.models import Account, BlindUnit, Coding, Decision, Study
from annotate.services.create_study import create_study
from annotate.services.draw_sample import draw_sample
from annotate.services.export_codings import export_adjudication, export_codings
from annotate.services.import_codings import import_codings
from annotate.services.import_decisions import import_decisions
from annotate.services.import_run import import_run
from annotate.services.lock_study import lock_study
from annotate.services.open_study import open_study
from annotate.services.publish_adjudication import publish_adjudication
from annotate.services.seal_study import seal_study
from annotate.services.validation_report import validation_report
from annotate.vault.exports import write_csv as write_table
from scoring.cli import agreement, inspect, score, validate, verify
from scoring.formats import default_codebook, parse_adjudication, read_codings
from scoring.results.reading import Entry
from tests.roundtrip.hostile import HOSTILE
from tests.roundtrip.pages import read_shown
from tests.roundtrip.walk import LABELS, Walk, build_records, is_blank, to_line_feeds, write_csv
from tests.states import NOW

FORMULA_STARTS = tuple("=+-@'\t\r\uff1d\uff0b\uff0d\uff20")
DISAGREE = 10
"""One unit in so many is coded differently."""

NO_TAGS = {"img", "iframe", "style", "base", "template", "animate", "noscript"}
"""Tags of hostile texts that no page of a coder has."""


def list_hostile(request: pytest.FixtureRequest) -> list[str]:
    return [*HOSTILE, ""]


def list_naughty(request: pytest.FixtureRequest) -> list[str]:
    strings = json.loads((request.getfixturevalue("shared_data") / "messy_files/json/blns.json").read_bytes())
    assert len(strings) > 500
    return list(strings)


@pytest.fixture(params=[list_hostile, list_naughty], ids=["own list", "big list"])
def texts(request: pytest.FixtureRequest) -> list[str]:
    build: Callable[[pytest.FixtureRequest], list[str]] = request.param
    return build(request)


@pytest.mark.django_db
def test_the_whole_way(texts: list[str], tmp_path: Path) -> None:
    walk = Walk.begin(texts, tmp_path)
    check_units(walk, texts)
    check_containers(walk, texts, tmp_path)
    check_pages_and_notes(walk)
    check_import_of_codings(walk, tmp_path)
    lock_study(actor=walk.lead, study=walk.study, now=NOW)
    check_decisions(walk)
    check_publication(walk, tmp_path)
    check_names_of_models(walk)
    if len(texts) < 200:  # with hundreds of models these pages take long, and say no more
        check_pages_of_leads(walk)
    check_way_back(walk, tmp_path)


def sign_in(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="annotate.access.sign_in.AccountBackend")
    return client


def check_units(walk: Walk, texts: list[str]) -> None:
    """What was drawn is exactly what was written; what was not drawn can't be seen."""
    sealed = sorted(walk.texts.values())
    assert set(sealed) <= set(texts)
    missing = list(texts)
    for text in sealed:
        missing.remove(text)
    assert [text for text in missing if not is_blank(text)] == []
    for unit in BlindUnit.objects.filter(study=walk.study):
        text = walk.texts[unit.blind_id]
        assert json.loads(unit.shown) == {
            "question": text, "context": text, "gold_answers": [text, "plain"], "response": text
        }  # fmt: skip


def check_containers(walk: Walk, texts: list[str], folder: Path) -> None:
    """The same run as CSV is known again; ``inspect`` counts it."""
    path = write_csv(folder / "again.csv", build_records(texts))
    again = import_run(actor=walk.lead, path=path, now=NOW, name="again")
    assert (again.is_new, again.run.pk) == (False, walk.run.pk)
    found = inspect(path)
    assert (found["sha256"], found["records"], found["problems"]) == (walk.run.sha256, len(texts), [])


def check_pages_and_notes(walk: Walk) -> None:
    """Every page shows its text exactly; the same text as a note comes back in the form."""
    client = sign_in(walk.first)
    for number, blind_id in enumerate(walk.list_units(walk.first)):
        text, url = walk.texts[blind_id], f"/code/{walk.study.slug}/{blind_id}/"
        form = {"label": LABELS[number % 3], "version": "0", "client_key": f"key-{number}", "note": text}
        answer = client.post(url, urlencode(form), content_type="application/x-www-form-urlencoded")
        assert answer.status_code == 302, (text, answer.status_code)
        page = read_shown(client.get(url).content, "#response", ".q", ".context", ".tag", "@note")
        assert page.texts["#response"] == [text]
        assert page.texts[".q"] == [text]
        assert [shown.endswith(text) for shown in page.texts[".context"]] == [True]
        assert page.texts[".tag"] == [text, "plain"]
        assert page.texts["@note"] == [to_line_feeds(text)]
        assert not page.tags & NO_TAGS
    notes = Coding.objects.filter(assignment__membership__account=walk.first)
    stored = dict(notes.values_list("assignment__unit__blind_id", "note"))
    assert stored == {blind_id: to_line_feeds(text) for blind_id, text in walk.texts.items()}
    listed = client.get(f"/code/{walk.study.slug}/codings/")
    assert listed.status_code == 200
    assert all(blind_id.encode() in listed.content for blind_id in walk.texts)
    for text in list(walk.texts.values())[:20]:
        assert client.get(f"/code/{walk.study.slug}/codings/", {"search": text}).status_code == 200


def check_import_of_codings(walk: Walk, folder: Path) -> None:
    """The second coder's notes come from a file; every tenth label differs from the first coder's."""
    first = dict(
        Coding.objects.filter(assignment__membership__account=walk.first).values_list(
            "assignment__unit__blind_id", "label"
        )
    )
    rows = [
        [
            blind_id,
            "coder-b",
            LABELS[(LABELS.index(first[blind_id]) + (number % DISAGREE == 0)) % 3],
            number % 3 == 0,
            text,
        ]
        for number, (blind_id, text) in enumerate(walk.texts.items())
    ]
    path = folder / "codings.csv"
    path.write_bytes(write_table(["blind_id", "coder", "label", "uncertain", "note"], rows))
    assert import_codings(actor=walk.lead, study=walk.study, path=path, now=NOW).codings == len(rows)
    notes = Coding.objects.filter(assignment__membership__account=walk.second)
    stored = dict(notes.values_list("assignment__unit__blind_id", "note"))
    assert stored == {blind_id: to_line_feeds(text) for blind_id, text in walk.texts.items()}


def check_decisions(walk: Walk) -> None:
    """The desk shows both notes; the text as a rationale is kept, but for spaces around it."""
    client = sign_in(walk.lead)
    due = walk.list_due()
    assert len(due) == -(-len(walk.texts) // DISAGREE)
    for blind_id in due:
        text, url = walk.texts[blind_id], f"/studies/{walk.study.slug}/adjudicate/{blind_id}/"
        page = read_shown(client.get(url).content, "#response", ".coding")
        assert page.texts["#response"] == [text]
        assert len(page.texts[".coding"]) == 2
        assert all(to_line_feeds(text) in side for side in page.texts[".coding"])
        form = {"label": "HEDGE", "version": "0", "rationale": text if text.strip() else "blank"}
        answer = client.post(url, urlencode(form), content_type="application/x-www-form-urlencoded")
        assert answer.status_code == 302, (text, answer.status_code)
        decision = Decision.objects.get(study_hex=walk.study.hex, blind_id=blind_id, first=False)
        assert decision.rationale == (to_line_feeds(text).strip() or "blank")
        decided = read_shown(client.get(url).content, "#rationale")
        assert decided.texts["#rationale"][0].removeprefix("\n") == decision.rationale


def check_publication(walk: Walk, folder: Path) -> None:
    """The files hold every text; ``scoring`` reads them as they are."""
    publish_adjudication(actor=walk.lead, study=walk.study, now=NOW)
    walk.study.refresh_from_db()
    file = export_adjudication(actor=walk.lead, study=walk.study, now=NOW)
    entries = parse_adjudication(file.data).entries
    assert sorted(entry.record_id.rsplit("/", 1)[0] for entry in entries) == sorted(walk.texts.values())
    for entry in entries:
        text = to_line_feeds(walk.texts[entry.blind_id]).strip() or "blank"
        assert entry.rationale == (text if entry.resolution == "adjudicated" else None)
    (folder / file.name).write_bytes(file.data)
    codings = export_codings(actor=walk.lead, study=walk.study, now=NOW)
    (folder / "exported.csv").write_bytes(codings.data)
    for row in csv.DictReader(io.StringIO(codings.data.decode("utf-8"), newline="")):
        note = to_line_feeds(walk.texts[row["blind_id"]])
        assert unescape(row["note"]) == note
        assert unescape(row["record_id"]).rsplit("/", 1)[0] == walk.texts[row["blind_id"]]
        assert not row["note"].startswith(FORMULA_STARTS) or row["note"].startswith("'")
    frame = read_codings(folder / "exported.csv", codebook=default_codebook()).frame
    assert len(frame) == 2 * len(walk.texts)
    run = folder / "run.jsonl"
    assert agreement(folder / "exported.csv", run=run, by=("model",))["n"] == len(walk.texts)
    assert score(run, adjudication=folder / file.name)["changed"] is not None
    assert validate(run, reference=folder / file.name)["n"] == len(walk.texts)
    assert verify(folder / file.name, run=run)["ok"] is True


def unescape(cell: str) -> str:
    """What a reader of the escaped table does: one leading apostrophe goes, before a character that would be run."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA_STARTS) else cell


def check_names_of_models(walk: Walk) -> None:
    """A run's page and its table show every model by its name."""
    client, run = sign_in(walk.lead), f"/runs/{walk.run.sha256}/"
    page = read_shown(client.get(run).content, "#main")
    assert not page.tags & NO_TAGS
    assert all(" ".join(text.split()) in " ".join(page.texts["#main"][0].split()) for text in walk.texts.values())
    rows = list(csv.reader(io.StringIO(client.get(f"{run}csv/").content.decode("utf-8"), newline="")))
    assert set(walk.texts.values()) <= {unescape(cell) for row in rows for cell in row}


def check_pages_of_leads(walk: Walk) -> None:
    """Every page and file of a published study: no error, no markup."""
    validation_report(actor=walk.lead, study=walk.study, now=NOW)
    client = sign_in(walk.lead)
    study, run = f"/studies/{walk.study.slug}/", f"/runs/{walk.run.sha256}/"
    for url in ("/", study, f"{study}ledger/", f"{study}publication/", f"{study}results/", "/runs/", run):
        answer = client.get(url)
        assert answer.status_code == 200, url
        assert not read_shown(answer.content).tags & NO_TAGS, url
    for url in (f"{study}results/json/", f"{study}publication/1/"):
        assert client.get(url).status_code == 200, url
    models = {model["model"] for model in json.loads(client.get(f"{run}json/").content)["models"]}
    assert set(walk.texts.values()) <= models


def check_way_back(walk: Walk, folder: Path) -> None:
    """The exported codings and the decisions go into another study on the run, without a change."""
    study = create_study(
        actor=walk.lead,
        name="Again",
        run=walk.run,
        settings={"by": ["category"], "per_stratum": 2 * len(walk.texts)},
        now=NOW,
    )
    decisions = Decision.objects.filter(study_hex=walk.study.hex, first=False)
    names = {entry.blind_id: entry.record_id for entry in read_entries(walk)}
    draw_sample(actor=walk.lead, study=study, outside="2 2 4", kind="outside", now=NOW)
    seal_study(actor=walk.lead, study=study, now=NOW)
    open_study(actor=walk.lead, study=study, now=NOW)
    path = folder / "exported.csv"
    done = import_codings(actor=walk.lead, study=study, path=path, now=NOW, create_coders=True)
    assert (done.codings, done.coders) == (2 * len(walk.texts), 2)
    assert list_notes(study) == list_notes(walk.study)
    lock_study(actor=walk.lead, study=study, now=NOW)
    rows = [[names[d.blind_id], d.label, d.rationale] for d in decisions]
    (folder / "decisions.csv").write_bytes(write_table(["record_id", "label", "rationale"], rows))
    made = import_decisions(actor=walk.lead, study=study, path=folder / "decisions.csv", now=NOW)
    assert (made.decided, made.agreed) == (len(rows), 0)
    rationales = Decision.objects.filter(study_hex=study.hex, first=False).values_list("rationale", flat=True)
    assert sorted(rationales) == sorted(decision.rationale for decision in decisions)
    publish_adjudication(actor=walk.lead, study=study, now=NOW)


def read_entries(walk: Walk) -> tuple[Entry, ...]:
    return parse_adjudication(export_adjudication(actor=walk.lead, study=walk.study, now=NOW).data).entries


def list_notes(study: Study) -> list[str]:
    notes = Coding.objects.filter(assignment__membership__study=study).values_list("note", flat=True)
    return sorted(notes)
