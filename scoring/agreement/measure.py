"""Agreement between coders: overall, by pair of coders, by cell of the run, at full resolution and at two classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from scoring.agreement.figures import Figures, measure_ratings
from scoring.errors import BadInput, Usage
from scoring.records import OUTSIDE_LABEL, Strata, build_strata, encode_labels, prepare_records
from scoring.results import CANNOT_CODE, TWO_CLASSES, Codebook, Codings, Run

__all__ = ["Agreement", "CellAgreement", "PairAgreement", "TwoResolutions", "measure_agreement"]

ONE_CODER = "only one coder"
NO_OVERLAP = "no unit coded by two coders"


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoResolutions:
    """The figures at full resolution and at two classes.

    ``left_out`` counts the units, among those with two codings, with a label that has neither of the two classes.
    """

    full: Figures
    two_class: Figures
    left_out: int

    def as_json(self) -> dict[str, object]:
        """The figures of the full resolution, with those of two classes under ``two_class``."""
        return {**self.full.as_json(), "two_class": {**self.two_class.as_json(), "left_out": self.left_out}}


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAgreement:
    """Agreement of two of the coders."""

    first: str
    second: str
    figures: TwoResolutions

    def as_json(self) -> dict[str, object]:
        """The pair with its figures; rows of its confusion table are the first coder."""
        return {"coders": [self.first, self.second], **self.figures.as_json()}


@dataclass(frozen=True, slots=True, kw_only=True)
class CellAgreement:
    """Agreement within one cell of the run; ``key`` in the order of ``by``."""

    key: tuple[str | None, ...]
    figures: TwoResolutions

    def as_json(self) -> dict[str, object]:
        """The cell with its figures."""
        return {"key": list(self.key), **self.figures.as_json()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The result of ``agreement``.

    Parameters
    ----------
    coders : sorted as UTF-8 bytes. units : how many were coded at all. unpaired : units with a single coding, sorted.
    figures : over all coders and units. pairs : every pair of coders. by : every cell that holds a coded unit.
    """

    coders: tuple[str, ...]
    units: int
    unpaired: tuple[str, ...]
    figures: TwoResolutions
    pairs: tuple[PairAgreement, ...]
    by: tuple[CellAgreement, ...]

    def as_json(self) -> dict[str, object]:
        """The object that ``python -m scoring agreement --json`` prints."""
        return {
            "coders": list(self.coders),
            "units": self.units,
            "unpaired": list(self.unpaired),
            **self.figures.as_json(),
            "pairs": [pair.as_json() for pair in self.pairs],
            "by": [cell.as_json() for cell in self.by],
        }


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Ratings:
    """Class positions of units × coders at both resolutions, −1 where there is none."""

    units: np.ndarray
    coders: np.ndarray
    full: np.ndarray
    two: np.ndarray
    labels: tuple[str, ...]
    q: int

    def measure(self, rows: np.ndarray, columns: np.ndarray) -> TwoResolutions:
        """The figures of some units and coders."""
        full, two = self.full[np.ix_(rows, columns)], self.two[np.ix_(rows, columns)]
        paired = (full >= 0).sum(axis=1) > 1
        empty = ONE_CODER if len(columns) < 2 else NO_OVERLAP
        return TwoResolutions(
            full=measure_ratings(full, self.labels, q=self.q, empty=empty),
            two_class=measure_ratings(
                two,
                TWO_CLASSES,
                q=2,
                empty=f"{NO_OVERLAP} as restraint or substantive" if paired.any() else empty,
            ),
            left_out=int((((full >= 0) & (two < 0)).any(axis=1) & paired).sum()),
        )


def _build_ratings(codings: Codings, codebook: Codebook) -> _Ratings:
    frame = codings.frame
    codes = encode_labels(frame["label"], codebook, by_people=True)
    if (codes == OUTSIDE_LABEL).any():
        label = frame["label"][codes == OUTSIDE_LABEL].iloc[0]
        raise BadInput(f"a coding has the label {label}, which is not in the codebook {codebook.name}")
    unit, units = pd.factorize(frame["unit"], sort=True)
    coder, coders = pd.factorize(frame["coder"], sort=True)
    full = np.full((len(units), len(coders)), -1, dtype="int16")
    full[unit, coder] = codes
    q = len(codebook.labels)
    classes = [codebook.two_class(code) for code in codebook.codes]
    two_of = np.array([*(-1 if name is None else TWO_CLASSES.index(name) for name in classes), -1, -1], dtype="int16")
    return _Ratings(
        units=np.asarray(units, dtype=object),
        coders=np.asarray(coders, dtype=object),
        full=full,
        two=two_of[full],
        labels=(*codebook.codes, CANNOT_CODE) if (codes == q).any() else codebook.codes,
        q=q,
    )


def _find_cells(ratings: _Ratings, codings: Codings, run: Run, by: tuple[str, ...]) -> Strata:
    if codings.key != "record_id":
        raise Usage("agreement by cell needs codings that name record_id, these name blind_id")
    records = prepare_records(run)
    place = pd.Index(records.frame["record_id"]).get_indexer(pd.Index(ratings.units))
    if (place < 0).any():
        unknown = ratings.units[place < 0]
        raise BadInput(f"{len(unknown)} coded records are not in the run, first {unknown[0]}")
    return build_strata(records, records.frame.iloc[place], by)


def measure_agreement(
    codings: Codings, *, codebook: Codebook, run: Run | None = None, by: Sequence[str] = ()
) -> Agreement:
    """How far coders agree.

    Parameters
    ----------
    codings : one label per unit and coder, the last word before the lock; flags and notes never enter.
    codebook : its classes in order; their number is q, whoever used which.
    run, by : with both, the figures again for each cell of the run by these fields.

    Edge cases: ``CANNOT_CODE`` is a class of its own at full resolution and is never counted in q; at two classes
    labels of role ``none`` are left out pairwise and the units counted. Units with one coding are listed. Where all
    codings are of one class, kappa, pi and alpha are undefined, with AC1 and observed agreement beside them.

    Errors
    ------
    Usage for ``by`` without a run, for unknown fields, and for codings by blind id with a run.
    BadInput for a label outside the codebook and for coded records that the run does not have.

    Source: scoring specification, section 5.

    Examples
    --------
    >>> from scoring.results import Label
    >>> book = Codebook(sha256="", name="two", version="1", language="en", ordered=False, labels=(
    ...     Label(code="A", role="restraint", hotkey=None, name="", definition=""),
    ...     Label(code="B", role="substantive-wrong", hotkey=None, name="", definition="")))
    >>> rows = [(u, c, l) for c, said in (("c1", "AABB"), ("c2", "AABA")) for u, l in zip("1234", said)]
    >>> found = measure_agreement(codebook=book, codings=Codings(
    ...     key="record_id", sha256="", frame=pd.DataFrame(rows, columns=["unit", "coder", "label"])))
    >>> found.figures.full.observed.value, found.figures.full.kappa.value, found.figures.full.confusion
    (Fraction(3, 4), Fraction(1, 2), ((2, 0), (1, 1)))
    """
    if by and run is None:
        raise Usage("agreement by cell needs the run")
    ratings = _build_ratings(codings, codebook)
    everything, everyone = np.arange(len(ratings.units)), np.arange(len(ratings.coders))
    cells: tuple[CellAgreement, ...] = ()
    if run is not None and by:
        strata = _find_cells(ratings, codings, run, tuple(by))
        cells = tuple(
            CellAgreement(key=key, figures=ratings.measure(np.flatnonzero(strata.cell == place), everyone))
            for place, key in enumerate(strata.keys)
        )
    return Agreement(
        coders=tuple(ratings.coders.tolist()),
        units=len(ratings.units),
        unpaired=tuple(ratings.units[(ratings.full >= 0).sum(axis=1) == 1].tolist()),
        figures=ratings.measure(everything, everyone),
        pairs=tuple(
            PairAgreement(
                first=str(ratings.coders[a]),
                second=str(ratings.coders[b]),
                figures=ratings.measure(everything, np.array([a, b])),
            )
            for a, b in combinations(everyone.tolist(), 2)
        ),
        by=cells,
    )
