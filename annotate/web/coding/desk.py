"""The coding page: one unit, its labels, and what happens when one is chosen."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from annotate.access.sign_in import get_account
from annotate.errors import Conflict
from annotate.selectors.queue import REASONS, Desk, get_desk
from annotate.services.put_off_unit import put_off_unit
from annotate.services.show_unit import show_unit
from annotate.services.submit_coding import CodingRequest, submit_coding
from annotate.web.coding.decision_keys import draw_decision_key
from annotate.web.fields import get_flag, get_whole

__all__ = ["code", "code_unit", "put_off"]

CANNOT_CODE = "CANNOT_CODE"


def code(request: HttpRequest, slug: str) -> HttpResponse:
    """The next open unit, or the end: all is coded."""
    return _show(request, get_desk(account=get_account(request.user), slug=slug))


def code_unit(request: HttpRequest, slug: str, blind_id: str) -> HttpResponse:
    """GET: a named unit with its standing label. POST: a decision on it, then on to the next open unit."""
    account = get_account(request.user)
    if request.method != "POST":
        return _show(request, get_desk(account=account, slug=slug, blind_id=blind_id))
    decision = _read_decision(request, blind_id)
    try:
        submit_coding(actor=account, slug=slug, request=decision, now=timezone.now())
    except Conflict:
        return _show_conflict(request, decision, get_desk(account=account, slug=slug, blind_id=blind_id))
    return redirect("code", slug)


def put_off(request: HttpRequest, slug: str, blind_id: str) -> HttpResponse:
    """Send the unit to the end of the coder's own queue."""
    put_off_unit(actor=get_account(request.user), slug=slug, blind_id=blind_id)
    return redirect("code", slug)


def _read_decision(request: HttpRequest, blind_id: str) -> CodingRequest:
    form = request.POST
    reason = form.get("cannot", "")  # a button for each reason: its value says both
    return CodingRequest(
        blind_id=blind_id,
        label=CANNOT_CODE if reason else form.get("label", ""),
        version=get_whole(form, "version"),
        client_key=form.get("client_key", ""),
        uncertain=get_flag(form, "uncertain"),
        note=form.get("note", ""),
        reason=reason,
    )


def _show(request: HttpRequest, desk: Desk) -> HttpResponse:
    if desk.unit is None:
        return render(request, "coding/finished.html", {"desk": desk})
    if desk.is_open:
        account, slug = get_account(request.user), desk.study.slug
        show_unit(actor=account, slug=slug, blind_id=desk.unit.blind_id, now=timezone.now())
    context = {"desk": desk, "reasons": REASONS, "client_key": draw_decision_key()}
    return render(request, "coding/desk.html", context)


def _show_conflict(request: HttpRequest, decision: CodingRequest, desk: Desk) -> HttpResponse:
    """Both values beside each other; replacing is a decision of its own, on the version that stands now."""
    names = {choice.code: choice.name for choice in desk.labels} | {CANNOT_CODE: "Cannot be coded"}
    context = {
        "desk": desk,
        "decision": decision,
        "decision_name": names.get(decision.label, decision.label),
        "reason": REASONS.get(decision.reason, ""),
        "client_key": draw_decision_key(),
    }
    return render(request, "coding/conflict.html", context, status=409)
