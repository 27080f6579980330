"""Adjudicating: a lead's first judgement and decision on a unit that needs one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import QuerySet

from annotate.access.permissions import check_can
from annotate.access.phases import check_phase
from annotate.blinding.entropy import Entropy, system_entropy
from annotate.errors import Conflict, NotFound, Refused
from annotate.models import Account, Assignment, Decision, Deviation, Membership, Part, Study, UnitToResolve
from annotate.selectors.designs import get_design, get_plan
from annotate.selectors.queue import get_label_codes
from annotate.services.create_study import draw_pseudonym
from annotate.services.ledger import LedgerEnd, write_ledger
from annotate.services.texts import clean_text
from scoring.results import CANNOT_CODE

__all__ = ["DecisionRequest", "append_decision", "decide_unit", "get_adjudicator", "record_first_judgement"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRequest:
    """A decision as it comes in.

    ``version`` is the number of decisions that the lead has seen on the unit; an empty ``label`` with ``leave_out`` leaves a
    unit with too few codings out; ``tool``, ``asked`` and ``answered`` declare decision support (all empty: none).
    """

    blind_id: str
    label: str
    rationale: str
    version: int
    leave_out: bool = False
    tool: str = ""
    asked: str = ""
    answered: str = ""


def record_first_judgement(
    *, actor: Account, study: Study, blind_id: str, label: str, now: datetime, entropy: Entropy = system_entropy
) -> None:
    """Keep the adjudicator's own first judgement, before any decision support may be declared; later ones change nothing."""
    check_can(actor, "adjudicate")
    with write_ledger(study.hex, now=now, entropy=entropy) as ledger:
        unit = _due(study, blind_id)
        _check_label(study, label)
        _check_may_decide(study, actor, unit)
        _keep_first(ledger, study, blind_id, label, get_adjudicator(study, actor, ledger, entropy))


def decide_unit(
    *, actor: Account, study: Study, request: DecisionRequest, now: datetime, entropy: Entropy = system_entropy
) -> Decision:
    """Decide a unit; a further decision before publication replaces the last one and both are kept.

    Errors: ``NotFound`` for a unit that needs no decision; ``Refused`` without a rationale, for a label outside the
    codebook, or for decision support without an earlier first judgement; ``Conflict`` with both labels when somebody
    was first: the attempt stays on record as this adjudicator's first judgement.
    """
    check_can(actor, "adjudicate")
    request = _cleaned(request)
    with write_ledger(study.hex, now=now, entropy=entropy) as ledger:
        unit = _due(study, request.blind_id)
        if not request.leave_out:
            _check_label(study, request.label)
        elif unit.cause != "too_few" or request.label:
            raise Refused("Only a unit with fewer than two codings can be left out, and then without a label.")
        is_own = _check_may_decide(study, actor, unit)
        adjudicator = get_adjudicator(study, actor, ledger, entropy)
        if request.tool and not _find_first(study, request.blind_id, adjudicator):
            raise Refused("Record your own first judgement before you declare decision support.")
        _keep_first(ledger, study, request.blind_id, request.label, adjudicator)
        last = _decisions(study, request.blind_id).filter(first=False).order_by("-version").first()
        if request.version == (last.version if last else 0):
            if is_own:
                _record_own(ledger, unit)
            return append_decision(ledger, study, request, adjudicator)
    raise Conflict(
        "Somebody decided this item in the meantime; nothing was overwritten.",
        yours=request.label,
        stored=last.label if last else "",
    )


def _cleaned(request: DecisionRequest) -> DecisionRequest:
    """The request with clean texts, or the reason why it can't be taken."""
    cleaned = replace(
        request,
        rationale=clean_text(request.rationale, "a rationale").strip(),
        tool=clean_text(request.tool, "a tool's name", longest=200).strip(),
        asked=clean_text(request.asked, "a text").strip(),
        answered=clean_text(request.answered, "a text").strip(),
    )
    if not cleaned.rationale:
        raise Refused("A decision needs a rationale: which rule decides, and why.")
    if (cleaned.asked or cleaned.answered) and not cleaned.tool:
        raise Refused("Name the tool that was asked.")
    return cleaned


def append_decision(ledger: LedgerEnd, study: Study, request: DecisionRequest, adjudicator: str) -> Decision:
    """Append the decision and its event; the caller has checked it."""
    version = _decisions(study, request.blind_id).filter(first=False).count() + 1
    ledger.append(
        "adjudication.decided" if version == 1 else "adjudication.changed",
        {
            "blind_id": request.blind_id,
            "adjudicator": adjudicator,
            "label": request.label,
            "rationale": request.rationale,
            "tool": request.tool,
            "asked": request.asked,
            "answered": request.answered,
            "version": version,
        },
    )
    return Decision.objects.create(
        study_hex=study.hex,
        blind_id=request.blind_id,
        version=version,
        label=request.label,
        rationale=request.rationale,
        tool=request.tool,
        asked=request.asked,
        answered=request.answered,
        adjudicator=adjudicator,
        decided_on=ledger.today,
    )


def get_adjudicator(study: Study, actor: Account, ledger: LedgerEnd, entropy: Entropy) -> str:
    """The pseudonym under which the lead adjudicates this study, given at the first decision."""
    membership = Membership.objects.filter(study=study, account=actor, part=Part.ADJUDICATOR).first()
    if membership is None:
        membership = Membership.objects.create(
            study=study, account=actor, part=Part.ADJUDICATOR, pseudonym=draw_pseudonym(study, entropy)
        )
        ledger.append(
            "role.changed", {"pseudonym": membership.pseudonym, "part": "adjudicator"}, {"account": actor.username}
        )
    return membership.pseudonym


def _decisions(study: Study, blind_id: str) -> QuerySet[Decision]:
    return Decision.objects.filter(study_hex=study.hex, blind_id=blind_id)


def _due(study: Study, blind_id: str) -> UnitToResolve:
    study.refresh_from_db()
    check_phase(study.phase, "adjudicate")
    unit = UnitToResolve.objects.filter(study_hex=study.hex, blind_id=blind_id).first()
    if unit is None:
        raise NotFound("There is nothing here, or it needs no decision.")
    return unit


def _check_label(study: Study, label: str) -> None:
    codes = get_label_codes(study)
    if label not in codes and label != CANNOT_CODE:
        raise Refused(f"Choose a final label: {', '.join(codes)}, or that the item cannot be coded.")


def _check_may_decide(study: Study, actor: Account, unit: UnitToResolve) -> bool:
    """Whether the lead coded the unit; ``Refused`` then, unless the plan allows that its coders decide."""
    own = Assignment.objects.filter(
        membership__study=study, membership__account=actor, membership__part=Part.CODER, unit__blind_id=unit.blind_id
    )
    is_own = own.exists()
    if is_own and not get_plan(get_design(study)).adjudicate_own:
        raise Refused("You coded this item yourself; the plan does not allow its coders to decide it.")
    return is_own


def _record_own(ledger: LedgerEnd, unit: UnitToResolve) -> None:
    """The deviation that a coder decided the unit, once for each unit."""
    text = f"Unit {unit.blind_id} was decided by one of its coders."
    if not Deviation.objects.filter(study_hex=unit.study_hex, text=text).exists():
        ledger.record_deviation("own_unit_adjudicated", text)


def _find_first(study: Study, blind_id: str, adjudicator: str) -> Decision | None:
    return _decisions(study, blind_id).filter(first=True, adjudicator=adjudicator).first()


def _keep_first(ledger: LedgerEnd, study: Study, blind_id: str, label: str, adjudicator: str) -> None:
    if _find_first(study, blind_id, adjudicator):
        return
    ledger.append("adjudication.first_judgement", {"blind_id": blind_id, "adjudicator": adjudicator, "label": label})
    Decision.objects.create(
        study_hex=study.hex,
        blind_id=blind_id,
        version=0,
        first=True,
        label=label,
        adjudicator=adjudicator,
        decided_on=ledger.today,
    )
