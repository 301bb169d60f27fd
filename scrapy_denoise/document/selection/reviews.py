"""The reviews of a product are comments, and no content of its page."""

from __future__ import annotations

from functools import cache

import numpy as np

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.blocks.regions.boilerplate import is_thread
from scrapy_denoise.document.selection.compiled import KeptRows, titled_parts
from scrapy_denoise.document.source.compiled import short_titles
from scrapy_denoise.document.source.reviewed import review_items, reviews_alike, shown_reviews
from scrapy_denoise.methods.changed_rows import changed, with_rows
from scrapy_denoise.methods.method import Edit, Selection
from scrapy_denoise.methods.steps import REVIEWS
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray
from scrapy_denoise.page.compiled import REVIEW, ExactWords, any_set

MAX_REGIONS = 100
"""Elements named as reviews that are looked at, and titles of such."""

LARGE, SEVERAL = 0.5, 3
"""Share of the characters of the page above which an element is reviews only where more than so many elements in it are
named so: the name of a page's template may hold the word too."""

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
_DIGITS = "0123456789"
_REASON = "a review of the product"


def without_reviews(page: Page, found: Selection) -> Selection:
    """The selection without the reviews of a page, which are comments: those that the page states as reviews of one
    thing (`scrapy_denoise.document.source.reviewed`), or, on the page of a product, the elements that are named so and
    what stands under a title such as "Customer reviews". A product of which nothing else is content is left as it
    is."""
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
    columns = page.columns
    rows = page.cached(shown_reviews)
    spans = [(row, int(columns.end[row])) for row in rows] if rows else []
    if not spans:
        # The type of the page is found last, since that takes longer than all else.
        named = page.cached(_named) if page.cached(class_id_pairs).reviews else []
        alike = page.cached(review_items) if REVIEW in page.statements.types else []
        titled = _titled(page) if page.cached(short_titles) else []
        if (named or alike or titled) and _is_product(page):
            spans = _parts(page, [*((row, int(columns.end[row])) for row in named), *titled])
            listed = _listed(page)
            # With the title above them.
            rows = [*listed, *[first for first, end in titled if listed and first < listed[0] < end][-1:]]
            spans += [(row, int(columns.end[row])) for row in rows]
    if not spans or is_thread(page):
        return None
    found = np.zeros(len(columns), np.bool_)
    for first, end in spans:
        found[first:end] = True
    return found


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
    other; not those of newspapers, which begin as quotations do."""
    columns = page.columns
    named, items = page.cached(_named), page.cached(review_items)
    found = reviews_alike(page, sorted({*named, *items})) if named or items else []
    return [row for row in found if not columns.text_of(row).lstrip().startswith(QUOTES)]


def _titled(page: Page) -> list[tuple[int, int]]:
    """The parts under a title that says that they are reviews: the first row, and the row that follows."""
    wanted = phrase_keys("review_titles")
    titles = [row for row, _, _, key in page.cached(short_titles) if key.strip(_DIGITS) in wanted][:MAX_REGIONS]
    if not titles:
        return []
    return titled_parts(KeptRows(page, np.ones(len(page.columns.text_rows), np.bool_)), page.signature.nodes, titles)


def _parts(page: Page, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those of some parts of a page that are reviews, by what they hold. spans: the first row of each and the row
    behind it."""
    columns = page.columns
    starts, ends = np.array(spans, np.intp).reshape(-1, 2).T
    heads = ((columns.tag == _H1) & (columns.subtree_chars > 0)).nonzero()[0]
    named = np.array(page.cached(_named), np.intp)
    chars = np.append(0, np.cumsum(columns.chars, dtype=np.int64))

    def has(rows: IndexArray, most: int = 0) -> BoolArray:
        found: BoolArray = rows.searchsorted(ends) - rows.searchsorted(starts) > most
        return found

    large = chars[ends] - chars[starts] > LARGE * chars[-1]
    may_be = ~has(heads) & (has(named, SEVERAL) | ~large)
    return [span for span, own in zip(spans, may_be.tolist(), strict=True) if own and not _quotes(columns, *span)]


def _quotes(columns: Columns, first: int, end: int) -> bool:
    """Whether a part begins, behind its titles, as quotations do, so that it is what newspapers say."""
    begin, stop = columns.text_rows.searchsorted((first, end)).tolist()
    for position in range(begin, min(stop, begin + MAX_TITLES)):
        if not _TITLE[columns.tag[columns.block_row[columns.text_rows[position]]]]:
            return columns.text_between(position, position + 1).lstrip().startswith(QUOTES)
    return False


@cache
def _names() -> ExactWords:
    """Those of reviews, and of what is none."""
    names = sections("product_names")
    return ExactWords({kind: list(map(str.encode, names[kind])) for kind in ("reviews", "neither")})
