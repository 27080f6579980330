"""What all commands share: the acting account, the study or run by name, and one line or one JSON object as the answer."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from annotate.errors import Refused
from annotate.services.create_account import Account, get_or_create_actor
from annotate.services.named import Study, get_named_study

__all__ = ["CandorCommand", "progress_bar", "split_columns"]


class CandorCommand(BaseCommand):
    """A thin command: parse, one service, print."""

    requires_system_checks = ()  # start-up checks run on each connection
    names_study = False

    def add_arguments(self, parser: CommandParser) -> None:
        """Options of every command, and the study where the command names one."""
        if self.names_study:
            parser.add_argument("study", help="the study's slug, as create_study prints it")
        self.add_own_arguments(parser)
        parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
        parser.add_argument("--as", dest="actor", default="lead", metavar="ACCOUNT", help="who acts (default: lead)")

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Options of this command alone."""

    def get_actor(self, options: dict[str, Any]) -> Account:
        """The acting account, made as a lead when it is missing."""
        return get_or_create_actor(options["actor"])

    def get_study(self, options: dict[str, Any]) -> Study:
        """The study of the given slug."""
        return get_named_study(options["study"])

    def answer(self, options: dict[str, Any], line: str, facts: dict[str, object]) -> None:
        """Print the line, or the facts as one JSON object with ``--json``."""
        self.stdout.write(json.dumps(facts, ensure_ascii=False, allow_nan=False) if options["json"] else line)


def split_columns(pairs: list[str] | None) -> dict[str, str] | None:
    """``--map FIELD=COLUMN`` options as a dictionary."""
    if not pairs:
        return None
    if any(pair.count("=") < 1 for pair in pairs):
        raise Refused("--map takes FIELD=COLUMN.")
    return dict(pair.split("=", 1) for pair in pairs)


def progress_bar(label: str) -> Callable[[int, int], None] | None:
    """A bar on a terminal's standard error, redrawn in place; None where there is no terminal."""
    if not sys.stderr.isatty():
        return None

    def draw(done: int, total: int) -> None:
        share = done / total if total else 1.0
        filled = round(share * 30)
        end = "\n" if done >= total else ""
        sys.stderr.write(f"\r{label} [{'#' * filled}{'.' * (30 - filled)}] {share:4.0%}{end}")
        sys.stderr.flush()

    return draw
