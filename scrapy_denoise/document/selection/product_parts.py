"""What the page of a product shows beside the product: its reviews, how it is sent, other products.

A step between the decision and the document, as `scrapy_denoise.document.selection.lists` is one.
"""

from __future__ import annotations

from functools import cache

import attrs
import numpy as np

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.features.class_names import class_id_pairs
from scrapy_denoise.blocks.lexicon import phrases, sections
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.blocks.regions.boilerplate import is_thread
from scrapy_denoise.document.entries.link_paths import HEADINGS
from scrapy_denoise.document.entries.section_headings import with_other_text
from scrapy_denoise.document.selection.changed_rows import with_rows
from scrapy_denoise.methods.method import Edit, Selection
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.markup.byte_scan import holds_any
from scrapy_denoise.page.text.match_key import match_key

MAX_TITLE = 60
"""Characters of the title of such a part."""

MAX_TITLES = 5
"""Texts at the beginning of such a part that may be its titles."""

LARGE = 0.5
"""Share of the kept characters from which a part is only reviews, by its name, where several elements in it have such
names: the name of a page's template may hold the word too."""

SEVERAL = 3
"""Elements named as reviews that make a large part reviews."""

MAX_REGIONS = 1_000
"""Parts of a page that are looked at."""

QUOTES = tuple('"\u201c\u201e\u00ab\u300c\u300e')
"""How quotations begin. Reviews that begin so are those of newspapers, which the page quotes as part of what it tells
of its product; on the product pages of our corpora none of customers does."""

_DIGITS = "0123456789"
_SIGNS = tuple(sign.encode() for sign in "$ € £ ¥ ￥ ₹ ₽ ₺ ₩ zł Kč 円 元".split())
_COMMENT = BLOCK_TYPES.index("comment")
_H1 = tags.CODES["h1"]
_TITLES = HEADINGS | tags.flags("summary button")
_REASON = "part of a product's page that is not about the product: a review, the delivery, another product"


def without_asides(page: Page, found: Selection) -> Selection:
    """The selection of a product's page without its reviews, which are comments, and without what the page tells of
    delivery and of other products: elements that are named so, and what stands under such a title.

    Other pages are left as they are, and so is a product of which nothing else is kept. The type of the page is found
    last, since that takes longer than all else.
    """
    if not found.kept.any() or not _may_be_product(page):
        return found
    reviews, others = _parts(page, found.kept)
    left = found.kept & ~(reviews | others)
    if not left.any() or not (reviews.any() or others.any()):
        return found
    asides = found.kept & ~left
    if asides.any():
        if not _is_product(page):
            return found
        found = attrs.evolve(with_rows(found, left, "", _REASON), asides=asides)
    # The types of blocks are asked for later, or never.
    return attrs.evolve(found, edits=(*found.edits, Edit(reviews, _COMMENT, applies=_is_product)))


def _may_be_product(page: Page) -> bool:
    """Whether a page names a product or its price, or shows an amount of money."""
    columns = page.columns
    return holds_any(columns.text, _SIGNS) or holds_any(columns.class_and_id, _names()["product"])


def _is_product(page: Page) -> bool:
    return not is_thread(page) and page.cached(find_page_type).name == "product"


def _parts(page: Page, own: BoolArray) -> tuple[BoolArray, BoolArray]:
    """For each text row whether it is part of a review, and whether it is part of another such part.

    own: for each text row whether it is kept.
    """
    columns = page.columns
    rows = columns.text_rows
    inside = np.zeros(len(rows), np.bool_), np.zeros(len(rows), np.bool_)
    names, titles = page.cached(_named), _titled(page)
    regions = [(row, int(columns.end[row]), kind) for kind in (0, 1) for row in names[kind]] + titles
    if not regions:
        return inside
    kept = np.append(0, np.cumsum(columns.chars[rows] * own, dtype=np.int64))
    named = np.append(0, np.cumsum(_flags(columns, names[0])))
    heads = np.append(0, np.cumsum((columns.tag == _H1) & (columns.subtree_chars > 0)))
    for first, end, kind in regions:
        begin, stop = np.searchsorted(rows, (first, end))
        large = kept[stop] - kept[begin] > LARGE * kept[-1]
        several = kind == 0 and named[end] - named[first] > SEVERAL
        if kind == 0 and _begins_with_quotation(columns, begin, stop):
            continue
        if heads[end] == heads[first] and (several or not large):
            inside[kind][begin:stop] = True
    return inside


def _begins_with_quotation(columns: Columns, begin: int, stop: int) -> bool:
    """Whether the first text behind the titles of a part begins with a quotation mark.

    begin, stop: of the part, as places in ``columns.text_rows``.
    """
    texts = columns.text_rows[begin : min(stop, begin + MAX_TITLES)]
    behind = np.flatnonzero(~_TITLES[columns.tag[columns.block_row[texts]]])
    if not len(behind):
        return False
    place = begin + int(behind[0])
    return columns.text_between(place, place + 1).lstrip().startswith(QUOTES)


def _flags(columns: Columns, rows: list[int]) -> BoolArray:
    found = np.zeros(len(columns), np.bool_)
    found[rows] = True
    return found


def named_reviews(page: Page) -> BoolArray:
    """True for each row of a page whose class or id calls it a review, or a part of one."""
    return _flags(page.columns, page.cached(_named)[0])


def _named(page: Page) -> tuple[list[int], list[int]]:
    """The rows of the elements that are named as reviews, and as other parts that are not about the product. To be
    asked for with ``page.cached``."""
    reviews, others, neither = (_holding(page, kind) for kind in ("reviews", "others", "neither"))
    none = set(neither)
    return [row for row in reviews if row not in none], [row for row in others if row not in none]


def _holding(page: Page, kind: str) -> list[int]:
    """The rows of the elements whose class or id holds one of the names of a kind."""
    return page.cached(class_id_pairs).rows_holding(_names()[kind])[:MAX_REGIONS]


def _titled(page: Page) -> list[tuple[int, int, int]]:
    """The parts under a title that says what they are: the first row, the row that follows, and 0 for reviews or 1 for
    others."""
    columns = page.columns
    rows = np.flatnonzero(_TITLES[columns.tag] & (columns.subtree_chars > 0) & (columns.subtree_chars <= MAX_TITLE))
    firsts, stops = np.searchsorted(columns.text_rows, (rows, columns.end[rows])).tolist()
    kinds = _titles()
    texts = map(columns.text_between, firsts, stops)
    known = [kinds.get(match_key(text).strip(_DIGITS), -1) for text in texts]
    found = [(row, kind) for row, kind in zip(rows.tolist(), known, strict=True) if kind >= 0][:MAX_REGIONS]
    if not found:
        return []
    around, following = with_other_text(columns), _FollowingTitles(page)
    return [(row, following.of(row, int(columns.end[around[row]])), kind) for row, kind in found]


class _FollowingTitles:
    """Finds where what stands under a title ends: at the next heading that is as high, or the next title at its path.
    Each is found in sorted rows: to go through what follows took as long as a page has rows, for every title."""

    def __init__(self, page: Page) -> None:
        self._columns, self._paths = page.columns, page.signature.path
        tag = page.columns.tag
        self._headings = [(code, np.flatnonzero(tag == code)) for code in np.flatnonzero(HEADINGS).tolist()]
        rows = np.flatnonzero(_TITLES[tag] & ~HEADINGS[tag])
        self._others = rows[np.argsort(self._paths[rows], kind="stable")]
        self._paths_of_others = self._paths[self._others]

    def of(self, row: int, end: int) -> int:
        """The row of the title that follows; `end` where none stands before it."""
        tag = int(self._columns.tag[row])
        if HEADINGS[tag]:
            same = [rows for code, rows in self._headings if code <= tag]
        else:
            path = self._paths[row]
            first, last = (int(np.searchsorted(self._paths_of_others, path, side)) for side in ("left", "right"))
            same = [self._others[first:last]]
        at = int(self._columns.end[row])
        following = [int(rows[place]) for rows in same if (place := int(np.searchsorted(rows, at))) < len(rows)]
        return min([end, *following])


@cache
def _names() -> dict[str, tuple[bytes, ...]]:
    return {kind: tuple(name.encode() for name in names) for kind, names in sections("product_names").items()}


@cache
def _titles() -> dict[str, int]:
    """The letters of the titles of parts: of reviews 0, of others 1."""
    others = {match_key(title): 1 for name in ("related_titles", "product_titles") for title in phrases(name)}
    return others | {match_key(title): 0 for title in phrases("review_titles")}
