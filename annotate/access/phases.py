"""When: the phases of a study as one table of allowed changes. The diagram in docs is made from it."""

from __future__ import annotations

from dataclasses import dataclass

from annotate.errors import WrongPhase
from annotate.models import Phase

__all__ = ["CHANGES", "Change", "build_diagram", "check_phase", "get_target"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A step of a study's life: the phases it may start from, where it leads, and its name for people."""

    start: tuple[Phase, ...]
    target: Phase | None
    """None: the phase stays."""
    means: str


CHANGES: dict[str, Change] = {
    "draw": Change(start=(Phase.DRAFT,), target=None, means="freeze the plan, draw the sample"),
    "seal": Change(start=(Phase.DRAFT,), target=Phase.SEALED, means="make blind ids, commit to the key"),
    "open": Change(start=(Phase.SEALED,), target=Phase.CODING, means="let coders in"),
    "code": Change(start=(Phase.CODING,), target=None, means="coders code"),
    "lock": Change(start=(Phase.CODING,), target=Phase.LOCKED, means="end coding"),
    "adjudicate": Change(start=(Phase.LOCKED,), target=None, means="resolve disagreements"),
    "publish": Change(start=(Phase.LOCKED,), target=Phase.PUBLISHED, means="open the key, publish revision 1"),
    "correct": Change(start=(Phase.PUBLISHED,), target=Phase.PUBLISHED, means="publish a further revision"),
    "abandon": Change(
        start=(Phase.DRAFT, Phase.SEALED, Phase.CODING, Phase.LOCKED),
        target=Phase.ABANDONED,
        means="give the study up for good",
    ),
}

_ORDER = [Phase.DRAFT, Phase.SEALED, Phase.CODING, Phase.LOCKED, Phase.PUBLISHED]


def check_phase(phase: str, change: str) -> None:
    """Raise ``WrongPhase`` unless ``change`` may start in ``phase``; the message says what is needed."""
    allowed = CHANGES[change].start
    if phase not in allowed:
        names = " or ".join(allowed)
        raise WrongPhase(f"'{change}' needs a study in phase {names}; this one is in phase {phase}.")


def get_target(phase: str, change: str) -> str:
    """The phase after ``change``, or ``WrongPhase``."""
    check_phase(phase, change)
    return CHANGES[change].target or phase


def build_diagram() -> str:
    """The life of a study as a Mermaid state diagram, one line a change."""
    lines = ["stateDiagram-v2", f"    [*] --> {_ORDER[0]}"]
    for name, change in CHANGES.items():
        for start in change.start:
            lines.append(f"    {start} --> {change.target or start}: {name} ({change.means})")
    lines += [f"    {Phase.PUBLISHED} --> [*]", f"    {Phase.ABANDONED} --> [*]"]
    return "\n".join(lines) + "\n"
