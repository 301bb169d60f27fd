"""Modules within an article: cards of other stories, and what the page names as an offer or a notice of its own.

Most are left out by the scores of their blocks; of some a line or a paragraph is kept that reads like text.
"""

from __future__ import annotations

import re

from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.document.selection.compiled import KeptRows, small_elements
from scrapy_denoise.document.source.compiled import page_addresses
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import match_key

MAX_NAME = 5
"""Words of a name up to which it says what an element is: longer ones are made of headings and sentences."""

_MODULE = re.compile(
    rb"(?<![a-z])(?:related|cta(?![a-z]))|disclaimer|newsletter|nocontent|signup"
    rb"|(?:audio|clip|media|player|video)[-_]?transcript|closed[-_]?caption"
)
_SEPARATORS = re.compile(rb"[-_]+")
_STATES = frozenset((b"has", b"no", b"with", b"without"))
"""Words of a name with which it says what an element holds, and not what it is."""


Candidates = tuple[list[int], list[tuple[int, int]], list[tuple[int, int, str]]]


def article_modules(part: KeptRows, candidates: Candidates) -> list[int]:
    """The elements of an article that are no part of its text: those that are named as a module, cards of other pages,
    and lines such as "Related: ..." that are links to these. Of a thread those that are named so, and of every page the
    lines with a link to the one before or behind it. candidates: see `module_candidates`."""
    pairs, cards, lines = candidates
    named = _named(part, pairs) if pairs else []
    beside, labelled = _lines(part, lines) if lines else ([], [])
    found = [*named, *beside, *(_cards(part, cards) if cards else ()), *labelled]
    kind = part.page.cached(find_page_type).name if found else ""
    return sorted(found if kind == "article" else [*named, *beside] if kind == "forum" else beside)


def _named(part: KeptRows, pairs: list[int]) -> list[int]:
    """The elements that are named so: their classes, since ids are made of headings too."""
    names = part.page.cached(class_id_pairs)
    named = [pair for pair in pairs if _is_module(names.class_of(pair))]
    return small_elements(part, names.rows_of(named)) if named else []


def _is_module(classes: bytes) -> bool:
    for name in classes.lower().split():
        if _MODULE.search(name):  # before the words, which take as long
            words = _SEPARATORS.split(name)
            if len(words) <= MAX_NAME and _STATES.isdisjoint(words):
                return True
    return False


def _cards(part: KeptRows, cards: list[tuple[int, int]]) -> list[int]:
    """The small elements behind the first kept text that begin with a link to another page, which is left out as most
    of the card is, but for a text without a link: a card is left out whole."""
    found: list[int] = []
    for card, link in cards:
        if (not found or link >= part.page.columns.end[found[-1]]) and _leads_elsewhere(part.page, link):
            found.append(card)
    return found


def _lines(part: KeptRows, lines: list[tuple[int, int, str]]) -> tuple[list[int], list[int]]:
    """The text rows of the kept lines that are a link and a label: that of the next or of the previous article, and one
    such as "Related"."""
    rows = part.page.columns.text_rows
    beside: list[int] = []
    labelled: list[int] = []
    for first, last, label in lines:
        key = match_key(label)
        if key in phrase_keys("next_article"):
            beside += rows[first:last].tolist()
        if key in phrase_keys("related_labels") or (label.isupper() and key in phrase_keys("capital_labels")):
            labelled += rows[first:last].tolist()
    return beside, labelled


def _leads_elsewhere(page: Page, link: int) -> bool:
    """Whether a link leads to another page."""
    href = page.links.get(link, ("", ""))[0]
    address = page.cached(page_addresses).page(href).partition("#")[0]
    own = page.url or ""
    return bool(address) and address != own.partition("#")[0]
