"""The lead's side of a study: run, plan, sample, as frozen objects."""

from __future__ import annotations

import json
from dataclasses import dataclass

from annotate.errors import NotFound, NotReady
from annotate.models import Design, Run, Study
from annotate.vault import documents, runs
from annotate.vault.codebooks import parse_codebook
from scoring.results import Codebook, Sample
from scoring.results import Run as RunData

__all__ = [
    "Plan",
    "find_run_row",
    "get_codebook",
    "get_design",
    "get_plan",
    "get_run_data",
    "get_run_row",
    "get_sampled",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A study's plan (``plan-v1``) as the services use it; ``document`` is the whole object."""

    kind: str
    version: int
    run_sha256: str
    codebook_sha256: str
    by: tuple[str, ...]
    per_stratum: int
    same_items: bool
    coders: tuple[str, ...]
    codings_per_unit: int | None
    fields: tuple[str, ...]
    audit_share: str | None
    majority: bool
    weights: tuple[str, ...]
    adjudicate_own: bool
    document: dict[str, object]


def get_design(study: Study) -> Design:
    """The design of a study; each study has one from its creation on."""
    return Design.objects.get(study_hex=study.hex)


def get_plan(design: Design) -> Plan:
    """The plan as it stands: frozen once the study is drawn."""
    document = json.loads(design.plan)
    analysis = document["analysis"]
    return Plan(
        kind=document["kind"],
        version=document["version"],
        run_sha256=document["run_sha256"],
        codebook_sha256=document["codebook_sha256"],
        by=tuple(document["by"]),
        per_stratum=document["per_stratum"],
        same_items=document["same_items"],
        coders=tuple(document["coders"]),
        codings_per_unit=document["codings_per_unit"],
        fields=tuple(document["fields"]),
        audit_share=document["audit_share"],
        majority=analysis["majority"],
        weights=tuple(analysis["weights"]),
        adjudicate_own=document["facts"].get("adjudicate_own") is True,
        document=document,
    )


def get_codebook(study: Study) -> Codebook:
    """The study's codebook."""
    return parse_codebook(study.codebook.encode("utf-8"))


def get_sampled(design: Design) -> Sample:
    """The drawn sample from the vault; ``NotReady`` before drawing."""
    if not design.sample_document:
        raise NotReady("The sample is not drawn yet: draw it first.")
    return documents.get_sample(design.sample_document)


def find_run_row(name: str) -> Run | None:
    """The run of that name, or whose content hash starts with these 8 or more hex digits; None when there is none.

    A whole content hash always means its own run, whatever other runs are called.
    """
    row = Run.objects.filter(sha256=name).first() or Run.objects.filter(name=name).first()
    if row is None and len(name) >= 8 and all(c in "0123456789abcdef" for c in name):
        found = list(Run.objects.filter(sha256__startswith=name)[:2])
        row = found[0] if len(found) == 1 else None
    return row


def get_run_row(name: str) -> Run:
    """As ``find_run_row``, or ``NotFound`` with the way to see what is there."""
    row = find_run_row(name)
    if row is None:
        raise NotFound(f"No run is called {name!r}. Give its name or at least 8 digits of its content hash.")
    return row


def get_run_data(row: Run) -> RunData:
    """The run's records without texts, from the vault."""
    return runs.load_run(row.sha256, file_sha256=row.file_sha256, manifest=row.manifest)
