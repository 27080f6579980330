"""Creating a study in draft: run, plan, codebook, coders."""

from __future__ import annotations

import base64
from datetime import datetime

from annotate.access.permissions import can, check_can
from annotate.blinding.canonical import build_canonical
from annotate.blinding.entropy import Entropy, build_pseudonym, system_entropy
from annotate.errors import NotFound, Refused
from annotate.models import Account, Design, Membership, Part, Role, Run, Study
from annotate.services.create_account import create_account, find_account
from annotate.services.ledger import LedgerEnd, write_ledger
from annotate.services.plan import build_plan_document
from annotate.services.texts import clean_text
from annotate.vault.codebooks import canonical_codebook, default_codebook
from annotate.vault.documents import put_document
from scoring.results import Codebook

__all__ = ["add_coder", "create_study", "draw_pseudonym", "get_coder_account"]


def create_study(
    *,
    actor: Account,
    name: str,
    run: Run,
    now: datetime,
    coders: tuple[str, ...] = (),
    settings: dict[str, object] | None = None,
    codebook: Codebook | None = None,
    create_coders: bool = False,
    entropy: Entropy = system_entropy,
) -> Study:
    """Make a study in phase draft and return it; its slug is drawn and says nothing about it.

    Parameters
    ----------
    coders : account names; with ``create_coders`` missing ones are made, without password.
    settings : keys of ``plan-v1`` that differ from the defaults.

    Errors: ``NotFound`` for an account that isn't there, ``Refused`` for a plan that can't be.
    """
    check_can(actor, "create_study")
    name = clean_text(name, "a study's name", longest=200).strip()
    if not name:
        raise Refused("A study needs a name; coders never see it.")
    if len(set(coders)) < len(coders):
        raise Refused("A coder is named twice; each codes under one pseudonym.")
    book = codebook or default_codebook()
    book_bytes = canonical_codebook(book)
    people = [get_coder_account(actor, username, create=create_coders) for username in coders]
    study_hex = entropy(16).hex()
    with write_ledger(study_hex, now=now, entropy=entropy) as ledger:
        document = build_plan_document(
            run_sha256=run.sha256, codebook_sha256=put_document(book_bytes), settings=settings or {}
        )
        study = Study.objects.create(
            slug=_draw_slug(entropy),
            hex=study_hex,
            kind=str(document["kind"]),
            codebook=book_bytes.decode("utf-8"),
            codebook_sha256=str(document["codebook_sha256"]),
            codebook_version=book.version,
        )
        ledger.append("study.created", {"kind": study.kind}, {"actor": actor.username, "name": name})
        pseudonyms = [add_coder(study, account, ledger, entropy).pseudonym for account in people]
        Design.objects.create(
            study_hex=study_hex,
            name=name,
            run_sha256=run.sha256,
            plan=build_canonical({**document, "coders": sorted(pseudonyms)}).decode("utf-8"),
            created_on=now.date(),
        )
    return study


def add_coder(study: Study, account: Account, ledger: LedgerEnd, entropy: Entropy) -> Membership:
    """Give the account a pseudonym and the part of a coder; a lead who codes is recorded as a deviation.

    Errors: ``Refused`` for an account whose role can't code.
    """
    if not can(account, "code"):
        raise Refused(f"{account.username} can't code: the account is switched off or has the role {account.role}.")
    membership = Membership.objects.create(
        study=study, account=account, part=Part.CODER, pseudonym=draw_pseudonym(study, entropy)
    )
    ledger.append("coder.invited", {"coder": membership.pseudonym}, {"account": account.username})
    if account.role == Role.LEAD:
        ledger.record_deviation("lead_codes", f"Coder {membership.pseudonym} is a lead of the study's team.")
    return membership


def draw_pseudonym(study: Study, entropy: Entropy) -> str:
    """A pseudonym that nobody has in this study."""
    taken = set(study.memberships.values_list("pseudonym", flat=True))
    while (pseudonym := build_pseudonym(entropy(4))) in taken:
        continue
    return pseudonym


def get_coder_account(actor: Account, username: str, *, create: bool) -> Account:
    """The account of that name, made without password with ``create``. Errors: ``NotFound``."""
    account = find_account(username)
    if account is None and not create:
        raise NotFound(f"There is no account {username!r}. Make it with create_coder, or add --create-coders.")
    return account or create_account(actor=actor, username=username)


def _draw_slug(entropy: Entropy) -> str:
    """Four neutral characters that begin with a letter; drawn again when taken."""
    while True:
        letters = base64.b32encode(entropy(8)).decode("ascii").lower()
        slug = next((letters[i : i + 4] for i in range(9) if letters[i].isalpha()), "")
        if slug and not Study.objects.filter(slug=slug).exists():
            return slug
