"""Links near the title that lead to an author's page."""

from __future__ import annotations

import re

import numpy as np

from scrapy_denoise.document.source.elements import page_elements
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.text.whitespace import collapse_whitespace
from scrapy_denoise.page.text.words import UNSPACED

NEAR = 600
"""Characters between the headline and such a link."""

MAX_LINKED = 4
"""Names of a page; where more are linked near its title, it is a list of pages or of people."""

_PATH = re.compile(
    r"/(?:authors?|by|byline|profiles?|staff|writers?|journalists?|contributors?|reporters?|columnists?|autor(?:en|es)?"
    r"|auteurs?|redakcja|redactie|redaktion)/[^/?#\s]{2,80}/?$",
    re.IGNORECASE,
)
_NAME = re.compile(r"\A[^\W\d_][\w.'’-]*(?: [\w.'’-]+){1,3}")
_H1 = tags.CODES["h1"]


def linked_names(page: Page) -> list[str]:
    """The texts of links to the pages of authors, up to NEAR characters behind the first ``h1``."""
    columns = page.columns
    headings = np.flatnonzero(columns.tag == _H1)
    if not len(headings):
        return []
    end = int(columns.end[headings[0]])
    chars = np.cumsum(columns.chars[end:])
    stop = end + int(np.searchsorted(chars, NEAR, side="right"))
    names: list[str] = []
    for row, (href, _) in page.cached(page_elements).links.items():
        if end <= row < stop and _PATH.search(href) and (name := _name(collapse_whitespace(columns.text_of(row)))):
            names.append(name)
    names = list(dict.fromkeys(names))
    return names if len(names) <= MAX_LINKED else []


def _name(text: str) -> str:
    """A text that may be a person's name: two to four words, the first of which begin with capital letters."""
    if text[:1] >= UNSPACED:
        return text if 2 <= len(text) <= 8 else ""
    return text if len(text) <= 50 and _NAME.fullmatch(text) and text[0].isupper() and _last(text).isupper() else ""


def _last(text: str) -> str:
    """The first letter of the last word."""
    return text.rpartition(" ")[2][:1]
