"""Each error becomes its status and one page that says what to do, and nothing of the exception."""

from __future__ import annotations

import errno
import json
import logging
import sqlite3
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db.utils import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import path

from annotate.conf.logs import JsonLines
from annotate.errors import Conflict, Incomplete, NotFound, NotReady, Refused, WrongPhase
from annotate.web.errors import ErrorPages, bad_request, build_error_page, build_problem, forbidden, server_error
from scoring.errors import BadInput
from tests.states import make_people
from tests.unit.web.visiting import build_client, read_text

SECRET = "velquist-2 said HEDGE"


def show(exception: Exception) -> HttpResponse:
    """The answer to an exception that a view raised."""
    pages = ErrorPages(lambda request: HttpResponse("fine"))
    request = RequestFactory().get("/")
    assert pages(request).content == b"fine"
    return pages.process_exception(request, exception)


@pytest.mark.parametrize(
    "exception, status",
    [
        (Refused("Say why."), 422),
        (WrongPhase("Say why."), 409),
        (Incomplete("Say why."), 409),
        (Conflict("Say why."), 409),
        (NotReady("Say why."), 503),
        (BadInput("Say why."), 422),
    ],
)
def test_own_errors_say_what_to_do(exception: Exception, status: int) -> None:
    answer = show(exception)
    assert answer.status_code == status
    assert "Say why." in read_text(answer)


@pytest.mark.parametrize(
    "exception, status",
    [
        (Http404(SECRET), 404),
        (NotFound(SECRET), 404),
        (PermissionDenied(SECRET), 403),
        (SuspiciousOperation(SECRET), 400),
    ],
)
def test_strangers_errors_keep_their_text(exception: Exception, status: int) -> None:
    answer = show(exception)
    assert answer.status_code == status
    assert SECRET not in answer.content.decode()


def test_what_is_not_there_and_what_is_not_yours_are_the_same_bytes() -> None:
    assert show(Http404("no route")).content == show(NotFound("another's study")).content


def test_unexpected_errors_show_an_id_and_log_the_place(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise ValueError(SECRET)
    except ValueError as error:
        with caplog.at_level(logging.ERROR):
            answer = show(error)
    (record,) = caplog.records
    line = json.loads(JsonLines().format(record))
    error_id = line["message"].removeprefix("unexpected error ")
    assert (answer.status_code, len(error_id)) == (500, 12)
    assert error_id in read_text(answer)
    assert (line["exception"], line["at"].split(":")[0]) == (
        "ValueError",
        test_unexpected_errors_show_an_id_and_log_the_place.__name__,
    )
    assert SECRET not in answer.content.decode() + json.dumps(line)


def make_database_error(folder: Path, *, full: bool) -> OperationalError:
    """A real error of SQLite: a second writer, or a database that may not grow."""
    first = sqlite3.connect(folder / "a.sqlite3", isolation_level=None, timeout=0)
    second = sqlite3.connect(folder / "a.sqlite3", isolation_level=None, timeout=0)
    try:
        first.execute("CREATE TABLE t (x)")
        if full:
            first.execute("PRAGMA max_page_count = 2")
            first.execute("INSERT INTO t VALUES (zeroblob(100000))")
        first.execute("BEGIN IMMEDIATE")
        second.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as cause:
        error = OperationalError(str(cause))
        error.__cause__ = cause
        return error
    finally:
        first.close()
        second.close()
    raise AssertionError("the database did not complain")


def test_a_busy_database_asks_to_come_back(tmp_path: Path) -> None:
    answer = show(make_database_error(tmp_path, full=False))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "was not saved" in read_text(answer)


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    answers = [show(make_database_error(tmp_path, full=True)), show(OSError(errno.ENOSPC, SECRET))]
    assert [answer.status_code for answer in answers] == [507, 507]
    assert "was not saved" in read_text(answers[0])


@pytest.mark.parametrize(
    "state, status",
    [("53100", 507), ("55P03", 503), ("40001", 503), ("08006", 503), ("57P01", 503), ("42703", 500)],
)
def test_codes_of_postgresql(state: str, status: int) -> None:
    class DriverError(Exception):
        sqlstate = state

    error = OperationalError(SECRET)
    error.__cause__ = DriverError()
    assert build_problem(error).status == status


def test_a_database_that_is_not_there() -> None:
    error = OperationalError(SECRET)
    assert build_problem(error).status == 500
    error.__cause__ = Exception("connection refused")
    assert build_problem(error).status == 503


def test_another_error_of_the_system_is_unexpected() -> None:
    assert build_problem(OSError(errno.EACCES, SECRET)).status == 500


def test_handlers_of_the_framework() -> None:
    request = RequestFactory().get("/")
    assert bad_request(request, SuspiciousOperation(SECRET)).status_code == 400
    assert forbidden(request, PermissionDenied(SECRET)).status_code == 403


def test_a_failure_outside_the_views(tmp_path: Path) -> None:
    """A busy database while the session is read: the framework's own handler is called inside its ``except``."""
    request = RequestFactory().get("/")
    try:
        raise make_database_error(tmp_path, full=False)
    except OperationalError:
        answer = server_error(request)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


def test_the_chosen_theme_holds_on_error_pages() -> None:
    request = RequestFactory().get("/")
    plain = build_error_page(request, build_problem(Http404()))
    request.COOKIES["theme"] = "dark"
    assert b'data-theme="dark"' in build_error_page(request, build_problem(Http404())).content
    assert b"data-theme" not in plain.content


def boom(request: HttpRequest) -> HttpResponse:
    """A view that fails."""
    raise ValueError(SECRET)


urlpatterns = [path("", boom, name="home"), path("unlisted/", boom, name="unlisted")]


@pytest.mark.django_db
@pytest.mark.urls("tests.unit.web.test_errors")
def test_a_failing_view_behind_the_whole_stack(caplog: pytest.LogCaptureFixture) -> None:
    client = build_client(make_people().lead, raise_request_exception=False)
    answer = client.get("/")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (500, "no-store")
    assert SECRET not in answer.content.decode() + "".join(JsonLines().format(record) for record in caplog.records)


@pytest.mark.django_db
@pytest.mark.urls("tests.unit.web.test_errors")
def test_a_view_without_entry_is_never_called() -> None:
    assert build_client(make_people().lead).get("/unlisted/").status_code == 404
