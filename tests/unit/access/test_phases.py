"""When: each change from each phase, and the diagram made from the table."""

from __future__ import annotations

import pytest

from annotate.access.phases import CHANGES, build_diagram, check_phase, get_target
from annotate.errors import WrongPhase
from annotate.models import Phase

ALLOWED = {
    ("draw", "draft"): "draft",
    ("seal", "draft"): "sealed",
    ("open", "sealed"): "coding",
    ("code", "coding"): "coding",
    ("lock", "coding"): "locked",
    ("adjudicate", "locked"): "locked",
    ("publish", "locked"): "published",
    ("correct", "published"): "published",
    ("abandon", "draft"): "abandoned",
    ("abandon", "sealed"): "abandoned",
    ("abandon", "coding"): "abandoned",
    ("abandon", "locked"): "abandoned",
}


def test_the_table_has_these_changes_and_no_others() -> None:
    assert set(CHANGES) == {change for change, _ in ALLOWED}


@pytest.mark.parametrize("change", sorted(CHANGES))
@pytest.mark.parametrize("phase", Phase.values)
def test_each_change_from_each_phase(phase: str, change: str) -> None:
    target = ALLOWED.get((change, phase))
    if target is not None:
        check_phase(phase, change)
        assert get_target(phase, change) == target
        return
    for ask in (check_phase, get_target):
        with pytest.raises(WrongPhase, match=f"this one is in phase {phase}") as caught:
            ask(phase, change)
        assert caught.value.status == 409
        assert all(start in caught.value.message for start in CHANGES[change].start)


def test_nothing_leads_back() -> None:
    order = [*Phase.values]  # as a study lives them; abandoned is last
    for change in CHANGES.values():
        assert all(change.target is None or order.index(change.target) >= order.index(s) for s in change.start)


def test_the_diagram_has_a_line_for_each_allowed_change() -> None:
    lines = build_diagram().splitlines()
    assert lines[:2] == ["stateDiagram-v2", "    [*] --> draft"]
    drawn = {(*tuple(line.split(": ")[0].split()), line.split(": ")[1].split()[0]) for line in lines if ": " in line}
    assert drawn == {(phase, "-->", target, change) for (change, phase), target in ALLOWED.items()}
    assert lines[-2:] == ["    published --> [*]", "    abandoned --> [*]"]
