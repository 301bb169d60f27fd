"""The type of each block of a page (title, date, navigation, ...), by its position, form and ancestors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.compiled import (
    block_of_title,
    first_types,
    mark_types,
    mark_types_of_rows,
    short_blocks_beside,
    types_of_rows,
)
from scrapy_denoise.blocks.features.compiled import NAMES
from scrapy_denoise.blocks.regions.boilerplate import BOILERPLATE_TYPES, BoilerplateRegions
from scrapy_denoise.blocks.regions.byline_labels import names_author
from scrapy_denoise.blocks.regions.bylines import MAX_BYLINE_CHARS, has_byline
from scrapy_denoise.blocks.regions.date_words import begins_with_publication_label
from scrapy_denoise.blocks.regions.datelines import (
    has_dateline,
    is_clock,
    is_dateline,
    words_beside_dates,
)
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.compiled import links_of_texts, may_have_day

BLOCK_TYPES = (
    "",
    "content",
    "title",
    "date",
    "author",
    "comment",
    "navigation",
    "related",
    "interaction",
    "copyright",
    "advertisement",
    "media",
    "consent",
    "signature",
)
"""The types of blocks. The first stands for an unknown type."""

HEAD = 10
"""The number of blocks before and after the title that are searched for a dateline and a byline."""

ENTRY = 4
"""Words, beside a date, of a link that is the title of another page; those of authors and sections are shorter."""

_CODE = {name: code for code, name in enumerate(BLOCK_TYPES)}
_COLUMN = {name: place for place, name in enumerate(NAMES)}

# The types of noise, each with features of its blocks and the values, from one to another, of which one feature is
# enough; the first type that holds decides.
_NOISE = (
    ("copyright", {"copyright": (1, 1), "near_footer": (0, 1), "in_footer": (0, 1)}),
    ("advertisement", {"near_advertisement": (0, 1)}),
    ("media", {"in_figure": (0, 2), "near_caption": (0, 0)}),
    ("interaction", {"in_form": (0, 2), "near_form": (0, 1), "near_sharing": (0, 2)}),
    ("related", {"near_related": (0, 3), "near_tags": (0, 1)}),
    ("navigation", {"in_nav": (0, 4), "near_navigation": (0, 3), "in_header": (0, 3), "link_density": (0.5, 1)}),
)
_TESTS = [(_CODE[kind], _COLUMN[feature], *values) for kind, features in _NOISE for feature, values in features.items()]


def block_types(page: Page, kept: NDArray[np.bool_], fields: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
    """For each text row of a page an index into `BLOCK_TYPES`, where `kept` says which are content; so are those of
    which `fields` is not 0.

    title: the block most similar to the page's title, headings before others. date, author: short lines near the title
    that have a date or begin as a byline, or that class names call so. comment, consent, signature, choices of forms:
    see `BoilerplateRegions`. The others are those of `noise_types`; the type is empty where none of these applies.
    """
    blocks = page.cached(TextBlocks)
    found = bytearray(page.cached(noise_types))
    for rows in (kept,) if fields is None else (kept, fields):
        mark_types_of_rows(found, blocks.row_blocks, rows, _CODE["content"])
    title = block_of_title(blocks.table, len(NAMES), _COLUMN["title_known"], _COLUMN["title_distance"])
    if title >= 0:
        found[title] = _CODE["title"]
        _head(page, title, found)
    return np.frombuffer(types_of_rows(found, blocks.row_blocks), np.uint8)


def noise_types(page: Page) -> bytearray:
    """The type that each text block of a page has if it is noise, by the names and kinds of its ancestors and by its
    links; 0 where none of these applies. To be asked for with ``page.cached``."""
    found = bytearray(first_types(page.cached(TextBlocks).table, len(NAMES), _TESTS))
    regions = page.cached(BoilerplateRegions)
    for name in BOILERPLATE_TYPES:
        if regions.has(name) and (beside := regions.blocks((name,))) is not None:
            mark_types(found, beside, _CODE[name])
    return found


def _head(page: Page, title: int, found: bytearray) -> None:
    """Mark the dateline and the byline that are nearest to the title."""
    blocks, columns = page.cached(TextBlocks), page.columns
    types = bytes(found)
    dates: list[int] = []
    plain = author = False
    for number, first, end, called_byline in short_blocks_beside(
        blocks, title, HEAD, MAX_BYLINE_CHARS, len(NAMES), _COLUMN["near_byline"]
    ):
        if plain and author:
            break
        if types[number] == _CODE["comment"]:
            continue
        text = columns.text_between(first, end)
        if (
            not plain
            and may_have_day(text)  # in a hundredth of the time
            and has_dateline(text)
            and not (number < title and is_clock(text))
            and not leads_on(
                columns,
                first,
                end,
                int(columns.text_rows[blocks.first[title]]),
                # Behind the text the shortest titles are of other pages.
                0 if _CODE["content"] in types[title + 1 : number] else ENTRY - 1,
            )
        ):
            # A sentence with a date, such as a caption, is a dateline only where there is no other.
            plain = is_dateline(text)
            dates.append(number)
        elif not author and (called_byline or names_author(text)):
            found[number], author = _CODE["author"], True
    for place in dates[-1:] if plain else dates[:1]:
        found[place] = _CODE["date"]


def leads_on(columns: Columns, first: int, end: int, title: int, most: int = ENTRY - 1) -> bool:
    """Whether text rows with a date are an entry that leads to another page: they stand within a link that says more
    than the date and does not hold the title, or such a link stands in it, and neither an author nor a label of the
    publication does.

    title: the row of the title's text. most: words beside a date that a link may have.
    """
    for link, inside in links_of_texts(columns, first, end, title):
        words = words_beside_dates(columns.text_of(link)[: 2 * MAX_BYLINE_CHARS])
        if words > most and not (inside and _tells_of_page(columns.text_between(first, end))):
            return True
    return False


def _tells_of_page(line: str) -> bool:
    """Whether a line names an author, or begins with a label of the publication."""
    return has_byline(line) or begins_with_publication_label(line)
