"""What people type, checked once at the border: notes, reasons, rationales, names."""

from __future__ import annotations

from annotate.errors import Refused

__all__ = ["LONGEST_TEXT", "clean_text"]

LONGEST_TEXT = 10_000


def clean_text(text: str, what: str, *, longest: int = LONGEST_TEXT) -> str:
    """The text with every line end as LF; nothing else of it is changed.

    Parameters
    ----------
    what : how the text is called in the refusal, such as ``a note``.
    longest : characters that it may have.

    Errors: ``Refused`` for a text that is too long, holds NUL, or is no Unicode text (a lone surrogate).

    Examples
    --------
    >>> clean_text("one\\r\\ntwo\\rthree ", "a note")
    'one\\ntwo\\nthree '
    """
    cleaned = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in cleaned or any("\ud800" <= character <= "\udfff" for character in cleaned):
        raise Refused(f"There is a character in {what} that can't be kept (NUL or half of a pair); remove it.")
    if len(cleaned) > longest:
        raise Refused(f"{what.capitalize()} has at most {longest} characters; this one has {len(cleaned)}.")
    return cleaned
