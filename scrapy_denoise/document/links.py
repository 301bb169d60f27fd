"""The links of the content: where the kept text leads."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

import attrs
import numpy as np
from numpy.typing import NDArray

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
    elements, base = page.elements(), page.base_url
    positions = np.flatnonzero(kept)
    bounds = np.searchsorted(columns.text_rows[positions], (rows, columns.end[rows]))
    found = []
    for row, first, last in zip(rows.tolist(), *bounds.tolist(), strict=True):
        element = elements[row]
        url = _address(base, element.get("href", "")) if element is not None else ""
        if url:
            found.append(Link(url, " ".join(render_rows(columns, positions[first:last]).split())))
    return found


def _address(base: str | None, href: str) -> str:
    """The address that a link leads to; empty where that is no page of the web, or a place in this one."""
    href = href.strip()
    if not href or href.startswith("#"):
        return ""
    try:
        url = urljoin(base or "", href)
        scheme = urlsplit(url).scheme
    except ValueError:
        return ""
    return url if scheme in ("http", "https") or not (scheme or base) else ""
