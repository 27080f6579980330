"""Django's check of forms, for pages that send no referrer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponseForbidden
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware

__all__ = ["CsrfCheck"]


class CsrfCheck(CsrfViewMiddleware):
    """Under ``no-referrer`` a browser sends ``Origin: null`` with the site's own forms too.

    Such a form is the site's own when the browser says so in ``Sec-Fetch-Site``, which no page can set. The token is
    checked in any case.
    """

    def process_view(
        self, request: HttpRequest, callback: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponseForbidden | None:
        """Name the origin that the browser vouches for, then check as Django does."""
        is_nameless = request.META.get("HTTP_ORIGIN") == "null"
        if is_nameless and request.headers.get("Sec-Fetch-Site") == "same-origin":
            request.META["HTTP_ORIGIN"] = f"{request.scheme}://{request.get_host()}"
        return super().process_view(request, callback, args, kwargs)
