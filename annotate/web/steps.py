"""The steps of a study's life: each form is one service call, then back to the study."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from annotate.access.permissions import get_study_for
from annotate.access.sign_in import get_account
from annotate.services.abandon_study import abandon_study
from annotate.services.draw_sample import draw_sample
from annotate.services.lock_study import lock_study
from annotate.services.open_study import open_study
from annotate.services.publish_adjudication import publish_adjudication
from annotate.services.seal_study import seal_study

__all__ = ["abandon", "draw", "lock", "open_for_coding", "publish", "seal"]


def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Freeze the plan and draw, by a value from outside or the lead's own."""
    account, form = get_account(request.user), request.POST
    draw_sample(
        actor=account,
        study=get_study_for(account, slug, "run_study"),
        outside=form.get("outside", ""),
        kind=form.get("kind", ""),
        now=timezone.now(),
    )
    return redirect("study", slug)


def seal(request: HttpRequest, slug: str) -> HttpResponse:
    """Make blind ids and commit to the key."""
    account = get_account(request.user)
    seal_study(actor=account, study=get_study_for(account, slug, "run_study"), now=timezone.now())
    return redirect("study", slug)


def open_for_coding(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the coders in."""
    account = get_account(request.user)
    open_study(actor=account, study=get_study_for(account, slug, "run_study"), now=timezone.now())
    return redirect("study", slug)


def lock(request: HttpRequest, slug: str) -> HttpResponse:
    """End coding; what is open is given up with a reason."""
    account = get_account(request.user)
    lock_study(
        actor=account,
        study=get_study_for(account, slug, "run_study"),
        give_up_reason=request.POST.get("reason", ""),
        now=timezone.now(),
    )
    return redirect("study", slug)


def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Open the key and write the adjudication file."""
    account = get_account(request.user)
    publish_adjudication(actor=account, study=get_study_for(account, slug, "publish"), now=timezone.now())
    return redirect("publication", slug)


def abandon(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the study up for good, with a reason."""
    account = get_account(request.user)
    abandon_study(
        actor=account,
        study=get_study_for(account, slug, "run_study"),
        reason=request.POST.get("reason", ""),
        now=timezone.now(),
    )
    return redirect("study", slug)
