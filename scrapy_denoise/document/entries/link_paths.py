"""The links of a page by their paths, and the element around each that can be a record of a list."""

from __future__ import annotations

import attrs
import numpy as np

from scrapy_denoise.blocks.features.compiled import name_families
from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.blocks.regions.bylines import is_profile_address
from scrapy_denoise.document.compiled import links_of_each
from scrapy_denoise.document.entries.compiled import (
    RowSums,
    at_paths,
    leading_elsewhere,
    numbered,
    record_ends,
    several_of_each,
)
from scrapy_denoise.document.source.compiled import web_links
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns.arrays import HashArray, IndexArray
from scrapy_denoise.page.compiled import ExactWords
from scrapy_denoise.page.title.site_name import home_addresses

MAX_PAGE_LINKS = 30_000
"""Links of a page among which lists are looked for; those after are left out."""

MIN_RECORDS = 3
"""Addresses to which the links of a list lead at least."""

MAX_PARTINGS = 3
"""How often links at one path that are several of each record are told apart."""

_SHARING = ExactWords({"sharing": map(str.encode, phrases("sharing_addresses"))})


@attrs.frozen(eq=False)
class LinkPaths:
    """Links that may lead to records, those at one path together, in document order there.

    rows: of the links. firsts, ends: where the record of each begins and ends. starts, stops: where the links of each
    path do. urls, texts: of the links. names: numbers for the texts, the same for the same.
    """

    rows: IndexArray
    firsts: IndexArray
    ends: IndexArray
    starts: IndexArray
    stops: IndexArray
    urls: list[str]
    texts: list[str]
    names: IndexArray


def row_sums(page: Page) -> RowSums:
    """What stands before each row of a page. To be asked for with ``page.cached``."""
    return RowSums(page.columns, page.cached(name_families))


def links_elsewhere(page: Page) -> tuple[IndexArray, list[str]]:
    """The rows and the addresses of a page's links to other pages, without those to the home page of the site, and
    without buttons that share the page or edit a part of it. To be asked for with ``page.cached``."""
    rows, urls, _ = page.cached(web_links)
    rows, urls = rows[:MAX_PAGE_LINKS], urls[:MAX_PAGE_LINKS]
    here = (page.url or "").partition("#")[0]
    known = {here, *home_addresses(here)}
    scheme, _, rest = here.partition("//")
    own = f"{scheme}//{rest.partition('/')[0]}/"
    return leading_elsewhere(rows, urls, known, own, _SHARING)


def links_at_paths(page: Page, sums: RowSums) -> LinkPaths | None:
    """The links at the paths of a page where they lead to enough other pages, and most stand outside of its frame; None
    where there is no such path. sums: of the page."""
    columns = page.columns
    rows, urls = page.cached(links_elsewhere)
    addresses, paths, path = numbered(urls), page.signature.path[rows], page.signature.path
    for _ in range(1 + MAX_PARTINGS):
        by_path = np.argsort(paths, kind="stable")
        order, saying, firsts, starts, stops = at_paths(sums, rows, addresses, paths, by_path)
        alike = several_of_each(sums, path, order, firsts, starts, stops)
        # Where some links of each record are told apart, the element around the others may be a larger one.
        if not alike or (parted := _parted(columns, rows, urls, paths, alike)) is None:
            break
        paths = parted
    if not len(order):
        return None
    others, rows = rows[saying], rows[order]
    ends = record_ends(sums, path, firsts, starts, stops)
    rows = np.where(others < ends, others, rows)
    texts = sums.texts_of(rows)
    urls = [urls[place] for place in order.tolist()]
    return LinkPaths(rows, firsts, ends, starts, stops, urls, texts, numbered(texts))


def _parted(
    columns: Columns, rows: IndexArray, urls: list[str], of_links: HashArray, alike: list[list[list[int]]]
) -> HashArray | None:
    """A number for the path of each link, where links at one path are several of one record (`links_of_each`), such as
    those to a topic, to who began it and to its last reply; None where there are none.

    rows, urls, of_links: of the links, in document order, with the path of each. alike: see `several_of_each`.
    """
    if not len(columns.text_rows):
        return None
    texts = np.minimum(columns.text_rows.searchsorted(rows), len(columns.text_rows) - 1)
    hashes, chars = columns.text_hash[columns.text_rows[texts]], columns.subtree_chars[rows]
    parts = [links for some in alike for links in links_of_each(some, urls, hashes, chars)]
    if not parts:
        return None
    parted = np.unique(of_links, return_inverse=True)[1].reshape(-1).astype(np.uint64)
    for number, own in enumerate(parts, len(rows)):
        parted[own] = number
    return parted


def leads_to_profile(url: str) -> bool:
    """Whether an absolute address is that of a member's profile, by its path: the host may be users.a.example."""
    return is_profile_address(url.partition("://")[2].partition("/")[2])
