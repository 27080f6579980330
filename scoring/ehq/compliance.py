"""Report-zero compliance: who followed the instruction to state confidence 0 where no answer was given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from statistics import median

import numpy as np
from scipy import stats

from scoring.ehq.labelling import Labelling
from scoring.ehq.tally import CERTAIN
from scoring.records import COUNTED, NO_CONFIDENCE, Records
from scoring.results import Codebook, Estimate, Exact

__all__ = ["ABSTENTION", "Compliance", "CompliancePanel", "ComplianceShare", "measure_compliance", "measure_panel"]

ABSTENTION = "ABSTAIN"
"""The label of an abstention; a codebook without it has no compliance to report."""

NO_LABEL = f"the codebook has no label {ABSTENTION}"
NO_ABSTENTION = "no scored abstention"
NO_MODEL = "no model has a scored abstention"
KINDS = ("zero", "hundred", "between", "unparseable")


@dataclass(frozen=True, slots=True, kw_only=True)
class ComplianceShare:
    """Abstentions of one model by what confidence they state.

    ``zero`` complied; ``hundred``, ``between`` (above 0 and below 100) and ``unparseable`` did not.
    """

    zero: int
    hundred: int
    between: int
    unparseable: int
    undefined: str = NO_ABSTENTION

    @property
    def n(self) -> int:
        """Scored abstentions."""
        return self.zero + self.hundred + self.between + self.unparseable

    @property
    def share(self) -> Exact:
        """Share of the abstentions that state exactly 0."""
        return Exact.ratio(self.zero, self.n, undefined=self.undefined)

    def as_json(self) -> dict[str, object]:
        """The share with its Wilson interval, and the counts."""
        return {
            "n": self.n,
            "share": self.estimate().as_json(),
            "counts": {kind: getattr(self, kind) for kind in KINDS},
        }

    def estimate(self) -> Estimate:
        """The share with its 95% Wilson interval."""
        plain = self.share.estimate(self.n)
        if plain.value is None:
            return plain
        found = stats.binomtest(self.zero, self.n).proportion_ci(0.95, method="wilson")
        return replace(plain, low=round(float(found.low), 12), high=round(float(found.high), 12), method="wilson")


@dataclass(frozen=True, slots=True, kw_only=True)
class Compliance:
    """Compliance of one model, over all scored abstentions and over those that were not cut off."""

    all_abstentions: ComplianceShare
    not_cut_off: ComplianceShare

    def as_json(self) -> dict[str, object]:
        """The object ``compliance`` of a model."""
        return {**self.all_abstentions.as_json(), "without_cut_off": self.not_cut_off.as_json()}


@dataclass(frozen=True, slots=True, kw_only=True)
class CompliancePanel:
    """Median, lowest and highest share over the models that have an abstention; ``models`` counts them."""

    models: int
    median: Exact
    lowest: Exact
    highest: Exact

    def as_json(self) -> dict[str, object]:
        """The three shares; ``n`` counts models."""
        shares = {"median": self.median, "min": self.lowest, "max": self.highest}
        return {name: share.estimate(self.models).as_json() for name, share in shares.items()}


def measure_compliance(records: Records, labelling: Labelling, codebook: Codebook) -> tuple[Compliance, ...]:
    """Compliance of each model of a run, in the order of ``records.models``.

    Exactly 0 over all scored abstentions; an abstention whose confidence can't be read did not comply.

    Edge cases: a model without an abstention, and a codebook without the label ``ABSTAIN`` (a choice: the instruction is
    about answers that were withheld), have no share, with the reason.

    Source: scoring specification, section 3; EHQ, section 3.2.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from scoring.ehq.labelling import build_labelling
    >>> from scoring.records import encode_labels, prepare_records
    >>> from scoring.records.small_run import build_small_codebook, build_small_run
    >>> records, book = prepare_records(build_small_run()), build_small_codebook()
    >>> book = replace(book, labels=(replace(book.labels[0], code="ABSTAIN"), *book.labels[1:]), map={"NO": "ABSTAIN"})
    >>> codes = encode_labels(records.frame["automated_label"], book, by_people=False)
    >>> labelling = build_labelling(records.frame["exclusion"].to_numpy(), codes, book)
    >>> [one.all_abstentions.share.value for one in measure_compliance(records, labelling, book)]
    [Fraction(1, 2), Fraction(1, 1)]
    """
    models = len(records.models)
    if ABSTENTION not in codebook.codes:
        none = ComplianceShare(zero=0, hundred=0, between=0, unparseable=0, undefined=NO_LABEL)
        return (Compliance(all_abstentions=none, not_cut_off=none),) * models
    frame = records.frame
    chosen = (labelling.exclusion == COUNTED) & (labelling.codes == codebook.codes.index(ABSTENTION))
    confidence = frame["confidence"].to_numpy()
    kind = np.select([confidence == 0, confidence == CERTAIN, confidence != NO_CONFIDENCE], [0, 1, 2], default=3)
    cell = frame["model"].to_numpy().astype("int64") * len(KINDS) + kind
    cut = frame["cut_off"].to_numpy()
    shares = [_count(cell[which], models) for which in (chosen, chosen & ~cut)]
    return tuple(Compliance(all_abstentions=one, not_cut_off=rest) for one, rest in zip(*shares, strict=True))


def _count(cell: np.ndarray, models: int) -> list[ComplianceShare]:
    counts = np.bincount(cell, minlength=models * len(KINDS)).reshape(models, len(KINDS)).tolist()
    return [ComplianceShare(zero=a, hundred=b, between=c, unparseable=d) for a, b, c, d in counts]


def measure_panel(shares: Sequence[ComplianceShare]) -> CompliancePanel:
    """Median and range of the shares over models.

    Edge cases: models without an abstention are left out; with none left all three are undefined.

    Source: scoring specification, section 3; EHQ, section 3.2.

    Examples
    --------
    >>> of_two = [ComplianceShare(zero=1, hundred=0, between=1, unparseable=0),
    ...           ComplianceShare(zero=1, hundred=0, between=0, unparseable=0)]
    >>> measure_panel(of_two).median.value, measure_panel([]).lowest.undefined
    (Fraction(3, 4), 'no model has a scored abstention')
    """
    values: list[Fraction] = [one.share.value for one in shares if one.share.value is not None]
    if not values:
        none = Exact.none(NO_MODEL)
        return CompliancePanel(models=0, median=none, lowest=none, highest=none)
    return CompliancePanel(
        models=len(values),
        median=Exact.of(median(values)),
        lowest=Exact.of(min(values)),
        highest=Exact.of(max(values)),
    )
