"""Helpers around `find_region`: text weights going in, link lists and titles coming out.

Steps of the default profiles; they are in none of the papers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.asides import Asides
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.sites.key import domain_key

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

MAX_LINKS = 5_000
"""Links of lists that are looked at, the first of them; what comes after counts as links within the site."""

MAX_TITLES = 20
"""How often the title may stand in the text of other blocks before one is found that is the title alone."""


def text_weights(page: Page, comments: float) -> Floats:
    """For each row, what its text counts in the choice of the region.

    0 in the choices that a form offers; `comments` in what is named comments, unless the page is a thread; else 1.
    """
    columns = page.columns
    weights = np.ones(len(columns))
    if comments != 1 and (named := page.once(Asides).rows("comment")) is not None:
        weights[named] = comments
    if (choices := page.once(Asides).rows("interaction")) is not None:
        weights[choices] = 0
    return weights


def of_blocks(columns: Columns, template: Flags) -> Flags:
    """The verdict of most of a text block's characters for all of it: a bold word is no unit of its own."""
    rows = columns.text_rows
    block = columns.block[rows]
    chars = columns.chars[rows]
    share = np.bincount(block, chars * template) * 2 >= np.bincount(block, chars)
    verdict: Flags = share[block]
    return verdict


def link_lists(page: Page, selected: Flags, max_link_density: float, shortest: int) -> Flags:
    """Of the text rows, those of blocks that are little but links and stand in a row of at least so many such blocks.

    Related stories are on the same site. Where a list is among the selected rows, links to other sites do not count:
    they are what a text refers to.
    """
    linked = page.columns.linked[page.columns.text_rows]
    found = _link_lists(page.columns, linked, max_link_density, shortest)
    if (found & selected).any():
        away = leaves_site(page, found & selected)
        if away.any():
            found = _link_lists(page.columns, linked & ~away, max_link_density, shortest)
    return found


def leaves_site(page: Page, wanted: Flags) -> Flags:
    """Of the text rows, those in links to another registrable domain; False wherever the page has no address or tree.

    wanted: text rows whose links are looked at, up to MAX_LINKS links.
    """
    columns = page.columns
    away = np.zeros(len(wanted), np.bool_)
    own = domain_key(page.url or "")
    if not own or page.tree is None:
        return away
    links = np.flatnonzero(columns.link)
    firsts, lasts = np.searchsorted(columns.text_rows, (links, columns.end[links]))
    before = np.concatenate(([0], np.cumsum(wanted)))
    chosen = np.flatnonzero(before[lasts] > before[firsts])[:MAX_LINKS]
    elements = page.elements()
    for link, first, last in zip(links[chosen].tolist(), firsts[chosen].tolist(), lasts[chosen].tolist(), strict=True):
        element = elements[link]
        domain = domain_key(element.get("href", "").strip()) if element is not None else ""
        away[first:last] = domain not in ("", own)
    return away


def _link_lists(columns: Columns, linked: Flags, max_link_density: float, shortest: int) -> Flags:
    rows = columns.text_rows
    number = numbered(columns.block[rows])
    chars = np.bincount(number, columns.chars[rows])
    link_chars = np.bincount(number, columns.chars[rows] * linked)
    links = link_chars > max_link_density * chars
    bounds = np.flatnonzero(np.diff(links, prepend=False, append=False))
    lengths = bounds[1::2] - bounds[::2]
    links[links] = np.repeat(lengths >= shortest, lengths)
    found: Flags = links[number]
    return found


def title_above(page: Page, before: int) -> slice:
    """The text rows, by their position, of the last block before a text row that is the page's title; else none."""
    columns, title = page.columns, page.title.encode("utf-8", "replace")
    rows = columns.text_rows
    starts, stops, block = columns.text_start[rows], columns.text_stop[rows], columns.block[rows]
    at = int(starts[before])
    for _ in range(MAX_TITLES):
        at = columns.text.rfind(title, 0, at) if title else -1
        if at < 0:
            break
        first, last = np.searchsorted(starts, at), np.searchsorted(stops, at + len(title))
        own = np.flatnonzero(block == block[first])
        if (own[0], own[-1]) == (first, last) and (starts[first], stops[last]) == (at, at + len(title)):
            return slice(int(first), int(last) + 1)
    return slice(0, 0)


def sums(group: NDArray[np.integer[Any]], values: NDArray[Any], n: int = 0) -> Floats:
    """The sum of the values of each of n groups; of as many as there are, where n is not given."""
    return np.asarray(np.bincount(group, values, n), np.float64)


def numbered(values: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """For each of some values the number, from 0, of the run of equal ones that it stands in."""
    number = np.zeros(len(values), np.int64)
    np.cumsum(values[1:] != values[:-1], out=number[1:])
    return number


def firsts(number: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each run of such numbers begins."""
    return np.searchsorted(number, np.arange(number[-1] + 1)) if len(number) else number
