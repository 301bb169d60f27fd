"""What the page of a service says in short lines between its sections: headings, prices, counts, hours, addresses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.features.compiled import NAMES, class_id_pairs
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.methods.auto.cut import Cut
from scrapy_denoise.methods.compiled import possible_lines
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import ExactWords

SURE = 0.9
"""Expected F1 from which a page is left as it was cut: that of five of six articles, and of one of fourteen pages of
services."""

MIN_LINES = 2
"""Such lines of a page: to find its type takes longer than all else here, and one line says little."""

REPEATED = 0.05
"""Share of the site's pages that have a line, from which it is none."""

MAX_SHORT = 60
"""Characters of a telephone's number or a mailbox's address, and of the line before it."""

_MENUS = ExactWords({"menu": [b"dropdown-menu"]})
"""In the names of menus that open, of Bootstrap, GitHub and others; what else drops down may be content."""

_DIGITS, _HEADING, _LINKS = (NAMES.index(name) for name in ("digits", "heading", "link_density"))
_DIALOG, _BUTTON = (tags.CODES[name] for name in ("dialog", "button"))


def service_facts(page: Page, cut: Cut) -> NDArray[np.bool_] | None:
    """The blocks that are such lines on the page of a service, for each text block; None where there is none.

    The sections of such a page are content, and the model, which has learned from paragraphs, keeps their sentences
    alone. A line of at most MAX_CHARS without links that scores at least LIKE of what is kept is one of them, if it is
    a heading or has a figure and stands between two kept blocks or in the only ``main`` of the page, or stands there
    before the last kept block; and so is an address behind a short line (`_addresses`). Controls are none
    (`_controls`), and neither are headings and figures that the page has again at the same path (`_again`); other lines
    are shared by plans and by rows of tables. On pages of services on sites that the models had not seen (157, twice),
    41 and 40 are better for these lines and 24 and 23 are worse; on those of products and on lists more are worse than
    better.
    """
    if not cut.found or cut.expected >= SURE:
        return None
    blocks = page.cached(TextBlocks)
    lines = possible_lines(page.columns, blocks, cut.kept, cut.scores)
    if lines is None:
        return None
    if cut.agreement.siblings:
        lines &= cut.agreement.repeated < REPEATED
    if np.count_nonzero(lines) < MIN_LINES or page.cached(find_page_type).name != "service":
        return None
    told = (blocks.features[:, _DIGITS] > 0) | (blocks.features[:, _HEADING] > 0)
    lines &= ~(_controls(page) | (told & _again(page, cut.kept[blocks.first] | lines)))
    return lines | _addresses(page, cut.kept[blocks.first] | lines) if np.count_nonzero(lines) >= MIN_LINES else None


def _addresses(page: Page, read: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The text blocks right behind a short one that is read, such as "Phone", that are a link to a telephone or a
    mailbox and say its number or its address; others, such as "Call us", say nothing."""
    blocks, columns = page.cached(TextBlocks), page.columns
    links = [row for row, (href, _) in page.links.items() if href[:7].lower().startswith(("tel:", "mailto:"))]
    rows = columns.text_rows
    found = np.isin(blocks.first, np.searchsorted(rows, links))
    found &= np.isin(np.append(blocks.first[1:], len(rows)), np.searchsorted(rows, columns.end[links]))
    found &= (blocks.features[:, _LINKS] == 1) & (blocks.chars <= MAX_SHORT)
    for block in np.flatnonzero(found).tolist():
        said = blocks.features[block, _DIGITS] > 0 or "@" in blocks.text(columns, block)
        before = block - 1
        found[block] = said and before >= 0 and (found[before] or (read[before] and blocks.chars[before] <= MAX_SHORT))
    return found


def _controls(page: Page) -> NDArray[np.bool_]:
    """The text blocks that act: those in a dialog or a menu that opens, and those whose text is that of the buttons in
    them. A button around whole blocks is a card that opens, and its blocks say something."""
    blocks, columns = page.cached(TextBlocks), page.columns
    pressed = columns.in_subtrees(np.flatnonzero(columns.tag == _BUTTON))
    buttons: NDArray[np.bool_] = np.logical_and.reduceat(pressed[columns.text_rows], blocks.first)
    opening = columns.tag == _DIALOG
    opening[page.cached(class_id_pairs).rows_with(_MENUS)[0]] = True
    inside = columns.in_subtrees(np.flatnonzero(opening))
    return (buttons & ~pressed[blocks.element_row]) | inside[blocks.element_row]


def _again(page: Page, read: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Of the text blocks that are read those with the text and the path of elements of an earlier one: what a carousel
    has once more, so that it turns without an end, and the labels of its cards."""
    blocks = page.cached(TextBlocks)
    keys = blocks.text_hashes(page.columns) << np.uint64(32) ^ page.signature.path[blocks.element_row].astype(np.uint64)
    places = np.flatnonzero(read)
    found = read.copy()
    found[places[np.unique(keys[places], return_index=True)[1]]] = False
    return found
