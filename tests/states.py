"""Brings a study to any phase through the real services, with fixed entropy and time.

The same call gives the same study, byte for byte: blind ids, orders, pseudonyms, the key and the published file.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from annotate.blinding.entropy import Entropy, build_fixed_entropy
from annotate.models import Account, Assignment, Event, EventPayload, Membership, Part, Role, Run, Study, UnitToResolve
from annotate.selectors.designs import get_design
from annotate.services.create_account import create_account, get_or_create_actor
from annotate.services.create_study import create_study
from annotate.services.decide_unit import DecisionRequest, decide_unit
from annotate.services.draw_sample import draw_sample
from annotate.services.import_run import import_run
from annotate.services.lock_study import lock_study
from annotate.services.open_study import open_study
from annotate.services.publish_adjudication import publish_adjudication
from annotate.services.seal_study import seal_study
from annotate.services.submit_coding import CodingRequest, submit_coding
from annotate.vault.folders import get_key_folder
from tests.state_records import build_records

__all__ = [
    "NOW",
    "PASSWORD",
    "PHASES",
    "People",
    "State",
    "code_units",
    "get_key_path",
    "list_events",
    "make_people",
    "make_run",
    "make_study",
    "read_label",
    "resolve_units",
]

NOW = datetime(2030, 1, 15, 12, 0, tzinfo=UTC)

PASSWORD = "only used by the tests"
"""For tests that sign in; hashing it takes time, so that accounts have none unless asked."""

PHASES = ("draft", "drawn", "sealed", "coding", "half coded", "coded", "locked", "resolved", "published")

Choose = Callable[[int, dict[str, object]], str]
"""What a coder (by number, from 0) says of the fields of a unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """One account of each role, and the coders."""

    lead: Account
    analyst: Account
    administrator: Account
    coders: tuple[Account, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A study in some phase, with everybody who has to do with it; ``entropy`` goes on where the making ended."""

    study: Study
    run: Run
    people: People
    entropy: Entropy = field(repr=False)

    @property
    def lead(self) -> Account:
        """The lead who made the study."""
        return self.people.lead

    @property
    def analyst(self) -> Account:
        """The analyst."""
        return self.people.analyst

    @property
    def coders(self) -> tuple[Account, ...]:
        """The coders, in the order of their numbers."""
        return self.people.coders

    def membership(self, number: int) -> Membership:
        """The membership of the coder with this number."""
        return Membership.objects.get(study=self.study, account=self.coders[number], part=Part.CODER)

    def open_units(self, number: int) -> list[str]:
        """The blind ids that this coder has not coded, in the coder's own order."""
        return [a.unit.blind_id for a in _assignments(self.membership(number)) if a.current is None]

    def code(self, number: int, blind_id: str, label: str, *, version: int = 0, key: str = "") -> str:
        """Let a coder code one unit; returns the receipt."""
        request = CodingRequest(
            blind_id=blind_id, label=label, version=version, client_key=key or f"{blind_id}-{version}"
        )
        accepted = submit_coding(
            actor=self.coders[number], slug=self.study.slug, request=request, now=NOW, entropy=self.entropy
        )
        return accepted.receipt


def make_people(*, coders: int = 2, password: str | None = None) -> People:
    """``lead``, ``analyst``, ``administrator`` and ``coder-a``, ``coder-b`` …; those that exist are taken."""
    lead = get_or_create_actor("lead")
    if password is not None and not lead.has_usable_password():
        lead.set_password(password)
        lead.save()

    def make(username: str, role: Role) -> Account:
        return create_account(actor=lead, username=username, role=role, password=password)

    return People(
        lead=lead,
        analyst=make("analyst", Role.ANALYST),
        administrator=make("administrator", Role.ADMINISTRATOR),
        coders=tuple(make(f"coder-{'abcdefghijklmnopqrstuvwxyz'[n]}", Role.CODER) for n in range(coders)),
    )


def make_run(people: People, *, records: Sequence[dict[str, object]] | None = None, name: str = "small-run") -> Run:
    """Import a run of these records (by default those of ``build_records``) under this name."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.jsonl"
        lines = [json.dumps(record, ensure_ascii=False) for record in records or build_records()]
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return import_run(actor=people.lead, path=path, now=NOW, name=name, unknown_labels="keep").run


def make_study(
    phase: str = "draft",
    *,
    name: str = "A small study",
    people: People | None = None,
    run: Run | None = None,
    records: Sequence[dict[str, object]] | None = None,
    settings: dict[str, object] | None = None,
    coders: int = 2,
    choose: Choose | None = None,
    password: str | None = None,
    entropy: Entropy | None = None,
) -> State:
    """A study in one of ``PHASES``.

    Parameters
    ----------
    records : of the run, where no ``run`` is given; see ``build_records``.
    settings : of the plan, over three records a stratum.
    choose : what coders say; by default ``read_label``, with a disagreement in every sixth unit.
    """
    reach = PHASES.index(phase)
    people = people or make_people(coders=coders, password=password)
    run = run or make_run(people, records=records)
    draw = entropy or build_fixed_entropy(name)
    lead = people.lead
    study = create_study(
        actor=lead,
        name=name,
        run=run,
        coders=tuple(coder.username for coder in people.coders),
        settings={"per_stratum": 3, **(settings or {})},
        now=NOW,
        entropy=draw,
    )
    state = State(study=study, run=run, people=people, entropy=draw)
    steps: list[Callable[[], object]] = [
        lambda: draw_sample(actor=lead, study=study, outside="6 1 4 3", kind="outside", now=NOW, entropy=draw),
        lambda: seal_study(actor=lead, study=study, now=NOW, entropy=draw),
        lambda: open_study(actor=lead, study=study, now=NOW, entropy=draw),
        lambda: code_units(state, choose=choose or read_label, share=0.5),
        lambda: code_units(state, choose=choose or read_label, share=1.0),
        lambda: lock_study(actor=lead, study=study, now=NOW, entropy=draw),
        lambda: resolve_units(state),
        lambda: publish_adjudication(actor=lead, study=study, now=NOW, entropy=draw),
    ]
    for step in steps[:reach]:
        step()
    study.refresh_from_db()
    return state


def code_units(state: State, *, choose: Choose | None = None, share: float = 1.0) -> None:
    """Let every coder code that share of the own units, in the own order; coded ones are passed over."""
    for number in range(len(state.coders)):
        assignments = _assignments(state.membership(number))
        for assignment in assignments[: round(len(assignments) * share)]:
            if assignment.current is None:
                label = (choose or read_label)(number, json.loads(assignment.unit.shown))
                state.code(number, assignment.unit.blind_id, label)


def resolve_units(state: State, *, label: str = "HEDGE") -> None:
    """Let the lead decide every unit that waits."""
    for unit in UnitToResolve.objects.filter(study_hex=state.study.hex):
        request = DecisionRequest(blind_id=unit.blind_id, label=label, rationale="Rule 2.1 decides.", version=0)
        decide_unit(actor=state.lead, study=state.study, request=request, now=NOW, entropy=state.entropy)


def read_label(number: int, shown: dict[str, object]) -> str:
    """The label that the words of the response ask for; the second coder reads *perhaps* otherwise."""
    response = str(shown["response"])
    if "perhaps" in response:
        return "HEDGE" if number == 0 else "CONFIDENT_WRONG"
    return "ABSTAIN" if "not know" in response else "CONFIDENT_WRONG"


def get_key_path(state: State) -> Path:
    """Where the sealed key of the study lies."""
    return get_key_folder() / get_design(state.study).key_name


def list_events(state: State) -> list[tuple[str, dict[str, object]]]:
    """The study's events in order: type and public facts."""
    key = bytes.fromhex(state.study.hex)
    facts = {p.seq: json.loads(bytes(p.bytes)) for p in EventPayload.objects.filter(study=key, kind="pub")}
    events = Event.objects.filter(study=key).order_by("seq")
    return [(json.loads(bytes(event.header))["type"], facts[event.seq]) for event in events]


def _assignments(membership: Membership) -> list[Assignment]:
    own = Assignment.objects.select_related("unit", "current").filter(membership=membership)
    return list(own.order_by("position"))
