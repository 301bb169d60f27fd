"""A page as one row of numbers, from which its type is predicted: its elements, its repeated siblings, its words, and
what it states of itself. All of it is of the page alone, whatever a method takes for its content."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from math import log1p

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks._page_columns import ElementSums
from scrapy_denoise.blocks.features.features import NAMES
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.dom.name_matcher import ExactWords, NameWords
from scrapy_denoise.page.url import split_url

Numbers = dict[str, float]

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

MIN_SIBLING_SHARE = 0.65
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

OPENGRAPH = ("article", "website", "product")

_PRICE = re.compile(
    rb"(?:\$|\xc2[\xa3\xa5]|\xe2\x82[\xa0-\xbf]|\xd0\xbb\xd0\xb2)\s?\d"
    rb"|\d\s?(?:\xe2\x82[\xa0-\xbf]|z\xc5\x82|K\xc4\x8d|\xd0\xbb\xd0\xb2|\xd1\x80\xd1\x83\xd0\xb1|\xe5\x85\x83|\xe5\x86\x86)"
)
"""Numbers beside the sign of a currency in UTF-8: $ £ ¥, those of U+20A0 to U+20BF such as €, лв руб zł Kč 元 円."""

_CURRENCIES = ExactWords(
    {
        "sign": (
            *(b"$", b"\xc2\xa3", b"\xc2\xa5", b"\xe2\x82", b"z\xc5\x82", b"K\xc4\x8d", b"\xd0\xbb\xd0\xb2"),
            *(b"\xd1\x80\xd1\x83\xd0\xb1", b"\xe5\x85\x83", b"\xe5\x86\x86"),
        )
    }
)
"""One of which each price has: to look for them takes a tenth of the time of the pattern."""

_WORD = re.compile(r"[^\W_]+")
_MARKS = b"0123456789 \t.,:;!?>#+()[]-*/|'\""
_YEAR, _CONTAINER = NAMES.index("year"), NAMES.index("container")
_COLUMNS_OF_BLOCKS = {name: NAMES.index(name) for name in ("address_forum", "page_post", "page_comment", "page_byline")}
_IMAGES = tags.flags("img picture svg")
_HEADINGS = tags.flags("h1 h2 h3 h4")


def page_row(page: Page) -> NDArray[np.float32]:
    """The values of `column_names` of a page that has text."""
    found = _numbers(page)
    return np.fromiter(found.values(), np.float32, len(found))


@cache
def column_names() -> list[str]:
    """The names of the columns of `page_row`, in their order."""
    return list(_numbers(Page.from_html("<p>It rained.</p>")))


def _numbers(page: Page) -> Numbers:
    blocks, columns = page.cached(TextBlocks), page.columns
    sums = ElementSums(columns, _IMAGES, _HEADINGS)
    found = _elements(columns, sums) | _blocks(columns, blocks) | _siblings(columns, blocks, sums)
    return found | _words(page) | _address(page.url or "") | _stated(page)


def _log(count: float) -> float:
    return log1p(count)


def _elements(columns: Columns, sums: ElementSums) -> Numbers:
    """How many elements of a kind the page has, and how much of its text stands in them."""
    counts = np.bincount(columns.tag, minlength=len(tags.NAMES)).tolist()
    found = {f"count_{name}": _log(counts[tags.CODES[name]]) for name in COUNTED}
    chars, links = int(columns.chars.sum()), int((columns.chars * columns.linked).sum())
    total = max(chars, 1)
    for number, name in enumerate(INSIDE):
        inside, linked = sums.inside(tags.CODES[name])
        found[f"in_{name}"] = inside / total
        if number < UNLINKED:
            found[f"unlinked_in_{name}"] = (inside - linked) / total
    headings = np.flatnonzero(_HEADINGS[columns.tag])
    leading = columns.linked[headings] | _have(columns, headings, np.flatnonzero(columns.link))
    found["headings_leading"] = _log(int(leading.sum()))
    found["headings_leading_share"] = float(leading.mean()) if len(headings) else 0.0
    found["chars"], found["unlinked"] = _log(total), _log(chars - links)
    found["link_density"] = 1 - (chars - links) / total
    return found


def _have(columns: Columns, rows: NDArray[np.intp], places: NDArray[np.intp]) -> NDArray[np.bool_]:
    """For some rows whether one of some others, given in order, stands in their subtree. Sums over the subtrees of all
    rows take longer."""
    first, last = np.searchsorted(places, (rows, columns.end[rows]))
    found: NDArray[np.bool_] = last > first
    return found


def _blocks(columns: Columns, blocks: TextBlocks) -> Numbers:
    """How long the blocks are, how the paragraphs lie, and how much text those of a path have."""
    rows = columns.text_rows
    n = len(blocks)
    chars = np.bincount(blocks.block_of, columns.chars[rows], n)
    unlinked = np.bincount(blocks.block_of, columns.chars[rows] * ~columns.linked[rows], n)
    total = max(float(chars.sum()), 1)
    mostly = unlinked > (1 - LINKED) * chars
    paragraphs = np.flatnonzero(mostly & (unlinked >= PARAGRAPH))
    long = mostly & (unlinked >= LONG)
    found = {
        "blocks": _log(n),
        "paragraphs": _log(len(paragraphs)),
        "paragraph_share": float(unlinked[paragraphs].sum() / total),
        "paragraph_mean": _log(unlinked[paragraphs].mean()) if len(paragraphs) else 0.0,
        "long": _log(int(long.sum())),
        "long_share": float(unlinked[long].sum() / total),
        "longest": _log(float(unlinked.max())),
        "short_share": float(chars[chars < MIN_RECORD * 2].sum() / total),
        "middle_share": float(unlinked[(unlinked >= MIN_RECORD * 2) & (unlinked < PARAGRAPH)].sum() / total),
        "container_share": float(chars[blocks.features[:, _CONTAINER] > 0].sum() / total),
        "gap": 0.0,
        "close": 0.0,
        "run": 0.0,
        "run_share": 0.0,
    }
    if len(paragraphs) > 1:
        gaps = np.diff(paragraphs)
        runs = np.bincount(np.append(0, np.cumsum(gaps > CLOSE)), unlinked[paragraphs])
        found["gap"], found["close"] = _log(gaps.mean()), float((gaps <= 2).mean())
        found["run"], found["run_share"] = _log(runs.max()), float(runs.max() / total)
    found |= {name: float(blocks.features[0, place]) for name, place in _COLUMNS_OF_BLOCKS.items()}
    sizes = np.bincount(blocks.group)
    texts, links = np.bincount(blocks.group, chars), np.bincount(blocks.group, chars - unlinked)
    largest = texts.argsort()[::-1][:KINDS_OF_BLOCKS].tolist()
    for number in range(KINDS_OF_BLOCKS):
        share = size = density = mean = 0.0
        if number < len(largest) and texts[largest[number]]:
            kind = largest[number]
            share, size = float(texts[kind] / total), _log(sizes[kind])
            density, mean = float(links[kind] / texts[kind]), _log(texts[kind] / sizes[kind])
        found |= {
            f"path{number}_share": share,
            f"path{number}_blocks": size,
            f"path{number}_links": density,
            f"path{number}_mean": mean,
        }
    return found


def _siblings(columns: Columns, blocks: TextBlocks, elements: ElementSums) -> Numbers:
    """The siblings alike (of the same parent, name and first class) with most text, of those that mostly have a link, a
    link and a picture, a heading, a price, a date, and no link."""
    texts = columns.text_rows
    total = max(int(columns.chars.sum()), 1)
    prices = np.zeros(0, np.intp)
    if _CURRENCIES.are_in(columns.text):
        at = np.array([match.start() for match in _PRICE.finditer(columns.text)], np.int64)
        priced = texts[np.searchsorted(columns.text_start[texts], at, "right") - 1]
        prices = np.unique(priced[columns.chars[priced] < SHORT])
    dates = texts[blocks.first[(blocks.features[:, _YEAR] > 0) & (blocks.chars < MAX_DATE)]]
    found = {"prices": _log(len(prices)), "dates": _log(len(dates))}
    groups = np.array(elements.siblings(MIN_RECORD, MIN_RECORDS, prices, dates), np.float64).reshape(-1, 9).T
    counts, sums, links, places = groups[:4]
    linking, pictured, headed, with_price, with_date = groups[4:] / counts
    places = places / counts / len(columns)
    for name, wanted in (
        ("linking", linking > MIN_SIBLING_SHARE),
        ("pictured", (linking > MIN_SIBLING_SHARE) & (pictured > MIN_SIBLING_SHARE)),
        ("headed", headed > MIN_SIBLING_SHARE),
        ("priced", with_price > MIN_SIBLING_SHARE),
        ("dated", with_date > MIN_SIBLING_SHARE),
        ("unlinking", linking < LINKED),
    ):
        values = [0.0] * 8
        chosen = np.flatnonzero(wanted)
        if len(chosen):
            best = chosen[sums[chosen].argmax()]
            values = [
                _log(counts[best]), sums[best] / total, links[best] / sums[best], _log(sums[best] / counts[best]),
                pictured[best], headed[best], places[best], _log(counts[chosen].sum()),
            ]  # fmt: skip
        parts = ("count", "share", "links", "mean", "pictures", "headings", "place", "all")
        found |= {f"{name}_{part}": float(value) for part, value in zip(parts, values, strict=True)}
    return found


def _words(page: Page) -> Numbers:
    """How often the words of a type stand in the names of elements, alone in a line, and in the title."""
    columns = page.columns
    names = columns.class_id_values
    pairs = max(names.count(b"\0") / 2, 1)
    found: Numbers = {}
    for kind, count in zip(_lexicon("names"), _names().counts_in(names), strict=True):
        found |= {f"names_{kind}": _log(count), f"names_{kind}_share": count / pairs}
    known = _lines()
    counts = dict.fromkeys(_lexicon("lines"), 0)
    lines = _plain(columns.text.decode("utf-8", "replace")).split(b"\n")
    for line in filter(known.__contains__, lines):
        for kind in known[line]:
            counts[kind] += 1
    found |= {f"lines_{kind}": _log(count) for kind, count in counts.items()}
    title = page.titles.element[:MAX_TITLE].casefold()
    words_of_title = _WORD.findall(title)
    found["title_words"] = float(len(words_of_title))
    found["title_asks"] = float("?" in title or "？" in title)
    return found | _hits("title", words_of_title)


def _address(url: str) -> Numbers:
    """Columns of the address of a page."""
    address = split_url(url[:MAX_ADDRESS])
    path = address.path.lower()
    steps = [step for step in path.split("/") if step]
    last = steps[-1] if steps else ""
    return {
        **_hits("address", re.split(r"[^a-z0-9]+", f"{path} {address.query.lower()}")),
        **_hits("host", re.split(r"[^a-z0-9]+", (address.hostname or "").lower())),
        "steps": float(len(steps)),
        "home": float(bool(url) and not steps),
        "known": float(bool(url)),
        "last_words": float(len(re.findall(r"[^-_.]+", last))),
        "last_chars": float(len(last)),
        "address_digits": float(sum(map(str.isdigit, path))),
        "address_date": float(re.search(r"/(?:19|20)\d\d/\d\d?(?:/|$)", path) is not None),
        "extension": float(re.search(r"\.\w{2,5}$", path) is not None),
        "query": float(bool(address.query)),
        "slash": float(path.endswith("/")),
    }


def _stated(page: Page) -> Numbers:
    """What the page states of itself."""
    objects = page.json_ld
    found = {
        f"states_{name}": float(min(sum(len(objects.of_type(kind)) for kind in kinds), MAX_COUNT))
        for name, kinds in STATED.items()
    }
    found["states_objects"] = _log(len(objects.objects))
    found["states_offered"] = float(min(len(offered_products(page)), MAX_COUNT))
    types = [kind for item in islice(page.microdata, 500) for kind, _ in item.items[:1]]
    for name in ("Product", "Offer", "Article", "BlogPosting", "Question", "Comment"):
        found[f"microdata_{name}"] = float(min(sum(kind.endswith(name) for kind in types), MAX_COUNT))
    kinds = " ".join(page.meta.get("og:type", [])).lower()
    found |= {f"og_{name}": float(name in kinds) for name in OPENGRAPH}
    found["og"] = float(bool(kinds))
    found["states_published"] = float(bool(page.meta.get("article:published_time")))
    found["states_author"] = float(bool(page.meta.get("author")))
    found["states_thread"] = float(page.states_discussion)
    return found


def offered_products(page: Page) -> list[str]:
    """The names of the products for which the page states an offer in JSON-LD, of the first MAX_COUNT."""
    return [str(thing.get("name")) for thing in page.json_ld.of_type("Product")[:MAX_COUNT] if "offers" in thing]


def _hits(place: str, words: list[str]) -> Numbers:
    return {f"{place}_{kind}": float(sum(map(known.__contains__, words))) for kind, known in _lexicon(place).items()}


def _plain(text: str) -> bytes:
    """Text in lower case, without digits, spaces and marks; its lines as they are."""
    return text.lower().encode("utf-8", "replace").translate(None, _MARKS)


@cache
def _lexicon(place: str) -> dict[str, frozenset[str]]:
    """The words that point to a page type in a place, by the type."""
    start = f"{place} "
    found = sections("page_type_words").items()
    return {name.removeprefix(start): frozenset(words) for name, words in found if name.startswith(start)}


@cache
def _names() -> NameWords:
    """Those in the names of elements."""
    return NameWords({kind: " ".join(sorted(words)) for kind, words in _lexicon("names").items()})


@cache
def _lines() -> dict[bytes, tuple[str, ...]]:
    """The page types that each line points to."""
    found: dict[bytes, tuple[str, ...]] = {}
    for kind, lines in _lexicon("lines").items():
        for line in sorted(lines):
            plain = _plain(line)
            found[plain] = (*found.get(plain, ()), kind)
    return found
