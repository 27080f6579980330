"""Each constraint of the database: what it keeps out, and the neighbour that it lets in."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.db.models.deletion import ProtectedError

from annotate.models import (
    AcceptedRequest,
    Account,
    Assignment,
    BlindUnit,
    Coding,
    Decision,
    Deviation,
    Event,
    EventPayload,
    Membership,
    Revision,
    Run,
    Study,
    UnitFacts,
    UnitToResolve,
)
from tests.states import NOW, State, make_study

pytestmark = pytest.mark.django_db

TODAY = NOW.date()
HEX = "0" * 32


def copy_of(row: models.Model, **changes: object) -> models.Model:
    """A second row with the same values but for the changes."""
    fields = {f.attname: getattr(row, f.attname) for f in row._meta.concrete_fields if not f.primary_key}
    return type(row)(**{**fields, **changes})


def decision(**changes: object) -> Decision:
    facts = {"study_hex": HEX, "blind_id": "A" * 10, "version": 1, "adjudicator": "C-AAAAA", "decided_on": TODAY}
    return Decision(**{**facts, **changes})


def payload(**changes: object) -> EventPayload:
    facts = {"study": bytes(16), "seq": 1, "kind": "pub", "salt": bytes(16), "bytes": b"{}"}
    return EventPayload(**{**facts, **changes})


def event(**changes: object) -> Event:
    return Event(**{"study": bytes(16), "seq": 1, "prev": bytes(32), "header": b"{}", "hash": b"1" * 32, **changes})


@pytest.fixture
def state() -> State:
    state = make_study("coding")
    state.code(0, state.open_units(0)[0], "HEDGE")
    return state


Rows = Callable[[State], tuple[list[models.Model], models.Model, models.Model]]
"""Rows that are there, the one that is refused, and its neighbour that is not."""


def of(row: models.Model, bad: dict[str, object], good: dict[str, object]) -> tuple:
    return [], copy_of(row, **bad), copy_of(row, **good)


CONSTRAINTS: dict[str, Rows] = {
    "account_role_known": lambda s: ([], Account(username="x", role="king"), Account(username="x", role="analyst")),
    "study_phase_known": lambda s: of(
        s.study, {"hex": "1" * 32, "slug": "x", "phase": "lost"}, {"hex": "1" * 32, "slug": "x"}
    ),
    "study_kind_known": lambda s: of(
        s.study, {"hex": "1" * 32, "slug": "x", "kind": "trial"}, {"hex": "1" * 32, "slug": "x"}
    ),
    "membership_once": lambda s: of(
        s.membership(0), {"pseudonym": "C-22222"}, {"pseudonym": "C-22222", "part": "adjudicator"}
    ),
    "membership_pseudonym_unique": lambda s: of(
        s.membership(0), {"account_id": s.lead.pk}, {"account_id": s.lead.pk, "pseudonym": "C-22222"}
    ),
    "membership_part_known": lambda s: of(
        s.membership(0), {"part": "judge", "pseudonym": "C-22222"}, {"part": "adjudicator", "pseudonym": "C-22222"}
    ),
    "unit_blind_id_unique": lambda s: of(BlindUnit.objects.all()[0], {}, {"blind_id": "A" * 10}),
    "assignment_once": lambda s: of(
        Assignment.objects.all()[0],
        {"position": 99},
        {"position": 99, "unit_id": BlindUnit.objects.create(study=s.study, blind_id="A" * 10, shown="{}").pk},
    ),
    "assignment_position_unique": lambda s: of(
        Assignment.objects.all()[0],
        {"unit_id": (new := BlindUnit.objects.create(study=s.study, blind_id="A" * 10, shown="{}").pk)},
        {"unit_id": new, "position": 99},
    ),
    "coding_version_unique": lambda s: of(Coding.objects.all()[0], {}, {"version": 2}),
    "request_key_unique": lambda s: of(AcceptedRequest.objects.all()[0], {}, {"key": "other"}),
    "deviation_event_unique": lambda s: (
        [Deviation(study_hex=HEX, seq=1, code="a", text="", on=TODAY)],
        Deviation(study_hex=HEX, seq=1, code="b", text="", on=TODAY),
        Deviation(study_hex=HEX, seq=2, code="a", text="", on=TODAY),
    ),
    "event_seq_unique": lambda s: ([event()], event(prev=b"2" * 32), event(seq=2, prev=b"2" * 32)),
    "event_prev_unique": lambda s: ([event()], event(seq=2), event(seq=2, prev=b"2" * 32)),
    "payload_once": lambda s: ([payload()], payload(), payload(kind="prv")),
    "payload_kind_known": lambda s: ([], payload(kind="own"), payload(kind="prv")),
    "unit_facts_once": lambda s: of(UnitFacts.objects.all()[0], {}, {"blind_id": "A" * 10}),
    "unit_to_resolve_once": lambda s: (
        [UnitToResolve(study_hex=HEX, blind_id="A", position=1, cause="audit")],
        UnitToResolve(study_hex=HEX, blind_id="A", position=2, cause="audit"),
        UnitToResolve(study_hex=HEX, blind_id="B", position=2, cause="audit"),
    ),
    "unit_to_resolve_position": lambda s: (
        [UnitToResolve(study_hex=HEX, blind_id="A", position=1, cause="audit")],
        UnitToResolve(study_hex=HEX, blind_id="B", position=1, cause="audit"),
        UnitToResolve(study_hex=HEX, blind_id="B", position=2, cause="audit"),
    ),
    "decision_version_unique": lambda s: ([decision()], decision(adjudicator="C-BBBBB"), decision(version=2)),
    "first_judgement_once": lambda s: (
        [decision(version=0, first=True)],
        decision(version=0, first=True, label="x"),
        decision(version=0, first=True, adjudicator="C-BBBBB"),
    ),
    "decision_version_counts": lambda s: ([], decision(version=0), decision(version=0, first=True)),
    "revision_number_unique": lambda s: (
        [Revision(study_hex=HEX, number=1, sha256="a", name="a", published_on=TODAY)],
        Revision(study_hex=HEX, number=1, sha256="b", name="b", published_on=TODAY),
        Revision(study_hex=HEX, number=2, sha256="b", name="b", published_on=TODAY),
    ),
}


def test_every_constraint_is_here() -> None:
    tables = apps.get_app_config("annotate").get_models()
    assert {constraint.name for table in tables for constraint in table._meta.constraints} == set(CONSTRAINTS)


@pytest.mark.parametrize("name", CONSTRAINTS)
def test_each_constraint(name: str, state: State) -> None:
    there, bad, good = CONSTRAINTS[name](state)
    for row in there:
        row.save(force_insert=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        bad.save(force_insert=True)
    good.save(force_insert=True)
    assert str(good)


@pytest.mark.parametrize(
    "table, field", [(Account, "username"), (Study, "slug"), (Study, "hex"), (Run, "name"), (Run, "sha256")]
)
def test_each_unique_column(table: type[models.Model], field: str, state: State) -> None:
    row = table._default_manager.all()[0]
    others = {f.name: f"x{n}" for n, f in enumerate(row._meta.concrete_fields) if f.unique and not f.primary_key}
    with pytest.raises(IntegrityError), transaction.atomic():
        copy_of(row, **{**others, field: getattr(row, field)}).save(force_insert=True)
    copy_of(row, **others).save(force_insert=True)


@pytest.mark.parametrize("table", [Study, Account, Membership, BlindUnit, Assignment, Coding])
def test_nothing_that_people_did_is_deleted_under_them(table: type[models.Model], state: State) -> None:
    with pytest.raises(ProtectedError):
        table._default_manager.all().delete()


def test_a_coder_s_tables_lead_to_no_fact_of_the_run() -> None:
    """No relation, forward or backward, goes from what coders reach to runs, designs, decisions."""
    secret = {
        "Run",
        "Design",
        "Deviation",
        "UnitFacts",
        "UnitToResolve",
        "Decision",
        "Revision",
        "Event",
        "EventPayload",
    }
    for table in apps.get_app_config("annotate").get_models():
        related = {f.related_model.__name__ for f in table._meta.get_fields(include_hidden=True) if f.is_relation}
        assert not related & secret, table.__name__
        if table.__name__ in secret:
            assert related == set(), table.__name__


def test_an_account_is_found_by_its_name(state: State) -> None:
    assert Account.objects.get_by_natural_key("lead") == state.lead


def test_tables_name_their_rows() -> None:
    state = make_study("published")
    tables = apps.get_app_config("annotate").get_models()
    named = {
        table.__name__: str(table._default_manager.all()[0]) for table in tables if table._default_manager.exists()
    }
    assert named["Study"] == f"Study {state.study.slug.upper()}"
    assert all(named.values())
