"""Learns the weights of the signs of ranked candidates (`scrapy_denoise.page.candidates`) by maximum likelihood.

What is made as likely as possible is the right candidate among all of a page and nothing, with a penalty for the
squared distance from weights set by hand.
"""

from collections.abc import Sequence
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from scrapy_denoise.page.candidates.candidates import Candidate
from scrapy_denoise.page.candidates.ranking import BIAS

FOLDS = 5
"""Parts that the sites are dealt into."""

SMALLEST = 0.0005
"""The absolute value below which a weight is left out."""

Choice = tuple[Sequence[Candidate], Sequence[float]]
"""The candidates of a page, and for each how right it is, 0 to 1; where none is, to give nothing is right."""


def fold_of(host: str) -> int:
    """The fold of the pages of a site, by the longest part of its host: that of all sites of one shop or publisher
    (valley.de, valley.fr)."""
    return crc32(max(host.split("."), key=len).encode()) % FOLDS


def learn_weights(
    pages: Sequence[Choice],
    by_hand: dict[str, float],
    penalty: float,
    counts: Sequence[float] = (),
) -> dict[str, float]:
    """The weights of a field, learned from some pages.

    by_hand: the weights from which the distance counts. penalty: of the square of 1 of that distance. counts: how much
    each page counts, 1 without them.
    """
    names = sorted({*by_hand, *(sign for found, _ in pages for one in found for sign in one.signs)})
    prior = np.array([by_hand.get(name, 0.0) for name in names])
    places = {name: place for place, name in enumerate(names)}
    tables = [_table(found, right, places) for found, right in pages]

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        distance = weights - prior
        total, slope = penalty * float(distance @ distance), 2 * penalty * distance
        for (table, right), count in zip(tables, counts or (1.0,) * len(tables), strict=True):
            scores = table @ weights
            odds = np.exp(scores - scores.max())
            shares = odds / odds.sum()
            own = shares @ right + 1e-12
            total -= count * float(np.log(own))
            slope -= count * (table.T @ (shares * right / own - shares))
        return total, slope

    found = minimize(loss, prior, jac=True, method="L-BFGS-B").x
    return {name: round(float(weight), 3) for name, weight in zip(names, found, strict=True) if abs(weight) >= SMALLEST}


def _table(
    found: Sequence[Candidate], right: Sequence[float], places: dict[str, int]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A row of signs for each candidate, and a last one for nothing; and how right each row is."""
    table = np.zeros((len(found) + 1, len(places)))
    for row, one in enumerate(found):
        table[row, [places[sign] for sign in (BIAS, *one.signs)]] = 1
    return table, np.array([*right, not any(right)], np.float64)
