"""Building the demo through the services, as people would; where an earlier start was interrupted it goes on."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from django.utils import timezone

from annotate.errors import NotReady
from annotate.models import Account, Design, Phase, Role, Study
from annotate.selectors.designs import find_run_row
from annotate.selectors.disagreements import ResolutionDesk, get_resolution_desk
from annotate.selectors.queue import get_desk
from annotate.services.create_account import create_account, get_or_create_actor
from annotate.services.create_study import create_study
from annotate.services.decide_unit import DecisionRequest, decide_unit, record_first_judgement
from annotate.services.draw_sample import draw_sample
from annotate.services.import_run import import_run
from annotate.services.lock_study import lock_study
from annotate.services.open_study import open_study
from annotate.services.publish_adjudication import publish_adjudication
from annotate.services.seal_study import seal_study
from annotate.services.submit_coding import CodingRequest, submit_coding
from annotate.services.validation_report import validation_report
from fixtures.demo_run import GeneratedRun
from fixtures.demo_study import STUDIES, DemoCoder, DemoStudy, SimulatedLead, build_lead

__all__ = ["DEMO_PASSWORDS", "build_demo"]

DEMO_PASSWORDS = {
    "coder-a": "paper-and-ink-a",
    "coder-b": "paper-and-ink-b",
    "lead": "paper-and-ink-lead",
    "analyst": "paper-and-ink-analyst",
}
"""Sign-ins of the demo, which answers on loopback only."""

ROLES = {"coder-a": Role.CODER, "coder-b": Role.CODER, "lead": Role.LEAD, "analyst": Role.ANALYST}

Tell = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""


def build_demo(tell: Tell) -> None:
    """Make accounts, runs and studies that are not there yet."""
    lead = _get_people()
    for demo in STUDIES:
        design = Design.objects.filter(name=demo.name).first()
        done = design and Study.objects.get(hex=design.study_hex).phase == (
            Phase.PUBLISHED if demo.published else Phase.CODING
        )
        if not done or not demo.published:
            _bring_on(demo, lead, tell)


def _get_people() -> Account:
    lead = get_or_create_actor("lead")
    for username, password in DEMO_PASSWORDS.items():
        if not Account.objects.filter(username=username).exists():
            create_account(actor=lead, username=username, role=ROLES[username], password=password)
    if not lead.has_usable_password():
        lead.set_password(DEMO_PASSWORDS["lead"])
        lead.save()
    return lead


def _bring_on(demo: DemoStudy, lead: Account, tell: Tell) -> None:
    """Take one study from where it is to where the demo wants it."""
    study = _get_study(demo, lead, tell)
    now = timezone.now()
    if study.phase == Phase.DRAFT:
        draw_sample(actor=lead, study=study, outside=demo.outside, kind="outside", now=now)
        seal_study(actor=lead, study=study, now=now)
    if study.phase == Phase.SEALED:
        open_study(actor=lead, study=study, now=now)
    run = demo.build_run()
    if study.phase == Phase.CODING:
        for coder in demo.coders:
            _code(demo, study, run, coder, tell)
        if demo.published:
            lock_study(actor=lead, study=study, now=now)
    if study.phase == Phase.LOCKED:
        _resolve(study, lead, build_lead(run, demo.run_seed), tell)
        publish_adjudication(actor=lead, study=study, now=timezone.now())
        validation_report(actor=lead, study=study, now=timezone.now())


def _get_study(demo: DemoStudy, lead: Account, tell: Tell) -> Study:
    design = Design.objects.filter(name=demo.name).first()
    if design is not None:
        return Study.objects.get(hex=design.study_hex)
    if find_run_row(demo.run_name) is None:
        tell(f"{demo.name}: run", 0, 1)
        run = demo.build_run()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "demo.jsonl"
            path.write_bytes(run.jsonl_bytes())
            path.with_name("demo.run.json").write_bytes(run.manifest_bytes())
            import_run(actor=lead, path=path, name=demo.run_name, now=timezone.now())
        tell(f"{demo.name}: run", 1, 1)
    row = find_run_row(demo.run_name)
    if row is None:
        raise NotReady(f"The run {demo.run_name!r} was not imported; start the demo again.")
    return create_study(
        actor=lead,
        name=demo.name,
        run=row,
        now=timezone.now(),
        coders=tuple(coder.account for coder in demo.coders),
        settings=demo.build_settings(),
    )


def _code(demo: DemoStudy, study: Study, run: GeneratedRun, coder: DemoCoder, tell: Tell) -> None:
    """Code the coder's share from the start of its own order; what a person has coded since stays."""
    account = Account.objects.get(username=coder.account)
    simulated = demo.build_coder(run, coder)
    desk = get_desk(account=account, slug=study.slug)
    wanted = coder.count_coded(desk.study.total)
    while desk.study.done < wanted and desk.unit is not None:
        said = simulated.code(question=desk.unit.question or "", response=desk.unit.response)
        request = CodingRequest(
            blind_id=desk.unit.blind_id,
            label=said.label,
            version=0,
            client_key=f"demo-{desk.unit.blind_id}",
            uncertain=said.uncertain,
            note=said.note,
            milliseconds=said.seconds * 1000,
        )
        submit_coding(actor=account, slug=study.slug, request=request, now=timezone.now())
        desk = get_desk(account=account, slug=study.slug)
        tell(f"{demo.name}: {coder.account}", desk.study.done, wanted)


def _resolve(study: Study, lead: Account, simulated: SimulatedLead, tell: Tell) -> None:
    desk = get_resolution_desk(account=lead, slug=study.slug)
    while desk.unit is not None:
        _decide(study, lead, simulated, desk)
        desk = get_resolution_desk(account=lead, slug=study.slug)
        tell("Published: decisions", desk.done, desk.total)


def _decide(study: Study, lead: Account, simulated: SimulatedLead, desk: ResolutionDesk) -> None:
    unit = desk.unit
    if unit is None:
        return
    said = simulated.decide(
        question=unit.question or "", response=unit.response, codings=tuple(side.label for side in desk.sides)
    )
    record_first_judgement(
        actor=lead, study=study, blind_id=unit.blind_id, label=said.first_judgement, now=timezone.now()
    )
    support = said.assistance
    request = DecisionRequest(
        blind_id=unit.blind_id,
        label=said.label,
        rationale=said.rationale,
        version=0,
        tool=support.tool if support else "",
        asked=support.asked if support else "",
        answered=support.answered if support else "",
    )
    decide_unit(actor=lead, study=study, request=request, now=timezone.now())
