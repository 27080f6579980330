"""What people do in a browser: sign in, code, resolve, publish."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from tests.live import Server
from tests.state_records import build_records

__all__ = ["PASSWORD", "Desk", "make_study", "save_download", "sign_in", "wait_for_keys"]

PASSWORD = "a long word for browser tests"


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """A study on a server, by its slug."""

    server: Server
    slug: str

    def url(self, path: str = "") -> str:
        """The address of a page of this study for those who lead it."""
        return f"{self.server.url}/studies/{self.slug}/{path}"

    def code_url(self, path: str = "") -> str:
        """The address of a page of this study for those who code it."""
        return f"{self.server.url}/code/{self.slug}/{path}"


def make_study(server: Server, *, per_stratum: int = 1, records: list[dict[str, object]] | None = None) -> Desk:
    """Accounts of all roles, a run and a study in draft, by the commands; the server needs ``CANDOR_PASSWORD``."""
    for name, role in (("lead", "lead"), ("analyst", "analyst"), ("coder-a", "coder"), ("coder-b", "coder")):
        server.manage("create_coder", name, "--role", role, "--as", "setup")
    path = server.folder / "small.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records or build_records()), encoding="utf-8")
    server.manage("import_run", str(path), "--name", "small")
    made = server.manage(
        *("create_study", "A walk", "--run", "small", "--coders", "coder-a,coder-b"),
        *("--per-stratum", str(per_stratum), "--json"),
    )
    return Desk(server=server, slug=json.loads(made)["study"])


def sign_in(page: Page, server: Server, name: str, password: str = PASSWORD) -> None:
    """Sign in and arrive at the home page."""
    page.goto(f"{server.url}/sign-in/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{server.url}/")


def wait_for_keys(page: Page) -> None:
    """Return once the page's script listens."""
    page.locator("body[data-keys=on]").wait_for()


def save_download(page: Page, button: str, folder: Path) -> Path:
    """Press a download link and keep the file under its own name."""
    with page.expect_download() as waiting:
        page.get_by_role("link", name=button, exact=True).click()
    download = waiting.value
    path = folder / download.suggested_filename
    download.save_as(path)
    return path
