"""Runs for leads and analysts: counts and scores over the whole run; small counts wait while a study is open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from annotate.access.permissions import check_can
from annotate.access.visibility import SMALL_COUNT
from annotate.models import Account, Design, Phase, Run, Study
from annotate.selectors.designs import get_run_data, get_run_row
from annotate.vault.codebooks import default_codebook
from scoring.ehq import score

__all__ = ["RunLine", "RunPage", "get_run_page", "is_covered", "list_runs"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLine:
    """A run in the list."""

    name: str
    sha256: str
    records: int
    models: int
    items: int
    imported_on: date
    studies: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPage:
    """A run with its scores as ``score --json`` gives them; while ``covered`` no count below 10 is in them."""

    name: str
    sha256: str
    records: int
    models: int
    items: int
    imported_on: date
    covered: bool
    scores: dict[str, object]
    studies: tuple[str, ...]


def list_runs(account: Account) -> tuple[RunLine, ...]:
    """All runs, newest first."""
    check_can(account, "view_run")
    hexes = list(Design.objects.values_list("run_sha256", flat=True))
    return tuple(
        RunLine(
            name=run.name,
            sha256=run.sha256,
            records=run.records,
            models=run.model_count,
            items=run.item_count,
            imported_on=run.imported_on,
            studies=hexes.count(run.sha256),
        )
        for run in Run.objects.order_by("-pk")
    )


def get_run_page(*, account: Account, name: str) -> RunPage:
    """The page of one run. Errors: ``NotFound``."""
    check_can(account, "view_run")
    run = get_run_row(name)
    covered = is_covered(run.sha256)
    scores = score(get_run_data(run), codebook=default_codebook()).as_json()
    hexes = Design.objects.filter(run_sha256=run.sha256).values_list("study_hex", flat=True)
    return RunPage(
        name=run.name,
        sha256=run.sha256,
        records=run.records,
        models=run.model_count,
        items=run.item_count,
        imported_on=run.imported_on,
        covered=covered,
        scores=_without_small_counts(scores) if covered else scores,
        studies=tuple(Study.objects.filter(hex__in=list(hexes)).order_by("pk").values_list("slug", flat=True)),
    )


def is_covered(run_sha256: str) -> bool:
    """Whether a study on the run is between drawn and published (a pilot: until locked)."""
    drawn = Design.objects.filter(run_sha256=run_sha256).exclude(seed="").values_list("study_hex", flat=True)
    for study in Study.objects.filter(hex__in=list(drawn)):
        ended = {Phase.PUBLISHED, Phase.ABANDONED} | ({Phase.LOCKED} if study.kind == "pilot" else set())
        if study.phase not in ended:
            return True
    return False


def _without_small_counts(scores: dict[str, object]) -> dict[str, object]:
    return {name: _without_small(member, name) for name, member in scores.items()}


def _without_small(value: object, key: str) -> object:
    """The same figures with every count from 1 to 9 in ``counts`` and ``excluded`` replaced by None."""
    if isinstance(value, dict):
        hide = key in {"counts", "excluded"}
        return {
            name: None
            if hide and isinstance(member, int) and 0 < member < SMALL_COUNT
            else _without_small(member, key if hide else name)
            for name, member in value.items()
        }
    if isinstance(value, list):
        return [_without_small(member, key) for member in value]
    return value
