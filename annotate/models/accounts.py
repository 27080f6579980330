"""Accounts: who can sign in, and in which role."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.core.validators import RegexValidator
from django.db import models

__all__ = ["Account", "Role"]


class Role(models.TextChoices):
    """What an account may do in general; coding a study needs a membership on top."""

    CODER = "coder", "Coder"
    LEAD = "lead", "Lead"
    ANALYST = "analyst", "Analyst"
    ADMINISTRATOR = "administrator", "Administrator"


class AccountManager(BaseUserManager["Account"]):
    """Looks accounts up by name."""

    def get_by_natural_key(self, username: str | None) -> Account:
        """The account of that name, or ``Account.DoesNotExist``."""
        return self.get(username=username)


class Account(AbstractBaseUser):
    """A person's account. Without a password nobody can sign in to it (accounts made by an import)."""

    username = models.CharField(
        max_length=64,
        unique=True,
        validators=[
            RegexValidator(r"\A[A-Za-z0-9][A-Za-z0-9._-]*\Z", "letters, digits, dot, dash and underscore only")
        ],
    )
    role = models.CharField(max_length=16, choices=Role.choices, default=Role.CODER)
    is_active = models.BooleanField(default=True)

    objects = AccountManager()

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(role__in=Role.values), name="account_role_known")]

    def __str__(self) -> str:
        return self.username
