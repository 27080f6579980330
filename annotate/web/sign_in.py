"""Signing in and out, and the theme."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone

from annotate.web.chrome import THEME_COOKIE, THEMES
from annotate.web.guard import get_own_path

__all__ = ["locked_out", "sign_in", "sign_out", "theme"]

YEAR = 365 * 24 * 3600
WRONG = "That name and password do not belong together. Both are case-sensitive."
TOO_OFTEN = "Too many attempts. Wait a quarter of an hour, then try again, or ask the lead for a new password."


def sign_in(request: HttpRequest) -> HttpResponse:
    """The form; with a right password a new session and the page that was asked for."""
    if request.method != "POST":
        next_path = request.GET.get("next", "")
        if request.user.is_authenticated:
            return HttpResponseRedirect(get_own_path(next_path))
        return _show(request, next_path=next_path)
    username, next_path = request.POST.get("username", ""), request.POST.get("next", "")
    account = authenticate(request, username=username, password=request.POST.get("password", ""))
    if account is None:
        return _show(request, next_path=next_path, username=username, message=WRONG, status=401)
    login(request, account)
    request.session["since"] = request.session["seen"] = int(timezone.now().timestamp())
    return HttpResponseRedirect(get_own_path(next_path))


def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session and let the browser forget its pages."""
    logout(request)
    response = redirect("sign_in")
    response["Clear-Site-Data"] = '"cache"'
    return response


def locked_out(request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any]) -> HttpResponse:
    """The answer after too many wrong passwords for one name from one address."""
    return _show(request, next_path=request.POST.get("next", ""), message=TOO_OFTEN, status=429)


def theme(request: HttpRequest) -> HttpResponse:
    """Keep the choice of light or dark in a cookie; any other value goes back to the system's own."""
    response = HttpResponseRedirect(get_own_path(request.POST.get("next", "")))
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie(
            THEME_COOKIE, chosen, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
        )
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response


def _show(
    request: HttpRequest, *, next_path: str, username: str = "", message: str = "", status: int = 200
) -> HttpResponse:
    context = {"next_path": next_path, "username": username, "message": message}
    return render(request, "sign_in.html", context, status=status)
