"""How much speaks for the links at a path being the links of a list: what their records say, and where they stand."""

from __future__ import annotations

import re
from itertools import filterfalse, islice
from math import ceil

from scrapy_denoise.document.entries.compiled import HALF, PathEvidence, RowSums
from scrapy_denoise.document.entries.link_paths import MAX_PAGE_LINKS, LinkPaths, leads_to_profile
from scrapy_denoise.document.entries.prices import price_in
from scrapy_denoise.document.links.link_kinds import is_headline
from scrapy_denoise.document.product.currencies import may_have_price
from scrapy_denoise.document.source.compiled import web_links
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns.arrays import FloatArray

MAX_ASKED, MAX_RECORD = 10, 200
"""Records of a list of which prices and addresses are read, and characters of each in which a price is looked for."""

_LETTER = re.compile(r"[^\W\d_]")


def list_weights(page: Page, links: LinkPaths, sums: RowSums) -> FloatArray:
    """How much speaks for the links of each path being a list: 0 where they are none. sums: of the page."""
    columns, texts, urls = page.columns, links.texts, links.urls
    slices = list(map(slice, links.starts.tolist(), links.stops.tolist()))
    # Where the page has more links than are read, its text up to the next.
    unread = page.cached(web_links)[0][MAX_PAGE_LINKS:][:1].tolist()
    return PathEvidence(sums, links).weights(
        unread[0] if unread else len(columns),
        headlines=lambda path: _are_headlines(texts[slices[path]]),
        priced=lambda path: _priced(columns, links, path),
        unlike=lambda path: _are_numbers(texts[slices[path]]) or _lead_to_profiles(urls[slices[path]][:MAX_ASKED]),
    )


def _are_headlines(texts: list[str]) -> bool:
    least = ceil(HALF * len(texts))
    return len(list(islice(filter(is_headline, map(str.lower, texts)), least))) == least


def _are_numbers(texts: list[str]) -> bool:
    """Whether most of the texts of links have no letter: numbers, such as those of votes or reviews, name nothing."""
    least = ceil(HALF * len(texts))
    return len(list(islice(filter(_LETTER.search, texts), least))) < least


def _lead_to_profiles(urls: list[str]) -> bool:
    """Whether most of some links lead to members: who wrote the records is not what they are."""
    most = len(urls) // 2
    others = islice(filterfalse(leads_to_profile, urls), most + 1)  # the links of most lists lead elsewhere
    return len(list(others)) <= most


def _priced(columns: Columns, links: LinkPaths, path: int) -> bool:
    """Whether most records of a path have a price beside their link."""
    rows, texts = columns.text_rows, columns.text
    own = slice(links.starts[path], min(links.stops[path], links.starts[path] + MAX_ASKED))
    begins, stops = rows.searchsorted((links.firsts[own], links.ends[own]))
    spans = [
        (begin, stop)
        for begin, stop in zip(begins.tolist(), stops.tolist(), strict=True)
        if stop > begin and may_have_price(texts[columns.text_start[rows[begin]] : columns.text_stop[rows[stop - 1]]])
    ]
    if len(spans) < HALF * len(begins):
        return False
    priced = [price_in(columns.text_between(begin, stop)[:MAX_RECORD])[0] for begin, stop in spans]
    prices = [text for text in links.texts[own] if price_in(text)[0]]
    return sum(map(bool, priced)) - len(prices) >= HALF * len(begins)
