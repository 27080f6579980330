"""The key that names one decision, so that sending a form twice has no second effect."""

from __future__ import annotations

import secrets

__all__ = ["draw_decision_key"]


def draw_decision_key() -> str:
    """32 random hex digits, in every form that decides something."""
    return secrets.token_hex(16)
