"""A visitor's browser, as far as unit tests need one."""

from __future__ import annotations

import html
import re

from django.http import HttpResponse
from django.test import Client

from annotate.models import Account

__all__ = ["BACKEND", "build_client", "read_form", "read_text"]

BACKEND = "annotate.access.sign_in.AccountBackend"


def build_client(account: Account | None = None, **options: object) -> Client:
    """A client, signed in as the account without a password."""
    client = Client(**options)  # type: ignore[arg-type]  # options of Client as they are
    if account is not None:
        client.force_login(account, backend=BACKEND)
    return client


def read_text(response: HttpResponse) -> str:
    """The words of a page without its markup, spaces joined."""
    body = re.sub(r"<(script|svg)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


def read_form(response: HttpResponse, form_id: str) -> dict[str, str]:
    """The hidden fields of a form, without the token."""
    page = response.content.decode()
    form = page[page.index(f'id="{form_id}"') :]
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[: form.index("</form>")])
    return {name: html.unescape(value) for name, value in found if name != "csrfmiddlewaretoken"}
