"""The confidence: which F1 the pages of sites that the model has not seen have, by the F1 that is expected of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls

from scrapy_denoise.methods.auto.auto import Auto

LEAST = Auto().min_expected_f1
"""Pages of a lower expected F1 are those without content."""

POINTS = np.array([0.65, 0.8, 0.9, 1.0])
"""Expected F1 at which the curve may bend. It is flat below the first of them: there the expectation says nothing."""

STEADY = 3.0
"""Pages that speak for a flat curve: a point with few pages stays near the one before."""


def curve_of(expected: NDArray[np.float64], f1: NDArray[np.float64]) -> NDArray[np.float64]:
    """`Forest.calibration`: lines between POINTS that never fall and lie as near as can be to the F1 of the pages, by
    least squares. Pages without content are left out."""
    there = ~np.isnan(f1) & (expected >= LEAST)
    x, y, n = np.maximum(expected[there], POINTS[0]), f1[there], len(POINTS)
    place = np.clip(np.searchsorted(POINTS, x, side="right") - 1, 0, n - 2)
    share = (x - POINTS[place]) / (POINTS[place + 1] - POINTS[place])
    hats = np.zeros((len(x), n))
    hats[np.arange(len(x)), place] = 1 - share
    hats[np.arange(len(x)), place + 1] += share
    # Each point is the one before and a step that is not negative.
    steps = np.tril(np.ones((n, n)))
    found, _ = nnls(np.vstack([hats @ steps, STEADY * np.eye(n)[1:]]), np.append(y, np.zeros(n - 1)))
    return np.stack([POINTS, np.minimum(steps @ found, 1)])


def calibrated(expected: NDArray[np.float64], f1: NDArray[np.float64], fold: NDArray[np.int64]) -> NDArray[np.float64]:
    """The confidence of each page, by the curve of the pages of the other folds."""
    found = expected.copy()
    for number in np.unique(fold):
        mine = (fold == number) & (expected >= LEAST)
        points, values = curve_of(expected[fold != number], f1[fold != number])
        found[mine] = np.interp(expected[mine], points, values)
    return found
