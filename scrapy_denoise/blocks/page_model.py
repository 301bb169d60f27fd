"""The type of a page (article, forum, list, ...): as the page states it, or as a model predicts it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import log1p
from struct import unpack

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.compiled import longest_block
from scrapy_denoise.blocks.features.compiled import NAMES
from scrapy_denoise.blocks.features.url_features import is_list_address
from scrapy_denoise.blocks.forest.forest import Forest
from scrapy_denoise.blocks.page_columns import column_names, page_row
from scrapy_denoise.blocks.regions.boilerplate import BoilerplateRegions, lists_threads
from scrapy_denoise.blocks.stated_page_type import stated_type
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page

LEARNED_TYPES = ("article", "documentation", "forum", "list", "product", "service")
"""The page types that the model predicts."""

PAGE_TYPES = (*LEARNED_TYPES, "home", "error", "wall", "other")
"""A forum page is a thread or a question with its answers; a list shows articles, products, threads or links; a service
is the page of a company or of what it offers. The home page is the first one of a site that shows a list. Errors and
walls are no content (`scrapy_denoise.blocks.notices`); other pages have next to no text, or are like none of these."""

INDEX_TYPES = ("list", "home")
"""The types of pages that are their entries: what these say of an author or a day is not said of the page."""

_ARTICLE, _FORUM, _LIST = (LEARNED_TYPES.index(name) for name in ("article", "forum", "list"))
_LINKS = NAMES.index("link_density")

LIKELY = 0.25
"""A page type is reported if its probability is at least this; else the type is ``other``."""

FORUM_AT_ADDRESS = 0.06
"""The probability of a forum from which a page at the address of a thread is one: 98 of 103 such pages of WCXB are."""

LIST_AT_ADDRESS = 0.06
"""The probability of a list from which a page at the address of a category, a tag or the like is one."""

LINKS_OF_BOARDS = 0.7
"""Share of its text in links from which a page that is like a thread is a list of threads: no thread of the corpora has
more than .66."""

MIN_CHARS = 150
"""Characters of a page below which the model is not asked: such a page is a list where half of them are links."""

_MIN_CHARS = np.float32(log1p(MIN_CHARS))
"""The same as the columns of a page have it."""

MIN_SENTENCE = 33
"""Bytes of the longest block of an article, at least: a page without any sentence has prices, hours or results. In
UTF-8 a sentence has about as many in each script."""

STATED = 0.96
"""The confidence in what a page states: of 439 pages of WCXB .964 are of the type that they state."""

EVIDENCE = 3
"""The most columns that are named as evidence."""


@attrs.frozen
class PageType:
    """The type of a page, and how it is known.

    name: the type, one of PAGE_TYPES (docs/page-types). confidence: the probability that it is right, 0 to 1. lists:
    what a list or a home page lists: ``articles``, ``products``, ``threads`` or ``other``; else empty. evidence: the
    evidence for the type in words, the strongest first.
    """

    name: str
    confidence: float = 0.0
    lists: str = ""
    evidence: tuple[str, ...] = ()


def find_page_type(page: Page) -> PageType:
    """What the page states of itself (`stated_type`), or else what the model predicts.

    Without the columns that the model takes for evidence (`explained_page_type`), for which few ask.
    """
    return page.cached(_type_and_model)[0]


def explained_page_type(page: Page) -> PageType:
    """The same with all evidence."""
    return _explained(page, *page.cached(_type_and_model))


def _explained(page: Page, found: PageType, model: str) -> PageType:
    """A page type with the evidence of its model; the same where it is of none."""
    if not model:
        return found
    return attrs.evolve(found, evidence=(*found.evidence, *_evidence(model, page.cached(page_row))))


def _type_and_model(page: Page) -> tuple[PageType, str]:
    """The type of a page, and the name of the model that tells it; empty where none does."""
    blocks = page.cached(TextBlocks)
    if not len(blocks):
        return PageType("other", evidence=("it has no text",)), ""
    stated, words = stated_type(page)
    if stated and stated != "list":
        return PageType(stated, STATED, "", (words,)), ""
    row = page.cached(page_row)
    if stated:
        return PageType(stated, STATED, _listed(_by_name(row)), (words,)), ""
    place, board = _places(), page.cached(BoilerplateRegions).board
    if row[place["chars"]] < _MIN_CHARS:
        bare = board or row[place["link_density"]] >= 1 / 2
        return PageType("list" if bare else "other", LIKELY, "other" if bare else "", ("it has next to no text",)), ""
    probabilities = page.cached(type_probabilities)
    if page.cached(BoilerplateRegions).thread and probabilities[_FORUM] >= FORUM_AT_ADDRESS:
        return PageType("forum", max(probabilities[_FORUM], 1 / 2), "", ("its address is that of a thread",)), "forum"
    is_board = board or row[place["link_density"]] >= LINKS_OF_BOARDS
    if is_board or (max(probabilities) == probabilities[_FORUM] and lists_threads(page)):
        probabilities = _as_lists(probabilities)
    if probabilities[_LIST] >= LIST_AT_ADDRESS and is_list_address(page.url):
        probability, lists = max(probabilities[_LIST], 1 / 2), _listed(_by_name(row))
        return PageType("list", probability, lists, ("its address is that of a list",)), "list"
    if longest_block(page.columns, blocks, _LINKS, 1 / 2) < MIN_SENTENCE:
        probabilities = _without(probabilities, _ARTICLE)
    found, model = _likeliest(probabilities, row)
    return attrs.evolve(found, lists="threads") if board and found.name == "list" else found, model


def type_of_one_post(page: Page, commented: bool) -> PageType:
    """The type of a page that is a forum by `find_page_type` but of which one post alone is content.

    That is still a forum where the page states it, or the model says so without the address. It is none where it is
    `commented`: then the replies are comments, apart from the content, as those below an article are.
    """
    if stated_type(page)[0]:
        return explained_page_type(page)
    probabilities = page.cached(type_probabilities)
    if commented:
        others = np.array(_without(probabilities, _FORUM))
        probabilities = (others / others.sum()).tolist()
    found = _explained(page, *_likeliest(probabilities, page.cached(page_row)))
    return attrs.evolve(found, evidence=("it has comments", *found.evidence)) if commented else found


def product_probability(page: Page) -> float:
    """The probability that a page is that of a product, as the model predicts it; 0 for a page of which it is not
    asked: without text, or one that states another type, unless that is a forum, as a shop with questions does."""
    if not len(page.cached(TextBlocks)) or stated_type(page)[0] not in ("", "forum"):
        return 0.0
    return page.cached(type_probabilities)[LEARNED_TYPES.index("product")]


def _without(probabilities: list[float], place: int) -> list[float]:
    return [*probabilities[:place], 0.0, *probabilities[place + 1 :]]


def _as_lists(probabilities: list[float]) -> list[float]:
    """The probabilities of a page that is no thread: what is like one is a list of threads."""
    found = _without(probabilities, _FORUM)
    found[_LIST] += probabilities[_FORUM]
    return found


def type_probabilities(page: Page) -> list[float]:
    """What the model predicts of a page: the probability of each of LEARNED_TYPES."""
    row, models = page.cached(page_row).tobytes(), page_models()
    # For one row NumPy takes longer than the trees.
    return _shares(list(unpack("6f", b"".join([models[name].predict_bytes(row) for name in LEARNED_TYPES]))))


@cache
def _places() -> dict[str, int]:
    """The place of each column in a row."""
    return {name: place for place, name in enumerate(column_names())}


def _by_name(row: NDArray[np.float32]) -> dict[str, float]:
    return dict(zip(column_names(), row.tolist(), strict=True))


def _likeliest(probabilities: list[float], row: NDArray[np.float32]) -> tuple[PageType, str]:
    """The type of the highest probability, and the name of its model. row: the columns of the page."""
    confidence = max(probabilities)
    name = LEARNED_TYPES[probabilities.index(confidence)]
    if confidence < LIKELY:
        return PageType("other", 1 - confidence, evidence=("it is like no other type of page",)), ""
    if name != "list":
        return PageType(name, confidence), name
    values = _by_name(row)
    home = ("home", ("its address is that of the site",)) if values["home"] else (name, ())
    return PageType(home[0], confidence, _listed(values), home[1]), name


def predicted(rows: NDArray[np.float32], models: dict[str, Forest] | None = None) -> NDArray[np.float64]:
    """The probabilities of LEARNED_TYPES, a column each, of pages given by their rows: the odds of the models, by
    default those of the package, divided by their sum."""
    models = models or page_models()
    return np.array([_shares(found) for found in np.stack([models[name](rows) for name in LEARNED_TYPES], 1).tolist()])


def _shares(probabilities: list[float]) -> list[float]:
    """The shares of the odds in their sum."""
    odds = [probability / max(1 - probability, 1e-9) for probability in probabilities]
    total = 0.0
    for one in odds:  # `sum` adds otherwise from Python 3.12 on
        total += one
    return [one / total for one in odds]


def checked_page_types(names: Iterable[str]) -> tuple[str, ...]:
    """Names of PAGE_TYPES. Raises ValueError, with what is allowed, where one is none of them, or for a text in place
    of a list, and TypeError for what is no list either."""
    if isinstance(names, str):
        raise ValueError(f"page_types is {names!r}; give a list, such as [{PAGE_TYPES[0]!r}]")
    if not isinstance(names, (tuple, list, Iterable)):
        raise TypeError(f"page_types is {names!r}; give a list, such as [{PAGE_TYPES[0]!r}]")
    found = tuple(names)
    if unknown := [name for name in found if name not in PAGE_TYPES]:
        raise ValueError(f"{unknown[0]!r} is not a page type; there are {', '.join(PAGE_TYPES)}")
    return found


@cache
def page_models() -> dict[str, Forest]:
    """The learned models, one for each of LEARNED_TYPES, read once. The log-odds that one gives are those of its type
    before they are weighed against those of the others."""
    return Forest.load("pages", column_names())


def _listed(values: dict[str, float]) -> str:
    """What a list shows, by what it states and by its repeated siblings."""
    if values["priced_count"] or values["microdata_Product"] > 2 or values["states_offered"] > 2:
        return "products"
    if values["address_forum"] + values["host_forum"] and (values["lines_thread"] or values["names_forum"]):
        return "threads"
    articles = values["og_article"] + values["states_article"] + values["dated_count"] + values["lines_teasers"]
    headed = values["headed_share"] > 1 / 5 or values["headings_leading"] > 1  # the logarithm of a count: two or more
    return "articles" if articles or headed else "other"


_IN_WORDS = (
    ("address", "the words of its address"),
    ("host", "the name of its host"),
    ("title", "the words of its title"),
    ("names", "the names (class, id) of its elements"),
    ("lines", "the labels, buttons and headings that it shows"),
    ("states", "what it states of itself"),
    ("microdata", "what it states of itself"),
    ("og", "what it states of itself"),
    ("count", "the number of some of its elements"),
    ("in", "the elements that its text stands in"),
    ("unlinked", "how much text stands outside links"),
    ("link", "how much of its text is links"),
    ("paragraph", "its paragraphs"),
    ("long", "its paragraphs"),
    ("close", "how close to each other its paragraphs stand"),
    ("gap", "how close to each other its paragraphs stand"),
    ("run", "how much text stands together"),
    ("container", "how much of its text is in one element"),
    ("path", "the blocks that are alike"),
    ("linking", "whether elements with links repeat"),
    ("pictured", "whether elements with pictures repeat"),
    ("headings", "how many of its headings are links"),
    ("headed", "whether elements with headings repeat"),
    ("priced", "whether elements with prices repeat"),
    ("dated", "whether elements with dates repeat"),
    ("unlinking", "whether elements without links repeat"),
    ("prices", "its prices"),
    ("dates", "its dates"),
    ("last", "the last step of its address"),
    ("steps", "the length of its address"),
    ("home", "that its address is that of the site"),
)


_LENGTHS = "how its text is divided"


def _evidence(name: str, row: NDArray[np.float32]) -> tuple[str, ...]:
    """The kinds of columns that moved the log-odds of a type most, in words, the strongest first."""
    numbers, words = _kinds_of_columns()
    strengths = np.bincount(numbers, page_models()[name].contributions(row), len(words))
    strongest = (-strengths).argsort()[:EVIDENCE].tolist()
    return tuple(words[kind] for kind in strongest if strengths[kind] > 0)


@cache
def _kinds_of_columns() -> tuple[NDArray[np.intp], list[str]]:
    """Of each column the number of its words, and the words."""
    found = [
        next((words for start, words in _IN_WORDS if column.startswith(start)), _LENGTHS) for column in column_names()
    ]
    words = list(dict.fromkeys(found))
    return np.array([words.index(said) for said in found], np.intp), words
