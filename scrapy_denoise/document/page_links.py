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
    columns = page.columns
    rows = np.flatnonzero(columns.link)
    if page.tree is None or not len(rows):
        return
    elements, addresses = page.elements(columns.link), Addresses(page.base_url)
    bounds = np.searchsorted(columns.text_rows, (rows, columns.end[rows]))
    for row, first, last in zip(rows.tolist(), *bounds.tolist(), strict=True):
        element = elements[row]
        url = addresses.page(element.get("href")) if element is not None else ""
        if element is None or not url:
            continue
        positions = np.arange(first, last)
        own = positions[kept[first:last]]
        text = " ".join(render_rows(columns, own if len(own) else positions).split())
        yield element, Link(url, text, kinds.of(row, first, last, url, text, element.get("rel") or ""))
