"""Codebooks as files: reading, the canonical bytes, and the default."""

from scoring.formats import canonical_codebook, default_codebook, parse_codebook, read_codebook

__all__ = ["canonical_codebook", "default_codebook", "parse_codebook", "read_codebook"]
