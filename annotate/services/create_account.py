"""Making accounts."""

from __future__ import annotations

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from annotate.access.permissions import check_can
from annotate.errors import Refused
from annotate.models import Account, Role

__all__ = ["create_account", "find_account", "get_or_create_actor"]


def create_account(
    *, actor: Account | None, username: str, role: str = Role.CODER, password: str | None = None
) -> Account:
    """Make an account; without a password nobody can sign in to it. An account that exists already is returned.

    Errors: ``Refused`` for a name that can't be one, another role under that name, or a weak password.
    """
    check_can(actor, "manage_accounts")
    existing = find_account(username)
    if existing is not None:
        if existing.role != role:
            raise Refused(f"{username} exists as {existing.role}, not as {role}; choose another name.")
        return existing
    return _make(username, role, password)


def find_account(username: str) -> Account | None:
    """The account of that name; None also for a name that none can have."""
    if not (username.isascii() and username.isprintable()):
        return None  # a database may refuse even to look for it
    return Account.objects.filter(username=username).first()


def get_or_create_actor(username: str) -> Account:
    """The account that acts on the command line, made as a lead without password when it is missing."""
    account = find_account(username)
    return account or _make(username, Role.LEAD, None)


def _make(username: str, role: str, password: str | None) -> Account:
    account = Account(username=username, role=role)
    try:
        account.clean_fields(exclude=["password", "last_login"])
        if password is not None:
            validate_password(password)
    except ValidationError as error:
        raise Refused(f"Account {username!r}: {' '.join(error.messages)}") from None
    if password is None:
        account.set_unusable_password()
    else:
        account.set_password(password)
    account.save(force_insert=True)
    return account
