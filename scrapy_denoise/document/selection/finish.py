"""The steps between the decision of a method and the text, in their order."""

from __future__ import annotations

import logging

import attrs

from scrapy_denoise.document.selection.body import body_selection
from scrapy_denoise.document.selection.completion import complete_structures
from scrapy_denoise.document.selection.json_ld_article import json_ld_article
from scrapy_denoise.document.selection.lists import with_entries
from scrapy_denoise.document.selection.product_parts import without_asides
from scrapy_denoise.methods.method import Method, Selection
from scrapy_denoise.page import Page

logger = logging.getLogger(__name__)

MAX_UNREADABLE = 0.01
"""Share of U+FFFD among the visible characters above which a selection has the reason ``encoding``."""

WORD = 5
"""Letters of a word: one that cannot be read spoils it, so the confidence is multiplied by (1 - share) ** WORD."""


def finish(page: Page, found: Selection, method: Method) -> Selection:
    """What a method has decided, after the steps that it takes part in: the entries of lists, a product's page without
    its other parts, what was cut through as a whole, and the text without its fields (`apply_text_convention`). Methods
    of other packages may have no more than a name and `select`.
    """
    if getattr(method, "lists", False):
        found = with_entries(page, found)
    if getattr(method, "products", False):
        found = without_asides(page, found)
    if getattr(method, "complete_structures", False):
        found = complete_structures(page, found)
    found = apply_text_convention(page, found, method)
    return attrs.evolve(found, reason="scripts") if page.needs_scripts else found


def apply_text_convention(page: Page, found: Selection, method: Method) -> Selection:
    """What the page's text is of a selection; less confident where many characters of the page could not be read."""
    found = body_selection(page, found, getattr(method, "keep", ()))
    share = page.replacement_share
    if share <= MAX_UNREADABLE:
        return found
    return attrs.evolve(found, confidence=found.confidence * (1 - share) ** WORD, reason="encoding")


def json_ld_replacement(page: Page, found: Selection, method: Method) -> tuple[Page, Selection] | None:
    """The page with the article that it states in its data, and a selection of that, where the method has found next to
    nothing and may use it (`json_ld_article`). Never raises."""
    if not getattr(method, "use_json_ld_article", False):
        return None
    try:
        return json_ld_article(page, found)
    except Exception:
        logger.exception("the JSON-LD of %s could not be used; the page is left as it was decided", page.url)
        return None
