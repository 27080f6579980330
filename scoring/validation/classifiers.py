"""Several classifiers on one reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.ehq import AUTOMATED, choose_labels
from scoring.records import Records, list_classifiers
from scoring.results import TWO_CLASSES, Codebook, LabelFile
from scoring.validation.classes import Validity, measure_classes
from scoring.validation.compared import Referenced, compare, map_to_two
from scoring.validation.rivals import Rival
from scoring.validation.tables import count_table
from scoring.validation.weighting import Weighting

__all__ = ["ClassifierValidity", "list_rivals", "measure_classifiers"]


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


def list_rivals(
    records: Records,
    referenced: Referenced,
    weighting: Weighting,
    codebook: Codebook,
    label_file: LabelFile | None,
) -> tuple[Rival, ...]:
    """The run's own classifier, every named one in the order of their names, and that of a label file.

    Edge cases: a classifier without a label on any referenced record is left out.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> study = build_small_study()
    >>> [rival.name for rival in list_rivals(study.records, study.referenced, study.weighting, study.codebook, None)]
    ['automated_label']
    """
    names = (AUTOMATED, *list_classifiers(records.frame["labels"]))
    said = [(name, choose_labels(records, classifier=name, label_file=None)) for name in names]
    if label_file is not None:
        said.append((label_file.classifier, choose_labels(records, classifier=None, label_file=label_file)))
    rivals = [
        Rival(name=name, compared=compare(records, referenced, weighting, labels, codebook)) for name, labels in said
    ]
    return tuple(rival for rival in rivals if len(rival.compared.rows))


def measure_classifiers(rivals: Sequence[Rival], codebook: Codebook) -> tuple[ClassifierValidity, ...]:
    """Validity of each classifier, on the records that it labels; ``n`` says how many.

    Source: scoring specification, section 6, *Several classifiers*.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> study = build_small_study()
    >>> [own] = measure_classifiers([Rival(name="own", compared=study.compared)], study.codebook)
    >>> own.name, own.full.kappa.value
    ('own', Fraction(9, 16))
    """
    return tuple(
        ClassifierValidity(
            name=rival.name,
            full=measure_classes(count_table(rival.compared, classes=len(codebook.codes)), codebook.codes),
            two_class=measure_classes(count_table(map_to_two(rival.compared), classes=len(TWO_CLASSES)), TWO_CLASSES),
            unlabelled=rival.compared.unlabelled,
        )
        for rival in rivals
    )
