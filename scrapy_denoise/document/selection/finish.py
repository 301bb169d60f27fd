"""The steps between the decision of a method and the text, in their order, and the guard over all of them together."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection

import attrs
import numpy as np

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.document.selection.body import body_selection
from scrapy_denoise.document.selection.compiled import changed_chars
from scrapy_denoise.document.selection.completion import complete_structures
from scrapy_denoise.document.selection.json_ld_article import STATING, json_ld_article
from scrapy_denoise.document.selection.lists import with_entries
from scrapy_denoise.document.selection.reviews import without_reviews
from scrapy_denoise.methods.method import Edit, Method, Selection
from scrapy_denoise.methods.steps import CAPTIONS, ENTRIES, GUARD, REVIEWS, STATED_ARTICLES
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import BoolArray

logger = logging.getLogger(__name__)

_CAPTION = BLOCK_TYPES.index("media")
_UNDONE = "the steps behind the method, which together remove most of what it keeps or add more than that, were undone"

MAX_UNREADABLE = 0.01
"""Share of U+FFFD among the visible characters above which a selection has the reason ``encoding``."""

MOST_REMOVED, MOST_ADDED = 0.5, 1.0
"""Shares of the characters that a method keeps which the steps behind it may remove, and add, all together."""


def finish(page: Page, found: Selection, method: Method) -> Selection:
    """What a method has decided, after the steps that it takes part in: the entries of lists, a product without its
    reviews, what was cut through as a whole, and the text without its fields (`apply_text_convention`). Methods
    of other packages may have no more than a name and `select`.

    Together these steps neither remove more than half of what the method keeps nor add more than that again: else the
    groups of steps that do it are undone (`_within_bounds`). What a step does because that is its purpose
    (`Edit.whole`), such as a whole table or a product without its reviews, does not count, and neither do fields such
    as the title, which are no content on any page.
    """
    after = _after_steps(page, found, method)
    if GUARD.on and _too_much(page, found, after):
        after = _within_bounds(page, found, method, after)
    return attrs.evolve(after, reason="scripts") if page.needs_scripts else after


def _after_steps(page: Page, found: Selection, method: Method, without: Collection[str] = ()) -> Selection:
    """A method's decision after the steps that it takes part in. without: the names of groups of steps that are not."""
    if ENTRIES.on and getattr(method, "lists", False) and ENTRIES.name not in without:
        found = with_entries(page, found)
    if REVIEWS.on and getattr(method, "products", False) and REVIEWS.name not in without:
        found = without_reviews(page, found)
    if getattr(method, "complete_structures", False):
        found = complete_structures(page, found, without)
    return apply_text_convention(page, found, method, ("media",) if CAPTIONS.name in without else ())


def _too_much(page: Page, before: Selection, after: Selection) -> bool:
    """Whether the steps remove or add more than they may."""
    chars, removed, added = changed_chars(page.columns, before.kept, after.kept, after.fields, _CAPTION)
    if not chars or (removed <= MOST_REMOVED * chars and added <= MOST_ADDED * chars):
        return False
    removed, added = (counts.total() for counts in _chars_by_group(page, before, after))
    return removed > MOST_REMOVED * chars or added > MOST_ADDED * chars


def _chars_by_group(page: Page, before: Selection, after: Selection) -> tuple[Counter[str], Counter[str]]:
    """By group of steps the characters that it removes from what a method keeps, and those that it adds, without those
    for which no bound holds; a text counts for the last step that changed it."""
    chars = page.columns.chars[page.columns.text_rows]
    fields = np.zeros(len(chars), np.uint8) if after.fields is None else after.fields
    stays = after.kept | ((fields > 0) & (fields != _CAPTION))
    open_rows: BoolArray = stays != before.kept
    removed, added = Counter[str](), Counter[str]()

    def count(group: str, rows: BoolArray) -> None:
        for counts, own in ((removed, rows & before.kept), (added, rows & ~before.kept)):
            counts[group] += int(chars[own].sum())

    count(CAPTIONS.name, open_rows & (fields == _CAPTION))
    open_rows &= fields != _CAPTION
    for edit in reversed(after.edits[len(before.edits) :]):
        if isinstance(edit, Edit) and edit.group:
            own = open_rows & edit.rows
            open_rows &= ~own
            count(edit.group, own if edit.whole is None else own & ~edit.whole)
    return removed, added


def _within_bounds(page: Page, found: Selection, method: Method, after: Selection) -> Selection:
    """A method's decision after its steps, without the groups of them that together remove or add more than they may:
    the one that does the most of it is undone first. Says so in the `reason` of the selection, and in those of the
    texts that are kept or left out because of it."""
    undone: list[str] = []
    bounded = after
    while _too_much(page, found, bounded):
        removed, added = _chars_by_group(page, found, bounded)
        chars = page.columns.chars[page.columns.text_rows][found.kept].sum()
        most = removed if removed.total() > MOST_REMOVED * chars else added
        undone.append(most.most_common(1)[0][0])
        bounded = _after_steps(page, found, method, undone)
    edit = Edit(bounded.kept != after.kept, 0, f"{_UNDONE}: {', '.join(undone)}", beside=True, was=(0,))
    return attrs.evolve(bounded, edits=(*bounded.edits, edit), reason=bounded.reason or "steps_undone")


def apply_text_convention(page: Page, found: Selection, method: Method, keep: tuple[str, ...] = ()) -> Selection:
    """What the page's text is of a selection.

    keep: types of blocks that the text has, beside those that the method says.
    """
    found = body_selection(page, found, (*getattr(method, "keep", ()), *keep))
    return attrs.evolve(found, reason="encoding") if page.replacement_share > MAX_UNREADABLE else found


def json_ld_replacement(page: Page, found: Selection, method: Method) -> tuple[Page, Selection] | None:
    """The page with the article that it states in its data, and a selection of that, where the method has found next to
    nothing and may use it (`json_ld_article`). Never raises."""
    if not STATED_ARTICLES.on or not getattr(method, "use_json_ld_article", False):
        return None
    if page.statements.words.isdisjoint(STATING):
        return None
    try:
        return json_ld_article(page, found)
    except Exception:
        logger.exception("the JSON-LD of %s could not be used; the page is left as it was decided", page.url)
        return None
