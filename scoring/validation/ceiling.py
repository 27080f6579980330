"""Human ceiling: the classifier's agreement with each coder, to stand beside the coders' own."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pandas as pd

from scoring.agreement import measure_agreement
from scoring.errors import Usage
from scoring.records import encode_labels
from scoring.results import TWO_CLASSES, Codebook, Codings, Estimate, Exact
from scoring.validation.classes import measure_classes
from scoring.validation.compared import Compared, map_to_two
from scoring.validation.tables import count_table

__all__ = ["Ceiling", "CoderCeiling", "measure_ceiling"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoderCeiling:
    """Kappa of the classifier with one coder, unweighted, on the records that both labelled."""

    coder: str
    n: int
    kappa: Exact
    two_class_kappa: Exact

    def as_json(self) -> dict[str, object]:
        """The coder with both kappas."""
        return {
            "coder": self.coder,
            "n": self.n,
            "kappa": self.kappa.estimate(self.n).as_json(),
            "two_class_kappa": self.two_class_kappa.estimate(self.n).as_json(),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceiling:
    """The classifier with each coder, and the coders among themselves."""

    coders: tuple[CoderCeiling, ...]
    kappa: Estimate
    two_class_kappa: Estimate

    def as_json(self) -> dict[str, object]:
        """The object ``ceiling``."""
        return {
            "between_coders": {"kappa": self.kappa.as_json(), "two_class_kappa": self.two_class_kappa.as_json()},
            "classifier_with": [coder.as_json() for coder in self.coders],
        }


def measure_ceiling(compared: Compared, codings: Codings, codebook: Codebook) -> Ceiling:
    """The classifier against each coder, unweighted, on the records of the validation.

    Edge cases: a coder's ``CANNOT_CODE`` is no label to compare with. Agreement between coders is over all their
    codings, as ``agreement`` gives it.

    Errors
    ------
    Usage for codings that name blind ids. BadInput for a label outside the codebook.

    Source: scoring specification, section 6, *Human ceiling*.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> study = build_small_study()
    >>> said = [("elm/1", "ann", "NO"), ("oak/3", "ann", "NO"), ("oak/4", "ann", "WRONG"), ("oak/4", "bob", "WRONG")]
    >>> frame = pd.DataFrame(said, columns=["unit", "coder", "label"], dtype=object)
    >>> found = measure_ceiling(study.compared, Codings(key="record_id", frame=frame, sha256=""), study.codebook)
    >>> [(coder.coder, coder.n, str(coder.kappa.value)) for coder in found.coders]
    [('ann', 3, '2/5'), ('bob', 1, 'None')]
    """
    if codings.key != "record_id":
        raise Usage("the human ceiling needs codings that name record_id, these name blind_id")
    between = measure_agreement(codings, codebook=codebook).figures
    plain = replace(compared, weights=(1,) * len(compared.weights))
    ids = compared.records.frame["record_id"].iloc[compared.rows]
    found = []
    for coder, said in codings.frame.groupby("coder", sort=True):
        labels = pd.Series(said["label"].to_numpy(), index=said["unit"].to_numpy(), dtype=object).reindex(ids)
        codes = encode_labels(labels, codebook, by_people=True)
        mine = replace(plain, reference=codes).take((codes >= 0) & (codes < len(codebook.codes)))
        full = measure_classes(count_table(mine, classes=len(codebook.codes)), codebook.codes)
        two = measure_classes(count_table(map_to_two(mine), classes=len(TWO_CLASSES)), TWO_CLASSES)
        found.append(CoderCeiling(coder=str(coder), n=full.n, kappa=full.kappa, two_class_kappa=two.kappa))
    return Ceiling(
        coders=tuple(found),
        kappa=between.full.kappa.estimate(between.full.n),
        two_class_kappa=between.two_class.kappa.estimate(between.two_class.n),
    )
