"""The lead's and analyst's view of a study: where it stands, what is next, who is how far."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q

from annotate.access.permissions import can, get_study_for
from annotate.access.visibility import is_visible
from annotate.models import (
    Account,
    Decision,
    Design,
    Deviation,
    Membership,
    Part,
    Phase,
    Revision,
    Role,
    Run,
    Study,
    UnitToResolve,
)
from annotate.selectors.designs import Plan, get_design, get_plan, get_sampled

__all__ = [
    "DeviationLine",
    "LifeStep",
    "MemberProgress",
    "NextAction",
    "StudyLine",
    "StudyPage",
    "get_study_page",
    "list_lead_studies",
]

LIFE = (Phase.DRAFT, Phase.SEALED, Phase.CODING, Phase.LOCKED, Phase.PUBLISHED)


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeStep:
    """One step of the life line: ``state`` is done, now or ahead."""

    phase: str
    name: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NextAction:
    """The one thing to do next; ``code`` is draw, seal, open, wait, lock, resolve, publish, read or none."""

    code: str
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberProgress:
    """A coder's counts: never a label. ``account`` is None for those who may not see names."""

    pseudonym: str
    account: str | None
    done: int
    total: int
    given_up: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviationLine:
    """A recorded difference between plan and done."""

    code: str
    text: str
    on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyLine:
    """A study in the list of leads and analysts."""

    slug: str
    name: str
    title: str
    run: str
    phase: str
    next: NextAction
    done: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyPage:
    """Everything on the study page. Facts that may not be shown yet are empty or None."""

    slug: str
    name: str
    title: str
    kind: str
    phase: str
    steps: tuple[LifeStep, ...]
    next: NextAction
    run_name: str
    run_sha256: str
    created_on: date
    plan: Plan | None
    strata: int
    seed: str
    outside: str
    outside_kind: str
    sampled: int
    commitment: str
    commitment_line: str
    commitment_document: str
    roster: tuple[MemberProgress, ...]
    progress: tuple[MemberProgress, ...]
    done: int
    total: int
    to_resolve: int
    resolved: int
    deviations: tuple[DeviationLine, ...]
    revisions: tuple[Revision, ...]
    can_run: bool


def list_lead_studies(account: Account) -> tuple[StudyLine, ...]:
    """All studies, newest first, for those who may see them."""
    if not can(account, "view_study"):
        return ()
    designs = {design.study_hex: design for design in Design.objects.all()}
    runs = dict(Run.objects.values_list("sha256", "name"))
    lines = []
    for study in Study.objects.order_by("-pk"):
        design = designs[study.hex]
        progress = _progress(study, account)
        lines.append(
            StudyLine(
                slug=study.slug,
                name=study.name,
                title=design.name,
                run=runs.get(design.run_sha256, ""),
                phase=study.phase,
                next=_next(study, design, progress),
                done=sum(member.done for member in progress),
                total=sum(member.total for member in progress),
            )
        )
    return tuple(lines)


def get_study_page(*, account: Account, slug: str) -> StudyPage:
    """The page of one study. Errors: ``NotFound`` for those who may not see it."""
    study = get_study_for(account, slug, "view_study")
    design = get_design(study)
    run = Run.objects.get(sha256=design.run_sha256)

    def may(fact: str) -> bool:
        return is_visible(fact, role=account.role, phase=study.phase)

    progress = _progress(study, account)
    to_resolve = UnitToResolve.objects.filter(study_hex=study.hex).count()
    plan = get_plan(design) if may("plan and seed") else None
    sealed = design if may("commitment") else None
    return StudyPage(
        slug=study.slug,
        name=study.name,
        title=design.name,
        kind=study.kind,
        phase=study.phase,
        steps=_life(study),
        next=_next(study, design, progress),
        run_name=run.name,
        run_sha256=run.sha256,
        created_on=design.created_on,
        plan=plan,
        strata=0 if plan is None else _strata(design),
        seed=design.seed if plan else "",
        outside=design.outside_value if plan else "",
        outside_kind=design.outside_kind if plan else "",
        sampled=design.sampled,
        commitment=sealed.commitment if sealed else "",
        commitment_line=f"candor {study.hex} {sealed.commitment}" if sealed and sealed.commitment else "",
        commitment_document=sealed.commitment_document if sealed else "",
        roster=progress if may("roster with names") else (),
        progress=progress if may("progress by coder") else (),
        done=sum(member.done for member in progress),
        total=sum(member.total for member in progress),
        to_resolve=to_resolve,
        resolved=_resolved(study),
        deviations=tuple(
            DeviationLine(code=d.code, text=d.text, on=d.on) for d in Deviation.objects.filter(study_hex=study.hex)
        ),
        revisions=tuple(Revision.objects.filter(study_hex=study.hex)),
        can_run=can(account, "run_study"),
    )


def _progress(study: Study, account: Account) -> tuple[MemberProgress, ...]:
    coded = Q(assignments__current__isnull=False) & ~Q(assignments__current__label="")
    members = (
        Membership.objects.select_related("account")
        .filter(study=study, part=Part.CODER)
        .annotate(
            total=Count("assignments"),
            done=Count("assignments", filter=coded),
            given_up=Count("assignments", filter=Q(assignments__given_up=True)),
        )
        .order_by("pseudonym")
    )
    named = account.role == Role.LEAD
    return tuple(
        MemberProgress(
            pseudonym=member.pseudonym,
            account=member.account.username if named else None,
            done=member.done,
            total=member.total,
            given_up=member.given_up,
        )
        for member in members
    )


def _life(study: Study) -> tuple[LifeStep, ...]:
    if study.phase == Phase.ABANDONED:
        return (LifeStep(phase=Phase.ABANDONED, name="Abandoned", state="now"),)
    at = LIFE.index(Phase(study.phase))
    return tuple(
        LifeStep(phase=phase, name=phase.label, state="done" if i < at else "now" if i == at else "ahead")
        for i, phase in enumerate(LIFE)
    )


def _next(study: Study, design: Design, progress: tuple[MemberProgress, ...]) -> NextAction:
    """The next action by phase; the texts say what it will do."""
    open_assignments = sum(member.total - member.done - member.given_up for member in progress)
    waiting = UnitToResolve.objects.filter(study_hex=study.hex).count() - _resolved(study)
    match study.phase:
        case Phase.DRAFT if not design.seed:
            return NextAction(
                code="draw", title="Draw the sample", text="Freezes the plan; a value from outside fixes it."
            )
        case Phase.DRAFT:
            return NextAction(code="seal", title="Seal the study", text="Makes blind ids and commits to the key.")
        case Phase.SEALED:
            return NextAction(code="open", title="Open for coding", text="Coders can start from then on.")
        case Phase.CODING if open_assignments or not progress:
            return NextAction(
                code="wait", title="Coders are at work", text=f"{open_assignments} codings are still open."
            )
        case Phase.CODING:
            return NextAction(code="lock", title="Lock the study", text="Ends coding for good; no label changes after.")
        case Phase.LOCKED if waiting:
            return NextAction(
                code="resolve", title="Resolve disagreements", text=f"{waiting} units wait for a decision."
            )
        case Phase.LOCKED if study.kind == "main":
            return NextAction(code="publish", title="Publish", text="Opens the key and writes the adjudication file.")
        case Phase.PUBLISHED:
            return NextAction(code="read", title="Read the results", text="The study is published.")
        case _:
            return NextAction(code="none", title="Nothing to do", text="This study has ended.")


def _resolved(study: Study) -> int:
    decided = Decision.objects.filter(study_hex=study.hex, first=False).values("blind_id").distinct()
    return UnitToResolve.objects.filter(study_hex=study.hex, blind_id__in=decided).count()


def _strata(design: Design) -> int:
    return len(get_sampled(design).strata) if design.seed else 0
