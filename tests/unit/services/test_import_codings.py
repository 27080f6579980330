"""Codings that were made elsewhere: all or nothing, by record or blind id, lines named and never a pair."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from annotate.errors import NotFound, NotReady, Refused
from annotate.models import Account, Assignment, Coding, Deviation, Membership
from annotate.services.import_codings import ImportedCodings, import_codings
from annotate.services.lock_study import lock_study
from scoring.errors import BadInput
from tests.states import NOW, State, get_key_path, list_events, make_study

pytestmark = pytest.mark.django_db


def read_pairs(state: State) -> dict[str, str]:
    """Blind id by record id."""
    key = json.loads(get_key_path(state).read_bytes())
    return {entry["record"]["record_id"]: entry["record"]["blind_id"] for entry in key["records"]}


def write(folder: Path, rows: list[str], header: str = "record_id,coder,label") -> Path:
    path = folder / "codings.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


def take(state: State, path: Path, **options: object) -> ImportedCodings:
    return import_codings(actor=state.lead, study=state.study, path=path, now=NOW, entropy=state.entropy, **options)


@pytest.fixture
def bare() -> State:
    """A study sealed without coders, open."""
    return make_study("coding", coders=0)


def test_records_are_matched_to_units_inside_the_call(bare: State, tmp_path: Path) -> None:
    pairs = read_pairs(bare)
    rows = [f"{r},{coder},{label}" for coder, label in (("c1", "HEDGE"), ("c2", "ABSTAIN")) for r in pairs]
    done = take(bare, write(tmp_path, rows), create_coders=True)
    assert (done.codings, done.coders, done.is_new) == (36, 2, True)
    for record_id, blind_id in pairs.items():
        labels = Coding.objects.filter(assignment__unit__blind_id=blind_id)
        found = {c.assignment.membership.account.username: c.label for c in labels}
        assert found == {"c1": "HEDGE", "c2": "ABSTAIN"}, record_id
    assert all(a.current_id for a in Assignment.objects.all())


def test_each_row_is_an_event_the_file_one_more_and_a_deviation(bare: State, tmp_path: Path) -> None:
    path = write(tmp_path, [f"{r},c1,HEDGE" for r in read_pairs(bare)])
    take(bare, path, create_coders=True)
    types = [type_ for type_, _ in list_events(bare)]
    assert types.count("coding.submitted") == 18
    imported = next(facts for type_, facts in list_events(bare) if type_ == "codings.imported")
    assert (imported["n"], imported["by"]) == (18, "record_id")
    assert set(Deviation.objects.values_list("code", flat=True)) == {"coders_after_sealing", "codings_imported"}
    assert not any("record" in json.dumps(facts) for type_, facts in list_events(bare) if type_ == "coding.submitted")


def test_everything_that_was_said_is_kept(tmp_path: Path) -> None:
    state = make_study("coding")
    a, b, c, *_ = state.open_units(0)
    rows = [
        {"blind_id": a, "coder": "coder-a", "label": "CANNOT_CODE", "reason": "unreadable", "seconds": 4.5},
        {"blind_id": b, "coder": "coder-a", "label": "HEDGE", "uncertain": True, "note": "x\r\ny", "reason": "no"},
        {"blind_id": c, "coder": state.membership(0).pseudonym, "label": ""},
        {"blind_id": a, "coder": state.membership(1).pseudonym, "label": "ABSTAIN", "coded_at": "2029-12-31"},
    ]
    path = tmp_path / "codings.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert take(state, path).codings == 3, "an empty label is no coding"
    first, second = Coding.objects.filter(assignment__membership=state.membership(0)).order_by("pk")
    assert (first.label, first.reason, first.seconds, first.uncertain) == ("CANNOT_CODE", "unreadable", 4.5, False)
    assert (second.note, second.uncertain, second.reason, second.seconds) == ("x\ny", True, "", None)
    state.code(0, b, "ABSTAIN", version=1)  # the coder goes on from there


def test_the_same_file_again_changes_nothing_even_after_locking(bare: State, tmp_path: Path) -> None:
    path = write(tmp_path, [f"{r},{coder},HEDGE" for r in read_pairs(bare) for coder in ("c1", "c2")])
    take(bare, path, create_coders=True)
    before = list_events(bare)
    assert take(bare, path) == ImportedCodings(codings=36, coders=2, is_new=False)
    lock_study(actor=bare.lead, study=bare.study, now=NOW)
    assert not take(bare, path).is_new
    assert Coding.objects.count() == 36
    assert list_events(bare)[: len(before)] == before


def test_a_second_coder_may_come_in_a_second_file(bare: State, tmp_path: Path) -> None:
    pairs = read_pairs(bare)
    for coder in ("c1", "c2"):
        take(bare, write(tmp_path, [f"{r},{coder},HEDGE" for r in pairs]), create_coders=True)
    assert Membership.objects.filter(study=bare.study).count() == 2


def check_refused(state: State, path: Path, error: type[Exception], message: str, **options: object) -> str:
    before, accounts = list_events(state), Account.objects.count()
    with pytest.raises(error, match=message) as caught:
        take(state, path, **options)
    assert (Coding.objects.count(), Account.objects.count(), list_events(state)) == (0, accounts, before)
    return str(caught.value)


def test_rows_outside_the_sample_are_refused_by_line_alone(bare: State, tmp_path: Path) -> None:
    pairs = read_pairs(bare)
    rows = [f"{r},c1,HEDGE" for r in pairs]
    rows[3] = "none/1,c1,HEDGE"
    rows[5] = f"{next(iter(pairs.values()))},c1,HEDGE"  # a blind id is no record id
    said = check_refused(
        bare, write(tmp_path, rows), Refused, r"2 rows name a unit .* \(lines 5, 7\)", create_coders=True
    )
    assert not any(name in said for pair in pairs.items() for name in pair), "never a pair, nor half of one"


def test_unknown_blind_ids_are_refused(tmp_path: Path) -> None:
    state = make_study("coding")
    check_refused(
        state, write(tmp_path, ["AAAAAAAAAA,coder-a,HEDGE"], "blind_id,coder,label"), Refused, r"1 rows .* \(lines 2\)"
    )


def test_many_lines_are_cut_short(bare: State, tmp_path: Path) -> None:
    rows = [f"none/{n},c1,HEDGE" for n in range(12)]
    check_refused(bare, write(tmp_path, rows), Refused, r"12 rows .*\(lines 2, 3, .*, 11, …\)", create_coders=True)


def test_units_that_are_coded_or_not_assigned_are_refused(tmp_path: Path) -> None:
    state = make_study("coding", coders=3, settings={"codings_per_unit": 2})
    own = state.open_units(0)
    foreign = next(blind_id for blind_id in state.open_units(1) if blind_id not in own)
    header = "blind_id,coder,label"
    check_refused(state, write(tmp_path, [f"{foreign},coder-a,HEDGE"], header), Refused, "not assigned to C-")
    state.code(0, own[0], "HEDGE")
    with pytest.raises(Refused, match=r"\(lines 3\)"):
        take(state, write(tmp_path, [f"{own[1]},coder-a,HEDGE", f"{own[0]},coder-a,HEDGE"], header))
    assert Coding.objects.count() == 1


def test_coders_of_the_file_must_be_the_study_s(tmp_path: Path) -> None:
    state = make_study("coding")
    row = f"{state.open_units(0)[0]},coder-x,HEDGE"
    path = write(tmp_path, [row], "blind_id,coder,label")
    check_refused(state, path, NotFound, "fixed at sealing", create_coders=True)


def test_accounts_are_made_only_when_asked(bare: State, tmp_path: Path) -> None:
    path = write(tmp_path, [f"{r},c1,HEDGE" for r in read_pairs(bare)])
    check_refused(bare, path, NotFound, "no account 'c1'")
    check_refused(bare, write(tmp_path, [f"{r},analyst,HEDGE" for r in read_pairs(bare)]), Refused, "can't code")


@pytest.mark.parametrize(
    "row, error, message",
    [
        ("x,c1,MAYBE", BadInput, "MAYBE"),
        ("x,,HEDGE", BadInput, "coder"),
        ("x,c1,HEDGE\nx,c1,ABSTAIN", BadInput, "already"),
        ("x,c1,", Refused, "holds no coding"),
    ],
)
def test_files_that_cannot_be(bare: State, tmp_path: Path, row: str, error: type[Exception], message: str) -> None:
    check_refused(bare, write(tmp_path, [row]), error, message, create_coders=True)


def test_a_note_that_is_too_long_is_refused_by_line(bare: State, tmp_path: Path) -> None:
    path = write(tmp_path, [f"x,c1,HEDGE,{'y' * 10_001}"], "record_id,coder,label,note")
    check_refused(bare, path, Refused, "note in line 2", create_coders=True)


def test_without_the_key_nothing_is_matched(bare: State, tmp_path: Path) -> None:
    rows = [f"{r},c1,HEDGE" for r in read_pairs(bare)]
    get_key_path(bare).unlink()
    check_refused(bare, write(tmp_path, rows), NotReady, "sealed key is missing", create_coders=True)


def test_only_a_lead_imports(bare: State, tmp_path: Path) -> None:
    for account in (bare.analyst, bare.people.administrator):
        with pytest.raises(NotFound):
            import_codings(actor=account, study=bare.study, path=write(tmp_path, ["x,c1,HEDGE"]), now=NOW)
