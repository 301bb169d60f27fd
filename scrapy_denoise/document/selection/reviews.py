"""The reviews of a product are comments, and no content of its page."""

from __future__ import annotations

from functools import cache

import numpy as np

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.blocks.regions.boilerplate import is_thread
from scrapy_denoise.document.source.reviewed import review_items, reviews_alike, shown_reviews
from scrapy_denoise.methods.changed_rows import changed, with_rows
from scrapy_denoise.methods.method import Edit, Selection
from scrapy_denoise.methods.steps import REVIEWS
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.compiled import REVIEW, ExactWords, any_set

MAX_REGIONS = 100
"""Elements named as reviews that are looked at."""

LARGE = 0.5
"""Share of the characters of the page above which an element is more than reviews, whatever its name: that of a page's
template may hold the word too."""

MIN_OWN = 0.25
"""Characters of what is left of a page, to those of its reviews, from which that is the product. A page of less is one
of reviews."""

QUOTES = tuple('"\u201c\u201e\u00ab\u300c\u300e')
"""How quotations begin. Reviews that begin so are those of newspapers, which the page quotes as part of what it tells
of its product; on the product pages of our corpora none of customers does."""

MAX_TITLES = 5
"""Texts at the beginning of a part that may be its titles."""

_COMMENT = BLOCK_TYPES.index("comment")
_H1 = tags.CODES["h1"]
_TITLE = tags.flags("h1 h2 h3 h4 h5 h6 summary button")
_REASON = "a review of the product"


def without_reviews(page: Page, found: Selection) -> Selection:
    """The selection without the reviews of a page, which are comments: those that the page states as reviews of one
    thing (`scrapy_denoise.document.source.reviewed`), or, on the page of a product, the elements that are named so. A
    product of which nothing else is content is left as it is."""
    if not any_set(found.kept) or (rows := page.cached(_reviews)) is None:
        return found
    reviews: BoolArray = rows[page.columns.text_rows]
    asides = found.kept & reviews
    if any_set(asides):
        kept = found.kept & ~reviews
        if not any_set(kept):
            return found
        # Reviews are often most of the page of a product. A page of them alone keeps them.
        own, part = (int(page.columns.chars[page.columns.text_rows[rows]].sum()) for rows in (kept, asides))
        sure = own >= MIN_OWN * part or page.cached(shown_reviews)
        edited = with_rows(found, kept, "", _REASON, (REVIEWS.name, REVIEWS.name), asides if sure else None)
        found = changed(edited, asides=asides)
    return changed(found, edits=(*found.edits, Edit(reviews, _COMMENT)))


def named_reviews(page: Page) -> BoolArray | None:
    """True for each row of a page that is a review, or a part of one: by what the page states, or else of a product by
    its class or id; None for a page without such a thing."""
    rows = page.cached(shown_reviews)
    if not rows and _is_product(page):
        rows = sorted({*page.cached(_named), *page.cached(review_items)})
    return page.columns.in_subtrees(np.array(rows, np.intp)) if rows else None


def _reviews(page: Page) -> BoolArray | None:
    """True for each row in a review or in a part with reviews; None for a page without one."""
    stated = page.statements
    rows = page.cached(shown_reviews)
    if not rows:
        # The type of the page is found last, since that takes longer than all else.
        named = page.cached(_named) if page.cached(class_id_pairs).reviews else []
        alike = page.cached(review_items) if REVIEW in stated.types else []
        if (named or alike) and _is_product(page):
            rows = sorted({*_parts(page, named), *_listed(page)})
    return page.columns.in_subtrees(np.array(rows, np.intp)) if rows and not is_thread(page) else None


def _is_product(page: Page) -> bool:
    return not is_thread(page) and page.cached(find_page_type).name == "product"


def _named(page: Page) -> list[int]:
    """The rows of the elements that are named as reviews."""
    names = page.cached(class_id_pairs)
    if not names.reviews:
        return []
    named, neither = names.rows_with(_names(), among=names.reviews)
    none = set(neither)
    return [row for row in named[:MAX_REGIONS] if row not in none]


def _listed(page: Page) -> list[int]:
    """The rows of the elements that are reviews by their names or by microdata, two or more of one kind beside each
    other, with the heading right above; not those of newspapers, which begin as quotations do."""
    columns = page.columns
    named, items = page.cached(_named), page.cached(review_items)
    found = reviews_alike(page, sorted({*named, *items})) if named or items else []
    found = [row for row in found if not columns.text_of(row).lstrip().startswith(QUOTES)]
    before = int(columns.text_rows.searchsorted(found[0])) - 1 if found else -1
    title = int(columns.block_row[columns.text_rows[before]]) if before >= 0 else 0
    return [title, *found] if before >= 0 and _TITLE[columns.tag[title]] and columns.tag[title] != _H1 else found


def _parts(page: Page, named: list[int]) -> list[int]:
    """Those of the elements that are named as reviews that hold neither the heading nor most of the page."""
    columns, rows = page.columns, np.array(named, np.intp)
    heads = ((columns.tag == _H1) & (columns.subtree_chars > 0)).nonzero()[0]
    may_be = heads.searchsorted(columns.end[rows]) == heads.searchsorted(rows)
    may_be &= columns.subtree_chars[rows] <= LARGE * columns.subtree_chars[0]
    return [row for row in rows[may_be].tolist() if not _quotes(columns, row)]


def _quotes(columns: Columns, row: int) -> bool:
    """Whether an element begins, behind its titles, as quotations do, so that it is what newspapers say."""
    begin, stop = columns.text_rows.searchsorted((row, columns.end[row])).tolist()
    for position in range(begin, min(stop, begin + MAX_TITLES)):
        if not _TITLE[columns.tag[columns.block_row[columns.text_rows[position]]]]:
            return columns.text_between(position, position + 1).lstrip().startswith(QUOTES)
    return False


@cache
def _names() -> ExactWords:
    """Those of reviews, and of what is none."""
    names = sections("product_names")
    return ExactWords({kind: list(map(str.encode, names[kind])) for kind in ("reviews", "neither")})
