"""Runs for leads and analysts: counts and scores over the whole run; small counts wait while a study is open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from annotate.access.permissions import check_can
from annotate.errors import WrongPhase
from annotate.models import Account, Design, Kind, Phase, Run, Study
from annotate.selectors.designs import get_run_data, get_run_row
from annotate.selectors.small_counts import hide_small_counts
from annotate.vault.codebooks import default_codebook
from scoring.ehq import score

__all__ = ["RunLine", "RunPage", "check_uncovered", "get_run_page", "is_covered", "list_runs"]


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
        scores=hide_small_counts(scores) if covered else scores,
        studies=tuple(Study.objects.filter(hex__in=list(hexes)).order_by("pk").values_list("slug", flat=True)),
    )


def is_covered(run_sha256: str) -> bool:
    """Whether a study on the run is between drawn and published (a pilot: until locked)."""
    return _find_open_study(run_sha256) is not None


def check_uncovered(run_sha256: str) -> None:
    """Raise ``WrongPhase`` while a study on the run is open: automated labels of single records are shown to nobody."""
    study = _find_open_study(run_sha256)
    if study is not None:
        raise WrongPhase(
            f"{study.name} on the same run is not published yet: until then nothing is shown that holds automated "
            "labels of single records. Publish or abandon it first."
        )


def _find_open_study(run_sha256: str) -> Study | None:
    drawn = Design.objects.filter(run_sha256=run_sha256).exclude(seed="").values("study_hex")
    ended = Q(phase__in=[Phase.PUBLISHED, Phase.ABANDONED]) | Q(phase=Phase.LOCKED, kind=Kind.PILOT)
    return Study.objects.filter(hex__in=drawn).exclude(ended).order_by("pk").first()
