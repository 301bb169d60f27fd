"""Where a page stands in its site: the sections that lead to it, the name of the site beside its title, and which
statements describe the site instead of the page, whose text has next to none of their words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection
from itertools import islice
from math import ceil

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.features.compiled import BREADCRUMBS, class_id_pairs
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.blocks.regions.byline_labels import is_byline
from scrapy_denoise.blocks.regions.datelines import has_dateline
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import ExactWords, collapse_whitespace, match_key, short_subtrees
from scrapy_denoise.page.structured_data.microdata import Property
from scrapy_denoise.page.text.words import UNSPACED
from scrapy_denoise.page.title.site_name import MAX_NAME_WORDS

MAX_CHARS = 300
"""Characters of a row of links to sections. A larger element is the page, whose class says that there is one."""

MAX_TRAILS = 20
"""Elements with such a name that are looked at, and lists of each."""

MAX_LINKS = 8
"""Links of it. What has more is a menu."""

_LISTS = tags.flags("ol ul")
_NAMED = ExactWords({"breadcrumbs": [name.encode() for name in BREADCRUMBS]})
"""The parts of its class or id."""

READ, ASKED = 10_000, 12
"""Bytes of the text of a page that are read, and keywords that are looked for."""

MIN_KEYWORDS, OF_KEYWORDS = 8, 0.2
"""Keywords of which it is asked whether they are those of the site, and the share of them that a page's text has."""

MIN_WORDS, OF_WORDS = 6, 0.15
"""The same of a description and its words."""

_WORD = re.compile(r"[^\W\d_]{4,}|[\u3040-\u9fff]{2,3}")
_CONTENT, _TITLE = (bytes([BLOCK_TYPES.index(name)]) for name in ("content", "title"))
_OF_ONE_TEXT = ("article", "documentation", "forum")
"""Types of pages whose text is what they are described by."""


def stated_breadcrumbs(properties: list[Property]) -> list[str]:
    """The names of the first ``BreadcrumbList`` of microdata; of two, the places of the second begin anew."""
    names: list[str] = []
    places: list[str] = []
    for found in properties:
        if [kind for kind, _ in found.items[:2]] == ["ListItem", "BreadcrumbList"]:
            if found.name == "name":
                names.append(found.value)
            elif found.name == "position":
                places.append(found.value)
    stop = next((number for number in range(1, len(places)) if places[number] == places[0]), len(names))
    return names[:stop]


def shown_breadcrumbs(page: Page) -> list[str]:
    """The texts of the links in the first small element whose class or id says that they are the sections above the
    page; empty where there is none."""
    columns = page.columns
    pairs = page.cached(class_id_pairs)
    named = pairs.rows_with(_NAMED, among=pairs.breadcrumbs)[0] if pairs.breadcrumbs else []
    tops = short_subtrees(columns, named, MAX_CHARS)[:MAX_TRAILS]
    links = list(page.links) if tops else []
    for top in tops:
        # Beside the list of the sections others may stand, such as the languages of the page.
        begin, end = bisect_left(links, top), bisect_left(links, columns.end[top])
        lists = top + np.flatnonzero(_LISTS[columns.tag[top : columns.end[top]]])[:MAX_TRAILS]
        parts = [(bisect_left(links, row), bisect_left(links, columns.end[row])) for row in lists.tolist()]
        first, last = next((part for part in parts if part[0] <= begin + 1 and part[1] - part[0] > 1), (begin, end))
        own = links[first:last]
        names = [collapse_whitespace(columns.text_of(row)) for row in own[: MAX_LINKS + 1]]
        if len(names) <= MAX_LINKS and (found := list(dict.fromkeys(filter(None, names)))):
            return found
    return []


def site_beside_title(page: Page, title: str) -> str:
    """The last part of the ``title`` element behind the title of the page, or else the first one before it, which is
    the name of the site; empty where there is none, or where it is a byline or a date."""
    element, parts, key = match_key(page.titles.element), page.titles.parts, match_key(title)
    if len(parts) < 2 or not key:
        return ""
    last, first = match_key(parts[-1]), match_key(parts[0])
    if element.startswith(key) and element.endswith(last) and len(key) + len(last) <= len(element):
        name = parts[-1]
    elif element.endswith(key) and element.startswith(first) and len(key) + len(first) <= len(element):
        name = parts[0]
    else:
        return ""
    return "" if len(name.split()) > MAX_NAME_WORDS or is_byline(name) or has_dateline(name) else name


def content_text(page: Page, types: NDArray[np.uint8]) -> str:
    """The text between the first and the last one of the content and the title, READ bytes of it, in small letters.

    types: for each text row an index into `BLOCK_TYPES`.
    """
    columns, rows = page.columns, page.columns.text_rows
    codes = types.tobytes().replace(_TITLE, _CONTENT)
    if (first := codes.find(_CONTENT)) < 0:
        return ""
    start, stop = int(columns.text_start[rows[first]]), int(columns.text_stop[rows[codes.rfind(_CONTENT)]])
    return columns.text[start : min(stop, start + READ)].decode(errors="replace").casefold()


def are_of_site(keywords: tuple[str, ...], page: Page, text: Callable[[], str]) -> bool:
    """Whether the keywords of a page are those of its site. text: makes its `content_text`.

    What this finds, and how often it errs, is in docs/evidence/metadata.
    """
    return len(keywords) >= MIN_KEYWORDS and not _says(text(), keywords[:ASKED], OF_KEYWORDS)


def is_of_site(description: str, page: Page, text: Callable[[], str]) -> bool:
    """The same of the description of a page. That of a list or of a product may say what the page shows in no text."""
    words = {
        part
        for word in _WORD.findall(description.casefold())
        for part in ((word,) if word[0] < UNSPACED else (word[i : i + 2] for i in range(len(word) - 1)))
    }
    if len(words) < MIN_WORDS or _says(text(), words, OF_WORDS):
        return False
    return page.cached(find_page_type).name in _OF_ONE_TEXT


def _says(text: str, parts: Collection[str], share: float) -> bool:
    """Whether this share of some words stands in a text, or it is empty."""
    if not text:
        return True
    said = (part for part in parts if part.casefold() in text)
    return next(islice(said, ceil(share * len(parts)) - 1, None), None) is not None


OF_SITE: dict[str, Callable[..., bool]] = {"tags": are_of_site, "description": is_of_site}
"""For each field of which a template may state that of the site in ``meta``, whether it does."""
