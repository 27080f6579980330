"""Several classifiers on one reference."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.ehq import AUTOMATED, choose_labels
from scoring.records import Records, list_classifiers
from scoring.results import TWO_CLASSES, Codebook
from scoring.validation.classes import Validity, measure_classes
from scoring.validation.compared import Referenced, compare, map_to_two
from scoring.validation.tables import count_table
from scoring.validation.weighting import Weighting

__all__ = ["ClassifierValidity", "measure_classifiers"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifierValidity:
    """One classifier at both resolutions; ``unlabelled`` referenced records have no label of it."""

    name: str
    full: Validity
    two_class: Validity
    unlabelled: int

    def as_json(self) -> dict[str, object]:
        """The classifier as it stands in ``classifiers``."""
        return {
            "name": self.name,
            **_short(self.full),
            "outside": self.full.table.outside,
            "unlabelled": self.unlabelled,
            "two_class": _short(self.two_class),
        }


def _short(validity: Validity) -> dict[str, object]:
    full = validity.as_json()
    return {key: full[key] for key in ("n", "accuracy", "kappa", "macro_f1_defined", "macro_f1_zero")}


def measure_classifiers(
    records: Records, referenced: Referenced, weighting: Weighting, codebook: Codebook
) -> tuple[ClassifierValidity, ...]:
    """Validity of the run's own classifier and of every named one, in the order of their names.

    Edge cases: a classifier without a label on any referenced record is left out; each is measured on the records that
    it labels, and ``n`` says how many.

    Source: scoring specification, section 6, *Several classifiers*.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> study = build_small_study()
    >>> [own] = measure_classifiers(study.records, study.referenced, study.weighting, study.codebook)
    >>> own.name, own.full.kappa.value
    ('automated_label', Fraction(9, 16))
    """
    found = []
    for name in (AUTOMATED, *list_classifiers(records.frame["labels"])):
        labels = choose_labels(records, classifier=name, label_file=None)
        compared = compare(records, referenced, weighting, labels, codebook)
        if len(compared.rows):
            table = count_table(compared, classes=len(codebook.codes))
            two = count_table(map_to_two(compared), classes=len(TWO_CLASSES))
            found.append(
                ClassifierValidity(
                    name=name,
                    full=measure_classes(table, codebook.codes),
                    two_class=measure_classes(two, TWO_CLASSES),
                    unlabelled=compared.unlabelled,
                )
            )
    return tuple(found)
