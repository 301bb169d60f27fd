"""What is kept of a list: its entries, where the method is not sure what the content of the page is.

A step between the decision and the document, as `scrapy_denoise.document.selection.completion` is one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.blocks.regions.boilerplate import Asides, is_thread
from scrapy_denoise.document.entries.entry_text import entry_texts
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.document.entries.section_headings import SectionHeadings
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.text.match_key import letters_of

UNSURE = 0.6
"""Expected F1 of a selection below which the entries of the page's lists are content. The model of blocks has learned
from articles above all, and is as unsure on lists as they are different."""

LINKED = 0.2
"""Share of the characters in links from which a page may be a list; of the kept ones too, where the method is sure."""

IN_ENTRIES = 0.15
"""Share of the kept characters that stand in entries, from which these are what the page is about. Pages of which less
stands there are short articles among teasers."""

LEAST_SCORE = 0.05
"""Mean score of the texts of a list from which it is content where other pages of the site are known: what they repeat
scores less."""

LISTS = ("list", "home", "other")
"""Types of pages whose entries are content."""

_CONTENT = BLOCK_TYPES.index("content")


def with_entries(page: Page, found: Selection) -> Selection:
    """The selection of a list with its entries: without what is not read of them (`entry_texts`); and where the method
    is unsure, and keeps nothing or some of them, with all of them and the headings above.

    What else it keeps stays, such as an introduction. Articles, products and threads are left as they are, and are told
    from lists by their links before anything is looked at that takes more time.
    """
    unsure = found.estimate < UNSURE
    columns = page.columns
    rows = columns.text_rows
    chars, own = columns.chars[rows], found.kept
    links = chars * columns.linked[rows]
    if links.sum() < LINKED * chars.sum() or not (unsure or links[own].sum() >= LINKED * chars[own].sum()):
        return found
    if is_thread(page) or page.once(find_page_type).name not in LISTS:
        return found
    records = page.once(find_records)
    if not len(records):
        return found
    read = page.once(entry_texts)
    kept = own & (read | ~records.holding(rows))
    if unsure:
        entries = _entries(page, found.scores if found.siblings else None)
        if chars[own & entries].sum() >= IN_ENTRIES * chars[own].sum():
            kept |= entries
    changed = kept != own
    if not changed.any() or not kept.any():
        return found
    return attrs.evolve(
        found,
        kept=kept,
        reason="" if found.reason == "no_content" else found.reason,
        types=found.types and partial(_types, found.types, changed, kept),
        explain=partial(_explain, found.explain, changed, kept),
        related=None if found.related is None else found.related & ~kept,
    )


def _entries(page: Page, scores: NDArray[np.float32] | None) -> BoolArray:
    """The text rows of the entries of lists that are content, and of the headings above them. Links under a title such
    as "Most read" are none.

    scores: of each text row, where what other pages of the site repeat scores less; else None.
    """
    columns, records, read = page.columns, page.once(find_records), page.once(entry_texts)
    rows, related = columns.text_rows, page.once(Asides).rows("related")
    headings = np.array(list(map(page.once(SectionHeadings).above, records.firsts.tolist())), np.intp)
    others = {row for row in set(headings.tolist()) - {-1} if letters_of(columns.text_of(row)) in _related_titles()}
    content = ~np.isin(headings, list(others))
    positions = np.flatnonzero(read if related is None else read & ~related[rows])
    record = np.searchsorted(records.firsts, rows[positions], side="right") - 1
    if scores is not None:
        chars = columns.chars[rows[positions]].astype(np.float64)
        lists, n = records.lists[record], len(records.weights)
        likely = np.bincount(lists, chars * scores[positions], n) >= LEAST_SCORE * np.bincount(lists, chars, n)
        content &= likely[records.lists]
    found = np.zeros(len(read), np.bool_)
    found[positions] = content[record]
    for heading in set(headings[content].tolist()) - {-1}:
        first, last = np.searchsorted(rows, (heading, columns.end[heading]))
        found[first:last] = True
    return found


@cache
def _related_titles() -> frozenset[str]:
    return frozenset(map(letters_of, phrases("related_titles")))


def _types(types: Callable[[], NDArray[np.uint8]], changed: BoolArray, kept: BoolArray) -> NDArray[np.uint8]:
    return np.where(changed, np.where(kept, _CONTENT, 0), types()).astype(np.uint8)


def _explain(
    explain: Callable[[int], tuple[str, ...]] | None, changed: BoolArray, kept: BoolArray, position: int
) -> tuple[str, ...]:
    if changed[position]:
        return (
            "part of an entry of a list, or the heading above it"
            if kept[position]
            else "a label, a button or a mark that the entries of the list have",
        )
    return explain(position) if explain is not None else ()
