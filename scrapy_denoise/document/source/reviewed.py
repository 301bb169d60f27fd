"""The reviews of the one thing that a page is about, as of a place, a film or a book: those that its data states, and
the elements that show them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from html import unescape
from itertools import islice

import numpy as np

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.document.source.stated_text import TAG, paragraphs_of
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import RATED, REVIEW, collapse_whitespace, match_key
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.structured_data.json_ld import Object, strings, types_of
from scrapy_denoise.page.walk.compiled import ElementRequest

MIN_REVIEWS = 2
"""Reviews of a thing from which they are those of its visitors, readers or buyers: one may be a critic's."""

MAX_REVIEWS = 200
"""Stated reviews that are read; those after are left out."""

MAX_TEXT = 20_000
"""Characters of a stated review."""

MIN_KEY, MAX_KEY = 20, 60
"""Letters and digits at the beginning of a review by which it is known again."""

MAX_BLOCKS = 5_000
"""Text blocks among which the reviews are looked for."""

MOST_WORDS, MAX_BESIDE = 3, 1_000
"""How many times its stated words the element of a review has, and characters beside them: who wrote it, when, and what
was answered."""

_DATES = ("datePublished", "dateCreated")
_WRITTEN = re.compile(r"\A(?:\w*Article|\w*Posting|\w*Report|Recipe|HowTo|CreativeWorkSeries)$")
"""Types of pages of one's own words. Below them stand comments, and a rating is that of the page itself."""


def stated_of_thing(page: Page) -> list[Object]:
    """The reviews that a page's JSON-LD states of one thing, with its rating: two or more with a date, which those that
    a firm has chosen to praise it mostly lack. None where it states a work of one's own words beside it, such as an
    article, or a review that is none of these: the page may be a critic's. To be asked for with ``page.cached``."""
    if RATED not in page.statements.words:
        return []
    found = page.json_ld
    if any(map(_WRITTEN.match, found.by_type)):
        return []
    rated = [
        thing for thing in found.objects if "aggregateRating" in thing and not {"review", "reviews"}.isdisjoint(thing)
    ]
    several = [given for thing in rated if sum(map(_has_date, given := _reviews(page, thing))) >= MIN_REVIEWS]
    if len(several) != 1 or len(several[0]) < len(found.of_type("Review")[: MAX_REVIEWS + 1]):
        return []
    return several[0]


def _reviews(page: Page, thing: Object) -> list[Object]:
    given = thing.get("review") or thing.get("reviews")
    parts = given[: MAX_REVIEWS + 1] if isinstance(given, list) else []
    found = map(page.json_ld.resolve, parts)
    return [one for one in found if isinstance(one, dict) and set(types_of(one)) <= {"Review", "UserReview"}]


def _has_date(review: Object) -> bool:
    return any(strings(review.get(name)) for name in _DATES)


def words_of(review: Object) -> str:
    """What a stated review says, without markup, one paragraph per line; empty where it says nothing."""
    texts = strings(review.get("reviewBody")) or strings(review.get("description"))
    text = unescape(texts[0][:MAX_TEXT]) if texts else ""
    lines = map(collapse_whitespace, paragraphs_of(text) if TAG.search(text) else text.splitlines())
    return "\n".join(filter(None, lines))


def shown_reviews(page: Page) -> list[int]:
    """The rows of the elements in which a page shows the reviews that it states of one thing, and others of their kind
    beside them, in document order. To be asked for with ``page.cached``."""
    stated = page.cached(stated_of_thing)
    return _with_words(page, {match_key(words_of(one)) for one in stated}) if stated else []


def states_reviews(page: Page) -> bool:
    """Whether a page states the reviews of one thing."""
    return bool(page.cached(stated_of_thing))


def _with_words(page: Page, stated: set[str]) -> list[int]:
    """The elements that each hold the words of one review, as large as they can be, where several are the children of
    one; and others of their kind among these children. stated: the letters and digits of each review."""
    columns, parent = page.columns, page.columns.parent
    begun = {key[:MIN_KEY]: key for key in stated if len(key) >= MIN_KEY}
    blocks = page.cached(TextBlocks)
    told: dict[int, set[str]] = defaultdict(set)
    rows: dict[int, str] = {}
    for number in range(min(len(blocks), MAX_BLOCKS) if begun else 0):
        key = match_key(blocks.text(columns, number)[: 4 * MAX_KEY])[:MAX_KEY]
        whole = begun.get(key[:MIN_KEY], "")
        if whole and (whole.startswith(key) or key.startswith(whole)):
            row = int(parent[columns.text_rows[blocks.first[number]]])
            rows[row] = whole
            while row > 0:
                told[row].add(whole)
                row = int(parent[row])
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for row, whole in rows.items():
        while parent[row] > 0 and len(told[int(parent[row])]) == 1:
            row = int(parent[row])
        if len(told[row]) == 1 and columns.subtree_chars[row] <= MOST_WORDS * len(whole) + MAX_BESIDE:
            found[int(parent[row])][row] = whole
    several = ((holder, inside) for holder, inside in found.items() if len(set(inside.values())) >= MIN_REVIEWS)
    return sorted(row for holder, inside in several for row in _alike(page, holder, list(inside)))


def _alike(page: Page, holder: int, known: list[int]) -> list[int]:
    """The children of an element that are of the kind of some of them."""
    columns, key = page.columns, page.signature.key
    children = np.flatnonzero(columns.parent[: columns.end[holder]] == holder)
    kinds = np.unique(key[known])
    found: list[int] = children[np.isin(key[children], kinds) & (columns.subtree_chars[children] > 0)].tolist()
    return found


def review_items(page: Page) -> list[int]:
    """The rows of the elements that are reviews of something by microdata, in document order. To be asked for with
    ``page.cached``."""
    if REVIEW not in page.statements.types or not page.statements.has_properties:
        return []
    wanted = np.full(len(page.columns), ElementRequest.WITH_ATTRIBUTES, np.uint8)
    elements = ((row, one) for row, one in enumerate(page.nodes(wanted)) if one is not None and _is_review(one))
    return [row for row, _ in islice(elements, MAX_REVIEWS)]


def reviews_alike(page: Page, named: list[int]) -> list[int]:
    """Those of some elements that are named reviews that stand beside each other, two or more of one kind, each with
    words: the reviews themselves, and not what surrounds them or the sum of them."""
    columns, key = page.columns, page.signature.key
    if len(named) < MIN_REVIEWS:
        return []
    kinds = list(zip(columns.parent[named].tolist(), key[named].tolist(), strict=True))
    times = Counter(kinds)
    alike = [row for row, kind in zip(named, kinds, strict=True) if times[kind] >= MIN_REVIEWS]
    return [row for row in alike if columns.subtree_chars[row] - columns.subtree_link_chars[row] >= MIN_KEY]


def _is_review(element: Element) -> bool:
    names = (element.get("itemprop") or "").split()
    kind = (element.get("itemtype") or "").rstrip("/").rpartition("/")[2]
    return kind == "Review" and (not names or not {"review", "reviews"}.isdisjoint(names))
