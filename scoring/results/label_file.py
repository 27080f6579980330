"""A label file: labels that a classifier gave to a run after it was made, bound to the run's hash."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["LabelFile"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelFile:
    """Labels by record id, as the file has them (before any ``map`` of a codebook).

    Parameters
    ----------
    sha256 : SHA-256 of the file.
    run_sha256 : content hash of the run that it labels.
    classifier : name of the classifier.
    rules_sha256 : hash of its rules; None where it has none.
    labels : label by record id; None where the classifier gave none.
    reasons : triggers by record id; ids without any are left out.
    tuned_on : hashes of the samples whose reference was seen when the rules were made; they are spent for these rules.

    Examples
    --------
    >>> LabelFile(sha256="0" * 64, run_sha256="1" * 64, classifier="rules", rules_sha256=None,
    ...           labels={"a/1": "HEDGE"}).labels["a/1"]
    'HEDGE'
    """

    sha256: str
    run_sha256: str
    classifier: str
    rules_sha256: str | None
    labels: dict[str, str | None]
    reasons: dict[str, tuple[str, ...]] = field(default_factory=dict)
    tuned_on: tuple[str, ...] = ()
