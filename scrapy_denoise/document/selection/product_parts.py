"""What the page of a product shows beside the product: its reviews, how it is sent, other products.

A step between the decision and the document, as `scrapy_denoise.document.selection.lists` is one.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from scrapy_denoise.blocks import BLOCK_TYPES, TextBlocks
from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.blocks.regions.boilerplate import is_thread
from scrapy_denoise.document.entries.prices import CODES
from scrapy_denoise.document.selection.compiled import (
    KeptRows,
    bits_of,
    kept_in_buttons,
    left_out_parts,
    titled_links,
    titled_parts,
)
from scrapy_denoise.document.source.compiled import KnownKeys, short_titles
from scrapy_denoise.document.source.reviewed import shown_reviews
from scrapy_denoise.methods.changed_rows import changed, with_rows
from scrapy_denoise.methods.compiled import best_cut
from scrapy_denoise.methods.method import Edit, Selection
from scrapy_denoise.methods.steps import ASIDES, CHOICES, CUT_AGAIN, NAMED_PARTS, TABS, TITLED_PARTS
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.compiled import ExactWords, any_set

MOST_LEFT = 0.5
"""Share of the kept characters below which what is left of these without such parts is cut once more."""

TOGETHER = 0.7
"""How much the blocks of such a page depend on each other (`best_cut`), as ``block_dependence`` of the method."""

LEAST = 0.15
"""Expected F1 from which such a cut says what is content."""

MAX_REGIONS = 1_000
"""Parts of a page that are looked at."""

MAX_TAB, MAX_TABS = 60, 20
"""Characters of a link that opens a panel, and such links of a page."""

MIN_BUTTONS = 3
"""Buttons on one line that choose a variant, such as a size or a color."""

MAX_TOLD = 5_000
"""Characters of a panel with specifications: a larger one has other parts of the page in it."""

SPECIFICATIONS = 2
"""The number of the titles of specifications, where those of reviews are 0 and those of other parts 1."""

SURE = 0.8
"""Least confidence in the page type of a product whose other parts may be most of what is kept."""

QUOTES = tuple('"\u201c\u201e\u00ab\u300c\u300e')
"""How quotations begin. Reviews that begin so are those of newspapers, which the page quotes as part of what it tells
of its product; on the product pages of our corpora none of customers does."""

_BUTTON = tags.CODES["button"]
_TABS = bits_of("tabs")
_DIGITS = "0123456789"
_SIGNS = ExactWords({"sign": [sign.encode() for sign in (*"$ € £ ¥ ￥ ₹ ₽ ₺ ₩ zł Kč 円 元".split(), *CODES)]})
_COMMENT = BLOCK_TYPES.index("comment")
_ADDED = "among the highest scores of a product's page without what is not about the product"
_TOLD = "the panel of a tab with the specifications of a product"
_REASON = "part of a product's page that is not about the product: a review, the delivery, another product"


def without_asides(page: Page, found: Selection) -> Selection:
    """The selection of a product's page without its reviews, which are comments, and without what the page says of
    delivery and of other products: elements that are named so, and what stands under such a title; without rows of
    buttons that choose a variant; and with the panel of a tab that has its specifications. Of another page without the
    reviews alone, where it states those of one thing (`scrapy_denoise.document.source.reviewed`).

    Where that is most of what the method keeps, its threshold was one between such parts and the rest, and the rest is
    cut once more. Other pages are left as they are, and so is a product of which nothing else is content. The type of
    the page is found last, since that takes longer than all else.
    """
    if not any_set(found.kept):
        return found
    shown = page.cached(shown_reviews)
    if not shown and not _may_be_product(page):
        return found
    if (parts := _parts(page, found.kept, shown)) is None:
        return found
    reviews, others, told = parts
    if shown and not _is_product(page):
        others, told = np.zeros_like(others), None
    beside = reviews | others
    if told is not None and any_set(told & ~(found.kept | beside)) and _is_product(page):
        told = told & ~beside
        found = with_rows(found, found.kept | told, _TOLD, "", (ASIDES.name, ASIDES.name), told)
    if not any_set(beside):
        return found
    asides = found.kept & beside
    if any_set(asides):
        if not _has_reviews(page):
            return found
        left = _left(page, found, beside)
        if not left.any():
            return found
        # Reviews are often most of the page of a product, and the page itself may say that they are reviews.
        whole = left != found.kept if shown or page.cached(find_page_type).confidence >= SURE else None
        found = changed(with_rows(found, left, _ADDED, _REASON, (ASIDES.name, ASIDES.name), whole), asides=asides)
    if not any_set(reviews):
        return found
    # The types of blocks are asked for later, or never.
    return changed(found, edits=(*found.edits, Edit(reviews, _COMMENT, applies=_has_reviews)))


def _left(page: Page, found: Selection, beside: BoolArray) -> BoolArray:
    """The text rows that are content without some parts of the page: those that the method keeps; or all of the highest
    scores, by a cut of the rest, where it keeps less of the rest than of these parts.

    beside: for each text row whether it stands in one of these parts.
    """
    left = found.kept & ~beside
    chars = page.columns.chars[page.columns.text_rows]
    if not CUT_AGAIN.on or found.scores is None or chars[left].sum() >= MOST_LEFT * chars[found.kept].sum():
        return left
    blocks = page.cached(TextBlocks)
    scores = found.scores[blocks.first]
    dropped = beside[blocks.first] | (scores == 0)
    threshold, expected = best_cut(scores, blocks.chars, TOGETHER, dropped.view(np.uint8))
    if expected < LEAST:
        return left
    kept: BoolArray = ((scores >= threshold) & ~dropped)[blocks.block_of]
    return kept


def _may_be_product(page: Page) -> bool:
    """Whether a page names a product or its price, or shows an amount of money."""
    columns = page.columns
    return _SIGNS.are_in(columns.text) or _product_names().are_in(columns.class_id_values)


def _is_product(page: Page) -> bool:
    return not is_thread(page) and page.cached(find_page_type).name == "product"


def _has_reviews(page: Page) -> bool:
    return _is_product(page) or (not is_thread(page) and bool(page.cached(shown_reviews)))


def _parts(page: Page, own: BoolArray, shown: list[int]) -> tuple[BoolArray, BoolArray, BoolArray | None] | None:
    """For each text row whether it is part of a review, whether it is part of another such part, and, on a page with
    tabs, whether it is in the panel of one with specifications; None where the page has nothing of these.

    own: for each text row whether it is kept. shown: the rows of the elements of its reviews, as far as it states them.
    """
    part, (reviews, others) = KeptRows(page, own), page.cached(_named) if NAMED_PARTS.on else ([], [])
    tabs = _in_tabs(part) if part.has & _TABS and TABS.on else []
    titled = [*(_titled(part) if TITLED_PARTS.on else ()), *(panel for panel in tabs if panel[2] != SPECIFICATIONS)]
    has_choices = CHOICES.on and kept_in_buttons(part, MIN_BUTTONS)
    if not (shown or reviews or others or titled or tabs or has_choices):
        return None
    of_reviews, of_others = left_out_parts(part, reviews, others, titled, QUOTES)
    if shown:
        of_reviews = of_reviews | page.columns.in_subtrees(np.array(shown))[page.columns.text_rows]
    panels = [row for row, _, kind in tabs if kind == SPECIFICATIONS]
    told = part.texts_of([row for row in panels if page.columns.subtree_chars[row] <= MAX_TOLD]) if panels else None
    return of_reviews, (of_others | _choices(page) if has_choices else of_others), told


def _choices(page: Page) -> BoolArray:
    """For each text row whether its block is a row of buttons: of MIN_BUTTONS or more, with half of its characters."""
    columns = page.columns
    rows = columns.text_rows
    buttons = np.flatnonzero(columns.tag == _BUTTON)
    block = page.cached(TextBlocks).block_of
    inside, chars = columns.in_subtrees(buttons)[rows], columns.chars[rows]
    several = np.bincount(block, inside) >= MIN_BUTTONS
    found: BoolArray = (several & (2 * np.bincount(block, chars * inside) >= np.bincount(block, chars)))[block]
    return found


def named_reviews(page: Page) -> BoolArray | None:
    """True for each row of a page that is a review, or a part of one: by what the page states, or else of a product by
    its class or id; None for a page without such a thing."""
    rows = page.cached(shown_reviews)
    if not rows:
        if page.cached(find_page_type).name != "product":
            return None
        rows = page.cached(_named)[0]
    found = np.zeros(len(page.columns), np.bool_)
    found[rows] = True
    return found


def _named(page: Page) -> tuple[list[int], list[int]]:
    """The rows of the elements that are named as reviews, and as other parts that are not about the product. To be
    asked for with ``page.cached``."""
    names = page.cached(class_id_pairs)
    if not names.product_parts:
        return [], []
    found = names.rows_with(_names_of_parts(), among=names.product_parts)
    reviews, others, neither = (rows[:MAX_REGIONS] for rows in found)
    none = set(neither)
    return [row for row in reviews if row not in none], [row for row in others if row not in none]


def _titled(part: KeptRows) -> list[tuple[int, int, int]]:
    """The parts under a title that says what they are: the first row, the row that follows, and 0 for reviews or 1 for
    others."""
    page = part.page
    if not (titles := page.cached(short_titles)):
        return []
    kinds = _titles()
    known = [(row, kinds.get(key.strip(_DIGITS), -1)) for row, _, _, key in titles]
    found = [(row, kind) for row, kind in known if kind >= 0][:MAX_REGIONS]
    return titled_parts(part, page.signature.nodes, found) if found else []


def _in_tabs(part: KeptRows) -> list[tuple[int, int, int]]:
    """The panels that links with such a title open, as tabs do, and those that links such as "Specifications" do: as
    `_titled` gives its parts, with SPECIFICATIONS as the number of the latter."""
    page, columns, kinds = part.page, part.page.columns, _labels_of_tabs()
    opened: list[tuple[int, str, int]] = []
    # Where links lead is asked last: it takes their elements.
    for row, key in titled_links(part, _keys_of_tabs(), MAX_TAB):
        kind, address = kinds.get(key.strip(_DIGITS), -1), page.links.get(row, ("", ""))[0]
        if kind >= 0 and len(address) > 1 and address[0] == "#":
            opened.append((row, address[1:], kind))
        if len(opened) == MAX_TABS:
            break
    if not opened:
        return []
    named = page.cached(class_id_pairs).rows_with(ExactWords({name: [name.encode()] for _, name, _ in opened}))
    panels = dict(zip(dict.fromkeys(name for _, name, _ in opened), named, strict=True))
    found = [(panels[name][0], row, kind) for row, name, kind in opened if panels[name]]
    return [(panel, int(columns.end[panel]), kind) for panel, row, kind in found if panel > row]


@cache
def _product_names() -> ExactWords:
    return ExactWords({"product": list(map(str.encode, sections("product_names")["product"]))})


@cache
def _names_of_parts() -> ExactWords:
    """Those of reviews, of other parts that are not about the product, and of what is neither."""
    names = sections("product_names")
    return ExactWords({kind: list(map(str.encode, names[kind])) for kind in ("reviews", "others", "neither")})


@cache
def _titles() -> dict[str, int]:
    """The letters of the titles of parts: of reviews 0, of others 1."""
    others = phrase_keys("related_titles") | phrase_keys("product_titles")
    return dict.fromkeys(others, 1) | dict.fromkeys(phrase_keys("review_titles"), 0)


@cache
def _labels_of_tabs() -> dict[str, int]:
    return dict.fromkeys(phrase_keys("specification_titles"), SPECIFICATIONS) | _titles()


@cache
def _keys_of_tabs() -> KnownKeys:
    return KnownKeys(frozenset(_labels_of_tabs()), numbered=True)
