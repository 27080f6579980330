"""Adjudication files as bytes: building, naming, parsing."""

from scoring.formats import adjudication_name, build_adjudication_bytes, parse_adjudication

__all__ = ["adjudication_name", "build_adjudication_bytes", "parse_adjudication"]
