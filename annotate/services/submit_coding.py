"""Accepting a coder's label: durable before it is answered, never twice, never over somebody's newer word."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import datetime

from annotate.access.permissions import get_coder_membership
from annotate.access.phases import check_phase
from annotate.blinding.canonical import build_canonical, build_digest
from annotate.blinding.entropy import Entropy, system_entropy
from annotate.errors import Conflict, NotFound, Refused
from annotate.models import AcceptedRequest, Account, Assignment, Coding, Membership
from annotate.selectors.queue import REASONS, get_label_codes
from annotate.services.ledger import LedgerEnd, write_ledger
from annotate.services.texts import clean_text
from scoring.results import CANNOT_CODE

__all__ = ["AcceptedCoding", "CodingRequest", "submit_coding"]

LONGEST_TIME = 7 * 24 * 3600 * 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class CodingRequest:
    """A coder's decision as it comes in.

    ``version`` is the number of codings the coder has seen on the unit (0 on a fresh one); ``client_key`` names this
    decision, so that sending it again has no second effect; an empty ``label`` clears; ``milliseconds`` is the active
    time on the unit, None where it was not measured.
    """

    blind_id: str
    label: str
    version: int
    client_key: str
    uncertain: bool = False
    note: str = ""
    reason: str = ""
    milliseconds: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedCoding:
    """What was stored: the receipt is the digest of the event's public payload."""

    blind_id: str
    label: str
    version: int
    receipt: str


def submit_coding(
    *, actor: Account, slug: str, request: CodingRequest, now: datetime, entropy: Entropy = system_entropy
) -> AcceptedCoding:
    """Append the coding and its event; the same request again gets the first answer again.

    Errors: ``NotFound`` for a unit that isn't the coder's; ``WrongPhase`` once coding has ended; ``Conflict`` with both
    labels when the unit was coded elsewhere in the meantime; ``Refused`` for a label outside the codebook, a missing
    reason, or a key used for something else.
    """
    membership = get_coder_membership(actor, slug)
    request = _checked(membership, request)
    digest = build_digest(build_canonical(_content(request)))
    with write_ledger(membership.study.hex, now=now, entropy=entropy) as ledger:
        study = membership.study
        earlier = AcceptedRequest.objects.filter(study=study, account=actor, key=request.client_key).first()
        if earlier is not None:
            if earlier.digest != digest:
                raise Refused("This key was used for another decision; reload the page and code the item again.")
            return AcceptedCoding(**json.loads(earlier.response))
        study.refresh_from_db()
        check_phase(study.phase, "code")
        accepted = _append(ledger, membership, request, now)
        AcceptedRequest.objects.create(
            study=study,
            account=actor,
            key=request.client_key,
            digest=digest,
            response=build_canonical(
                {
                    "blind_id": accepted.blind_id,
                    "label": accepted.label,
                    "version": accepted.version,
                    "receipt": accepted.receipt,
                }
            ).decode("utf-8"),
        )
    return accepted


def _checked(membership: Membership, request: CodingRequest) -> CodingRequest:
    """The request with line ends of its note as LF, or the reason why it can't be taken."""
    codes = get_label_codes(membership.study)
    if request.label and request.label not in codes and request.label != CANNOT_CODE:
        raise Refused(f"{request.label!r} is no label of this study; its labels are {', '.join(codes)}.")
    if request.reason not in (REASONS if request.label == CANNOT_CODE else {""}):
        raise Refused("'Cannot be coded' needs one of the listed reasons, and other labels take none.")
    key = request.client_key
    if not (1 <= len(key) <= 64 and key.isascii() and key.isprintable()):
        raise Refused("A decision needs a key of 1 to 64 printable ASCII characters.")
    if request.milliseconds is not None and not 0 <= request.milliseconds <= LONGEST_TIME:
        raise Refused("The time on an item is a number of milliseconds from 0 to one week.")
    return replace(request, note=clean_text(request.note, "a note"))


def _content(request: CodingRequest) -> dict[str, object]:
    return {
        "blind_id": request.blind_id,
        "label": request.label,
        "version": request.version,
        "uncertain": request.uncertain,
        "note": request.note,
        "reason": request.reason,
    }


def _append(ledger: LedgerEnd, membership: Membership, request: CodingRequest, now: datetime) -> AcceptedCoding:
    assignment = (
        Assignment.objects.select_related("current")
        .filter(membership=membership, unit__study=membership.study, unit__blind_id=request.blind_id, given_up=False)
        .first()
    )
    if assignment is None:
        raise NotFound("There is nothing here, or it is not yours.")
    stands = assignment.current.version if assignment.current else 0
    if request.version != stands:
        raise Conflict(
            "This item was coded in another tab or before; nothing was overwritten.",
            yours=request.label,
            stored=assignment.current.label if assignment.current else "",
        )
    if not request.label and not stands:
        raise Refused("There is no label to clear on this item.")
    kind = "coding.cleared" if not request.label else "coding.corrected" if stands else "coding.submitted"
    version = stands + 1
    codebook_version = membership.study.codebook_version
    event = ledger.append(
        kind,
        {
            "blind_id": request.blind_id,
            "coder": membership.pseudonym,
            "label": request.label,
            "uncertain": request.uncertain,
            "version": version,
            "codebook_version": codebook_version,
        },
        {"note": request.note, "reason": request.reason, "milliseconds": request.milliseconds},
    )
    assignment.current = Coding.objects.create(
        assignment=assignment,
        version=version,
        label=request.label,
        uncertain=request.uncertain,
        note=request.note,
        reason=request.reason,
        seconds=None if request.milliseconds is None else request.milliseconds / 1000,
        codebook_version=codebook_version,
        coded_on=now.date(),
        coded_at=now,
    )
    assignment.save(update_fields=["current"])
    return AcceptedCoding(blind_id=request.blind_id, label=request.label, version=version, receipt=event.public_digest)
