"""Codings as arrays: who gave which class to which unit, at both resolutions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from scoring.agreement.figures import Figures, measure_ratings
from scoring.errors import BadInput
from scoring.records import MISSING_LABEL, OUTSIDE_LABEL, encode_labels
from scoring.results import CANNOT_CODE, TWO_CLASSES, Codebook, Codings

__all__ = ["NO_OVERLAP", "ONE_CODER", "Ratings", "TwoResolutions", "build_ratings"]

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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ratings:
    """Class positions of units × coders at both resolutions, −1 where there is none.

    Parameters
    ----------
    units, coders : names of the rows and columns, sorted. full, two : class positions.
    unit_of, coder_of : row and column of each coding, in the order of the codings.
    labels : classes of the full resolution: the codebook's, and the reserved code where somebody used it.
    q : classes of the codebook. ordered : whether their order means anything.
    two_of : class at two classes of each class of the full resolution, −1 where it has none.
    """

    units: np.ndarray
    coders: np.ndarray
    unit_of: np.ndarray
    coder_of: np.ndarray
    full: np.ndarray
    two: np.ndarray
    labels: tuple[str, ...]
    q: int
    ordered: bool
    two_of: np.ndarray

    def measure(self, rows: np.ndarray, columns: np.ndarray) -> TwoResolutions:
        """The figures of some units and coders."""
        full, two = self.full[np.ix_(rows, columns)], self.two[np.ix_(rows, columns)]
        paired = (full >= 0).sum(axis=1) > 1
        empty = ONE_CODER if len(columns) < 2 else NO_OVERLAP
        return TwoResolutions(
            full=measure_ratings(full, self.labels, q=self.q, empty=empty, ordered=self.ordered),
            two_class=measure_ratings(
                two,
                TWO_CLASSES,
                q=2,
                empty=f"{NO_OVERLAP} as restraint or substantive" if paired.any() else empty,
            ),
            left_out=int((((full >= 0) & (two < 0)).any(axis=1) & paired).sum()),
        )

    def find_apart(self) -> np.ndarray:
        """The units whose codings are not all of one class."""
        highest = self.full.max(axis=1, initial=-1)
        found: np.ndarray = ((self.full >= 0) & (self.full != highest[:, np.newaxis])).any(axis=1)
        return found


def build_ratings(codings: Codings, codebook: Codebook, *, labels: pd.Series | None = None) -> Ratings:
    """Turn codings into class positions.

    Parameters
    ----------
    labels : other labels for the same rows, None where a row has none; by default the codings' own.

    Errors
    ------
    BadInput for a label outside the codebook.

    Examples
    --------
    >>> from scoring.records.small_run import build_small_codebook
    >>> frame = pd.DataFrame([("u1", "ann", "NO"), ("u1", "bob", "WRONG")], columns=["unit", "coder", "label"])
    >>> found = build_ratings(Codings(key="record_id", frame=frame, sha256=""), build_small_codebook())
    >>> found.full.tolist(), found.two.tolist()
    ([[0, 2]], [[0, 1]])
    """
    frame = codings.frame
    said = frame["label"] if labels is None else labels
    codes = encode_labels(said, codebook, by_people=True)
    if (codes == OUTSIDE_LABEL).any():
        label = said[codes == OUTSIDE_LABEL].iloc[0]
        raise BadInput(f"a coding has the label {label}, which is not in the codebook {codebook.name}")
    unit, units = pd.factorize(frame["unit"], sort=True)
    coder, coders = pd.factorize(frame["coder"], sort=True)
    full = np.full((len(units), len(coders)), MISSING_LABEL, dtype="int16")
    full[unit, coder] = codes
    q = len(codebook.labels)
    classes = [codebook.two_class(code) for code in codebook.codes]
    two_of = np.array([*(-1 if name is None else TWO_CLASSES.index(name) for name in classes), -1, -1], dtype="int16")
    return Ratings(
        units=np.asarray(units, dtype=object),
        coders=np.asarray(coders, dtype=object),
        unit_of=unit,
        coder_of=coder,
        full=full,
        two=two_of[full],
        labels=(*codebook.codes, CANNOT_CODE) if (codes == q).any() else codebook.codes,
        q=q,
        ordered=codebook.ordered,
        two_of=two_of[: q + 1],
    )
