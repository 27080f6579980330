"""All tables. Coders' tables (studies, people, units, codings) have no relation to a run's facts.

What only leads may see (``runs``, ``designs``, ``resolutions``) names a study by its 32 hex digits, without a foreign
key, so that no query starting at a coder's table can arrive there.
"""

from annotate.models.accounts import Account, Role
from annotate.models.codings import AcceptedRequest, Coding
from annotate.models.designs import Design, Deviation
from annotate.models.ledger import Event, EventPayload
from annotate.models.people import Membership, Part
from annotate.models.resolutions import Decision, Revision, UnitFacts, UnitToResolve
from annotate.models.runs import Run
from annotate.models.studies import Kind, Phase, Study
from annotate.models.units import Assignment, BlindUnit

__all__ = [
    "AcceptedRequest",
    "Account",
    "Assignment",
    "BlindUnit",
    "Coding",
    "Decision",
    "Design",
    "Deviation",
    "Event",
    "EventPayload",
    "Kind",
    "Membership",
    "Part",
    "Phase",
    "Revision",
    "Role",
    "Run",
    "Study",
    "UnitFacts",
    "UnitToResolve",
]
