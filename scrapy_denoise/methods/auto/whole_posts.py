"""Posts of a thread that the decision by blocks has missed, where it has kept most of the others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.regions.post_bodies import by_kind, named_posts, post_candidates, post_dates
from scrapy_denoise.methods.auto.cut import Cut
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags

MIN_BODIES = 3
"""The least kept bodies of one kind by which others of it are known."""

WHOLE, HELD = 0.9, 0.3
"""Shares: of a kept body's characters, and of all kept characters that are in bodies of its kind, this at least."""

LIKELY, SURE = 0.1, 0.5
"""The score that a missed body has at least, on average, and a block beside a kept one of its post."""


_PARAGRAPH = tags.CODES["p"]


def missed_posts(page: Page, cut: Cut) -> NDArray[np.bool_] | None:
    """For each text block whether it belongs to a post of a thread that the cut has missed; None where none does.

    That are the elements of one kind, with a class or an id, of which nothing is kept, where more of the kind are kept,
    nearly whole, and hold much of what is kept: the last answers, of which less is expected, or answers to an answer.
    Each has a date before it, behind the body before, and says what no kept text says. And it is the paragraphs in one
    element with a kept text that would be content were it no thread: of a question, of another kind than the answers.
    """
    if cut.posts is None or not cut.found:
        return None
    blocks = page.cached(TextBlocks)
    kept = cut.kept[blocks.first]
    own, around = blocks.element_row, page.columns.parent[blocks.element_row]
    question = kept & ~cut.posts
    found: NDArray[np.bool_] = np.isin(around, np.append(own[question], around[question]))
    found &= (page.columns.tag[own] == _PARAGRAPH) & ~kept & ~cut.posts
    found &= (cut.agreement.scores >= SURE) & (cut.scores[blocks.first] > 0)
    for body in _missed_bodies(page, cut):
        first, last = np.searchsorted(blocks.element_row, (body, page.columns.end[body]))
        found[first:last] = True
    return found if found.any() else None


def _missed_bodies(page: Page, cut: Cut) -> NDArray[np.int64]:
    """The elements that are such bodies, in document order."""
    columns, texts = page.columns, page.columns.text_rows
    above, parents = np.zeros(len(columns), np.bool_), columns.parent[texts[cut.kept]]
    while len(parents := np.unique(parents[(parents > 0) & ~above[parents]])):
        above[parents] = True
        parents = columns.parent[parents]
    keys = page.signature.key
    alike = np.isin(keys, np.unique(keys[above])) & (columns.tag != tags.TEXT) & (columns.subtree_chars > 0)
    alike &= (columns.class_hash != 0) | (columns.id_hash != 0)
    elements, kind = by_kind(page, post_candidates(page, np.flatnonzero(alike), named_posts(page)))
    if not len(elements):
        return elements
    chars = columns.chars[texts].astype(np.float64)
    scores = np.where(cut.scores > 0, cut.agreement.scores[page.cached(TextBlocks).block_of], -1)
    scores[np.isin(columns.text_hash[texts], columns.text_hash[texts[cut.kept]])] = -1
    bounds = np.searchsorted(texts, (elements, columns.end[elements]))
    held, kept, scored = (
        (sums := np.append(0, np.cumsum(values)))[bounds[1]] - sums[bounds[0]]
        for values in (chars, chars * cut.kept, chars * scores)
    )
    dates = post_dates(page, texts)
    missed, most = elements[:0], HELD * chars[cut.kept].sum()
    starts = np.flatnonzero(np.diff(kind, prepend=-1))
    for first, stop in zip(starts.tolist(), [*starts[1:].tolist(), len(elements)], strict=True):
        own = slice(first, stop)
        rows, none, total = elements[own], kept[own] == 0, kept[own].sum()
        whole = np.count_nonzero(kept[own] >= WHOLE * held[own])
        if whole < MIN_BODIES or 2 * whole <= len(rows) or total <= most or not none.any():
            continue
        if (columns.end[rows[:-1]] > rows[1:]).any():
            continue
        before = np.searchsorted(dates, np.append(0, columns.end[rows[:-1]]))
        none &= (np.searchsorted(dates, rows) > before) & (scored[own] >= LIKELY * held[own])
        missed, most = rows[none], total
    return missed
