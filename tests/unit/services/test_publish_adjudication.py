"""Publication: the key opens and is checked, the file is written once, and a stranger verifies it."""

from __future__ import annotations

import hashlib
import json
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from annotate.blinding.canonical import build_canonical
from annotate.errors import Incomplete, NotFound, NotReady, Refused
from annotate.models import Deviation, Revision, UnitToResolve
from annotate.selectors.designs import get_design
from annotate.services.decide_unit import DecisionRequest, decide_unit, record_first_judgement
from annotate.services.lock_study import lock_study
from annotate.services.publish_adjudication import Published, publish_adjudication
from annotate.vault.folders import get_folder
from scoring.formats import parse_adjudication
from tests.states import NOW, State, get_key_path, list_events, make_study, resolve_units

pytestmark = pytest.mark.django_db


def publish(state: State) -> Published:
    return publish_adjudication(actor=state.lead, study=state.study, now=NOW, entropy=state.entropy)


def get_file(state: State, done: Published) -> Path:
    return get_folder(f"revisions/{state.study.hex}") / done.name


def read(state: State, done: Published) -> dict[str, object]:
    return json.loads(get_file(state, done).read_bytes())


def verify(project: Path, path: Path) -> int:
    command = [sys.executable, "-m", "scoring", "verify", str(path)]
    return subprocess.run(command, cwd=project, capture_output=True, check=False).returncode


def test_the_file_is_canonical_named_by_its_hash_and_closed() -> None:
    state = make_study("resolved")
    done = publish(state)
    path = get_file(state, done)
    data = path.read_bytes()
    assert done.is_new
    assert done.sha256 == hashlib.sha256(data).hexdigest()
    assert path.name == done.name == f"adjudication-r0001-{done.sha256[:12]}.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o444
    document = json.loads(data)
    assert json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode() == data
    assert parse_adjudication(data).sha256 == done.sha256


def test_a_stranger_verifies_it_and_finds_any_changed_byte(project: Path, tmp_path: Path) -> None:
    state = make_study("resolved")
    data = bytearray(get_file(state, done := publish(state)).read_bytes())
    copy = tmp_path / done.name
    copy.write_bytes(data)
    assert verify(project, copy) == 0
    for place in (0, len(data) // 2, len(data) - 1):
        changed = bytearray(data)
        changed[place] ^= 1
        copy.write_bytes(changed)
        assert verify(project, copy) == 1


def test_the_facts_of_the_file_are_those_of_the_study() -> None:
    state = make_study("resolved")
    document, design = read(state, publish(state)), get_design(state.study)
    assert (document["study"], document["revision"], document["parent_sha256"], document["reason"]) == (
        state.study.hex, 1, None, None,
    )  # fmt: skip
    assert (document["run_sha256"], document["plan_sha256"], document["sample_sha256"]) == (
        design.run_sha256, design.plan_sha256, design.sample_sha256,
    )  # fmt: skip
    assert document["seal_commitment"] == design.commitment
    assert document["codebook_sha256"] == state.study.codebook_sha256
    assert document["created"] == "2030-01-15"
    pseudonyms = sorted(state.membership(n).pseudonym for n in (0, 1))
    assert document["coders"] == [{"pseudonym": name, "attestation": None} for name in pseudonyms]
    text = json.dumps(document)
    assert not any(name in text for name in ("coder-a", "coder-b", '"lead"', state.study.slug))


def test_each_entry_says_how_its_label_came_about() -> None:
    state = make_study("resolved")
    document = read(state, publish(state))
    key = json.loads(get_key_path(state).read_bytes())
    sealed = {e["record"]["blind_id"]: e["record"] for e in key["records"]}
    due = set(UnitToResolve.objects.values_list("blind_id", flat=True))
    entries = document["entries"]
    assert [e["record_id"] for e in entries] == sorted(r["record_id"] for r in sealed.values())
    for entry in entries:
        record = sealed[entry["blind_id"]]
        assert (entry["record_id"], entry["automated_label"]) == (record["record_id"], record["automated_label"])
        assert [c["coder"] for c in entry["codings"]] == sorted(c["coder"] for c in entry["codings"])
        people = (entry["rationale"], entry["adjudicator"], entry["decided_on"])
        if entry["blind_id"] in due:
            assert (entry["resolution"], entry["label"]) == ("adjudicated", "HEDGE")
            assert (people[0], people[2]) == ("Rule 2.1 decides.", "2030-01-15")
            assert people[1].startswith("C-")
        else:
            assert entry["resolution"] == "unanimous"
            assert {c["label"] for c in entry["codings"]} == {entry["label"]}
            assert people == (None, None, None)


def test_the_last_decision_stands_and_its_support_is_in_the_file() -> None:
    state = make_study("resolved")
    first = UnitToResolve.objects.all()[0].blind_id
    request = DecisionRequest(
        blind_id=first, label="ABSTAIN", rationale="1.1", version=1, tool="A model", asked="Which?", answered="ABSTAIN"
    )
    decide_unit(actor=state.lead, study=state.study, request=request, now=NOW)
    document = read(state, publish(state))
    entry = next(e for e in document["entries"] if e["blind_id"] == first)
    assert (entry["label"], entry["rationale"]) == ("ABSTAIN", "1.1")
    assert entry["assistance"] == {"tool": "A model", "asked": "Which?", "answered": "ABSTAIN"}
    assert document["assistance"] == ["A model"]


def test_audited_and_left_out_units_say_so() -> None:
    state = make_study("half coded", settings={"audit_share": "0.5"})
    lock_study(actor=state.lead, study=state.study, now=NOW, give_up_reason="They left.")
    causes = dict(UnitToResolve.objects.values_list("blind_id", "cause"))
    assert {"audit", "too_few"} <= set(causes.values())
    for blind_id, cause in causes.items():
        leave_out = cause == "too_few"
        record_first_judgement(actor=state.lead, study=state.study, blind_id=blind_id, label="HEDGE", now=NOW)
        request = DecisionRequest(
            blind_id=blind_id, label="" if leave_out else "HEDGE", rationale="So.", version=0, leave_out=leave_out
        )
        decide_unit(actor=state.lead, study=state.study, request=request, now=NOW)
    document = read(state, publish(state))
    wanted = {"audit": ("audited", "HEDGE"), "too_few": ("left_out", None), "disagreement": ("adjudicated", "HEDGE")}
    for entry in document["entries"]:
        if entry["blind_id"] in causes:
            assert (entry["resolution"], entry["label"]) == wanted[causes[entry["blind_id"]]]
    assert [d["code"] for d in document["deviations"]] == ["assignments_given_up"]


def test_a_majority_and_an_item_review_say_so() -> None:
    vote = lambda number, shown: ["HEDGE", "HEDGE", "ABSTAIN"][number]  # noqa: E731
    state = make_study("locked", coders=3, choose=vote, settings={"analysis": {"majority": True}})
    document = read(state, publish(state))
    assert {(e["resolution"], e["label"]) for e in document["entries"]} == {("majority", "HEDGE")}


def test_the_deviations_stand_in_their_order() -> None:
    state = make_study("resolved")
    Deviation.objects.create(study_hex=state.study.hex, seq=10_000, code="last", text="z", on=NOW.date())
    Deviation.objects.create(study_hex=state.study.hex, seq=9_000, code="before", text="a", on=NOW.date())
    document = read(state, publish(state))
    assert [(d["code"], d["date"]) for d in document["deviations"]] == [
        ("before", "2030-01-15"),
        ("last", "2030-01-15"),
    ]


def test_the_key_opens_with_the_revision_and_both_are_events() -> None:
    state = make_study("resolved")
    done = publish(state)
    assert [type_ for type_, _ in list_events(state)][-2:] == ["key.opened", "revision.published"]
    facts = list_events(state)[-1][1]
    assert (facts["revision"], facts["sha256"], facts["parent_sha256"]) == (1, done.sha256, None)
    row = Revision.objects.get()
    assert (row.number, row.sha256, row.name, row.published_on) == (1, done.sha256, done.name, NOW.date())
    assert state.study.phase == "published"


def test_publishing_twice_changes_nothing() -> None:
    state = make_study("resolved")
    done, before = publish(state), list_events(state)
    assert publish(state) == Published(number=1, name=done.name, sha256=done.sha256, is_new=False)
    assert (Revision.objects.count(), list_events(state)) == (1, before)


def check_refused(state: State, error: type[Exception], message: str) -> None:
    before = list_events(state)
    with pytest.raises(error, match=message):
        publish(state)
    state.study.refresh_from_db()
    assert (state.study.phase, Revision.objects.count(), list_events(state)) == ("locked", 0, before)
    assert list(get_folder(f"revisions/{state.study.hex}").iterdir()) == []


def test_units_that_wait_are_counted() -> None:
    state = make_study("locked")
    due = UnitToResolve.objects.count()
    check_refused(state, Incomplete, f"{due} of {due} units to resolve wait")


def test_without_the_key_nothing_is_published() -> None:
    state = make_study("resolved")
    get_key_path(state).unlink()
    check_refused(state, NotReady, "sealed key is missing")


def edit_salt(key: dict) -> None:
    key["records"][0]["salt"] = "0" * 64


def edit_label(key: dict) -> None:
    key["records"][0]["record"]["automated_label"] = "CONFIDENT_CORRECT"


def edit_model(key: dict) -> None:
    key["records"][3]["record"]["model"] = "other"


def edit_secret(key: dict) -> None:
    key["blind_secret"] = "0" * 64


def edit_order(key: dict) -> None:
    key["records"].reverse()


def edit_number(key: dict) -> None:
    key["n"] = 17


def edit_less(key: dict) -> None:
    key["records"].pop()


def edit_run(key: dict) -> None:
    key["run_sha256"] = "0" * 64


def edit_swap(key: dict) -> None:
    """Two units exchange their records: every leaf stays well-formed."""
    a, b = key["records"][0]["record"], key["records"][1]["record"]
    a["record_id"], b["record_id"] = b["record_id"], a["record_id"]


def edit_none(key: dict) -> None:
    key["records"].clear()


@pytest.mark.parametrize(
    "edit",
    [
        edit_salt,
        edit_label,
        edit_model,
        edit_secret,
        edit_order,
        edit_number,
        edit_less,
        edit_run,
        edit_swap,
        edit_none,
    ],
)
def test_a_key_that_was_not_committed_to_opens_nothing(edit: Callable[[dict], None]) -> None:
    state = make_study("resolved")
    path = get_key_path(state)
    key = json.loads(path.read_bytes())
    edit(key)
    path.write_bytes(build_canonical(key))
    check_refused(state, NotReady, "not the one that was committed to")


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"{}", b'{"records":1}', b'{"records": 1}', b"\xff"])
def test_a_file_that_is_no_key_opens_nothing(data: bytes) -> None:
    state = make_study("resolved")
    get_key_path(state).write_bytes(data)
    check_refused(state, NotReady, "not the one that was committed to")


def test_another_spelling_of_the_key_is_another_key() -> None:
    state = make_study("resolved")
    get_key_path(state).write_bytes(get_key_path(state).read_bytes() + b"\n")
    check_refused(state, NotReady, "not the one that was committed to")


def test_a_pilot_is_not_published() -> None:
    state = make_study("locked", settings={"kind": "pilot"})
    resolve_units(state)
    check_refused(state, Refused, "pilot ends when it is locked")


def test_only_a_lead_publishes() -> None:
    state = make_study("resolved")
    for account in (state.coders[0], state.analyst, state.people.administrator):
        with pytest.raises(NotFound):
            publish_adjudication(actor=account, study=state.study, now=NOW)
