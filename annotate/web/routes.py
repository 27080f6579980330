"""The table of routes: who may enter each, and which parameters it takes. A route that is not here answers nobody.

Who may do it stands in ``access.permissions``; phase and object are checked by the selector or service that is called.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ANYBODY", "ENTRIES", "SIGNED_IN", "Entry"]

ANYBODY = "anybody"
SIGNED_IN = "signed in"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the guard lets through on one route.

    ``who`` is ``ANYBODY``, ``SIGNED_IN`` or an action of ``access.permissions``; ``query`` and ``form`` name the
    parameters of GET and POST, each at most once in a request; None: the route has no such method.
    """

    who: str
    query: tuple[str, ...] | None = ()
    form: tuple[str, ...] | None = None


def _post(who: str, *form: str) -> Entry:
    return Entry(who=who, query=None, form=form)


_DECISION = (
    *("label", "rationale", "rule", "version", "filter"),
    *("support", "tool", "asked", "answered"),
)

ENTRIES: dict[str, Entry] = {
    "sign_in": Entry(who=ANYBODY, query=("next",), form=("username", "password", "next")),
    "sign_out": _post(ANYBODY),
    "theme": _post(ANYBODY, "theme", "next"),
    "home": Entry(who=SIGNED_IN),
    # the coder's wing
    "code": Entry(who="code"),
    "code_unit": Entry(who="code", form=("label", "cannot", "version", "client_key", "uncertain", "note")),
    "put_off": _post("code"),
    "codings": Entry(who="code", query=("search", "label", "uncertain", "note")),
    "coder_codebook": Entry(who="code"),
    # studies
    "study": Entry(who="view_study"),
    "study_codebook": Entry(who="view_study"),
    "commitment": Entry(who="view_study"),
    "ledger": Entry(who="view_ledger", query=("page",)),
    "draw": _post("run_study", "outside", "kind"),
    "seal": _post("run_study"),
    "open_for_coding": _post("run_study"),
    "lock": _post("run_study", "reason"),
    "abandon": _post("run_study", "reason"),
    # from locking on
    "adjudicate": Entry(who="adjudicate", query=("filter",)),
    "decide": Entry(who="adjudicate", query=("filter",), form=_DECISION),
    "first_judgement": _post("adjudicate", *_DECISION),
    "publish": _post("publish"),
    "publication": Entry(who="view_results"),
    "revision_file": Entry(who="view_results"),
    "codings_file": _post("export_codings"),
    "results": Entry(who="view_results", form=()),
    "results_json": Entry(who="view_results"),
    "results_csv": Entry(who="view_results"),
    # runs
    "runs": Entry(who="view_run"),
    "run": Entry(who="view_run"),
    "run_json": Entry(who="view_run"),
    "run_csv": Entry(who="view_run"),
}
