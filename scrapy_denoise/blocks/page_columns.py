"""A page as one row of numbers, from which its type is predicted: its elements, its repeated siblings, its words, and
what it states of itself. All of it is of the page alone, whatever a method takes for its content."""

from __future__ import annotations

import re
from array import array
from functools import cache
from itertools import chain, repeat
from math import log1p

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.compiled import ElementSums, Labels, WordKinds, block_sums, blocks_with, priced_rows
from scrapy_denoise.blocks.features.compiled import NAMES
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import NameWords
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

_STEP = re.compile(r"[^-_.]+")
_DATE, _EXTENSION = re.compile(r"/(?:19|20)\d\d/\d\d?(?:/|$)"), re.compile(r"\.\w{2,5}$")
_MARKS = b"0123456789 \t.,:;!?>#+()[]-*/|'\""
_YEAR, _CONTAINER = NAMES.index("year"), NAMES.index("container")
_NAMED_BESIDE = ("page_post", "page_comment", "page_byline")
_BESIDE = tuple(map(NAMES.index, _NAMED_BESIDE))
_STATED = {kind: number for number, kinds in enumerate(STATED.values()) for kind in kinds}
_IMAGES = tags.flags("img picture svg")
_HEADINGS = tags.flags("h1 h2 h3 h4")
_COUNTED, _INSIDE = (tuple(tags.CODES[name] for name in names) for names in (COUNTED, INSIDE))


def page_row(page: Page) -> NDArray[np.float32]:
    """The values of the columns of a page that has text, in the order of `column_names`."""
    columns, blocks = page.columns, page.cached(TextBlocks)
    sums = ElementSums(columns, _IMAGES, _HEADINGS)
    # The siblings alike (of the same parent, name and first class) with most text, of those that mostly have a link, a
    # link and a picture, a heading, a price, a date, and no link.
    prices, dates = priced_rows(columns, SHORT), blocks_with(columns, blocks, _YEAR, MAX_DATE)
    siblings = sums.siblings(MIN_RECORD, MIN_RECORDS, MIN_HAVING_SHARE, LINKED, prices, dates)
    lengths, beside, paths = block_sums(
        columns, blocks, _CONTAINER, MIN_RECORD, PARAGRAPH, LONG, LINKED, CLOSE, KINDS_OF_BLOCKS, _BESIDE
    )
    forum, address = _address(page.url or "")
    found = [*sums.elements(_COUNTED, _INSIDE, UNLINKED), *lengths, forum, *beside, *paths]
    found += log1p(len(prices)), log1p(len(dates)), *siblings, *_words(page), *address, *_stated(page)
    return np.frombuffer(array("f", found), np.float32)  # NumPy takes twice as long to read a list


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
        *("address_forum", *_NAMED_BESIDE),
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


def _words(page: Page) -> list[float]:
    """How often the words of a type stand in the names of elements, alone in a line, and in the title."""
    counts, names = _names().counts_in(page.columns.class_id_values)
    pairs = max(names / 2, 1)
    found = [value for count in counts for value in (log1p(count), count / pairs)]
    title = page.titles.element[:MAX_TITLE].casefold()
    counts, words = _in_title().counts_in(title)
    found += map(log1p, _lines().counts_in(page.columns.text))
    return [*found, words, "?" in title or "？" in title, *counts]


def _address(url: str) -> tuple[float, list[float]]:
    """The words of a forum in the address of a page, whose column the models have elsewhere; and the other columns."""
    address = split_url(url[:MAX_ADDRESS])
    path = address.path.lower()
    steps = [step for step in path.split("/") if step]
    last = steps[-1] if steps else ""
    (forum, *others), _ = _in_address().counts_in(f"{path} {address.query.lower()}")
    return forum, [
        *others,
        *_in_host().counts_in((address.hostname or "").lower())[0],
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
    objects, meta = page.json_ld, page.statements.told
    found = [0.0] * len(STATED)
    for kind, things in objects.by_type.items():
        if (place := _STATED.get(kind)) is not None:
            found[place] = min(found[place] + len(things), MAX_COUNT)
    found += [log1p(len(objects.objects)), min(len(offered_products(page)), MAX_COUNT)]
    types = [kind for _, kind in page.item_types[:MAX_ITEMS]]
    found += [min(sum(map(str.endswith, types, repeat(name))), MAX_COUNT) for name in MICRODATA]
    kinds = " ".join(meta.get("og:type", [])).lower()
    found += [name in kinds for name in OPENGRAPH]
    stated = "article:published_time" in meta, "author" in meta
    return [*found, bool(kinds), *stated, page.states_discussion]


def offered_products(page: Page) -> list[str]:
    """The names of the products for which the page states an offer in JSON-LD, of the first MAX_COUNT."""
    return [str(thing.get("name")) for thing in page.json_ld.of_type("Product")[:MAX_COUNT] if "offers" in thing]


@cache
def _lexicon(place: str) -> dict[str, frozenset[str]]:
    """The words that point to a page type in a place, by the type."""
    start = f"{place} "
    found = sections("page_type_words").items()
    return {name.removeprefix(start): frozenset(words) for name, words in found if name.startswith(start)}


@cache
def _in_title() -> WordKinds:
    return WordKinds(list(_lexicon("title").values()), plain=False)


@cache
def _in_address() -> WordKinds:
    """Those of a forum first."""
    words = _lexicon("address")
    return WordKinds([words["forum"], *(found for kind, found in words.items() if kind != "forum")], plain=True)


@cache
def _in_host() -> WordKinds:
    return WordKinds(list(_lexicon("host").values()), plain=True)


@cache
def _names() -> NameWords:
    """Those in the names of elements."""
    return NameWords({kind: " ".join(sorted(words)) for kind, words in _lexicon("names").items()})


@cache
def _lines() -> Labels:
    """The page types that each line points to."""
    found: dict[bytes, tuple[int, ...]] = {}
    lexicon = _lexicon("lines")
    for kind, lines in enumerate(lexicon.values()):
        for line in sorted(lines):
            plain = line.lower().encode("utf-8", "replace").translate(None, _MARKS)
            found[plain] = (*found.get(plain, ()), kind)
    return Labels(found, len(lexicon), _MARKS)
