"""What is asked of each route: its addresses, the questions and the forms; a route that is not here fails the tests."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["EXPECTATIONS", "Expectation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """The requests that make sense on one route, right ones and wrong ones.

    ``wing`` is ``coder``, ``lead`` or empty where it is for all; ``arguments`` are the names of the values in the
    address; ``queries`` those of GET, None where there is none; ``forms`` those of POST.
    """

    wing: str = ""
    arguments: tuple[str, ...] = ()
    queries: tuple[dict[str, str], ...] | None = ({},)
    forms: tuple[dict[str, str], ...] = ()


_STUDY = ("slug",)
_UNIT = ("slug", "blind_id")
_POST = Expectation(wing="lead", arguments=_STUDY, queries=None, forms=({},))
_FILTERS = ({}, {"filter": "pair:ABSTAIN+HEDGE"}, {"filter": "flagged"}, {"filter": "noted"}, {"filter": "model:oak-1"})
_DECISIONS = (
    {"label": "HEDGE", "rationale": "It hedges.", "rule": "", "version": "0"},
    {"label": "ABSTAIN", "rationale": "", "rule": "Rule 1", "version": "1", "filter": "flagged"},
    {"label": "leave-out", "rationale": "Nothing to read.", "version": "0"},
    {"label": "HEDGE", "rationale": "x", "version": "0", "support": "tool", "tool": "T", "asked": "a", "answered": "b"},
    {"label": "OUTSIDE", "rationale": "x", "version": "0"},
    {},
)

EXPECTATIONS: dict[str, Expectation] = {
    "sign_in": Expectation(
        queries=({}, {"next": "/code/"}, {"next": "//elsewhere.example/"}),
        forms=(
            {"username": "coder-a", "password": "not this one", "next": ""},
            {"username": "nobody", "password": "", "next": "/"},
            {"username": "coder-a", "password": "only used by the tests", "next": "/"},
        ),
    ),
    "sign_out": Expectation(queries=None, forms=({},)),
    "theme": Expectation(queries=None, forms=({"theme": "dark", "next": "/"}, {"theme": "pink", "next": "x"})),
    "home": Expectation(),
    "code": Expectation(wing="coder", arguments=_STUDY),
    "code_unit": Expectation(
        wing="coder",
        arguments=_UNIT,
        forms=(
            {"label": "HEDGE", "version": "0", "client_key": "k-0"},
            {
                "label": "CONFIDENT_CORRECT",
                "version": "0",
                "client_key": "k-1",
                "uncertain": "on",
                "note": "why\r\nnot",
            },
            {"cannot": "unreadable", "version": "0", "client_key": "k-2"},
            {"label": "ABSTAIN", "version": "1", "client_key": "k-3"},
            {"label": "", "version": "1", "client_key": "k-4"},
            {"label": "OUTSIDE", "version": "0", "client_key": "k-5"},
            {"label": "HEDGE", "version": "-1", "client_key": "k-6"},
            {},
        ),
    ),
    "put_off": Expectation(wing="coder", arguments=_UNIT, queries=None, forms=({},)),
    "codings": Expectation(
        wing="coder",
        arguments=_STUDY,
        queries=(
            {},
            {"search": "perhaps"},
            {"label": "HEDGE"},
            {"label": "FEQ"},
            {"uncertain": "on"},
            {"note": "on", "search": "NOTE"},
        ),
    ),
    "coder_codebook": Expectation(wing="coder", arguments=_STUDY),
    "study": Expectation(wing="lead", arguments=_STUDY),
    "study_codebook": Expectation(wing="lead", arguments=_STUDY),
    "commitment": Expectation(wing="lead", arguments=_STUDY),
    "ledger": Expectation(wing="lead", arguments=_STUDY, queries=({}, {"page": "1"}, {"page": "2"}, {"page": "x"})),
    "draw": Expectation(
        wing="lead",
        arguments=_STUDY,
        queries=None,
        forms=(
            {"outside": "2 2 5 1", "kind": "outside"},
            {"outside": "6 1 4 3", "kind": "outside"},
            {"outside": "2 2 5 1", "kind": "own"},
            {"outside": "", "kind": "outside"},
            {},
        ),
    ),
    "seal": _POST,
    "open_for_coding": _POST,
    "lock": Expectation(wing="lead", arguments=_STUDY, queries=None, forms=({"reason": "out of time"}, {"reason": ""})),
    "abandon": Expectation(
        wing="lead", arguments=_STUDY, queries=None, forms=({"reason": "not needed"}, {"reason": " "})
    ),
    "adjudicate": Expectation(wing="lead", arguments=_STUDY, queries=_FILTERS),
    "decide": Expectation(wing="lead", arguments=_UNIT, queries=_FILTERS, forms=_DECISIONS),
    "first_judgement": Expectation(wing="lead", arguments=_UNIT, queries=None, forms=_DECISIONS),
    "publish": _POST,
    "publication": Expectation(wing="lead", arguments=_STUDY),
    "revision_file": Expectation(wing="lead", arguments=("slug", "number")),
    "codings_file": _POST,
    "results": Expectation(wing="lead", arguments=_STUDY, forms=({},)),
    "results_json": Expectation(wing="lead", arguments=_STUDY),
    "results_csv": Expectation(wing="lead", arguments=("slug", "table")),
    "runs": Expectation(
        wing="lead",
    ),
    "run": Expectation(wing="lead", arguments=("digest",)),
    "run_json": Expectation(wing="lead", arguments=("digest",)),
    "run_csv": Expectation(wing="lead", arguments=("digest",)),
}
