"""Verifying the chains of studies."""

from __future__ import annotations

from annotate.models import Study
from annotate.selectors.chain import ChainState, check_chain

__all__ = ["verify_ledger"]


def verify_ledger(study: Study | None = None) -> list[ChainState]:
    """How the chain of the study stands, or those of all studies, oldest first."""
    studies = [study] if study is not None else list(Study.objects.order_by("pk"))
    return [check_chain(one) for one in studies]
