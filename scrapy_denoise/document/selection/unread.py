"""What nobody reads on a page: headings for screen readers, headings of what is left out, the places of advertisements,
lines for printing.

A name of a class decides nothing alone, as much content stands under such names: the words, the place or the repetition
of a text have to say the same.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES, TextBlocks
from scrapy_denoise.blocks.block_types import block_types
from scrapy_denoise.blocks.features.class_names import bit_of, class_id_pairs, name_families
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.document.selection._completion import KeptRows
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.text.match_key import letters_of
from scrapy_denoise.page.url import split_url

MAX_HEADING = 60
"""Characters of a heading that is left out: one for screen readers, and one above what is left out."""

STATEMENT_ENDS = (".", "。")
"""How a heading ends that is a statement."""

MAX_PLACE = 160
"""Characters of a block that stands in the place of an advertisement."""

MIN_WITHIN = 10
"""Letters of a word for an advertisement that counts within a line; a shorter one stands at an end of it."""

MAX_JOINERS = 10
"""Characters of a block that is looked at for joiners alone."""

MAX_PRINTED = 300
"""Characters of a line for printing."""

JOINER = "\u200d".encode()
"""A character without width, of which editors of pages make their empty paragraphs."""

_HEADINGS = tags.flags("h1 h2 h3 h4 h5 h6")
_BELOW = [BLOCK_TYPES.index(name) for name in ("comment", "consent", "interaction")]
_ADVERTISEMENT = bit_of("advertisement")
_PRINTED = re.compile(
    rb"(?<![^\s\0])(?:[\w-]*print-?only|only-?(?:for-)?print|visible-print(?:-[\w-]+)?|show-for-print"
    rb"|d-print-(?:block|inline|flex)|print:(?:block|inline|flex))(?![^\s\0])",
    re.IGNORECASE,
)


def unread_headings(page: Page, part: KeptRows, heard: list[int]) -> list[int]:
    """Of the elements for screen readers those that are a heading, or all that one has, and have the words of
    ``unread_lines.txt`` or stand on the page more than once. heard: rows of such elements."""
    columns = page.columns
    texts = {row: letters_of(columns.text_of(row)) for row in heard if columns.subtree_chars[row] <= MAX_HEADING}
    times = Counter(texts.values())
    return [
        row
        for row, text in texts.items()
        if (text in _lines("headings") or times[text] > 1) and _HEADINGS[columns.tag[[row, columns.parent[row]]]].any()
    ]


def ends_with_heading(page: Page, part: KeptRows) -> bool:
    """Whether the last kept text is a heading."""
    columns = page.columns
    last = columns.text_rows[len(part.kept) - 1 - int(part.kept[::-1].argmax())]
    return bool(_HEADINGS[columns.tag[columns.block_row[last]]])


def last_headings(page: Page, part: KeptRows) -> list[int]:
    """The short heading with which the text ends, where it stands above comments, a form or a dialog that are left out.

    One that ends as a statement does is the last sentence of the text, in larger letters.
    """
    columns, kept = page.columns, part.kept
    following = len(kept) - int(kept[::-1].argmax())
    heading = int(columns.block_row[columns.text_rows[following - 1]])
    if following == len(kept) or not _HEADINGS[columns.tag[heading]] or columns.subtree_chars[heading] > MAX_HEADING:
        return []
    if columns.text_of(heading).rstrip().endswith(STATEMENT_ENDS):
        return []
    return [heading] if block_types(page, kept)[following] in _BELOW else []


def advertisement_places(page: Page, part: KeptRows) -> NDArray[np.bool_]:
    """The text rows of short blocks in elements that are named as an advertisement, with a word for one."""
    columns, blocks, kept = page.columns, page.once(TextBlocks), part.kept
    named = columns.within(np.flatnonzero(page.once(name_families) & _ADVERTISEMENT))[columns.text_rows[blocks.first]]
    found = np.zeros(len(blocks), np.bool_)
    words = tuple(_lines("advertisements"))
    stops = np.append(blocks.first, len(kept))
    for block in np.flatnonzero(named & kept[blocks.first] & (blocks.chars <= MAX_PLACE)).tolist():
        text = letters_of(columns.text_between(int(stops[block]), int(stops[block + 1])))
        found[block] = (
            text.startswith(words)
            or text.endswith(words)
            or any(word in text for word in words if len(word) >= MIN_WITHIN)
        )
    rows: NDArray[np.bool_] = found[blocks.block_of]
    return rows


def invisible_lines(page: Page, part: KeptRows) -> NDArray[np.bool_]:
    """The text rows of the kept blocks that have nothing but joiners in them."""
    columns, blocks, kept = page.columns, page.once(TextBlocks), part.kept
    stops = np.append(blocks.first, len(kept))
    found = np.zeros(len(blocks), np.bool_)
    for block in np.flatnonzero(kept[blocks.first] & (blocks.chars <= MAX_JOINERS)).tolist():
        text = columns.text_between(int(stops[block]), int(stops[block + 1]))
        found[block] = not text.strip("\u200c\u200d \n")
    rows: NDArray[np.bool_] = found[blocks.block_of]
    return rows


def printed_lines(page: Page, part: KeptRows) -> list[int]:
    """The short elements that are shown in print alone, by their name, and stand before or after all other kept text,
    or have the page's host in them."""
    columns, texts = page.columns, page.columns.text_rows
    names = page.once(class_id_pairs)
    kept = texts[part.kept]
    host = split_url(page.url or "").netloc.encode()
    found = []
    for row in names.rows_of([pair for pair in names.screen_reader_pairs if _PRINTED.search(names.class_of(pair))]):
        end = int(columns.end[row])
        if not 0 < columns.subtree_chars[row] <= MAX_PRINTED:
            continue
        first, last = np.searchsorted(texts, (row, end)).tolist()
        shown = columns.text[columns.text_start[texts[first]] : columns.text_stop[texts[last - 1]]]
        if row < kept[0] or end > kept[-1] or (host and host in shown):
            found.append(row)
    return found


@cache
def _lines(section: str) -> frozenset[str]:
    return frozenset(map(letters_of, sections("unread_lines")[section]))
