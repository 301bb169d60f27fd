"""What a page states of itself, as the features of its blocks take it: its kind, its body, its description."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from scrapy_denoise.page import Page
from scrapy_denoise.page.stated_text import stated_text

TYPES = {
    "article": re.compile(rb"^\w*(?:Article|BlogPosting|Report)$", re.MULTILINE),
    "og_article": re.compile(rb"^og\narticle$", re.MULTILINE),
    "product": re.compile(rb"^(?:Product|ProductGroup|Offer|og\n(?:og:)?product)\b", re.MULTILINE),
    "recipe": re.compile(rb"^Recipe$", re.MULTILINE),
    "thread": re.compile(rb"^(?:DiscussionForumPosting|QAPage|Question|Answer)$", re.MULTILINE),
    "list": re.compile(rb"^(?:ItemList|CollectionPage|SearchResultsPage|Blog)$", re.MULTILINE),
}
"""What the types of JSON-LD and og:type say that a page is."""


@frozen
class Stated:
    """The types of TYPES that a page states, 0 or 1 each; its body and its description in UTF-8, empty where it states
    none."""

    types: NDArray[np.float32]
    body: bytes
    description: bytes


def stated(page: Page) -> Stated:
    """What a page states of itself; ask with ``page.once(stated)``. Nothing for a page without its tree."""
    types, body, description = stated_text(page.tree)
    return Stated(_types(types), body, description)


@lru_cache(maxsize=256)
def _types(names: bytes) -> NDArray[np.float32]:
    """Of the names of types that a page states, 0 or 1 for each of TYPES; most pages of a site state the same."""
    found = np.array([pattern.search(names) is not None for pattern in TYPES.values()], np.float32)
    found.flags.writeable = False
    return found
