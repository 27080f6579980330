"""Dawid and Skene's model: true classes and each coder's confusion, by maximum likelihood."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["LatentClasses", "fit_latent_classes"]

_NOTHING = 1e-300


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LatentClasses:
    """The fitted model.

    Parameters
    ----------
    posterior : probability of each class for each unit. prior : of the classes. confusion : coder × true × given.
    labels : the likeliest class of each unit. log_likelihood : of the codings. iterations : until it rose no more.
    """

    posterior: np.ndarray
    prior: np.ndarray
    confusion: np.ndarray
    labels: np.ndarray
    log_likelihood: float
    iterations: int


def fit_latent_classes(
    ratings: np.ndarray, classes: int, coder: np.ndarray, *, most: int = 10_000, rise: float = 1e-10
) -> LatentClasses:
    """Fit by expectation-maximisation, from the share of votes, without smoothing.

    Parameters
    ----------
    ratings : units × columns, class positions; −1 where there is none.
    coder : coder of each column, 0 … J − 1: one who coded twice has two columns and one confusion.
    most, rise : stop after so many iterations, or when the log-likelihood rises by less.

    Edge cases: units without a coding keep the prior. Classes that nobody gave have probability 0.

    Source: Dawid and Skene 1979; oracle trap 41 (an implementation that stops at the first iteration without a rise of
    its bound ends too early).

    Examples
    --------
    >>> found = fit_latent_classes(np.array([[0, 0, 1], [1, 1, 1], [0, 0, 0]]), 2, np.arange(3))
    >>> found.labels.tolist(), found.prior.round(3).tolist()
    ([0, 1, 0], [0.667, 0.333])
    """
    coders = int(coder.max()) + 1
    given = np.zeros((coders, len(ratings), classes))
    unit, column = np.nonzero(ratings >= 0)
    np.add.at(given, (coder[column], unit, ratings[unit, column]), 1)
    votes = given.sum(axis=0)
    coded = votes.sum(axis=1, keepdims=True)
    posterior = np.divide(votes, coded, out=np.full(votes.shape, 1 / classes), where=coded > 0)
    last, iteration = -np.inf, 0
    while True:
        iteration += 1
        prior = posterior.mean(axis=0)
        counts = np.einsum("ut,jug->jtg", posterior, given)
        total = counts.sum(axis=2, keepdims=True)
        confusion = np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)
        joint = np.log(np.maximum(prior, _NOTHING)) + np.einsum(
            "jug,jtg->ut", given, np.log(np.maximum(confusion, _NOTHING))
        )
        top = joint.max(axis=1, keepdims=True)
        scaled = np.exp(joint - top)
        norm = scaled.sum(axis=1, keepdims=True)
        posterior = scaled / norm
        likelihood = float((top + np.log(norm)).sum())
        if likelihood - last < rise or iteration >= most:
            break
        last = likelihood
    return LatentClasses(
        posterior=posterior,
        prior=posterior.mean(axis=0),
        confusion=confusion,
        labels=posterior.argmax(axis=1),
        log_likelihood=likelihood,
        iterations=iteration,
    )
