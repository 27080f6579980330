"""Classifier error where coders were unsure, and where nobody was."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.results import Codings, Exact
from scoring.validation.compared import Compared

__all__ = ["FlaggedErrors", "measure_flagged_errors"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlaggedErrors:
    """Error of the classifier by flag: weighted shares, and the records behind them."""

    flagged_n: int
    unflagged_n: int
    flagged: Exact
    unflagged: Exact

    def as_json(self) -> dict[str, object]:
        """The object ``classifier_error``."""
        return {
            "flagged": self.flagged.estimate(self.flagged_n).as_json(),
            "unflagged": self.unflagged.estimate(self.unflagged_n).as_json(),
        }


def measure_flagged_errors(compared: Compared, codings: Codings) -> FlaggedErrors:
    """Share of records on which classifier and reference differ, by whether some coder flagged the record.

    Edge cases: records that nobody coded are in neither group; a coding that does not say whether it is uncertain counts
    as not flagged.

    Source: scoring specification, sections 5 and 6 (*error by flag* is weighted).

    Examples
    --------
    >>> import pandas as pd
    >>> from scoring.validation.small_study import build_small_study
    >>> said = [("elm/1", "NO", False), ("oak/3", "NO", True), ("oak/4", "WRONG", True)]
    >>> frame = pd.DataFrame(said, columns=["unit", "label", "uncertain"]).assign(coder="ann")
    >>> found = measure_flagged_errors(build_small_study().compared, Codings(key="record_id", frame=frame, sha256=""))
    >>> str(found.flagged.value), str(found.unflagged.value)
    ('1/2', '0')
    """
    frame = codings.frame
    flags = frame["uncertain"].astype("boolean").fillna(False).to_numpy(dtype=bool)
    ids = compared.records.frame["record_id"].iloc[compared.rows]
    coded = ids.isin(frame["unit"]).to_numpy()
    flagged = ids.isin(frame["unit"][flags]).to_numpy()
    weight = np.array(compared.weights, dtype=object)[compared.stratum]
    wrong = compared.automated != compared.reference

    def share(which: np.ndarray) -> Exact:
        return Exact.ratio(
            int(weight[which & wrong].sum()), int(weight[which].sum()), undefined="no such record was coded"
        )

    return FlaggedErrors(
        flagged_n=int(flagged.sum()),
        unflagged_n=int((coded & ~flagged).sum()),
        flagged=share(flagged),
        unflagged=share(coded & ~flagged),
    )
