"""A page as one row of numbers, from which its type is predicted: its elements, its repeated siblings, its words, and
what it states of itself. All of it is of the page alone, whatever a method takes for its content."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from functools import cache
from itertools import chain
from math import log1p

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks._page_columns import ElementSums, block_sums, blocks_with
from scrapy_denoise.blocks.features.features import NAMES
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.page_texts import Labels, priced_rows
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.dom.name_matcher import NameWords
from scrapy_denoise.page.url import split_url

COUNTED = """h1 h2 h3 h4 p li ul ol dl table tr td img picture figure video iframe svg pre code blockquote form input
button select textarea label article section aside nav header footer main time a span div dd br em strong i""".split()
"""Elements that are counted."""

INSIDE = """p li td pre code h1 h2 h3 nav footer header aside article main form button label table blockquote""".split()
"""Elements of which the share of the page's text in them counts; of the first UNLINKED also that outside links."""

UNLINKED = 3

PARAGRAPH, LONG = 120, 300
"""Characters outside links from which a block is a paragraph, and a long one."""

LINKED = 0.3
"""Share of its text in links from which a block is none."""

CLOSE = 3
"""Blocks between two paragraphs up to which they belong together."""

KINDS_OF_BLOCKS = 3
"""The kinds of blocks, by their paths, that have most of the page's text."""

MIN_RECORD, MIN_RECORDS = 15, 3
"""Characters of an element that may be one of a list's entries, and siblings alike from which it may be."""

MIN_HAVING_SHARE = 0.65
"""Share of some siblings that have something so that they count as having it."""

SHORT, MAX_DATE = 60, 80
"""Characters of a text that may be a price, and of one that may be a date."""

MAX_ADDRESS, MAX_TITLE = 500, 300
"""Characters that are read."""

STATED = {
    "article": ("Article", "NewsArticle", "BlogPosting", "ReportageNewsArticle"),
    "technical": ("TechArticle", "APIReference"),
    "list": ("ItemList",),
    "entry": ("ListItem",),
    "collection": ("CollectionPage",),
    "product": ("Product", "ProductGroup"),
    "offer": ("Offer", "AggregateOffer"),
    "review": ("Review", "AggregateRating"),
    "organization": ("Organization",),
    "business": ("LocalBusiness", "Service", "SoftwareApplication", "ProfessionalService", "MedicalBusiness"),
    "questions": ("FAQPage",),
    "question": ("Question",),
    "discussion": ("DiscussionForumPosting", "QAPage"),
    "person": ("Person",),
    "site": ("WebSite",),
    "page": ("WebPage",),
    "breadcrumbs": ("BreadcrumbList",),
    "recipe": ("Recipe",),
}
"""Types of schema.org whose objects in JSON-LD are counted, by what they describe."""

MAX_COUNT = 20
"""Most objects of one type that are counted; more count as this many."""

MAX_ITEMS = 500
"""Properties in microdata of whose items the types are counted."""

MICRODATA = ("Product", "Offer", "Article", "BlogPosting", "Question", "Comment")
"""The ends of types whose objects in microdata are counted."""

OPENGRAPH = ("article", "website", "product")

_WORD, _PART, _STEP = re.compile(r"[^\W_]+"), re.compile(r"[^a-z0-9]+"), re.compile(r"[^-_.]+")
_DATE, _EXTENSION = re.compile(r"/(?:19|20)\d\d/\d\d?(?:/|$)"), re.compile(r"\.\w{2,5}$")
_MARKS = b"0123456789 \t.,:;!?>#+()[]-*/|'\""
_YEAR, _CONTAINER = NAMES.index("year"), NAMES.index("container")
_COLUMNS_OF_BLOCKS = {name: NAMES.index(name) for name in ("page_post", "page_comment", "page_byline")}
_STATED = {kind: number for number, kinds in enumerate(STATED.values()) for kind in kinds}
_IMAGES = tags.flags("img picture svg")
_HEADINGS = tags.flags("h1 h2 h3 h4")
_COUNTED, _INSIDE = (tuple(tags.CODES[name] for name in names) for names in (COUNTED, INSIDE))


def page_row(page: Page) -> NDArray[np.float32]:
    """The values of the columns of a page that has text, in the order of `column_names`."""
    columns, blocks = page.columns, page.cached(TextBlocks)
    sums = ElementSums(columns, _IMAGES, _HEADINGS)
    address = _address(page.url or "")
    forum = address.pop(list(_lexicon("address")).index("forum"))
    found = _elements(sums) + _blocks(columns, blocks, forum) + _siblings(columns, blocks, sums)
    # NumPy takes twice as long to read a list.
    return np.frombuffer(array("f", found + _words(page) + address + _stated(page)), np.float32)


@cache
def column_names() -> list[str]:
    """The names of the columns of `page_row`, in their order."""
    inside = (
        (f"in_{name}", *((f"unlinked_in_{name}",) if number < UNLINKED else ())) for number, name in enumerate(INSIDE)
    )
    paths = (f"path{n}_{part}" for n in range(KINDS_OF_BLOCKS) for part in ("share", "blocks", "links", "mean"))
    kinds = ("linking", "pictured", "headed", "priced", "dated", "unlinking")
    parts = ("count", "share", "links", "mean", "pictures", "headings", "place", "all")
    return [
        *(f"count_{name}" for name in COUNTED),
        *chain.from_iterable(inside),
        *"headings_leading headings_leading_share chars unlinked link_density".split(),
        *"blocks paragraphs paragraph_share paragraph_mean long long_share longest short_share middle_share".split(),
        *"container_share gap close run run_share".split(),
        *("address_forum", *_COLUMNS_OF_BLOCKS),
        *paths,
        *("prices", "dates"),
        *(f"{kind}_{part}" for kind in kinds for part in parts),
        *chain.from_iterable((f"names_{kind}", f"names_{kind}_share") for kind in _lexicon("names")),
        *(f"lines_{kind}" for kind in _lexicon("lines")),
        *("title_words", "title_asks"),
        *(f"title_{kind}" for kind in _lexicon("title")),
        *(f"address_{kind}" for kind in _lexicon("address") if kind != "forum"),
        *(f"host_{kind}" for kind in _lexicon("host")),
        *"steps home known last_words last_chars address_digits address_date extension query slash".split(),
        *(f"states_{name}" for name in STATED),
        *("states_objects", "states_offered"),
        *(f"microdata_{name}" for name in MICRODATA),
        *(f"og_{name}" for name in OPENGRAPH),
        *("og", "states_published", "states_author", "states_thread"),
    ]


def _elements(sums: ElementSums) -> list[float]:
    """How many elements of a kind the page has, and how much of its text stands in them."""
    found = list(map(log1p, sums.counts(_COUNTED)))
    chars, links, headings, leading = sums.of_page()
    total = max(chars, 1)
    for number, (inside, linked) in enumerate(sums.inside(_INSIDE)):
        found.append(inside / total)
        if number < UNLINKED:
            found.append((inside - linked) / total)
    share = leading / headings if headings else 0.0
    return [*found, log1p(leading), share, log1p(total), log1p(chars - links), 1 - (chars - links) / total]


def _blocks(columns: Columns, blocks: TextBlocks, forum: float) -> list[float]:
    """How long the blocks are, how the paragraphs lie, and how much text those of a path have.

    forum: the words of a forum in the address, whose column the models have here.
    """
    lengths, paths = block_sums(
        columns, blocks, _CONTAINER, MIN_RECORD, PARAGRAPH, LONG, LINKED, CLOSE, KINDS_OF_BLOCKS
    )
    first = blocks.features[0]
    return [*lengths, forum, *(float(first[place]) for place in _COLUMNS_OF_BLOCKS.values()), *paths]


def _siblings(columns: Columns, blocks: TextBlocks, sums: ElementSums) -> list[float]:
    """The siblings alike (of the same parent, name and first class) with most text, of those that mostly have a link, a
    link and a picture, a heading, a price, a date, and no link."""
    prices, dates = priced_rows(columns, SHORT), blocks_with(columns, blocks, _YEAR, MAX_DATE)
    groups = sums.siblings(MIN_RECORD, MIN_RECORDS, MIN_HAVING_SHARE, LINKED, prices, dates)
    return [log1p(len(prices)), log1p(len(dates)), *groups]


def _words(page: Page) -> list[float]:
    """How often the words of a type stand in the names of elements, alone in a line, and in the title."""
    columns = page.columns
    names = columns.class_id_values
    pairs = max(names.count(b"\0") / 2, 1)
    found = [value for count in _names().counts_in(names) for value in (log1p(count), count / pairs)]
    counts = dict.fromkeys(_lexicon("lines"), 0)
    for kinds in _lines().in_text(columns.text):
        for kind in kinds:
            counts[kind] += 1
    title = page.titles.element[:MAX_TITLE].casefold()
    words = _WORD.findall(title)
    found += [*map(log1p, counts.values()), len(words), "?" in title or "？" in title]
    return found + _hits("title", words)


def _address(url: str) -> list[float]:
    """Columns of the address of a page."""
    address = split_url(url[:MAX_ADDRESS])
    path = address.path.lower()
    steps = [step for step in path.split("/") if step]
    last = steps[-1] if steps else ""
    return [
        *_hits("address", _PART.split(f"{path} {address.query.lower()}")),
        *_hits("host", _PART.split((address.hostname or "").lower())),
        len(steps),
        bool(url) and not steps,
        bool(url),
        len(_STEP.findall(last)),
        len(last),
        sum(map(str.isdigit, path)),
        _DATE.search(path) is not None,
        _EXTENSION.search(path) is not None,
        bool(address.query),
        path.endswith("/"),
    ]


def _stated(page: Page) -> list[float]:
    """What the page states of itself."""
    objects, meta = page.json_ld, page.meta
    found = [0.0] * len(STATED)
    for kind, things in objects.by_type.items():
        if (place := _STATED.get(kind)) is not None:
            found[place] = min(found[place] + len(things), MAX_COUNT)
    found += [log1p(len(objects.objects)), min(len(offered_products(page)), MAX_COUNT)]
    types = Counter(kind for _, kind in page.item_types[:MAX_ITEMS]).items()
    found += [min(sum(n for kind, n in types if kind.endswith(name)), MAX_COUNT) for name in MICRODATA]
    kinds = " ".join(meta.get("og:type", [])).lower()
    found += [name in kinds for name in OPENGRAPH]
    stated = "article:published_time" in meta, "author" in meta
    return [*found, bool(kinds), *stated, page.states_discussion]


def offered_products(page: Page) -> list[str]:
    """The names of the products for which the page states an offer in JSON-LD, of the first MAX_COUNT."""
    return [str(thing.get("name")) for thing in page.json_ld.of_type("Product")[:MAX_COUNT] if "offers" in thing]


def _hits(place: str, words: list[str]) -> list[float]:
    """How many of some words of a place point to each page type."""
    kinds, counts = _kinds(place), [0.0] * len(_lexicon(place))
    for word in filter(kinds.__contains__, words):
        for kind in kinds[word]:
            counts[kind] += 1
    return counts


@cache
def _lexicon(place: str) -> dict[str, frozenset[str]]:
    """The words that point to a page type in a place, by the type."""
    start = f"{place} "
    found = sections("page_type_words").items()
    return {name.removeprefix(start): frozenset(words) for name, words in found if name.startswith(start)}


@cache
def _kinds(place: str) -> dict[str, list[int]]:
    """The numbers of the page types that each word of a place points to."""
    found: dict[str, list[int]] = {}
    for number, words in enumerate(_lexicon(place).values()):
        for word in sorted(words):
            found.setdefault(word, []).append(number)
    return found


@cache
def _names() -> NameWords:
    """Those in the names of elements."""
    return NameWords({kind: " ".join(sorted(words)) for kind, words in _lexicon("names").items()})


@cache
def _lines() -> Labels[tuple[str, ...]]:
    """The page types that each line points to."""
    found: dict[bytes, tuple[str, ...]] = {}
    for kind, lines in _lexicon("lines").items():
        for line in sorted(lines):
            plain = line.lower().encode("utf-8", "replace").translate(None, _MARKS)
            found[plain] = (*found.get(plain, ()), kind)
    return Labels(found, _MARKS)
