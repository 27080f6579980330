"""What all commands share: the acting account, the study or run by name, and one line or one JSON object as the answer."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from annotate.errors import NotFound, Refused
from annotate.models import Account, Phase, Study
from annotate.services.create_account import get_or_create_actor
from annotate.vault.uploads import read_codebook_file
from scoring.results import Codebook

__all__ = ["CandorCommand", "has_reached", "progress_bar", "read_codebook_option", "split_columns"]

_ORDER = [Phase.DRAFT, Phase.SEALED, Phase.CODING, Phase.LOCKED, Phase.PUBLISHED]


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
        study = Study.objects.filter(slug=options["study"].lower()).first()
        if study is None:
            raise NotFound(f"There is no study {options['study']!r}; create_study prints the slug.")
        return study

    def answer(self, options: dict[str, Any], line: str, facts: dict[str, object]) -> None:
        """Print the line, or the facts as one JSON object with ``--json``."""
        self.stdout.write(json.dumps(facts, ensure_ascii=False, allow_nan=False) if options["json"] else line)


def has_reached(study: Study, phase: Phase) -> bool:
    """Whether the study is in this phase or past it; an abandoned one is not."""
    return study.phase != Phase.ABANDONED and _ORDER.index(Phase(study.phase)) >= _ORDER.index(phase)


def read_codebook_option(path: str | None) -> Codebook | None:
    """The codebook of ``--codebook``, or None for the default."""
    return None if path is None else read_codebook_file(Path(path))


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
