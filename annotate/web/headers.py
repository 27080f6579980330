"""Headers of every answer, files of ``static/`` included."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from annotate.conf.security import PERMISSIONS_POLICY

__all__ = ["Headers"]


class Headers:
    """Middleware, outermost: what Django's own security middleware does not set; no body for HEAD."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """No other site may embed an answer, and no page may use a device."""
        response = self.get_response(request)
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        response["Permissions-Policy"] = PERMISSIONS_POLICY
        if request.method == "HEAD" and not response.streaming:
            response["Content-Length"] = str(len(response.content))
            response.content = b""
        return response
