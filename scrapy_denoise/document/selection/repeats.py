"""Text that a page has more than once: the same paragraphs for wide and for narrow windows, or a transcript twice."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.regions.boilerplate import is_thread
from scrapy_denoise.document.selection.kept_rows import KeptRows
from scrapy_denoise.page.columns import tags

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

_PRE = tags.CODES["pre"]


def repeated_blocks(part: KeptRows) -> list[int] | NDArray[np.bool_]:
    """The text rows of the kept blocks that repeat others in their order, where they are MIN_REPEATED characters
    together and MIN_SHARE of the text. Code may be repeated, and so may the posts of a thread be, as quotations."""
    page = part.page
    columns, blocks = page.columns, page.cached(TextBlocks)
    rows, first = columns.text_rows, blocks.first
    kept = np.flatnonzero(part.kept[first])
    if len(columns.text) <= 2 * MIN_REPEATED or len(kept) < 2 * MIN_BLOCKS:
        return []
    texts = np.add.reduceat(columns.text_hash[rows], first, dtype=np.uint64)[kept]
    chars = blocks.chars[kept]
    enough = max(MIN_REPEATED, MIN_SHARE * chars.sum())
    order = texts.argsort(kind="stable")
    same = texts[order[1:]] == texts[order[:-1]]
    if chars[order[1:]][same].sum() < enough:  # most pages: what follows takes as long as all of this
        return []
    at, numbers = np.unique(texts, return_index=True, return_inverse=True)[1:]
    earlier = at[numbers.reshape(-1)]
    again = np.arange(len(kept)) - earlier >= MIN_APART
    if chars[again].sum() < enough or is_thread(page):
        return []
    again &= ~columns.within(np.flatnonzero(columns.tag == _PRE))[rows[first[kept]]]
    # A run goes on where this block, and the one that it repeats, follow those before.
    follows = np.append(False, again[1:] & again[:-1] & (np.diff(earlier) == 1))
    run = np.cumsum(again & ~follows)
    sizes = np.bincount(run[again], minlength=int(run[-1]) + 1)
    lengths = np.bincount(run[again], chars[again], len(sizes))
    long = (sizes >= MIN_BLOCKS) & (lengths >= MIN_MEAN * sizes)
    if lengths[long].sum() < enough:
        return []
    found = np.zeros(len(first), np.bool_)
    found[kept[again & long[run]]] = True
    repeated: NDArray[np.bool_] = found[blocks.block_of]
    return repeated
