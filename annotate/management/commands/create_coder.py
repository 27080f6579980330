"""Make a coder's account."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import CommandParser

from annotate.access.permissions import Role
from annotate.management.command import CandorCommand
from annotate.services.create_account import create_account


class Command(CandorCommand):
    """``create_coder NAME``."""

    help = "Make an account; its password comes from the environment variable CANDOR_PASSWORD, or there is none."

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Name and role."""
        parser.add_argument("name")
        parser.add_argument("--role", choices=Role.values, default=Role.CODER)

    def handle(self, **options: Any) -> None:
        """Make the account."""
        account = create_account(
            actor=self.get_actor(options),
            username=options["name"],
            role=options["role"],
            password=os.environ.get("CANDOR_PASSWORD"),
        )
        can_sign_in = account.has_usable_password()
        self.answer(
            options,
            f"Account {account.username} ({account.role}); {'can' if can_sign_in else 'cannot yet'} sign in.",
            {"account": account.username, "role": account.role, "can_sign_in": can_sign_in},
        )
