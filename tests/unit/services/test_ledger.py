"""The ledger: one chain a study, private and public payloads, nothing half written."""

from __future__ import annotations

import hashlib
import json
import re

import pytest
from django.db import connection, transaction

from annotate.blinding.entropy import build_fixed_entropy
from annotate.models import Deviation, Event, EventPayload
from annotate.selectors.chain import check_chain
from annotate.services.ledger import write_ledger
from annotate.services.verify_ledger import verify_ledger
from tests.states import NOW, State, list_events, make_study

pytestmark = pytest.mark.django_db

KNOWN = {
    "study.created", "role.changed", "coder.invited", "plan.frozen", "seed.fixed", "sample.drawn", "unit.masked",
    "unit.replaced", "key.sealed", "study.opened", "unit.first_shown", "coding.submitted", "coding.corrected",
    "coding.cleared", "exposure.reported", "codebook.clarified", "codings.imported", "assignment.given_up",
    "study.locked", "study.abandoned", "adjudication.first_judgement", "adjudication.decided", "adjudication.changed",
    "decisions.imported", "key.opened", "revision.published", "result.computed", "export.made", "checkpoint.written",
    "backup.verified", "deviation.recorded",
}  # fmt: skip


def list_rows(state: State) -> list[Event]:
    return list(Event.objects.filter(study=bytes.fromhex(state.study.hex)).order_by("seq"))


def test_the_chain_is_recomputed_by_hand() -> None:
    state = make_study("published")
    prev = bytes(32)
    for number, event in enumerate(list_rows(state), start=1):
        header = json.loads(bytes(event.header))
        assert (event.seq, header["seq"], header["study"], header["v"]) == (number, number, state.study.hex, 1)
        assert set(header) == {"prv", "pub", "seq", "study", "type", "v"}
        assert header["type"] in KNOWN
        assert bytes(event.prev) == prev
        prev = hashlib.sha256(b"\0" + prev + bytes(event.header)).digest()
        assert bytes(event.hash) == prev
        for kind, prefix in (("pub", b"\x01"), ("prv", b"\x02")):
            payload = EventPayload.objects.get(study=event.study, seq=event.seq, kind=kind)
            digest = hashlib.sha256(prefix + bytes(payload.salt) + bytes(payload.bytes)).hexdigest()
            assert (digest, len(bytes(payload.salt))) == (header[kind], 16)
    state_of_chain = check_chain(state.study)
    assert (state_of_chain.problem, state_of_chain.head) == (None, prev.hex())
    assert [chain.problem for chain in verify_ledger()] == [None]


def test_the_steps_of_a_study_come_in_their_order() -> None:
    state = make_study("published")
    wanted = (
        "study.created coder.invited coder.invited plan.frozen seed.fixed sample.drawn key.sealed study.opened "
        "coding.submitted study.locked role.changed adjudication.first_judgement adjudication.decided key.opened "
        "revision.published"
    )
    seen: list[str] = []
    for type_, _ in list_events(state):
        if type_ == "coder.invited" or type_ not in seen:
            seen.append(type_)
    assert " ".join(seen) == wanted


def test_public_payloads_hold_days_no_names_and_no_pairs() -> None:
    state = make_study("published")
    public = [bytes(p.bytes).decode() for p in EventPayload.objects.filter(kind="pub")]
    assert not any(re.search(r"\d\d:\d\d", text) for text in public), "no time finer than a day"
    assert not any(name in text for text in public for name in ("coder-a", "coder-b", "lead", state.study.slug))
    assert not any("record_id" in text or re.search(r"r00\d\d", text) for text in public)
    private = [json.loads(bytes(p.bytes)) for p in EventPayload.objects.filter(kind="prv")]
    assert {facts["at"] for facts in private} == {NOW.isoformat()}


def fail_half_way(state: State) -> None:
    with write_ledger(state.study.hex, now=NOW) as ledger:
        ledger.append("study.opened", {})
        ledger.record_deviation("x", "y")
        1 / 0  # noqa: B018


def test_a_step_that_fails_leaves_no_event_and_no_row() -> None:
    state = make_study("draft")
    before = list_events(state)
    with pytest.raises(ZeroDivisionError):
        fail_half_way(state)
    assert (list_events(state), Deviation.objects.count()) == (before, 0)
    with write_ledger(state.study.hex, now=NOW) as ledger:
        ledger.record_deviation("x", "y")
    assert Deviation.objects.get().seq == len(before) + 1
    assert check_chain(state.study).problem is None


def test_a_float_in_an_event_is_an_error_of_the_program() -> None:
    state = make_study("draft")
    with pytest.raises(ValueError, match="floating-point"), write_ledger(state.study.hex, now=NOW) as ledger:
        ledger.append("study.opened", {"seconds": 1.5})


def test_salts_come_from_the_given_entropy() -> None:
    state = make_study("draft")
    with write_ledger(state.study.hex, now=NOW, entropy=build_fixed_entropy("salts")) as ledger:
        ledger.append("study.opened", {})
    fixed = build_fixed_entropy("salts")
    salts = [bytes(p.salt) for p in EventPayload.objects.order_by("-pk")[:2]]
    assert sorted(salts) == sorted([fixed(16), fixed(16)])


TAMPERING = {
    "a header": ("UPDATE annotate_event SET header = {blob} WHERE seq = 3", "event 3 does not link"),
    "a hash": ("UPDATE annotate_event SET hash = prev WHERE seq = 4", "event 4 does not link"),
    "a public payload": (
        "UPDATE annotate_eventpayload SET bytes = salt WHERE seq = 5 AND kind = 'pub'",
        "the pub payload of event 5",
    ),
    "a private payload": (
        "UPDATE annotate_eventpayload SET salt = bytes WHERE seq = 5 AND kind = 'prv'",
        "the prv payload of event 5",
    ),
    "an event removed": ("DELETE FROM annotate_event WHERE seq = 2", "event 2 is missing"),
    "the first event removed": ("DELETE FROM annotate_event WHERE seq = 1", "event 1 is missing"),
}


def drop_triggers() -> None:
    """What somebody with the database file in hand could do; undone with the test's transaction."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name LIKE 'annotate_event%'")
            for (name,) in cursor.fetchall():
                cursor.execute(f"DROP TRIGGER {name}")
        else:
            cursor.execute("ALTER TABLE annotate_event DISABLE TRIGGER ALL")
            cursor.execute("ALTER TABLE annotate_eventpayload DISABLE TRIGGER ALL")


@pytest.mark.parametrize("what", TAMPERING)
def test_tampering_is_found_and_named(what: str) -> None:
    state = make_study("sealed")
    statement, problem = TAMPERING[what]
    blob = "x'7b7d'" if connection.vendor == "sqlite" else r"'\x7b7d'::bytea"
    drop_triggers()
    with connection.cursor() as cursor:
        cursor.execute(statement.format(blob=blob))
    found = check_chain(state.study).problem
    assert found is not None
    assert problem in found


@pytest.mark.parametrize(
    "header",
    [
        b"no json", b"[]", b"\xff", b"{}", b"[" * 100_000,
        b'{"prv":"","pub":"","seq":1,"study":"00","type":"study.created","v":1}',
    ],
)  # fmt: skip
def test_a_chain_rebuilt_over_a_foreign_header_is_found(header: bytes) -> None:
    state = make_study("draft")
    drop_triggers()
    first = list_rows(state)[0]
    link = hashlib.sha256(b"\0" + bytes(32) + header).digest()
    Event.objects.filter(pk=first.pk).update(header=header, hash=link)
    assert check_chain(state.study).problem == "event 1 belongs elsewhere"


def test_an_erased_payload_is_no_tampering() -> None:
    state = make_study("draft")
    drop_triggers()
    EventPayload.objects.filter(seq=1, kind="prv").delete()
    assert check_chain(state.study).problem is None


def test_the_chains_of_two_studies_are_apart() -> None:
    one = make_study("draft", name="One")
    two = make_study("sealed", name="Two", run=one.run, people=one.people)
    assert [(chain.slug, chain.problem) for chain in verify_ledger()] == [
        (one.study.slug, None),
        (two.study.slug, None),
    ]
    assert [chain.slug for chain in verify_ledger(two.study)] == [two.study.slug]


STATEMENTS = [
    "UPDATE annotate_event SET seq = seq + 1",
    "DELETE FROM annotate_event",
    "UPDATE annotate_eventpayload SET kind = 'pub'",
    "DELETE FROM annotate_eventpayload",
]
ON_SQLITE = [
    "INSERT OR REPLACE INTO annotate_event SELECT * FROM annotate_event",
    "REPLACE INTO annotate_eventpayload SELECT * FROM annotate_eventpayload",
    "UPDATE OR REPLACE annotate_event SET hash = prev",
    "INSERT INTO annotate_event SELECT * FROM annotate_event WHERE true ON CONFLICT (id) DO UPDATE SET seq = 99",
]
ON_POSTGRESQL = [
    "TRUNCATE annotate_event",
    "TRUNCATE annotate_eventpayload CASCADE",
    "INSERT INTO annotate_event SELECT * FROM annotate_event ON CONFLICT (id) DO UPDATE SET seq = 99",
]


@pytest.mark.parametrize("statement", [*STATEMENTS, *ON_SQLITE, *ON_POSTGRESQL])
def test_the_database_itself_refuses_to_change_the_ledger(statement: str) -> None:
    foreign = ON_POSTGRESQL if connection.vendor == "sqlite" else ON_SQLITE
    if statement in foreign:
        return  # written for the other database, where this test runs as well
    state = make_study("sealed")
    before = list_events(state)
    with pytest.raises(Exception, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert list_events(state) == before
    assert check_chain(state.study).problem is None
