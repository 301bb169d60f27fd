"""The links of a page, each with its kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import numpy as np
from lxml.etree import _Element
from numpy.typing import NDArray

from scrapy_denoise.document.instances import instances
from scrapy_denoise.document.link_kinds import LinkKinds
from scrapy_denoise.document.link_texts import lines_of
from scrapy_denoise.document.page_elements import page_elements
from scrapy_denoise.document.safe_urls import page_addresses
from scrapy_denoise.page import Page


@attrs.frozen
class Link:
    """A link of a page. url: absolute where the page's address is known. text: of a link in the content what of it was
    kept, of others all of it; empty for a picture. kind: one of
    `scrapy_denoise.document.link_kinds.LINK_KINDS`."""

    url: str
    text: str
    kind: str = "content"

    def to_dict(self) -> dict[str, str]:
        """The link as JSON can hold it."""
        return {"url": self.url, "text": self.text, "kind": self.kind}

    def __reduce__(self) -> tuple[Any, ...]:
        return Link, (self.url, self.text, self.kind)


_FIELDS = tuple(attrs.fields_dict(Link))


@attrs.frozen(eq=False)
class LinkColumns:
    """The links of a page as columns. rows: of their elements. firsts, lasts: the first and the end of the positions of
    their text rows in ``columns.text_rows``. urls, texts, kinds: as of `Link`."""

    rows: NDArray[np.intp]
    firsts: NDArray[np.intp]
    lasts: NDArray[np.intp]
    urls: list[str]
    texts: list[str]
    kinds: list[str]

    def links(self) -> list[Link]:
        """The links one by one."""
        return instances(Link, _FIELDS, zip(self.urls, self.texts, self.kinds, strict=True))


_NO_ROWS = np.zeros(0, np.intp)
_NO_LINKS = LinkColumns(_NO_ROWS, _NO_ROWS, _NO_ROWS, [], [], [])


def find_links(page: Page, kept: NDArray[np.bool_], kinds: LinkKinds) -> list[Link]:
    """The links that the page shows, in document order; those to another place of the page, or to no page, left out.

    kept: bool, one for each of ``page.columns.text_rows``. Empty for a page without its tree.
    """
    return link_columns(page, kept, kinds).links()


def link_elements(page: Page, kept: NDArray[np.bool_], kinds: LinkKinds) -> Iterator[tuple[_Element, Link]]:
    """The same with the element of each link."""
    elements, found = page.elements(page.columns.link), link_columns(page, kept, kinds)
    for row, link in zip(found.rows.tolist(), found.links(), strict=True):
        if (element := elements[row]) is not None:
            yield element, link


def link_columns(page: Page, kept: NDArray[np.bool_], kinds: LinkKinds, most: int | None = None) -> LinkColumns:
    """The same as columns, of the first `most` links of the page."""
    columns = page.columns
    linked = np.flatnonzero(columns.link)[:most].tolist() if page.tree is not None else []
    if not linked:
        return _NO_LINKS
    said, address_of = page.once(page_elements).links, page.once(page_addresses).page
    found = [(row, url, said[row][1]) for row in linked if row in said and (url := address_of(said[row][0]))]
    if not found:
        return _NO_LINKS
    numbers, urls, rels = map(list, zip(*found, strict=True))
    rows = np.array(numbers, np.intp)
    firsts, lasts = np.searchsorted(columns.text_rows, (rows, columns.end[rows]))
    texts = lines_of(columns, kept.view(np.uint8), firsts, lasts)
    return LinkColumns(rows, firsts, lasts, urls, texts, kinds.of(rows, firsts, lasts, urls, texts, rels))
