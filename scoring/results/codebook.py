"""A codebook as the other rooms use it: labels in order, their roles, and how labels of a file map to them."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["CANNOT_CODE", "OUTSIDE", "ROLES", "TWO_CLASSES", "Codebook", "Example", "Label"]

CANNOT_CODE = "CANNOT_CODE"
"""Reserved code, role ``none``, valid in every study without standing in its codebook."""

OUTSIDE = "outside"
"""Name of the last column of a confusion table: values outside the codebook."""

ROLES = ("restraint", "substantive-correct", "substantive-wrong", "none")

TWO_CLASSES = ("restraint", "substantive")


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A worked example of a label: the text and why it gets this label."""

    text: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One class of a codebook; ``code`` is what is stored, whatever key chose it."""

    code: str
    role: str
    hotkey: str | None
    name: str
    definition: str
    rules: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Codebook:
    """The classes of a study in their order.

    Parameters
    ----------
    sha256 : SHA-256 of the codebook file.
    map : labels of a file renamed on reading (merging included).
    impossible : by category, the codes that can't occur there.

    Examples
    --------
    >>> book = Codebook(sha256="0" * 64, name="two", version="1", language="en", ordered=False, labels=(
    ...     Label(code="NO", role="restraint", hotkey="1", name="No", definition="Declines."),
    ...     Label(code="YES", role="substantive-wrong", hotkey="2", name="Yes", definition="Answers.")))
    >>> book.codes, book.role("YES"), book.two_class("YES"), book.two_class("CANNOT_CODE")
    (('NO', 'YES'), 'substantive-wrong', 'substantive', None)
    """

    sha256: str
    name: str
    version: str
    language: str
    ordered: bool
    labels: tuple[Label, ...]
    impossible: dict[str, tuple[str, ...]] = field(default_factory=dict)
    map: dict[str, str] = field(default_factory=dict)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes in the codebook's order."""
        return tuple(label.code for label in self.labels)

    def role(self, code: str) -> str | None:
        """The role of a code; ``none`` for the reserved code; None when it stands outside the codebook."""
        if code == CANNOT_CODE:
            return "none"
        return next((label.role for label in self.labels if label.code == code), None)

    def two_class(self, code: str) -> str | None:
        """``restraint`` or ``substantive``; None for role ``none`` and for values outside the codebook."""
        role = self.role(code)
        if role is None or role == "none":
            return None
        return "restraint" if role == "restraint" else "substantive"

    def mapped(self, label: str) -> str:
        """The label as this codebook names it."""
        return self.map.get(label, label)
