"""Which links of a page a crawl follows, and which first.

The order is that of `rank`: what a list offers, then the sections that the first page names, then the next pages of
lists, then other articles, then what else there is. So the newest articles of all sections come first, and a crawl that
is ended early has read few lists in vain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlsplit

import attrs

from scrapy_denoise.crawl.site.addresses import form_of, is_other_view, may_be_followed, one_address
from scrapy_denoise.crawl.site.hosts import host_of
from scrapy_denoise.document.entries.entries import Entry
from scrapy_denoise.document.links.link_kinds import is_headline
from scrapy_denoise.document.links.links import Link
from scrapy_denoise.result import Result

FIRST_RANK = 100
"""The rank of the first page."""

_RANKS = {"content": 30, "related": 50, "thread": 45, "pagination": 40, "navigation": 20, "other": 10}
_ENTRY, _OFFER, _SECTION, _NEXT, _BESIDE = 80, 70, 65, 60, 50

MAX_RANKED_LINKS = 10_000
"""Links of a page of which it is asked whether they are followed."""

MIN_LIST_ARTICLES = 5
"""Articles to which a page leads, from which it is a list."""

NEXT_PAGE_COST = 4
"""What the next page of a list is behind the one before it."""

OTHER_VIEW_COST = -60
"""What a list in another order, or a copy for printing, is behind."""


@attrs.frozen
class Step:
    """A link to follow. rank: those of a higher come first. is_entry: whether it is what a list offers. is_next:
    whether it leads to the list's next page. published: of an entry, as the list tells it; empty where it does not."""

    url: str
    rank: int
    is_entry: bool = False
    is_next: bool = False
    published: str = ""


def steps(result: Result, offers: bool, is_first: bool, pages: int) -> Iterator[Step]:
    """The links of a page that a crawl follows. offers: whether the page is a list. is_first: whether the crawl began
    with it. pages: pages of its list before it."""
    if result.next_page and may_be_followed(result.next_page):
        yield Step(one_address(result.next_page), max(_NEXT - NEXT_PAGE_COST * pages, 1), is_next=True)
    # Where there is a next page, the others of its series come by themselves.
    host = host_of(result.url or "")
    kinds = _RANKS.keys() - ({"pagination", "thread"} if result.next_page else set())
    dates = {one_address(entry.url): entry.published for entry in _entries(result)} if offers else {}
    for link in result.links[:MAX_RANKED_LINKS]:
        # Within a site, what is of no other kind are links of comments and of sharing.
        if link.kind == "other" and host_of(link.url) == host:
            continue
        if link.kind in kinds and may_be_followed(link.url):
            url = one_address(link.url)
            is_entry = offers and (url in dates if dates else link.kind == "content")
            yield Step(url, rank(link, offers, is_first, is_entry), is_entry, published=dates.get(url, ""))


def _entries(result: Result) -> list[Entry]:
    return [entry for entry in result.entries if entry.url and not entry.advertisement]


def rank(link: Link, on_list: bool, on_first: bool, is_entry: bool) -> int:
    """How early a link is followed. on_list: whether it stands on a list. on_first: on the crawl's first page.
    is_entry: whether it is an entry of the list."""
    found = _RANKS[link.kind]
    if is_entry:
        found = _ENTRY
    elif on_list and link.kind == "content":
        found = _BESIDE
    elif on_list and link.kind == "related":
        found = _OFFER
    elif on_first and link.kind == "navigation":
        found = _SECTION
    return found + (OTHER_VIEW_COST if is_other_view(link.url) else 0)


def is_list(result: Result) -> bool:
    """Whether a page leads to others: by its type, as the front page of its site that recommends some, or as one whose
    content has the headlines of several pages of one sort."""
    if result.page_type == "list":
        return True
    if urlsplit(result.url or "").path in ("", "/"):
        return len({link.url for link in result.links if link.kind in ("content", "related")}) >= MIN_LIST_ARTICLES
    offered = {link.url for link in result.links if link.kind == "content" and is_headline(link.text)}
    return max(Counter(map(form_of, offered)).values(), default=0) >= MIN_LIST_ARTICLES
