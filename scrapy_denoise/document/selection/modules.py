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

_MODULE = re.compile(
    rb"(?<![a-z])(?:related|cta(?![a-z]))|disclaimer|newsletter|nocontent|signup"
    rb"|(?:audio|clip|media|player|video)[-_]?transcript|closed[-_]?caption"
)

Candidates = tuple[list[int], list[tuple[int, int]], list[tuple[int, int, str]]]


def article_modules(part: KeptRows, candidates: Candidates) -> list[int]:
    """The elements of an article that are no part of its text: those that are named as a module, cards of other pages,
    and lines such as "Related: ..." that are links to these. candidates: see `module_candidates`."""
    pairs, cards, lines = candidates
    found = [*_named(part, pairs), *_cards(part, cards), *_lines(part, lines)]
    return sorted(found) if found and part.page.cached(find_page_type).name == "article" else []


def _named(part: KeptRows, pairs: list[int]) -> list[int]:
    """The elements that are named so: their classes, since ids are made of headings too."""
    names = part.page.cached(class_id_pairs)
    named = [pair for pair in pairs if _MODULE.search(names.class_of(pair).lower())]
    return small_elements(part, names.rows_of(named)) if named else []


def _cards(part: KeptRows, cards: list[tuple[int, int]]) -> list[int]:
    """The small elements behind the first kept text with a link to another page, which is left out as most of the card
    is, but for a text without a link: a card is left out whole."""
    found: list[int] = []
    for card, link in cards:
        if (not found or link >= part.page.columns.end[found[-1]]) and _leads_elsewhere(part.page, link):
            found.append(card)
    return found


def _lines(part: KeptRows, lines: list[tuple[int, int, str]]) -> list[int]:
    """The text rows of the kept lines that are a label such as "Related" and a link."""
    found: list[int] = []
    for first, last, label in lines:
        key = match_key(label)
        if key in phrase_keys("related_labels") or (label.isupper() and key in phrase_keys("capital_labels")):
            found += part.page.columns.text_rows[first:last].tolist()
    return found


def _leads_elsewhere(page: Page, link: int) -> bool:
    """Whether a link leads to another page."""
    href = page.links.get(link, ("", ""))[0]
    address = page.cached(page_addresses).page(href).partition("#")[0]
    own = page.url or ""
    return bool(address) and address != own.partition("#")[0]
