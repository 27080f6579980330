"""Who: one table of actions and roles, and the one answer for all that is not yours."""

from __future__ import annotations

from annotate.errors import NotFound
from annotate.models import Account, Membership, Part, Role, Study

__all__ = ["PERMISSIONS", "can", "check_can", "get_coder_membership", "get_study_for"]

_LEAD = frozenset({Role.LEAD})
_READERS = frozenset({Role.LEAD, Role.ANALYST})

PERMISSIONS: dict[str, frozenset[Role]] = {
    "import_run": _LEAD,
    "view_run": _READERS,
    "create_study": _LEAD,
    "view_study": _READERS,
    "run_study": _LEAD,
    "adjudicate": _LEAD,
    "publish": _LEAD,
    "view_results": _READERS,
    "view_ledger": _READERS,
    "export_codings": _READERS,
    "code": frozenset({Role.CODER, Role.LEAD}),
    "manage_accounts": frozenset({Role.ADMINISTRATOR, Role.LEAD}),
}
"""Action -> roles that may do it at all. Coding needs a membership of the study as well."""


def can(account: Account | None, action: str) -> bool:
    """Whether the account's role allows the action; nobody's account allows nothing."""
    return account is not None and account.is_active and Role(account.role) in PERMISSIONS[action]


def check_can(account: Account | None, action: str) -> None:
    """Raise ``NotFound`` unless the role allows the action: what is not yours does not exist for you."""
    if not can(account, action):
        raise NotFound("There is nothing here, or it is not yours.")


def get_study_for(account: Account | None, slug: str, action: str) -> Study:
    """The study of that slug, if the account's role allows the action; the same ``NotFound`` otherwise."""
    check_can(account, action)
    study = Study.objects.filter(slug=slug).first()
    if study is None:
        raise NotFound("There is nothing here, or it is not yours.")
    return study


def get_coder_membership(account: Account | None, slug: str) -> Membership:
    """The account's membership as a coder of the study, or the same ``NotFound`` for all that is not theirs."""
    check_can(account, "code")
    membership = (
        Membership.objects.select_related("study").filter(account=account, study__slug=slug, part=Part.CODER).first()
    )
    if membership is None:
        raise NotFound("There is nothing here, or it is not yours.")
    return membership
