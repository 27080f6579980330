"""What is visible: the table of the trust document, written out as the first phase for each role."""

from __future__ import annotations

import pytest

from annotate.access.visibility import SHOWN_FROM, check_visible, is_visible
from annotate.errors import WrongPhase
from annotate.models import Phase, Role

ORDER = ["draft", "sealed", "coding", "locked", "published"]

FIRST = {  # fact: (coder, lead, analyst, administrator)
    "own units": ("coding", "coding", None, None),
    "own codings against the reference": ("published", None, None, None),
    "units to resolve": (None, "locked", None, None),
    "codings to resolve": (None, "locked", None, None),
    "all codings": (None, "published", "published", None),
    "progress by coder": (None, "coding", "coding", None),
    "agreement": (None, "locked", "locked", None),
    "agreement by category and model": (None, "published", "published", None),
    "roster with names": (None, "draft", None, None),
    "plan and seed": (None, "draft", "sealed", None),
    "commitment": (None, "sealed", "sealed", None),
    "results": (None, "published", "published", None),
}
ROLES = [Role.CODER, Role.LEAD, Role.ANALYST, Role.ADMINISTRATOR]


def test_the_table_has_these_facts_and_no_others() -> None:
    assert set(SHOWN_FROM) == set(FIRST)


@pytest.mark.parametrize("fact", FIRST)
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("phase", Phase.values)
def test_each_cell(fact: str, role: Role, phase: str) -> None:
    first = FIRST[fact][ROLES.index(role)]
    reached = ORDER.index("draft" if phase == "abandoned" else phase)
    shown = first is not None and reached >= ORDER.index(first)
    assert is_visible(fact, role=role, phase=phase) is shown
    if shown:
        check_visible(fact, role=role, phase=phase)
        return
    when = "to other roles only" if first is None else f"from phase {first} on"
    with pytest.raises(WrongPhase, match=f"{when}; this study is in phase {phase}"):
        check_visible(fact, role=role, phase=phase)
