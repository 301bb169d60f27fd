"""Lists of links inside the region: related stories, which stand between or below the paragraphs of a body."""

from __future__ import annotations

import numpy as np

from scrapy_denoise.methods.row_groups import run_numbers
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.sites.site_key import domain_key

MAX_LINKS = 5_000
"""The most links of a page whose addresses are read. Later links count as links within the site."""


def link_lists(page: Page, selected: BoolArray, max_link_density: float, shortest: int) -> BoolArray:
    """Of the text rows, those of link lists: runs of at least `shortest` text blocks above `max_link_density`.

    Related stories are on the same site. Where a list is among the selected rows, links to other sites do not count:
    they are the references of a text.
    """
    linked = page.columns.linked[page.columns.text_rows]
    found = _link_lists(page.columns, linked, max_link_density, shortest)
    if (found & selected).any():
        away = leaves_site(page, found & selected)
        if away.any():
            found = _link_lists(page.columns, linked & ~away, max_link_density, shortest)
    return found


def leaves_site(page: Page, wanted: BoolArray) -> BoolArray:
    """Of the text rows, those in links to another registrable domain. None are where the page has no address or tree.

    wanted: the text rows whose links are looked at, up to MAX_LINKS links.
    """
    columns = page.columns
    away = np.zeros(len(wanted), np.bool_)
    own = domain_key(page.url or "")
    if not own or page.root is None:
        return away
    links = np.flatnonzero(columns.link)
    firsts, lasts = np.searchsorted(columns.text_rows, (links, columns.end[links]))
    before = np.concatenate(([0], np.cumsum(wanted)))
    chosen = np.flatnonzero(before[lasts] > before[firsts])[:MAX_LINKS]
    elements = page.nodes()
    for link, first, last in zip(links[chosen].tolist(), firsts[chosen].tolist(), lasts[chosen].tolist(), strict=True):
        element = elements[link]
        domain = domain_key(element.get("href", "").strip()) if element is not None else ""
        away[first:last] = domain not in ("", own)
    return away


def _link_lists(columns: Columns, linked: BoolArray, max_link_density: float, shortest: int) -> BoolArray:
    rows = columns.text_rows
    number = run_numbers(columns.block[rows])
    chars = np.bincount(number, columns.chars[rows])
    link_chars = np.bincount(number, columns.chars[rows] * linked)
    links = link_chars > max_link_density * chars
    bounds = np.flatnonzero(np.diff(links, prepend=False, append=False))
    lengths = bounds[1::2] - bounds[::2]
    links[links] = np.repeat(lengths >= shortest, lengths)
    found: BoolArray = links[number]
    return found
