"""Publishing: the key opens, its commitment is checked, and the adjudication file is written once and for all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from annotate.access.permissions import check_can
from annotate.access.phases import check_phase, get_target
from annotate.blinding.canonical import build_digest
from annotate.blinding.entropy import Entropy, system_entropy
from annotate.errors import Incomplete, Refused
from annotate.models import Account, Decision, Phase, Revision, Study, UnitToResolve
from annotate.selectors.designs import get_design
from annotate.services.build_adjudication import build_adjudication
from annotate.services.ledger import write_ledger
from annotate.services.sealed_key import open_key
from annotate.vault.adjudications import adjudication_name, build_adjudication_bytes
from annotate.vault.keys import get_key
from annotate.vault.revisions import put_revision

__all__ = ["Published", "publish_adjudication"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A published revision: its number, name and digest; ``is_new`` is false when it had been published before."""

    number: int
    name: str
    sha256: str
    is_new: bool


def publish_adjudication(
    *, actor: Account, study: Study, now: datetime, entropy: Entropy = system_entropy
) -> Published:
    """Write revision 1 and open the key. A study that is published already says so and changes nothing.

    Errors: ``WrongPhase``; ``Incomplete`` naming how many units wait for a decision; ``NotReady`` when the key is
    missing or is not the one committed to.
    """
    check_can(actor, "publish")
    with write_ledger(study.hex, now=now, entropy=entropy) as ledger:
        study.refresh_from_db()
        last = Revision.objects.filter(study_hex=study.hex).order_by("-number").first()
        if study.phase == Phase.PUBLISHED and last is not None:
            return Published(number=last.number, name=last.name, sha256=last.sha256, is_new=False)
        check_phase(study.phase, "publish")
        if study.kind != "main":
            raise Refused("A pilot ends when it is locked; only a main study is published.")
        _check_resolved(study)
        design = get_design(study)
        key = open_key(get_key(design.key_name), design.commitment)
        document = build_adjudication(study, design, key, number=1, now=now)
        data = build_adjudication_bytes(document)
        sha256 = build_digest(data)
        name = adjudication_name(1, sha256)
        put_revision(study.hex, name, data)
        ledger.append("key.opened", {"commitment": design.commitment}, {"actor": actor.username})
        ledger.append("revision.published", {"revision": 1, "sha256": sha256, "parent_sha256": None, "reason": None})
        Revision.objects.create(study_hex=study.hex, number=1, sha256=sha256, name=name, published_on=now.date())
        study.phase = get_target(study.phase, "publish")
        study.save()
    return Published(number=1, name=name, sha256=sha256, is_new=True)


def _check_resolved(study: Study) -> None:
    due = set(UnitToResolve.objects.filter(study_hex=study.hex).values_list("blind_id", flat=True))
    decided = set(Decision.objects.filter(study_hex=study.hex, first=False).values_list("blind_id", flat=True))
    waiting = len(due - decided)
    if waiting:
        raise Incomplete(f"{waiting} of {len(due)} units to resolve wait for a decision; resolve them first.")
