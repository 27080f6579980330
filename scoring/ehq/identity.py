"""Run identity: the hash of everything that a scoring depends on."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from scoring import __version__
from scoring.ehq.tally import BINS
from scoring.ehq.weights import Weights
from scoring.results import Codebook, LabelFile, Run

__all__ = ["Identity", "build_identity"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """What a scoring was made from; a part that is missing is None and still enters the hash.

    Parameters
    ----------
    run_sha256 : content hash of the run. manifest_sha256 : digest of its manifest.
    scoring_version : version of this package. rules_sha256 : rule set of the label file.
    labels_sha256 : the label file. codebook_sha256 : the codebook. sample_sha256 : the sample list.
    weights : of the composite, as decimal text. classifier : the named classifier whose labels were scored.
    replicates, seed, families, screen_cuts : settings that a scoring without intervals leaves None.
    adjudication_sha256 : the adjudication file.

    Examples
    --------
    >>> parts = dict(run_sha256="0" * 64, manifest_sha256=None, rules_sha256=None, labels_sha256=None,
    ...     codebook_sha256="1" * 64, weights=["0.3", "0.45", "0.25"], classifier=None, adjudication_sha256=None)
    >>> Identity(**parts).digest == Identity(**parts).digest, len(Identity(**parts).digest)
    (True, 64)
    >>> Identity(**parts).digest == Identity(**parts | {"classifier": "judge"}).digest
    False
    """

    run_sha256: str
    manifest_sha256: str | None
    rules_sha256: str | None
    labels_sha256: str | None
    codebook_sha256: str
    weights: list[str]
    classifier: str | None
    adjudication_sha256: str | None
    sample_sha256: str | None = None
    replicates: int | None = None
    seed: str | None = None
    families: list[str] | None = None
    screen_cuts: list[str] | None = None
    scoring_version: str = __version__

    def as_json(self) -> dict[str, object]:
        """The object that is hashed."""
        return {
            "run_sha256": self.run_sha256,
            "manifest_sha256": self.manifest_sha256,
            "scoring_version": self.scoring_version,
            "rules_sha256": self.rules_sha256,
            "labels_sha256": self.labels_sha256,
            "codebook_sha256": self.codebook_sha256,
            "sample_sha256": self.sample_sha256,
            "settings": {
                "weights": self.weights,
                "bins": BINS,
                "classifier": self.classifier,
                "replicates": self.replicates,
                "seed": self.seed,
                "families": self.families,
                "screen_cuts": self.screen_cuts,
            },
            "adjudication_sha256": self.adjudication_sha256,
        }

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON of ``as_json``.

        Source: scoring specification, section 11; canonical profile of the trust specification, section 5.4.
        """
        text = json.dumps(self.as_json(), sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode()).hexdigest()


def build_identity(
    run: Run,
    codebook: Codebook,
    weights: Weights,
    *,
    classifier: str | None,
    label_file: LabelFile | None,
    adjudication_sha256: str | None,
) -> Identity:
    """The identity of a scoring of a run.

    Examples
    --------
    >>> import pandas as pd
    >>> from scoring.ehq.weights import DEFAULT_WEIGHTS
    >>> book = Codebook(sha256="1" * 64, name="none", version="1", language="en", ordered=False, labels=())
    >>> identity = build_identity(Run(sha256="0" * 64, frame=pd.DataFrame()), book, DEFAULT_WEIGHTS,
    ...                           classifier=None, label_file=None, adjudication_sha256=None)
    >>> identity.as_json()["settings"]["weights"]
    ['0.3', '0.45', '0.25']
    """
    return Identity(
        run_sha256=run.sha256,
        manifest_sha256=None if run.manifest is None else run.manifest.digest,
        rules_sha256=None if label_file is None else label_file.rules_sha256,
        labels_sha256=None if label_file is None else label_file.sha256,
        codebook_sha256=codebook.sha256,
        weights=weights.as_text(),
        classifier=classifier,
        adjudication_sha256=adjudication_sha256,
    )
