"""The confidence: the F1 that a model expects of a selection, by its scores and by the page.

The model is learned by `training.train_confidence` from pages of sites that the models of blocks had not seen, each as
it is after all steps; a method that gives no scores has the confidence that it says.
"""

from __future__ import annotations

from array import array
from functools import cache
from math import log1p
from struct import unpack

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.forest.forest import Forest
from scrapy_denoise.blocks.page_model import LEARNED_TYPES, type_probabilities
from scrapy_denoise.methods.compiled import selection_sums
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.page import Page

MEASURES = [
    "estimate", "mean_score", "expected", "missed", "least_score", "low_decile", "median_score", "sure_share",
    "runs", "contiguous", "chars_a_row", "long_share", "page_chars", "page_rows", "siblings",
    *(f"is_{name}" for name in LEARNED_TYPES),
]  # fmt: skip
"""What the model reads of a selection."""

SURE = 0.8
"""Score from which a text is surely content."""

LONG = 150
"""Characters of a long text row."""

WORD = 5
"""Letters of a word: one that cannot be read spoils it, so the confidence is multiplied by (1 - share) ** WORD."""


def find_confidence(page: Page, found: Selection) -> float:
    """The F1 that is expected of a selection, 0 to 1: what such selections had in the mean on sites not seen.

    That of a method without scores is what the method says, and so is that of a page of which nothing is kept. It is
    less where many characters of the page could not be read (`Page.replacement_share`).
    """
    confidence = float(found.confidence)
    if found.expected is not None and found.scores is not None and found.kept.any():
        (confidence,) = unpack("f", _model().predict_bytes(selection_measures(page, found).tobytes()))
    return confidence * (1 - page.replacement_share) ** WORD


def selection_measures(page: Page, found: Selection) -> NDArray[np.float32]:
    """What the model reads of a selection with scores that is not empty: float32, one for each of MEASURES."""
    assert found.scores is not None
    rows, runs, chars, own, spanned, sure, long, content, right = selection_sums(
        page.columns, found.kept, np.ascontiguousarray(found.scores, np.float32), SURE, LONG
    )
    ranked = np.sort(found.scores[found.kept])
    own, content = own + 1e-9, content + 1e-9
    measures = (
        found.estimate,
        right / own,
        2 * right / (own + content),
        1 - right / content,
        *ranked[[0, rows // 10, rows // 2]].tolist(),
        sure / own,
        runs / rows,
        own / spanned,
        own / rows,
        long / own,
        log1p(chars),
        log1p(len(found.kept)),
        log1p(found.siblings),
        *page.cached(type_probabilities),
    )
    return np.frombuffer(array("f", measures), np.float32)


@cache
def _model() -> Forest:
    return Forest.load("confidence", MEASURES)["f1"]
