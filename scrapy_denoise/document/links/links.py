"""The links of a page, each with its kind."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document.compiled import lines_of, text_spans
from scrapy_denoise.document.links.link_kinds import LinkKinds
from scrapy_denoise.document.links.series import find_series
from scrapy_denoise.document.source.compiled import instances, web_links
from scrapy_denoise.page import Page

__all__ = ["NO_LINKS", "Link", "LinkColumns", "lines_of", "link_columns"]


@attrs.frozen
class Link:
    """A link of a page.

    url: its address, absolute where the page's own is known. text: its text, in the content the part that was kept;
    empty for a picture. kind: what it leads to, such as ``content``, ``related`` or ``navigation``, one of
    `scrapy_denoise.document.links.link_kinds.LINK_KINDS`.
    """

    url: str
    text: str
    kind: str = "content"

    def to_dict(self) -> dict[str, str]:
        """The link as a dict that JSON can hold."""
        return {"url": self.url, "text": self.text, "kind": self.kind}


_FIELDS = tuple(attrs.fields_dict(Link))


@attrs.frozen(eq=False)
class LinkColumns:
    """The links of a page as columns. rows: of their elements. firsts, lasts: the first and the end of the positions of
    their text rows in ``columns.text_rows``. urls, texts, kinds: as of `Link`. next_page: the address
    of the next page of this list or text, empty without one. A pickle has no rows."""

    rows: NDArray[np.intp]
    firsts: NDArray[np.intp]
    lasts: NDArray[np.intp]
    urls: list[str]
    texts: list[str]
    kinds: list[str]
    next_page: str = ""

    def links(self) -> list[Link]:
        """The links one by one."""
        return instances(Link, _FIELDS, zip(self.urls, self.texts, self.kinds, strict=True))

    def rows_of(self, kind: str) -> frozenset[int]:
        """The rows of the links of a kind; none of columns that were pickled."""
        return frozenset(row for row, its_kind in zip(self.rows.tolist(), self.kinds, strict=False) if its_kind == kind)

    def to_dicts(self) -> list[dict[str, str]]:
        """The links as dicts that JSON can hold."""
        told = zip(self.urls, self.texts, self.kinds, strict=True)
        return [{"url": url, "text": text, "kind": kind} for url, text, kind in told]

    def __reduce__(self) -> tuple[Any, ...]:
        return _without_rows, (self.urls, self.texts, self.kinds, self.next_page)


def _without_rows(urls: list[str], texts: list[str], kinds: list[str], next_page: str = "") -> LinkColumns:
    return LinkColumns(_NO_ROWS, _NO_ROWS, _NO_ROWS, urls, texts, kinds, next_page)


_NO_ROWS = np.zeros(0, np.intp)
NO_LINKS = _without_rows([], [], [])


def link_columns(page: Page, kept: NDArray[np.bool_], kinds: LinkKinds, most: int | None = None) -> LinkColumns:
    """The links that the page shows, in document order; those to another place of the page, or to no page, left out.

    kept: bool, one for each of ``page.columns.text_rows``. most: the number of links that are looked at.
    None of a page without its tree.
    """
    columns = page.columns
    if page.root is None:
        return NO_LINKS
    rows, urls, rels = page.cached(web_links)
    if not len(rows):
        return NO_LINKS
    rows, urls, rels = rows[:most], urls[:most], rels[:most]
    firsts, lasts = text_spans(columns, rows)
    texts = lines_of(columns, kept.view(np.uint8), firsts, lasts)
    series = find_series(page, rows, urls, texts, rels, kinds.is_list)
    told = kinds.classify(rows, firsts, lasts, series.members, urls, texts, rels)
    return LinkColumns(rows, firsts, lasts, urls, texts, told, series.next_page)
