"""What kind of page it is (article, forum, list, ...), as it states or as is predicted."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks._page_model import TOTALS, page_row
from scrapy_denoise.blocks.features.features import NAMES
from scrapy_denoise.blocks.forest.forest import Forest
from scrapy_denoise.blocks.stated_page_type import stated_type
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page

PAGE_TYPES = ("article", "forum", "list", "product", "documentation", "other")
"""A list shows articles, products or links; a forum page is a thread or a question with its answers; other pages are
services, home pages and forms."""

LIKELY = 0.25
"""The probability from which a page type is reported."""

MOSTLY_LINKS = 0.5
"""Share of a page's text in links from which a page without content is a list."""

_LINK_DENSITY = NAMES.index("page_link_density")
_OF_PAGE = NAMES.index("page_blocks")  # the features from here on are the same for all blocks of a page
FEATURES = [
    *(f"kept_{name}" for name in NAMES[:_OF_PAGE]),
    *NAMES[_OF_PAGE:],
    *TOTALS,
]


def page_features(page: Page, kept: NDArray[np.bool_], expected: float) -> NDArray[np.float32]:
    """One row of `FEATURES`: the means over the kept blocks, weighted by characters; the page's own features; totals.

    kept: for each text row. expected: the F1 that is expected of the selection (`Selection.estimate`).
    """
    return np.frombuffer(page_row(page.once(TextBlocks), kept, expected, _OF_PAGE), np.float32)


def page_type(page: Page, kept: NDArray[np.bool_], expected: float) -> str:
    """One of PAGE_TYPES: what the page states of itself (`stated_type`), or else what the model predicts.

    A page without text is ``other``; one without content is a list if most of its text is links, else ``other``.
    """
    blocks = page.once(TextBlocks)
    if not len(blocks):
        return "other"
    if stated := stated_type(page):
        return stated
    if not kept.any():
        return "list" if blocks.features[0, _LINK_DENSITY] >= MOSTLY_LINKS else "other"
    row = page_features(page, kept, expected)[None]
    models = page_models()
    return most_probable({name: float(models[name](row)[0]) for name in PAGE_TYPES})


def checked_page_types(names: Iterable[str]) -> tuple[str, ...]:
    """Names of PAGE_TYPES. Raises ValueError, with what is allowed, where one is none of them."""
    found = tuple(names)
    if unknown := [name for name in found if name not in PAGE_TYPES]:
        raise ValueError(f"{unknown[0]!r} is not a page type; there are {', '.join(PAGE_TYPES)}")
    return found


def most_probable(probabilities: dict[str, float]) -> str:
    """The page type of the highest probability; ``other`` where none is likely."""
    best = max(PAGE_TYPES, key=lambda name: probabilities[name])
    return best if probabilities[best] >= LIKELY else "other"


@cache
def page_models() -> dict[str, Forest]:
    """The learned models of the probability that a page is of one of PAGE_TYPES, read once."""
    return Forest.load("pages", FEATURES)
