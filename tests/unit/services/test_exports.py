"""Files that leave a study: codings before and after publication, adjudication files, and who may have them."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from annotate.errors import NotFound, Refused, WrongPhase
from annotate.models import Account, UnitToResolve
from annotate.selectors.codings import list_unit_codings
from annotate.selectors.queue import REASONS
from annotate.services.export_codings import Exported, export_adjudication, export_codings
from annotate.services.lock_study import lock_study
from annotate.services.named import write_exported
from annotate.services.publish_adjudication import publish_adjudication
from annotate.services.submit_coding import CodingRequest, submit_coding
from scoring.agreement import measure_agreement
from scoring.formats import default_codebook, digest_of, read_codings
from tests.state_records import build_records
from tests.states import NOW, State, list_events, make_study, resolve_units

pytestmark = pytest.mark.django_db


def export(state: State, *, actor: Account | None = None, **options: bool) -> Exported:
    return export_codings(actor=actor or state.lead, study=state.study, now=NOW, **options)


def read(exported: Exported) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(exported.data.decode("utf-8"))))


def test_before_publication_only_units_to_resolve_by_letter() -> None:
    state = make_study("locked")
    exported = export(state)
    rows = read(exported)
    due = {unit.blind_id: unit.sides for unit in UnitToResolve.objects.all()}
    assert {row["blind_id"] for row in rows} == set(due)
    assert set(rows[0]) == {"blind_id", "coder", "label", "uncertain", "note", "reason", "seconds", "coded_at"}
    assert {row["coder"] for row in rows} == {"A", "B"}
    assert {(row["seconds"], row["coded_at"]) for row in rows} == {("", "")}
    said = {(u.blind_id, c.coder): c.label for u in list_unit_codings(state.study) for c in u.codings}
    for row in rows:
        coder = due[row["blind_id"]]["AB".index(row["coder"])]
        assert row["label"] == said[row["blind_id"], coder]
    text = exported.data.decode()
    assert not any(str(record["record_id"]) in text for record in build_records())
    assert not any(state.membership(n).pseudonym in text for n in (0, 1))


def test_after_publication_all_codings_by_record_and_pseudonym() -> None:
    state = make_study("published")
    exported = export(state, actor=state.analyst)
    rows = read(exported)
    assert len(rows) == 36
    assert list(rows[0])[:3] == ["record_id", "blind_id", "coder"]
    assert {row["coder"] for row in rows} == {state.membership(n).pseudonym for n in (0, 1)}
    assert {row["record_id"] for row in rows} <= {str(record["record_id"]) for record in build_records()}
    assert {row["coded_at"] for row in rows} == {"2030-01-15"}
    assert {row["codebook_version"] for row in rows} == {state.study.codebook_version}
    assert (exported.name, exported.sha256) == (f"codings-{state.study.slug}.csv", digest_of(exported.data))
    assert list_events(state)[-1] == ("export.made", {"what": "codings", "rows": 36, "date": "2030-01-15"})


def make_corrected() -> State:
    """Published, with one label corrected and one cleared and given again, with a note that a spreadsheet would run."""
    state = make_study("coding")
    blind_id, other, *_ = state.open_units(0)
    state.code(0, blind_id, "ABSTAIN")
    request = CodingRequest(
        blind_id=blind_id, label="CANNOT_CODE", version=1, client_key="again", note="=1+1\r\nso", milliseconds=1500,
        reason="unreadable", uncertain=True,
    )  # fmt: skip
    submit_coding(actor=state.coders[0], slug=state.study.slug, request=request, now=NOW)
    state.code(0, other, "ABSTAIN")
    state.code(0, other, "", version=1)
    lock_study(actor=state.lead, study=state.study, now=NOW, give_up_reason="They left.", entropy=state.entropy)
    resolve_units(state)
    publish_adjudication(actor=state.lead, study=state.study, now=NOW, entropy=state.entropy)
    return state


def test_the_history_lists_every_coding_and_times_the_moment() -> None:
    state = make_corrected()
    assert [row["label"] for row in read(export(state))] == ["CANNOT_CODE"]
    rows = read(export(state, history=True, times=True))
    assert sorted((row["version"], row["label"]) for row in rows) == [
        ("1", "ABSTAIN"), ("1", "ABSTAIN"), ("2", ""), ("2", "CANNOT_CODE"),
    ]  # fmt: skip
    assert {row["coded_at"] for row in rows} == {NOW.isoformat()}
    last = next(row for row in rows if row["label"] == "CANNOT_CODE")
    assert (last["seconds"], last["uncertain"], last["reason"]) == ("1.5", "true", "unreadable")
    assert last["reason"] in REASONS


def test_the_file_is_read_back_as_it_was_said(tmp_path: Path) -> None:
    exported = export(make_corrected())
    assert b"'=1+1" in exported.data, "a spreadsheet must not run a note"
    path = tmp_path / exported.name
    write_exported(path, exported)
    row = read_codings(path, codebook=default_codebook()).frame.iloc[0]
    assert (row["note"], row["label"], row["uncertain"], row["seconds"]) == ("=1+1\nso", "CANNOT_CODE", True, 1.5)


def test_agreement_from_the_export_is_that_of_the_published_file(tmp_path: Path) -> None:
    state = make_study("published")
    write_exported(tmp_path / "codings.csv", export(state))
    from annotate.selectors.revisions import get_adjudication, get_revision_row

    published = get_adjudication(state.study, get_revision_row(state.study, 1)).as_codings()
    book = default_codebook()
    from_file = measure_agreement(read_codings(tmp_path / "codings.csv", codebook=book), codebook=book)
    assert from_file.as_json() == measure_agreement(published, codebook=book).as_json()


@pytest.mark.parametrize("phase", ["draft", "sealed", "coding"])
def test_nothing_before_locking(phase: str) -> None:
    state = make_study(phase)
    with pytest.raises(WrongPhase, match="shown from phase locked on"):
        export(state)


def test_an_analyst_waits_for_publication_and_others_get_nothing() -> None:
    state = make_study("locked")
    with pytest.raises(WrongPhase, match="to other roles only"):
        export(state, actor=state.analyst)
    for account in (state.coders[0], state.people.administrator):
        with pytest.raises(NotFound):
            export(state, actor=account)
        with pytest.raises(NotFound):
            export_adjudication(actor=account, study=state.study, now=NOW)


def test_a_published_revision_goes_out_as_it_was_written() -> None:
    state = make_study("published")
    exported = export_adjudication(actor=state.analyst, study=state.study, now=NOW)
    assert exported.sha256 == digest_of(exported.data)
    assert export_adjudication(actor=state.lead, study=state.study, now=NOW, revision=1) == exported
    assert list_events(state)[-1] == ("export.made", {"what": "adjudication", "revision": 1, "date": "2030-01-15"})
    with pytest.raises(NotFound, match="no revision 2"):
        export_adjudication(actor=state.lead, study=state.study, now=NOW, revision=2)


def test_no_adjudication_file_before_publication() -> None:
    state = make_study("resolved")
    with pytest.raises(WrongPhase, match="from phase published on"):
        export_adjudication(actor=state.lead, study=state.study, now=NOW)


def test_while_another_study_on_the_run_is_open_no_file_with_its_labels_leaves() -> None:
    state = make_study("published")
    other = make_study("drawn", name="Another", run=state.run, people=state.people)
    with pytest.raises(WrongPhase, match=f"{other.study.name} on the same run"):
        export_adjudication(actor=state.lead, study=state.study, now=NOW)
    assert len(read(export(state))) == 36, "codings hold no automated label"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    exported = export(make_study("published"))
    with pytest.raises(Refused, match="There is no folder"):
        write_exported(tmp_path / "none" / "codings.csv", exported)
