"""The adjudicator's desk: one unit, its codings as A and B, the decision."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from annotate.access.permissions import get_study_for
from annotate.access.sign_in import get_account
from annotate.errors import Conflict, Refused
from annotate.selectors.disagreements import ResolutionDesk, get_resolution_desk
from annotate.services.decide_unit import DecisionRequest, decide_unit, record_first_judgement
from annotate.web.fields import get_whole

__all__ = ["adjudicate", "decide", "first_judgement"]

LEAVE_OUT = "leave-out"


def adjudicate(request: HttpRequest, slug: str) -> HttpResponse:
    """The next undecided unit under the filter, or the end of it."""
    chosen = request.GET.get("filter", "")
    return _show(request, get_resolution_desk(account=get_account(request.user), slug=slug, filter=chosen), chosen)


def decide(request: HttpRequest, slug: str, blind_id: str) -> HttpResponse:
    """GET: a named unit with the decision that stands. POST: decide it, then on to the next under the same filter."""
    account = get_account(request.user)
    if request.method != "POST":
        chosen = request.GET.get("filter", "")
        desk = get_resolution_desk(account=account, slug=slug, blind_id=blind_id, filter=chosen)
        return _show(request, desk, chosen)
    form = request.POST
    study = get_study_for(account, slug, "adjudicate")
    try:
        decide_unit(actor=account, study=study, request=_read_decision(form, blind_id), now=timezone.now())
    except (Refused, Conflict) as problem:
        return _show_again(request, slug, blind_id, problem=problem)
    chosen = form.get("filter", "")
    query = f"?{urlencode({'filter': chosen})}" if chosen else ""
    return HttpResponseRedirect(reverse("adjudicate", args=[slug]) + query)


def first_judgement(request: HttpRequest, slug: str, blind_id: str) -> HttpResponse:
    """Keep the lead's own first judgement; the page comes back with all that was typed."""
    account = get_account(request.user)
    study = get_study_for(account, slug, "adjudicate")
    label = request.POST.get("label", "")
    try:
        record_first_judgement(actor=account, study=study, blind_id=blind_id, label=label, now=timezone.now())
    except Refused as problem:
        return _show_again(request, slug, blind_id, problem=problem)
    return _show_again(request, slug, blind_id)


def _read_decision(form: QueryDict, blind_id: str) -> DecisionRequest:
    label, with_tool = form.get("label", ""), form.get("support") == "tool"
    if with_tool and not form.get("tool", "").strip():
        raise Refused("Name the tool that was asked, or choose None.")
    rule, rationale = form.get("rule", ""), form.get("rationale", "").replace("\r\n", "\n")
    return DecisionRequest(
        blind_id=blind_id,
        label="" if label == LEAVE_OUT else label,
        leave_out=label == LEAVE_OUT,
        rationale=f"{rule} {rationale}".strip() if rule not in rationale else rationale,
        version=get_whole(form, "version"),
        tool=form.get("tool", "") if with_tool else "",
        asked=form.get("asked", "") if with_tool else "",
        answered=form.get("answered", "") if with_tool else "",
    )


def _show_again(
    request: HttpRequest, slug: str, blind_id: str, problem: Refused | Conflict | None = None
) -> HttpResponse:
    chosen = request.POST.get("filter", "")
    desk = get_resolution_desk(account=get_account(request.user), slug=slug, blind_id=blind_id, filter=chosen)
    return _show(request, desk, chosen, problem=problem)


def _show(
    request: HttpRequest, desk: ResolutionDesk, chosen: str, problem: Refused | Conflict | None = None
) -> HttpResponse:
    query = f"?{urlencode({'filter': chosen})}" if chosen else ""
    decision = desk.decision
    typed = request.POST if request.method == "POST" else None
    standing = (decision.label or LEAVE_OUT) if decision else ""
    said_by_coders = {side.label for side in desk.sides}
    context = {
        "desk": desk,
        "filter": chosen,
        "query": query,
        "problem": problem,
        "label": typed.get("label", "") if typed else standing,
        "rationale": typed.get("rationale", "") if typed else decision.rationale if decision else "",
        "tool": typed.get("tool", "") if typed else decision.tool if decision else "",
        "asked": typed.get("asked", "") if typed else decision.asked if decision else "",
        "answered": typed.get("answered", "") if typed else decision.answered if decision else "",
        "with_tool": typed.get("support") == "tool" if typed else bool(decision and decision.tool),
        "choices_of_coders": [choice for choice in desk.labels if choice.code in said_by_coders],
        "first_name": next((c.name for c in desk.labels if c.code == desk.first_judgement), "Cannot be coded"),
    }
    return render(request, "studies/adjudicate.html", context, status=problem.status if problem else 200)
