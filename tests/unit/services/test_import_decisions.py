"""Decisions that were made elsewhere: for units that wait, never over what the coders agreed on."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from annotate.errors import NotFound, Refused
from annotate.models import Decision, Deviation, UnitToResolve
from annotate.selectors.codings import list_unit_codings
from annotate.services.decide_unit import DecisionRequest, decide_unit
from annotate.services.import_decisions import ImportedDecisions, import_decisions
from annotate.services.publish_adjudication import publish_adjudication
from scoring.errors import BadInput
from tests.states import NOW, State, get_key_path, list_events, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def state() -> State:
    return make_study("locked")


def take(state: State, path: Path) -> ImportedDecisions:
    return import_decisions(actor=state.lead, study=state.study, path=path, now=NOW, entropy=state.entropy)


def write(folder: Path, rows: list[str], header: str = "blind_id,label") -> Path:
    path = folder / "decisions.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


def list_due(state: State) -> list[str]:
    return list(UnitToResolve.objects.filter(study_hex=state.study.hex).values_list("blind_id", flat=True))


def list_all(state: State) -> list[str]:
    """A row for each unit: the agreed label, HEDGE for those that wait."""
    due = set(list_due(state))
    return [
        f"{unit.blind_id},{'HEDGE' if unit.blind_id in due else unit.codings[0].label}"
        for unit in list_unit_codings(state.study)
    ]


def test_units_that_wait_are_decided_and_agreed_ones_only_counted(state: State, tmp_path: Path) -> None:
    path = write(tmp_path, list_all(state))
    done = take(state, path)
    due = list_due(state)
    assert (done.decided, done.agreed, done.is_new) == (len(due), 18 - len(due), True)
    assert sorted(Decision.objects.values_list("blind_id", flat=True)) == sorted(due)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert set(Decision.objects.values_list("rationale", flat=True)) == {f"imported: {digest}"}
    types = [type_ for type_, _ in list_events(state)]
    assert types[-2:] == ["decisions.imported", "deviation.recorded"]
    assert types.count("adjudication.decided") == len(due)
    assert digest in Deviation.objects.get(code="decisions_imported").text


def test_records_are_matched_by_the_key(state: State, tmp_path: Path) -> None:
    key = json.loads(get_key_path(state).read_bytes())
    names = {e["record"]["blind_id"]: e["record"]["record_id"] for e in key["records"]}
    rows = [",".join([names[row.split(",")[0]], row.split(",")[1]]) for row in list_all(state)]
    assert take(state, write(tmp_path, rows, "record_id,label")).decided == len(list_due(state))


def test_given_rationales_are_kept(state: State, tmp_path: Path) -> None:
    first, second, *_ = list_due(state)
    take(
        state, write(tmp_path, [f'{first},HEDGE,"Rule 2.1,\n so."', f"{second},ABSTAIN, "], "blind_id,label,rationale")
    )
    kept = dict(Decision.objects.values_list("blind_id", "rationale"))
    assert kept[first] == "Rule 2.1,\n so."
    assert kept[second].startswith("imported: ")


def test_the_same_file_again_changes_nothing_even_after_publication(state: State, tmp_path: Path) -> None:
    path = write(tmp_path, list_all(state))
    take(state, path)
    before = list_events(state)
    assert take(state, path) == ImportedDecisions(decided=0, agreed=0, is_new=False)
    assert list_events(state) == before
    publish_adjudication(actor=state.lead, study=state.study, now=NOW)
    assert not take(state, path).is_new


def check_refused(state: State, path: Path, error: type[Exception], message: str) -> str:
    before = list_events(state)
    with pytest.raises(error, match=message) as caught:
        take(state, path)
    assert (Decision.objects.count(), list_events(state)) == (0, before)
    return str(caught.value)


def test_rows_against_the_coders_agreement_are_refused_by_line(state: State, tmp_path: Path) -> None:
    rows = list_all(state)
    due = set(list_due(state))
    agreed = [place for place, row in enumerate(rows) if row.split(",")[0] not in due]
    for place in agreed[:2]:
        rows[place] = f"{rows[place].split(',')[0]},CANNOT_CODE"
    lines = ", ".join(str(place + 2) for place in agreed[:2])
    said = check_refused(state, write(tmp_path, rows), Refused, rf"2 rows contradict .*\(lines {lines}\)")
    assert not any(row.split(",")[0] in said for row in rows)


def test_rows_outside_the_sample_are_refused_by_line(state: State, tmp_path: Path) -> None:
    rows = [list_all(state)[0], "AAAAAAAAAA,HEDGE"]
    check_refused(state, write(tmp_path, rows), Refused, r"1 rows name a unit .*\(lines 3\)")


def test_what_is_decided_already_is_not_decided_by_a_file(state: State, tmp_path: Path) -> None:
    first = list_due(state)[0]
    request = DecisionRequest(blind_id=first, label="ABSTAIN", rationale="1.1", version=0)
    decide_unit(actor=state.lead, study=state.study, request=request, now=NOW)
    with pytest.raises(Refused, match="decided already"):
        take(state, write(tmp_path, list_all(state)))
    assert Decision.objects.filter(first=False).count() == 1


@pytest.mark.parametrize(
    "row, error, message",
    [("MAYBE", BadInput, "MAYBE"), ("", BadInput, "label"), (f"HEDGE,{'x' * 10_001}", Refused, "rationale in line 2")],
)
def test_files_that_cannot_be(state: State, tmp_path: Path, row: str, error: type[Exception], message: str) -> None:
    path = write(
        tmp_path, [f"{list_due(state)[0]},{row}"], "blind_id,label,rationale" if "," in row else "blind_id,label"
    )
    check_refused(state, path, error, message)


def test_an_audited_unit_takes_the_file_s_label(tmp_path: Path) -> None:
    state = make_study("locked", choose=lambda number, shown: "ABSTAIN", settings={"audit_share": "0.2"})
    done = take(state, write(tmp_path, [f"{blind_id},HEDGE" for blind_id in list_due(state)]))
    assert (done.decided, done.agreed) == (4, 0)


def test_only_a_lead_imports(state: State, tmp_path: Path) -> None:
    for account in (state.coders[0], state.analyst, state.people.administrator):
        with pytest.raises(NotFound):
            import_decisions(actor=account, study=state.study, path=write(tmp_path, list_all(state)), now=NOW)
