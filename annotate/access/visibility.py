"""What: from which phase on a fact is shown to a role. One table, read by selectors."""

from __future__ import annotations

from annotate.errors import WrongPhase
from annotate.models import Phase, Role

__all__ = ["SHOWN_FROM", "SMALL_COUNT", "check_visible", "is_visible"]

SMALL_COUNT = 10
"""While a study on a run is between drawn and published no count below this is shown for the run."""

_ORDER = [Phase.DRAFT, Phase.SEALED, Phase.CODING, Phase.LOCKED, Phase.PUBLISHED]

SHOWN_FROM: dict[str, dict[Role, Phase]] = {
    "own units": {Role.CODER: Phase.CODING, Role.LEAD: Phase.CODING},
    "units to resolve": {Role.LEAD: Phase.LOCKED},
    "progress by coder": {Role.LEAD: Phase.CODING, Role.ANALYST: Phase.CODING},
    "agreement": {Role.LEAD: Phase.LOCKED, Role.ANALYST: Phase.LOCKED},
    "agreement by category and model": {Role.LEAD: Phase.PUBLISHED, Role.ANALYST: Phase.PUBLISHED},
    "roster with names": {Role.LEAD: Phase.DRAFT},
    "plan and seed": {Role.LEAD: Phase.DRAFT, Role.ANALYST: Phase.SEALED},
    "commitment": {Role.LEAD: Phase.SEALED, Role.ANALYST: Phase.SEALED},
    "results": {Role.LEAD: Phase.PUBLISHED, Role.ANALYST: Phase.PUBLISHED},
    "codings to resolve": {Role.LEAD: Phase.LOCKED},
    "all codings": {Role.LEAD: Phase.PUBLISHED, Role.ANALYST: Phase.PUBLISHED},
    "own codings against the reference": {Role.CODER: Phase.PUBLISHED},
}


def is_visible(fact: str, *, role: str, phase: str) -> bool:
    """Whether ``fact`` is shown to ``role`` in ``phase``; in an abandoned study only what a draft shows.

    Examples
    --------
    >>> is_visible("agreement", role="lead", phase="coding"), is_visible("agreement", role="lead", phase="locked")
    (False, True)
    """
    start = SHOWN_FROM[fact].get(Role(role))
    if start is None:
        return False
    reached = Phase.DRAFT if phase == Phase.ABANDONED else Phase(phase)
    return _ORDER.index(reached) >= _ORDER.index(start)


def check_visible(fact: str, *, role: str, phase: str) -> None:
    """Raise ``WrongPhase`` with the phase that is needed, unless the fact is shown."""
    if not is_visible(fact, role=role, phase=phase):
        start = SHOWN_FROM[fact].get(Role(role))
        when = f"from phase {start} on" if start else "to other roles only"
        raise WrongPhase(f"'{fact}' is shown {when}; this study is in phase {phase}.")
