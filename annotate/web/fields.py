"""Reading form fields: what is not as it should be is one clear refusal."""

from __future__ import annotations

from django.http import QueryDict

from annotate.errors import Refused

__all__ = ["get_flag", "get_whole"]


def get_whole(form: QueryDict, name: str) -> int:
    """A whole number from 0 to 9 digits long, or ``Refused``."""
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Refused(f"The field {name!r} must be a whole number. Reload the page and try again.")
    return int(text)


def get_flag(form: QueryDict, name: str) -> bool:
    """Whether a checkbox is ticked: missing is no, ``on`` is yes, anything else ``Refused``."""
    value = form.get(name)
    if value not in {None, "on"}:
        raise Refused(f"The field {name!r} is ticked or not. Reload the page and try again.")
    return value == "on"
