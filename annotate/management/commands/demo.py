"""Start the demo: database, three studies, server."""

from __future__ import annotations

import os
import socket
import sys
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandParser
from django.db import connections

from annotate.errors import Refused
from annotate.management.command import CandorCommand, progress_bar
from fixtures.demo_walk import DEMO_PASSWORDS, build_demo

LOOPBACK = "127.0.0.1"


class Command(CandorCommand):
    """``demo``."""

    help = "Set up a demo on this machine, print its address and sign-ins, and serve it on loopback."

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Where, and whether to serve."""
        parser.add_argument("--port", type=int, default=8000, help="the next free one is taken when it is in use")
        parser.add_argument("--no-serve", action="store_true", help="set up and stop")

    def handle(self, **options: Any) -> None:
        """Set up what is missing, then become the server."""
        if not settings.PLAIN_HTTP:
            raise Refused("The demo answers on this machine only; unset CANDOR_HOSTS.")
        call_command("migrate", verbosity=0, interactive=False)
        call_command("collectstatic", verbosity=0, interactive=False)
        build_demo(self._tell)
        port = find_free_port(options["port"])
        address = f"http://{LOOPBACK}:{port}/"
        lines = [f"Candor's demo: {address}", "Sign in as:"]
        lines += [f"  {name:<8} {password}" for name, password in DEMO_PASSWORDS.items()]
        self.answer(options, "\n".join(lines), {"address": address, "sign_ins": dict(DEMO_PASSWORDS)})
        self.stdout.flush()
        if not options["no_serve"]:
            connections.close_all()
            serve(port)

    def _tell(self, what: str, done: int, total: int) -> None:
        bar = progress_bar(f"{what:<24}")
        if bar is not None:
            bar(done, total)
        elif done == total:
            self.stderr.write(f"{what}: {done} of {total}")


def find_free_port(first: int) -> int:
    """The first port from ``first`` on, of a hundred, on which nothing answers."""
    for port in range(first, first + 100):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((LOOPBACK, port))
            except OSError:
                continue
            return port
    raise Refused(f"Ports {first} to {first + 99} are all in use; choose another with --port.")


def serve(port: int) -> None:
    """Replace this process by the web server: one process on SQLite, several threads, one writer at a time."""
    command = [sys.executable, "-m", "gunicorn", "annotate.conf.wsgi", "--bind", f"{LOOPBACK}:{port}"]
    os.execv(  # noqa: S606
        sys.executable,
        [*command, "--workers", "1", "--threads", "8", "--worker-class", "gthread", "--no-control-socket"],
    )
