"""The links of the content: where the kept text leads."""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document.safe_urls import Addresses
from scrapy_denoise.document.text import render_rows
from scrapy_denoise.page import Page


@attrs.frozen
class Link:
    """A link whose text was kept. url: absolute where the page's address is known. text: what of it was kept."""

    url: str
    text: str


def find_links(page: Page, kept: NDArray[np.bool_]) -> list[Link]:
    """The links with kept text, in document order; those to another place of the page, or to no page, left out.

    kept: bool, one for each of ``page.columns.text_rows``. Empty for a page without its tree.
    """
    columns = page.columns
    chosen = np.zeros(len(columns), np.bool_)
    chosen[columns.text_rows[kept]] = True
    rows = np.flatnonzero(columns.link & (columns.subtree_sum(chosen) > 0))
    if page.tree is None or not len(rows):
        return []
    elements, addresses = page.elements(np.isin(np.arange(len(columns)), rows)), Addresses(page.base_url)
    positions = np.flatnonzero(kept)
    bounds = np.searchsorted(columns.text_rows[positions], (rows, columns.end[rows]))
    found = []
    for row, first, last in zip(rows.tolist(), *bounds.tolist(), strict=True):
        element = elements[row]
        url = addresses.page(element.get("href")) if element is not None else ""
        if url:
            found.append(Link(url, " ".join(render_rows(columns, positions[first:last]).split())))
    return found
