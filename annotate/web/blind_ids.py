"""Blind ids in addresses."""

from __future__ import annotations

from django.urls.converters import StringConverter

__all__ = ["BlindIdConverter"]


class BlindIdConverter(StringConverter):
    """Ten characters of base32; anything else is no address at all."""

    regex = "[A-Z2-7]{10}"
