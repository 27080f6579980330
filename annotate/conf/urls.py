"""All addresses. Each name has an entry in ``annotate.web.routes``; ``CANDOR_WING=coding`` mounts the coder's alone."""

from __future__ import annotations

from django.conf import settings
from django.urls import URLPattern, path, register_converter

from annotate.web.adjudication import adjudicate, decide, first_judgement
from annotate.web.blind_ids import BlindIdConverter
from annotate.web.coding.codebook import coder_codebook
from annotate.web.coding.codings import codings
from annotate.web.coding.desk import code, code_unit, put_off
from annotate.web.coding.home import coder_home
from annotate.web.exports import codings_file
from annotate.web.home import home
from annotate.web.ledger import ledger
from annotate.web.publication import publication, revision_file
from annotate.web.results import results, results_csv, results_json
from annotate.web.runs import run, run_csv, run_json, runs
from annotate.web.sign_in import sign_in, sign_out, theme
from annotate.web.steps import abandon, draw, lock, open_for_coding, publish, seal
from annotate.web.study import commitment, study, study_codebook

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

STUDIES: list[URLPattern] = [
    path("studies/<slug:slug>/", study, name="study"),
    path("studies/<slug:slug>/codebook/", study_codebook, name="study_codebook"),
    path("studies/<slug:slug>/commitment/", commitment, name="commitment"),
    path("studies/<slug:slug>/ledger/", ledger, name="ledger"),
    path("studies/<slug:slug>/draw/", draw, name="draw"),
    path("studies/<slug:slug>/seal/", seal, name="seal"),
    path("studies/<slug:slug>/open/", open_for_coding, name="open_for_coding"),
    path("studies/<slug:slug>/lock/", lock, name="lock"),
    path("studies/<slug:slug>/publish/", publish, name="publish"),
    path("studies/<slug:slug>/abandon/", abandon, name="abandon"),
    path("studies/<slug:slug>/codings/", codings_file, name="codings_file"),
    path("studies/<slug:slug>/adjudicate/", adjudicate, name="adjudicate"),
    path("studies/<slug:slug>/adjudicate/<blind_id:blind_id>/", decide, name="decide"),
    path("studies/<slug:slug>/adjudicate/<blind_id:blind_id>/first/", first_judgement, name="first_judgement"),
    path("studies/<slug:slug>/publication/", publication, name="publication"),
    path("studies/<slug:slug>/publication/<int:number>/", revision_file, name="revision_file"),
    path("studies/<slug:slug>/results/", results, name="results"),
    path("studies/<slug:slug>/results/json/", results_json, name="results_json"),
    path("studies/<slug:slug>/results/<slug:table>/csv/", results_csv, name="results_csv"),
]

RUNS: list[URLPattern] = [
    path("runs/", runs, name="runs"),
    path("runs/<slug:digest>/", run, name="run"),
    path("runs/<slug:digest>/json/", run_json, name="run_json"),
    path("runs/<slug:digest>/csv/", run_csv, name="run_csv"),
]

CODING_WING: list[URLPattern] = [*FOR_ALL, path("", coder_home, name="home"), *CODING]
ALL: list[URLPattern] = [*FOR_ALL, path("", home, name="home"), *CODING, *STUDIES, *RUNS]

urlpatterns: list[URLPattern] = CODING_WING if settings.CANDOR_WING == "coding" else ALL
