"""Text that a page has more than once: the same paragraphs for wide and for narrow windows, a transcript twice, the
or the sections of a page for several widths."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.blocks.regions.boilerplate import BoilerplateRegions, is_thread
from scrapy_denoise.document.selection.compiled import MIN_BLOCK, Inside, KeptRows
from scrapy_denoise.document.source.quotations import MAX_OWN, quotations
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray
from scrapy_denoise.page.compiled import any_set
from scrapy_denoise.page.text.words import TOKEN

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

MIN_SECTION = 80
"""Characters of a section that stands for several widths of the screen."""

MAX_AGAIN, MAX_LEVELS = 400, 12
"""Blocks that repeat others of which it is asked whether they stand in such a section, and elements around a block
among which that is looked for."""

MIN_WORDS = 20
"""Words of a block from which it is a quotation of an earlier one: less is said by two people."""

_CODE, _NOTHING = int(Inside.CODE), int(Inside.NOTHING)  # which an enumeration takes long to tell
_SECTIONS = tags.flags("div section article aside")


def repeated_blocks(
    part: KeptRows, repeated: tuple[IndexArray, IndexArray, IndexArray, IndexArray, IndexArray]
) -> list[int] | NDArray[np.bool_]:
    """The text rows of the kept blocks that repeat others: on every page long copies, and on products and services
    also a single block (`_repeats_of_offers`). repeated: see `repeated_texts`."""
    page, (kept, chars, earlier, texts, inside) = part.page, repeated
    repeats, no_code = earlier < np.arange(len(kept)), inside != _CODE
    if not any_set(repeats):
        return []
    copies = repeats & (chars >= MIN_BLOCK) & (inside == _NOTHING)
    again = (
        _repeats_of_offers(page, texts, copies, earlier)
        | _long_copies(page, chars, earlier, no_code)
        | _same_siblings(page, texts, earlier, repeats & no_code)
    )
    if not any_set(again):
        return []
    blocks = page.cached(TextBlocks)
    found = np.zeros(len(blocks), np.bool_)
    found[kept[again]] = True
    return found[blocks.block_of]


def _repeats_of_offers(page: Page, texts: IndexArray, again: BoolArray, earlier: IndexArray) -> BoolArray:
    """Of the kept blocks those that stand on the page of a product once more, and on that of a service once more at
    another path: for narrow windows, in a bar that stays, in a dialog. At the same path of a service each of its plans
    tells what it has.

    texts: the first text row of each block. again: whether it repeats another and is no part of what stays whole.
    earlier: the position of the first block with the same text.
    """
    columns, path = page.columns, page.signature.path
    if not any_set(again) or is_thread(page):
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


def _same_siblings(page: Page, texts: IndexArray, earlier: IndexArray, again: BoolArray) -> BoolArray:
    """Of the kept blocks those in an element that says what the one right before it says, and nothing else: a section
    in the markup for several widths of the screen, of which a style sheet shows one.

    texts: the first text row of each block. earlier: the position of the first block with the same text. again: whether
    that is another block, and none of code.
    """
    columns, parent, end = page.columns, page.columns.parent, page.columns.end
    found = np.zeros(len(texts), np.bool_)
    if not any_set(again) or is_thread(page):
        return found
    tried: set[tuple[int, int]] = set()
    for place in again.nonzero()[0][:MAX_AGAIN].tolist():
        one, other = int(texts[place]), int(texts[earlier[place]])
        if found[place]:
            continue
        for _ in range(MAX_LEVELS):
            up, beside = int(parent[one]), int(parent[other])
            if up <= 0 or up == beside:
                break
            one, other = up, beside
        alike = columns.tag[one] == columns.tag[other] and _SECTIONS[columns.tag[one]]
        if up != beside or (one, other) in tried or not alike:
            continue
        tried.add((one, other))
        shown_between = (texts >= end[other]) & (texts < one) & ~found
        if (
            not any_set(shown_between)
            and columns.subtree_chars[one] >= MIN_SECTION
            and _say_the_same(columns, one, other)
        ):
            found |= (texts >= one) & (texts < end[one])
    return found


def _say_the_same(columns: Columns, one: int, other: int) -> bool:
    """Whether two elements have the same texts, two or more."""
    elements = np.array((one, other))
    first, last = columns.text_rows.searchsorted((elements, columns.end[elements]))
    if last[0] - first[0] != last[1] - first[1] or last[0] - first[0] < 2:
        return False
    hashes = columns.text_hash[columns.text_rows]
    return bool((hashes[first[0] : last[0]] == hashes[first[1] : last[1]]).all())


def without_quotations(page: Page, kept: BoolArray) -> BoolArray:
    """The kept text rows without the blocks of a thread that repeat one of another element word for word, and without
    what little stands beside them in a quotation, such as who has said it; those of another page as they are. A
    document keeps all of them as quotations.

    kept: bool, one for each of ``page.columns.text_rows``.
    """
    if not page.cached(BoilerplateRegions).thread or not any_set(kept):
        return kept
    columns, positions = page.columns, kept.nonzero()[0]
    rows = columns.text_rows[positions]
    starts = (np.append(True, np.diff(columns.block[rows]))).nonzero()[0]
    _, first, block = np.unique(
        np.add.reduceat(columns.text_hash[rows], starts), return_index=True, return_inverse=True
    )
    stops = np.append(starts[1:], len(rows))
    found = kept
    around = columns.block_row[rows[starts]]
    for again in (around[first[block]] != around).nonzero()[0].tolist():
        own = positions[starts[again] : stops[again]]
        if len(TOKEN.findall(columns.text_between(int(own[0]), int(own[-1]) + 1))) >= MIN_WORDS:
            found = found.copy() if found is kept else found
            found[own] = False
    return found if found is kept else _without_remarks(page, kept, found)


def _without_remarks(page: Page, kept: BoolArray, found: BoolArray) -> BoolArray:
    """The text rows that were found without those in quotations of which no more than a remark was left."""
    columns, texts = page.columns, page.columns.text_rows
    before, after = (np.append(0, np.cumsum(columns.chars[texts] * part)) for part in (kept, found))
    rows = np.array(quotations(page), np.intp)
    for first, stop in np.searchsorted(texts, (rows, columns.end[rows])).T.tolist():
        left = after[stop] - after[first]
        if 0 < left <= MAX_OWN and 2 * left < before[stop] - before[first]:
            found[first:stop] = False
    return found
