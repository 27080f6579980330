"""A study's life from draft to publication through the services, stopping at every state for the crawl."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from annotate.models import Account, Assignment, Role, Run, Study, UnitToResolve
from annotate.services.create_account import create_account
from annotate.services.create_study import create_study
from annotate.services.decide_unit import DecisionRequest, decide_unit
from annotate.services.draw_sample import draw_sample
from annotate.services.import_run import import_run
from annotate.services.lock_study import lock_study
from annotate.services.open_study import open_study
from annotate.services.publish_adjudication import publish_adjudication
from annotate.services.seal_study import seal_study
from annotate.services.submit_coding import CodingRequest, submit_coding
from tests.blinding import fixed
from tests.blinding.marks import FILE_NAME, RUN_NAME, STUDY_TITLE, build_marked_records
from tests.blinding.records import build_twin_records, exchange_facts
from tests.blinding.worlds import choose_label, exchange_in_vault
from tests.states import NOW, PASSWORD, People, make_people

__all__ = ["STATES", "Story"]

STATES = ("drawn", "sealed", "fresh", "half coded", "locked", "half resolved", "resolved", "published")


@dataclass(slots=True, kw_only=True)
class Story:
    """One world. ``live`` yields each state's name once the study is in it."""

    world: str
    people: People
    outsider: Account
    """A coder of another study alone."""
    run: Run
    study: Study
    other: Study
    """A study in which the first coder has no part."""
    steps: int = 0

    @classmethod
    def begin(cls, world: str) -> Story:
        """Accounts, the run, the study in draft, and another study that is being coded."""
        fixed.begin("people")
        people = make_people(coders=2, password=PASSWORD)
        outsider = create_account(actor=people.lead, username="coder-z", role=Role.CODER, password=PASSWORD)
        is_marked = world == "marked"
        records = build_marked_records() if is_marked else build_twin_records()
        run = _import(people.lead, records, *((FILE_NAME, RUN_NAME) if is_marked else ("run", "oaks")))
        title = STUDY_TITLE if is_marked else "Oaks and willows"
        fixed.begin("studies")
        study = _create(people.lead, title, run, (people.coders[0], people.coders[1]))
        other = _create(people.lead, "Another", run, (people.coders[1], outsider))
        return cls(world=world, people=people, outsider=outsider, run=run, study=study, other=other)

    def live(self) -> Iterator[str]:
        """Take one step after the other; the caller looks around in between."""
        self._step(lambda: self._draw(self.study))
        self._step(lambda: self._draw(self.other))
        if self.world == "exchanged":
            exchange_in_vault(self.run, exchange_facts(build_twin_records()))
        yield "drawn"
        for study in (self.study, self.other):
            self._step(lambda study=study: seal_study(actor=self.people.lead, study=study, now=NOW))
        yield "sealed"
        for study in (self.study, self.other):
            self._step(lambda study=study: open_study(actor=self.people.lead, study=study, now=NOW))
        yield "fresh"
        of_second = [range(7), range(7, 36)]
        if self.world == "flipped":
            of_second.reverse()
        self._code(0, range(12))
        self._code(1, of_second[0])
        yield "half coded"
        self._code(0, range(12, 36))
        self._code(1, of_second[1])
        self._step(lambda: lock_study(actor=self.people.lead, study=self.study, now=NOW))
        yield "locked"
        self._decide(4)
        yield "half resolved"
        self._decide(None)
        yield "resolved"
        self._step(lambda: publish_adjudication(actor=self.people.lead, study=self.study, now=NOW))
        yield "published"

    def list_units(self, account: Account, study: Study) -> list[str]:
        """The blind ids of a coder's units in the coder's own order; empty before sealing and for others."""
        own = Assignment.objects.filter(membership__account=account, membership__study=study)
        return list(own.order_by("position").values_list("unit__blind_id", flat=True))

    def list_due(self) -> list[str]:
        """The blind ids of the units to resolve, in the order of the queue."""
        due = UnitToResolve.objects.filter(study_hex=self.study.hex)
        return list(due.order_by("position").values_list("blind_id", flat=True))

    def _draw(self, study: Study) -> None:
        draw_sample(actor=self.people.lead, study=study, outside="6 1 4 3", kind="outside", now=NOW)

    def _step(self, act: Callable[[], object]) -> None:
        self.steps += 1
        fixed.begin(f"step {self.steps}")
        act()
        self.study.refresh_from_db()
        self.other.refresh_from_db()

    def _code(self, number: int, positions: range) -> None:
        coder = self.people.coders[number]
        units = self.list_units(coder, self.study)
        for position in positions:
            request = CodingRequest(
                blind_id=units[position],
                label=choose_label(position, of_second=number == 1, world=self.world),
                version=0,
                client_key=f"{number}-{position}",
                uncertain=position % 5 == 0,
                note=f"note {position}" if position % 4 == 0 else "",
            )
            fixed.begin(f"coding {number} {position}")
            submit_coding(actor=coder, slug=self.study.slug, request=request, now=NOW)

    def _decide(self, count: int | None) -> None:
        for blind_id in self.list_due()[slice(0, 4) if count else slice(4, None)]:
            request = DecisionRequest(blind_id=blind_id, label="HEDGE", rationale="Rule 2 decides.", version=0)
            self._step(
                lambda request=request: decide_unit(actor=self.people.lead, study=self.study, request=request, now=NOW)
            )


def _import(lead: Account, records: Sequence[dict[str, object]], file_name: str, name: str) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{file_name}.jsonl"
        path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
        return import_run(actor=lead, path=path, name=name, now=NOW, unknown_labels="keep").run


def _create(lead: Account, title: str, run: Run, coders: Sequence[Account]) -> Study:
    return create_study(
        actor=lead,
        name=title,
        run=run,
        coders=tuple(coder.username for coder in coders),
        settings={"per_stratum": 36, "audit_share": "0.20"},
        now=NOW,
    )
