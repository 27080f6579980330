"""All addresses. Each name has an entry in ``annotate.web.routes``; ``CANDOR_WING=coding`` mounts the coder's alone."""

from __future__ import annotations

from django.conf import settings
from django.urls import URLPattern, path, register_converter

from annotate.web.blind_ids import BlindIdConverter
from annotate.web.coding.codebook import coder_codebook
from annotate.web.coding.codings import codings
from annotate.web.coding.desk import code, code_unit, put_off
from annotate.web.coding.home import coder_home
from annotate.web.sign_in import sign_in, sign_out, theme

register_converter(BlindIdConverter, "blind_id")

handler400 = "annotate.web.errors.bad_request"
handler403 = "annotate.web.errors.forbidden"
handler404 = "annotate.web.errors.not_found"
handler500 = "annotate.web.errors.server_error"

FOR_ALL: list[URLPattern] = [
    path("sign-in/", sign_in, name="sign_in"),
    path("sign-out/", sign_out, name="sign_out"),
    path("theme/", theme, name="theme"),
]

CODING: list[URLPattern] = [
    path("code/<slug:slug>/", code, name="code"),
    path("code/<slug:slug>/codings/", codings, name="codings"),
    path("code/<slug:slug>/codebook/", coder_codebook, name="coder_codebook"),
    path("code/<slug:slug>/<blind_id:blind_id>/", code_unit, name="code_unit"),
    path("code/<slug:slug>/<blind_id:blind_id>/later/", put_off, name="put_off"),
]

urlpatterns: list[URLPattern] = [*FOR_ALL, path("", coder_home, name="home"), *CODING]
