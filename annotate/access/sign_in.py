"""Signing in by account name and password."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest

from annotate.errors import NotFound
from annotate.models import Account

__all__ = ["AccountBackend", "get_account"]


def get_account(user: object) -> Account:
    """The account behind a request, or ``NotFound`` for a visitor without one."""
    if not isinstance(user, Account):
        raise NotFound("There is nothing here, or it is not yours.")
    return user


class AccountBackend(BaseBackend):
    """Checks a password; an unknown name takes as long as a wrong password."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **_: Any
    ) -> Account | None:
        """The active account with this password, or None."""
        if username is None or password is None:
            return None
        account = None
        if username.isascii() and username.isprintable():  # a database may refuse even to look for another name
            account = Account.objects.filter(username=username, is_active=True).first()
        if account is None:
            make_password(password)
            return None
        return account if account.check_password(password) else None

    def get_user(self, user_id: int) -> Account | None:
        """The active account of a session; a switched-off account is signed out with its next request."""
        return Account.objects.filter(pk=user_id, is_active=True).first()
