"""Studies, runs and files as the command line names them."""

from __future__ import annotations

from pathlib import Path

from annotate.errors import NotFound
from annotate.models import Phase, Run, Study
from annotate.selectors.designs import get_design, get_run_row
from annotate.services.export_codings import Exported
from annotate.vault.codebooks import read_codebook
from annotate.vault.exports import write_export
from scoring.results import Codebook

__all__ = [
    "get_commitment",
    "get_named_run",
    "get_named_study",
    "has_reached",
    "read_codebook_file",
    "write_exported",
]

_ORDER = [Phase.DRAFT, Phase.SEALED, Phase.CODING, Phase.LOCKED, Phase.PUBLISHED]


def get_named_study(slug: str) -> Study:
    """The study of that slug, in any case. Errors: ``NotFound`` with the way to get a slug."""
    study = Study.objects.filter(slug=slug.lower()).first()
    if study is None:
        raise NotFound(f"There is no study {slug!r}; create_study prints the slug.")
    return study


def get_named_run(name: str) -> Run:
    """The run of that name, or of those first 8 or more digits of its content hash. Errors: ``NotFound``."""
    return get_run_row(name)


def has_reached(study: Study, phase: str) -> bool:
    """Whether the study is in this phase or past it; an abandoned one is not."""
    return study.phase != Phase.ABANDONED and _ORDER.index(Phase(study.phase)) >= _ORDER.index(Phase(phase))


def get_commitment(study: Study) -> str:
    """The commitment to the study's key; empty before sealing."""
    return get_design(study).commitment


def read_codebook_file(path: str | None) -> Codebook | None:
    """The codebook of a file, or None (the default codebook) without one. Errors: ``scoring.errors.BadInput``."""
    return None if path is None else read_codebook(Path(path))


def write_exported(path: Path, exported: Exported) -> None:
    """Write an exported file, whole or not at all. Errors: ``Refused`` when its folder is not there."""
    write_export(path, exported.data)
