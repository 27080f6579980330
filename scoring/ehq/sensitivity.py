"""Sensitivity: every other way to score the models, and how far it moves each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from scoring.ehq.ranks import rank_models
from scoring.ehq.scores import Scores
from scoring.ehq.variant_parts import VariantParts
from scoring.ehq.weights import DEFAULT_WEIGHTS, Weights, parse_weights
from scoring.results import Exact

__all__ = ["ModelVariant", "Variant", "measure_variants"]

EQUAL_WEIGHTS = parse_weights("0.25,0.25,0.50")
"""Restraint (EHQ1 and EHQ2) and calibration (EHQ3) in equal parts."""

SUPERSEDED = "superseded"
NONEMPTY = "over the categories with a calibration record only"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelVariant:
    """One model under a variant.

    ``shift`` is its rank by the score that the variant stands for less its rank here: positive where it moves up.
    """

    model: str
    score: Exact
    change: Exact
    n: int
    rank: float | None
    shift: float | None

    def as_json(self) -> dict[str, object]:
        """The model as it stands in a variant's ``models``."""
        return {
            "model": self.model,
            "score": self.score.estimate(self.n).as_json(),
            "change": self.change.estimate(self.n).as_json(),
            "rank": self.rank,
            "shift": self.shift,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One other way to score.

    Parameters
    ----------
    name : stable name. of : the score that it stands for, ``ehq3`` or ``ehq``.
    weights : of the composite; None for a calibration score.
    mark : what must stand beside it wherever it is shown; None where nothing must.
    """

    name: str
    of: str
    weights: Weights | None
    mark: str | None
    models: tuple[ModelVariant, ...]

    @property
    def max_shift(self) -> float | None:
        """The largest move of a model in either direction; None where no model has both ranks."""
        return max((abs(model.shift) for model in self.models if model.shift is not None), default=None)

    def as_json(self) -> dict[str, object]:
        """The variant as it stands in ``sensitivity``."""
        largest = self.max_shift
        moved = [model.model for model in self.models if largest and abs(model.shift or 0) == largest]
        return {
            "name": self.name,
            "of": self.of,
            "weights": None if self.weights is None else self.weights.as_text(),
            "mark": self.mark,
            "max_shift": largest,
            "max_shift_models": moved,
            "models": [model.as_json() for model in self.models],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Recipe:
    """How a variant is made of the parts of a model: its value, and how many records stand behind it."""

    name: str
    of: str
    weights: Weights | None
    mark: str | None
    value: Callable[[VariantParts], Exact]
    n: Callable[[VariantParts], int]


def _composite(name: str, weights: Weights, pick: Callable[[VariantParts], Scores], mark: str | None = None) -> _Recipe:
    def value(parts: VariantParts) -> Exact:
        scores = pick(parts)
        return weights.compose(scores.ehq1, scores.ehq2, scores.ehq3)

    return _Recipe(name=name, of="ehq", weights=weights, mark=mark, value=value, n=lambda parts: parts.records)


def _calibration(
    name: str,
    weights: Weights,
    pick: Callable[[VariantParts], Exact],
    n: Callable[[VariantParts], int],
    mark: str | None,
) -> list[_Recipe]:
    """A way to make EHQ3, and the composite with it."""
    own = _Recipe(name=name, of="ehq3", weights=None, mark=mark, value=pick, n=n)
    return [own, _composite(f"ehq_with_{name}", weights, lambda parts: replace(parts.whole, ehq3=pick(parts)), mark)]


def _list_recipes(weights: Weights) -> list[_Recipe]:
    zero = Decimal(0)
    dropped = {
        "without_ehq1": replace(weights, ehq1=zero),
        "without_ehq2": replace(weights, ehq2=zero),
        "without_ehq3": replace(weights, ehq3=zero),
        "equal_restraint_and_calibration": EQUAL_WEIGHTS,
    }
    if weights != DEFAULT_WEIGHTS:
        dropped["frozen_weights"] = DEFAULT_WEIGHTS
    knowledge = _composite("ehq_k", weights, lambda parts: parts.knowledge.scores)
    context = _composite("ehq_c", weights, lambda parts: parts.context.scores)
    return [
        *(_composite(name, used, lambda parts: parts.whole) for name, used in dropped.items() if used.has_weight),
        replace(knowledge, n=lambda parts: parts.knowledge.tally.records),
        replace(context, n=lambda parts: parts.context.tally.records),
        *_calibration("balanced_ehq3", weights, lambda parts: parts.balanced.every, _pool, None),
        *_calibration("balanced_ehq3_nonempty", weights, lambda parts: parts.balanced.nonempty, _pool, NONEMPTY),
        *_calibration(
            "superseded_pooled_ehq3", weights, lambda parts: parts.pooled.ehq3, lambda parts: parts.pooled.n, SUPERSEDED
        ),
    ]


def _pool(parts: VariantParts) -> int:
    return parts.calibration


def measure_variants(models: Sequence[VariantParts], weights: Weights) -> tuple[Variant, ...]:
    """All variants of the scores of some models, with ranks and how far each model moves.

    ``without_ehq1`` and its like divide the other two weights by their sum, (.45, .25)/.70 for EHQ2 and EHQ3 by default;
    ``equal_restraint_and_calibration`` is (.25, .25, .50); ``frozen_weights`` stands there where the scores were made
    with others. ``ehq_k`` is the composite over FEQ, PCQ and HNQ together, ``ehq_c`` over CCQ. ``balanced_ehq3`` counts
    every category alike, and ``ehq_with_balanced_ehq3`` is the composite with it; where a category has no calibration
    record both are undefined and ``…_nonempty`` stands beside them, marked. ``superseded_pooled_ehq3`` is marked too.

    Parameters
    ----------
    weights : those that the models' EHQ was made with.

    Edge cases: models without a value under the variant have no rank there; the shift is None where one of the two ranks
    is. A variant whose weights would all be 0 is left out.

    Source: scoring specification, section 3; EHQ, sections 3.1, 4.6 and 6.1.

    Examples
    --------
    >>> from scoring.ehq.scoring_run import score
    >>> from scoring.records.small_run import build_small_codebook, build_small_run
    >>> models = score(build_small_run(), codebook=build_small_codebook()).labels.models
    >>> found = {one.name: one for one in measure_variants([model.parts for model in models], DEFAULT_WEIGHTS)}
    >>> [(one.model, str(one.score.value), one.rank) for one in found["without_ehq3"].models]
    [('elm', '13/15', 1.0), ('oak', '2/5', 2.0)]
    >>> found["superseded_pooled_ehq3"].mark, found["superseded_pooled_ehq3"].max_shift
    ('superseded', 0.0)
    """
    base = {score: [parts.whole.get(score) for parts in models] for score in ("ehq3", "ehq")}
    ranked = {score: rank_models(values) for score, values in base.items()}
    found = []
    for recipe in _list_recipes(weights):
        values = [recipe.value(parts) for parts in models]
        rows = zip(models, values, rank_models(values), base[recipe.of], ranked[recipe.of], strict=True)
        found.append(
            Variant(
                name=recipe.name,
                of=recipe.of,
                weights=recipe.weights,
                mark=recipe.mark,
                models=tuple(
                    ModelVariant(
                        model=parts.model,
                        score=value,
                        change=value.minus(before),
                        n=recipe.n(parts),
                        rank=rank,
                        shift=None if rank is None or first is None else first - rank,
                    )
                    for parts, value, rank, before, first in rows
                ),
            )
        )
    return tuple(found)
