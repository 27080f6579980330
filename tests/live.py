"""The real server for tests: gunicorn on loopback, with a data folder (and database) of its own."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.services.data_folder import PROJECT, build_environment, run_manage

__all__ = ["Server"]

READY_SECONDS = 60
STOP_SECONDS = 15


@dataclass(slots=True, kw_only=True)
class Server:
    """A server process; ``start`` returns when it answers, ``stop`` when it is gone.

    Parameters
    ----------
    folder : data folder, already migrated.
    database_url : PostgreSQL database; None is SQLite in the data folder.
    workers : processes; one on SQLite, as in production.
    environment : further variables, such as ``CANDOR_WING``.
    """

    folder: Path
    database_url: str | None = None
    workers: int = 1
    threads: int = 4
    environment: dict[str, str] = field(default_factory=dict)
    port: int = 0
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it answers, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        """Start it on a free port (on the same one again after ``stop`` or ``kill``) and wait for its first answer."""
        if self.process is not None:
            raise RuntimeError("the server is running")
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        listener.listen(512)
        self.port = listener.getsockname()[1]
        with listener, (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "gunicorn", "annotate.conf.wsgi"),
                    *("--bind", f"fd://{listener.fileno()}", "--worker-class", "gthread", "--no-control-socket"),
                    *("--workers", str(self.workers), "--threads", str(self.threads), "--graceful-timeout", "5"),
                ],
                cwd=PROJECT,
                env=self._build_environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(listener.fileno(),),
                start_new_session=True,
            )
        self._wait()
        return self

    def manage(self, *arguments: str, exit_code: int = 0) -> str:
        """Run ``manage.py`` on the same data folder and database; returns its standard output."""
        return run_manage(self._build_environment(), *arguments, exit_code=exit_code)

    def stop(self) -> None:
        """Ask it to end, as an administrator would; a server that does not end in time is an error."""
        if self.process is None:
            return
        process, self.process = self.process, None
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise AssertionError(f"the server did not stop within {STOP_SECONDS} s:\n{self.log()}") from None

    def kill(self) -> None:
        """Kill all its processes at once, as a crash would."""
        if self.process is not None:
            process, self.process = self.process, None
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            self._wait_until_closed()

    def log(self) -> str:
        """What it has written to its standard output and error."""
        return (self.folder / "server.log").read_text(encoding="utf-8", errors="replace")

    def _build_environment(self) -> dict[str, str]:
        return build_environment(self.folder, database_url=self.database_url, **self.environment)

    def _wait_until_closed(self) -> None:
        """Return when nothing listens on the port any more: the workers may die a moment after their master."""
        deadline = time.monotonic() + STOP_SECONDS
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except ConnectionRefusedError:
                return
            except OSError:
                pass  # reset while it dies
            time.sleep(0.01)
        raise AssertionError(f"port {self.port} still answers {STOP_SECONDS} s after the kill")

    def _wait(self) -> None:
        """Return at the first HTTP answer, whatever its status."""
        assert self.process is not None
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=READY_SECONDS)
            try:
                connection.request("GET", "/sign-in/")
                connection.getresponse().read()
                return
            except (OSError, http.client.HTTPException):
                time.sleep(0.1)
            finally:
                connection.close()
        self.kill()
        raise AssertionError(f"the server did not answer:\n{self.log()}")
