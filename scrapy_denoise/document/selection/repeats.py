"""Text that a page has more than once: the same paragraphs for wide and for narrow windows, a transcript twice, the
title of a card in two forms, or a sentence of an article also as a quotation in large letters."""

from __future__ import annotations

import re
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.blocks.regions.boilerplate import is_thread
from scrapy_denoise.document.entries.link_paths import links_elsewhere
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.document.entries.titles import MAX_ENTRIES, TitleRows
from scrapy_denoise.document.selection.compiled import MIN_BLOCK, Inside, KeptRows, quotations_in, said_by_others
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray
from scrapy_denoise.page.compiled import ExactWords, match_key

MIN_REPEATED = 1_000
"""Characters that stand on a page again, from which they are a copy: less is said twice on purpose."""

MIN_SHARE = 0.2
"""... and their share of the kept ones. What is less is often meant to be read again: the conditions of each offer, the
first steps for each language of programming."""

MIN_BLOCKS, MIN_MEAN = 3, 60
"""Blocks that follow each other, in the order of the first time, and their characters on average: the lines of plans
and tables repeat, and are shorter."""

MIN_APART = 10
"""Blocks from one time to the next. Shorter texts that stand twice side by side do so in the gold of most pages too."""

AT_OTHER_PATHS = ("service", "home")
"""Types of pages of which such a block is a copy only where it stands at another path than the first."""

MAX_QUOTATIONS = 30
"""Quotations of a page that are looked for in its text."""

_CLIPPED = ExactWords({"clipped": [b"line-clamp"]})
"""In the names of what is shown with so many lines and no more, of Bootstrap and Tailwind."""

_QUOTE = re.compile(rb"quote", re.IGNORECASE)
_BLOCKQUOTE = tags.CODES["blockquote"]


def repeated_blocks(
    part: KeptRows, repeated: tuple[IndexArray, IndexArray, IndexArray, IndexArray, IndexArray]
) -> list[int] | NDArray[np.bool_]:
    """The text rows of the kept blocks that repeat others: on every page long copies, and on products and services
    also a single block (`_repeats_of_offers`). repeated: see `repeated_texts`."""
    page, (kept, chars, earlier, texts, inside) = part.page, repeated
    copies = (earlier < np.arange(len(kept))) & (chars >= MIN_BLOCK) & (inside == Inside.NOTHING)
    again = (
        _repeats_of_offers(page, texts, copies, earlier)
        | _long_copies(page, chars, earlier, inside != Inside.CODE)
        | _clipped_posts(page, texts, earlier)
    )
    return part.texts_of_blocks(kept[again].tolist()) if again.any() else []


def _repeats_of_offers(page: Page, texts: IndexArray, again: BoolArray, earlier: IndexArray) -> BoolArray:
    """Of the kept blocks those that stand on the page of a product once more, and on that of a service once more at
    another path: for narrow windows, in a bar that stays, in a dialog. At the same path of a service each of its plans
    tells what it has.

    texts: the first text row of each block. again: whether it repeats another and is no part of what stays whole.
    earlier: the position of the first block with the same text.
    """
    columns, path = page.columns, page.signature.path
    if not again.any() or is_thread(page):
        return np.zeros(len(texts), np.bool_)
    kind = page.cached(find_page_type).name
    if kind in AT_OTHER_PATHS:
        paths = path[columns.block_row[texts]]
        again = again & (paths != paths[earlier])
    elif kind != "product":
        again = np.zeros(len(texts), np.bool_)
    return again


def _long_copies(page: Page, chars: IndexArray, earlier: IndexArray, may: BoolArray) -> BoolArray:
    """Of the kept blocks those that repeat others in their order, where they are MIN_REPEATED characters together and
    MIN_SHARE of the text. Code may be repeated, and so may the posts of a thread be, as quotations.

    earlier: the position of the first block with the same text. may: whether a block is no code.
    """
    enough = max(MIN_REPEATED, MIN_SHARE * chars.sum())
    none = np.zeros(len(chars), np.bool_)
    again = np.arange(len(chars)) - earlier >= MIN_APART
    if chars[again].sum() < enough or is_thread(page):
        return none
    again &= may
    # A run goes on where this block, and the one that it repeats, follow those before.
    follows = np.append(False, again[1:] & again[:-1] & (np.diff(earlier) == 1))
    run = np.cumsum(again & ~follows)
    sizes = np.bincount(run[again], minlength=int(run[-1]) + 1)
    lengths = np.bincount(run[again], chars[again], len(sizes))
    long = (sizes >= MIN_BLOCKS) & (lengths >= MIN_MEAN * sizes)
    return again & long[run] if lengths[long].sum() >= enough else none


def _clipped_posts(page: Page, texts: IndexArray, earlier: IndexArray) -> NDArray[np.bool_]:
    """Of the kept blocks of a thread those of earlier posts that stand above an answer once more, whole in the markup
    and of one line on the screen.

    texts: the first text row of each block. earlier: the position of the first block with the same text.
    """
    clipped = page.cached(class_id_pairs).rows_with(_CLIPPED, ids=False)[0] if is_thread(page) else []
    if not clipped:
        return np.zeros(len(texts), np.bool_)
    again: NDArray[np.bool_] = page.columns.in_subtrees(np.array(clipped, np.intp))[texts]
    return again & (earlier < np.arange(len(texts)))


def echoed_sentences(part: KeptRows, said: tuple[int, bool]) -> NDArray[np.bool_] | list[int]:
    """The text rows of an article that say again what a longer block of it says: a first block whose words stand in one
    of the next, and quotations of a sentence, in large letters between the paragraphs. said: see `said_again`."""
    first, has_quotations = said
    found = [first] if first >= 0 else []
    if has_quotations and (rows := _quotations(part)):
        found += chain.from_iterable(said_by_others(part, quotations_in(part, rows, MAX_QUOTATIONS)))
    return part.texts_of_blocks(found) if found and part.page.cached(find_page_type).name == "article" else []


def _quotations(part: KeptRows) -> list[int]:
    """The elements that are quotations or are named so, those with a kept text among them."""
    names = part.page.cached(class_id_pairs)
    pairs = part.pairs_of_kept(names, names.quotes)
    named = names.rows_of([pair for pair in pairs if _QUOTE.search(names.class_of(pair))])
    return sorted({*named, *part.structures_of(_BLOCKQUOTE)})


def titled_once(page: Page, kept: BoolArray) -> BoolArray:
    """What is kept of a list without the titles that records have again in a link to the same page: some cards show
    theirs in two forms, one of which a style sheet hides."""
    columns, records = page.columns, page.cached(find_records)
    links, urls = page.cached(links_elsewhere)
    rows = columns.text_rows
    linked = np.flatnonzero(kept & columns.linked[rows] & records.holding(rows))
    said: dict[tuple[int, int], list[int]] = {}
    record, text = records.last_before(rows[linked]).tolist(), columns.text_hash[rows[linked]].tolist()
    for key, position in zip(zip(record, text, strict=True), linked.tolist(), strict=True):
        said.setdefault(key, []).append(position)
    again: list[int] = []
    for (number, _), same in said.items():
        if len(same) < 2 or number >= MAX_ENTRIES:
            continue
        url, title = records.urls[number], match_key(page.cached(TitleRows).text(number))
        link = np.searchsorted(links, rows[same], side="right") - 1
        to_same = [position for position, own in zip(same, link.tolist(), strict=True) if urls[own] == url]
        if match_key(columns.text_of(int(rows[same[0]]))) == title:
            again += to_same[1:]
    if not again:
        return kept
    once = kept.copy()
    once[again] = False
    return once
