"""Finds the captions of a page's pictures, and the element that holds a picture and its caption."""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.blocks.regions.compiled import caption_rows
from scrapy_denoise.page import Page

MAX_CAPTION = 600
"""The most characters of a caption; a longer text is an article in a figure."""

MAX_BESIDE = 200
"""Characters of other text that the common ancestor of a picture and its caption has, such as a second caption."""

LEVELS = 3
"""How far around an element that is named as a caption its picture is looked for."""

MAX_NAMED = 1_000
"""The most elements of a page that are named as captions; later ones are ignored."""


@attrs.frozen(eq=False)
class Captions:
    """Elements that are captions, each with the element that holds it and its picture.

    captions, figures: rows of the page's columns, one for each caption, in document order. spans: of each caption the
    position of its first text row in `Columns.text_rows` and of one past its last. ``page.cached(find_captions)``
    computes them once.
    """

    captions: NDArray[np.intp]
    figures: NDArray[np.intp]
    spans: list[tuple[int, int]]


def find_captions(page: Page) -> Captions:
    """The captions of the pictures and videos of a page.

    The ``figcaption`` of a figure that holds one; the text of such a figure without ``figcaption``; and short text
    beside a picture in an element that is named as a caption. The captions of tables and of code are none.
    """
    names = page.cached(class_id_pairs)
    captions, figures, spans = caption_rows(names, MAX_CAPTION, MAX_BESIDE, LEVELS, MAX_NAMED)
    return Captions(np.array(captions, np.intp), np.array(figures, np.intp), spans) if captions else NO_CAPTIONS


NO_CAPTIONS = Captions(np.zeros(0, np.intp), np.zeros(0, np.intp), [])
