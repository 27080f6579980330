"""At the door: deny by default, sessions that end, no cross-site change, no unknown parameter, no cached page."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from django.contrib.auth import logout
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from annotate.access.permissions import can
from annotate.access.sign_in import get_account
from annotate.conf.security import SESSION_HOURS, SESSION_IDLE_MINUTES
from annotate.web.errors import (
    NO_METHOD,
    NOT_FROM_HERE,
    NOTHING_HERE,
    SIGNED_OUT,
    UNREADABLE,
    build_error_page,
)
from annotate.web.routes import ANYBODY, ENTRIES, SIGNED_IN, Entry

__all__ = ["Guard", "get_own_path"]

_SAFE = {"GET", "HEAD"}
_OWN_SITES = {"same-origin", "none"}
_TOUCH_SECONDS = 60
"""The time of the last request is written at most this often, so that reading pages costs no write."""


class Guard:
    """Middleware after authentication; what it lets through has an entry in ``routes``."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Check the request, pass it on, and see to the answer's headers."""
        if not _is_for_this_host(request):
            response = build_error_page(request, UNREADABLE)
        elif request.method not in _SAFE and request.headers.get("Sec-Fetch-Site", "none") not in _OWN_SITES:
            response = build_error_page(request, NOT_FROM_HERE)
        else:
            _end_old_session(request)
            response = self.get_response(request)
        response["Cache-Control"] = "no-store"
        for name in ("ETag", "Last-Modified", "Expires"):
            response.headers.pop(name, None)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: object, kwargs: object
    ) -> HttpResponse | None:
        """None lets the request through to its view; otherwise this is the answer."""
        match = request.resolver_match
        entry = ENTRIES.get(match.view_name) if match else None
        if entry is None:
            return build_error_page(request, NOTHING_HERE)
        if entry.who != ANYBODY and not request.user.is_authenticated:
            return _ask_to_sign_in(request, entry)
        if entry.who not in {ANYBODY, SIGNED_IN} and not can(get_account(request.user), entry.who):
            return build_error_page(request, NOTHING_HERE)
        return _check_parameters(request, entry)


def get_own_path(path: str) -> str:
    """``path`` when it leads to a page of this site, else the home page."""
    is_own = path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if is_own else reverse("home")


def _is_for_this_host(request: HttpRequest) -> bool:
    """Whether the server is meant: a foreign name that leads to this machine is answered with no page of ours."""
    try:
        request.get_host()
    except DisallowedHost:
        return False
    return True


def _ask_to_sign_in(request: HttpRequest, entry: Entry) -> HttpResponse:
    """To the sign-in page and back; a form that came without a session was not saved, and the answer says so."""
    if request.method in _SAFE:
        return HttpResponseRedirect(f"{reverse('sign_in')}?next={quote(request.get_full_path())}")
    return build_error_page(request, SIGNED_OUT, next_path=request.path if entry.query is not None else "")


def _check_parameters(request: HttpRequest, entry: Entry) -> HttpResponse | None:
    is_form = request.method not in _SAFE
    fields = entry.form if is_form else entry.query
    if fields is None or request.method not in {*_SAFE, "POST"}:
        response = build_error_page(request, NO_METHOD)
        allowed = [*(["GET", "HEAD"] if entry.query is not None else []), *(["POST"] if entry.form is not None else [])]
        response["Allow"] = ", ".join(allowed)
        return response
    known = set(fields) | ({"csrfmiddlewaretoken"} if is_form else set())
    is_clean = _holds_only(request.POST if is_form else request.GET, known)
    if not is_clean or (is_form and (request.GET or request.FILES)):
        return build_error_page(request, UNREADABLE)
    return None


def _holds_only(parameters: QueryDict, known: set[str]) -> bool:
    """Known names, each once, and no NUL in a value, which not every database can even look for."""
    return all(name in known and len(values) == 1 and "\0" not in values[0] for name, values in parameters.lists())


def _end_old_session(request: HttpRequest) -> None:
    """Sign out after an idle hour, or half a day after signing in, whatever was done meanwhile."""
    if not request.user.is_authenticated:
        return
    now = int(timezone.now().timestamp())
    since = request.session.setdefault("since", now)
    seen = request.session.setdefault("seen", now)
    if now - seen > SESSION_IDLE_MINUTES * 60 or now - since > SESSION_HOURS * 3600:
        logout(request)
    elif now - seen >= _TOUCH_SECONDS:
        request.session["seen"] = now
