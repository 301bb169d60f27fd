"""The links of a page, each with its kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import numpy as np
from lxml.etree import _Element
from numpy.typing import NDArray

from scrapy_denoise.document.instances import instance
from scrapy_denoise.document.link_kinds import LinkKinds
from scrapy_denoise.document.page_elements import page_elements
from scrapy_denoise.document.safe_urls import page_addresses
from scrapy_denoise.document.text import render_rows
from scrapy_denoise.page import Columns, Page


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


def find_links(page: Page, kept: NDArray[np.bool_], kinds: LinkKinds) -> list[Link]:
    """The links that the page shows, in document order; those to another place of the page, or to no page, left out.

    kept: bool, one for each of ``page.columns.text_rows``. Empty for a page without its tree.
    """
    return [link for *_, link in placed_links(page, kept, kinds)]


def link_elements(page: Page, kept: NDArray[np.bool_], kinds: LinkKinds) -> Iterator[tuple[_Element, Link]]:
    """The same with the element of each link."""
    elements = page.elements(page.columns.link)
    for _, _, row, link in placed_links(page, kept, kinds):
        if (element := elements[row]) is not None:
            yield element, link


def placed_links(
    page: Page, kept: NDArray[np.bool_], kinds: LinkKinds, most: int | None = None
) -> Iterator[tuple[int, int, int, Link]]:
    """The links of the first `most` that the page shows: the first and the end of the positions of the link's text rows
    in ``columns.text_rows``, its row, and the link."""
    columns = page.columns
    linked = np.flatnonzero(columns.link)[:most].tolist() if page.tree is not None else []
    if not linked:
        return
    said, address_of = page.once(page_elements).links, page.once(page_addresses).page
    found = [(row, url, said[row][1]) for row in linked if row in said and (url := address_of(said[row][0]))]
    if not found:
        return
    rows = np.array([row for row, _, _ in found], np.intp)
    firsts, lasts = np.searchsorted(columns.text_rows, (rows, columns.end[rows]))
    texts = _texts(columns, kept, firsts, lasts)
    places = kinds.places(rows, firsts, lasts)
    for first, last, (row, url, rel), text, place in zip(
        firsts.tolist(), lasts.tolist(), found, texts, places, strict=True
    ):
        yield first, last, row, instance(Link, _FIELDS, (url, text, kinds.of(place, url, text, rel)))


def _texts(
    columns: Columns, kept: NDArray[np.bool_], firsts: NDArray[np.intp], lasts: NDArray[np.intp]
) -> Iterator[str]:
    """Of text rows from one position to another, what was kept, or else all, on one line."""
    before = np.concatenate(([0], np.cumsum(kept)))
    n_kept = before[lasts] - before[firsts]
    whole = (n_kept == 0) | (n_kept == lasts - firsts)
    last_row = len(columns.text_rows) - 1
    if last_row < 0:
        yield from [""] * len(firsts)
        return
    starts = columns.text_start[columns.text_rows[np.minimum(firsts, last_row)]]
    stops = np.where(lasts > firsts, columns.text_stop[columns.text_rows[np.maximum(lasts - 1, 0)]], starts)
    text = columns.text
    for at, (start, stop, is_whole) in enumerate(zip(starts.tolist(), stops.tolist(), whole.tolist(), strict=True)):
        if is_whole:
            yield " ".join(text[start:stop].decode("utf-8", "replace").split())
        else:
            own = firsts[at] + np.flatnonzero(kept[firsts[at] : lasts[at]])
            yield " ".join(render_rows(columns, own).split())
