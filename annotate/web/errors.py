"""The one place where an error becomes a page: its status, one template, and no word of the exception itself.

A person's own error (``AnnotateError``) says what to do. Everything else shows a random id, under which the log has the
class and place of the exception. What does not exist and what belongs to somebody else give the same bytes.
"""

from __future__ import annotations

import errno
import logging
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db.utils import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string

from annotate.errors import AnnotateError, NotFound
from annotate.web.chrome import Chrome, get_theme
from scoring.errors import ScoringError

__all__ = [
    "ErrorPages",
    "Problem",
    "bad_request",
    "build_error_page",
    "build_problem",
    "csrf_failure",
    "forbidden",
    "not_found",
    "server_error",
]

logger = logging.getLogger("annotate.web")

RETRY_SECONDS = 5
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What an error page says: the status, a heading, and what to do. ``error_id`` is empty but for a 500."""

    status: int
    title: str
    text: str
    error_id: str = ""


NOTHING_HERE = Problem(
    status=404,
    title="Nothing here",
    text="There is nothing at this address, or it is not yours.",
)
UNREADABLE = Problem(
    status=400,
    title="This request can't be read",
    text="A part of the address or of the form is unknown, doubled or malformed. Go back, reload the page, try again.",
)
NOT_FROM_HERE = Problem(
    status=403,
    title="Not sent from this site's own page",
    text="Nothing was changed. Go back, reload the page, and send the form again.",
)
SIGNED_OUT = Problem(
    status=401,
    title="You are signed out",
    text="What you sent was not saved. Sign in and send it again.",
)
NO_METHOD = Problem(
    status=405,
    title="This address does not do that",
    text="Nothing was changed. Use the buttons and links of the pages.",
)
BUSY = Problem(
    status=503,
    title="Too much at once",
    text="What you sent was not saved: the database is busy. Wait a few seconds and send it again.",
)
NO_SPACE = Problem(
    status=507,
    title="The server's disk is full",
    text="What you sent was not saved. Tell the administrator; it can be sent again once there is space.",
)

_TITLES = {409: "Not as things stand", 422: "Not like this", 503: "Not ready"}


class ErrorPages:
    """Middleware: turns what a view raises into a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse:
        """The page for an exception that a view raised."""
        return build_error_page(request, build_problem(exception))


def build_problem(exception: BaseException | None) -> Problem:
    """What a page says about an exception; an unexpected one is logged under the id that the page shows."""
    match exception:
        case NotFound() | Http404():
            return NOTHING_HERE
        case AnnotateError() | ScoringError():
            status = getattr(exception, "status", 422)
            title = _TITLES.get(status, "Not like this")
            return Problem(status=status, title=title, text=exception.message)
        case PermissionDenied():
            return NOT_FROM_HERE
        case SuspiciousOperation() | MultiPartParserError():
            return UNREADABLE
        case OperationalError():
            return _build_database_problem(exception)
        case OSError() if exception.errno in _FULL:
            return NO_SPACE
    return _build_unexpected(exception)


def build_error_page(request: HttpRequest, problem: Problem, *, next_path: str = "") -> HttpResponse:
    """The page itself; it needs no account and no database."""
    chrome = Chrome(account="", role="", theme=get_theme(request), path="")
    body = render_to_string("error.html", {"problem": problem, "chrome": chrome, "next_path": next_path})
    response = HttpResponse(body, status=problem.status)
    if problem.status == 503:
        response["Retry-After"] = str(RETRY_SECONDS)
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page for a form whose token is missing or stale."""
    return build_error_page(request, NOT_FROM_HERE)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler for what it can't read."""
    return build_error_page(request, UNREADABLE)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler for what is forbidden."""
    return build_error_page(request, NOT_FROM_HERE)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler for an unknown address: the same bytes as for what is somebody else's."""
    return build_error_page(request, NOTHING_HERE)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler for an exception outside the views, such as a busy database when the session is read."""
    return build_error_page(request, build_problem(sys.exc_info()[1]))


def _build_database_problem(exception: OperationalError) -> Problem:
    """Disk full, busy or unreachable by the drivers' own codes; all else is unexpected."""
    cause = exception.__cause__
    name = getattr(cause, "sqlite_errorname", None) or ""
    state = getattr(cause, "sqlstate", None) or ""
    if name == "SQLITE_FULL" or name.startswith("SQLITE_IOERR") or state == "53100":
        return NO_SPACE
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")) or state[:2] in {"08", "40", "53", "55", "57"}:
        return BUSY
    if cause is not None and not name and not state:
        return BUSY  # the database's server can't be reached
    return _build_unexpected(exception)


def _build_unexpected(exception: BaseException | None) -> Problem:
    error_id = secrets.token_hex(6)
    logger.error("unexpected error %s", error_id, exc_info=exception)
    return Problem(
        status=500,
        title="Something went wrong here",
        text="It is not your fault, and what was saved stays saved. Tell the administrator this number.",
        error_id=error_id,
    )
