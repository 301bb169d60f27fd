"""The links of a page, each with its kind."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import numpy as np
from lxml.etree import _Element
from numpy.typing import NDArray

from scrapy_denoise.document.link_kinds import LinkKinds
from scrapy_denoise.document.safe_urls import Addresses
from scrapy_denoise.document.text import render_rows
from scrapy_denoise.page import Page


@attrs.frozen
class Link:
    """A link of a page. url: absolute where the page's address is known. text: of a link in the content what of it was
    kept, of others all of it; empty for a picture. kind: one of
    `scrapy_denoise.document.link_kinds.LINK_KINDS`."""

    url: str
    text: str
    kind: str = "content"


def find_links(page: Page, kept: NDArray[np.bool_], kinds: LinkKinds) -> list[Link]:
    """The links that the page shows, in document order; those to another place of the page, or to no page, left out.

    kept: bool, one for each of ``page.columns.text_rows``. Empty for a page without its tree.
    """
    return [link for _, link in link_elements(page, kept, kinds)]


def link_elements(page: Page, kept: NDArray[np.bool_], kinds: LinkKinds) -> Iterator[tuple[_Element, Link]]:
    """The same with the element of each link."""
    for row, first, last, element, url in shown_links(page):
        positions = np.arange(first, last)
        own = positions[kept[first:last]]
        text = " ".join(render_rows(page.columns, own if len(own) else positions).split())
        yield element, Link(url, text, kinds.of(row, first, last, url, text, element.get("rel") or ""))


def shown_links(page: Page, most: int | None = None) -> Iterator[tuple[int, int, int, _Element, str]]:
    """The links that lead to another page, of the first `most` that the page shows, in document order.

    Of each its row, the first and the end of the positions of its text rows in ``columns.text_rows``, its element and
    its address. None for a page without its tree.
    """
    columns = page.columns
    rows = np.flatnonzero(columns.link)[:most]
    if page.tree is None or not len(rows):
        return
    wanted = np.zeros(len(columns), np.bool_)
    wanted[rows] = True
    elements, addresses = page.elements(wanted), Addresses(page.base_url)
    bounds = np.searchsorted(columns.text_rows, (rows, columns.end[rows]))
    for row, first, last in zip(rows.tolist(), *bounds.tolist(), strict=True):
        element = elements[row]
        if element is not None and (url := addresses.page(element.get("href"))):
            yield row, first, last, element, url
