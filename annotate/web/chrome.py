"""What stands around every page: the account, its role, the theme."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

__all__ = ["THEMES", "THEME_COOKIE", "Chrome", "chrome", "get_theme"]

THEME_COOKIE = "theme"
THEMES = ("light", "dark")
"""What can be chosen; without a choice a page follows the system."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chrome:
    """``account`` and ``role`` are empty for nobody, ``theme`` where none was chosen; ``path`` is the page's own."""

    account: str
    role: str
    theme: str
    path: str

    @property
    def is_reader(self) -> bool:
        """Whether studies and runs are listed for this account."""
        return self.role in {"lead", "analyst"}


def chrome(request: HttpRequest) -> dict[str, Chrome]:
    """Context processor: ``chrome`` for every template."""
    user = request.user
    return {
        "chrome": Chrome(
            account=user.get_username(),
            role=getattr(user, "role", ""),
            theme=get_theme(request),
            path=request.get_full_path() if request.method in {"GET", "HEAD"} else "",
        )
    }


def get_theme(request: HttpRequest) -> str:
    """The chosen theme, or an empty text."""
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else ""
