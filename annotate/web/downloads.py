"""Files on their way out."""

from __future__ import annotations

from django.http import HttpResponse

__all__ = ["build_download"]


def build_download(name: str, data: bytes, content_type: str) -> HttpResponse:
    """An attachment of that name; names are made by the application and hold letters, digits, dots and dashes only."""
    response = HttpResponse(data, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
