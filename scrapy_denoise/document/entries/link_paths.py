"""The links of a page by their paths, and the element around each that can be a record of a list."""

from __future__ import annotations

import re
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.regions.bylines import PROFILE_ADDRESS
from scrapy_denoise.document.links.links import lines_of
from scrapy_denoise.document.links.record_links import links_of_each
from scrapy_denoise.document.source.elements import page_elements
from scrapy_denoise.document.source.urls import page_addresses
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, FloatArray, HashArray, IndexArray, IntArray
from scrapy_denoise.page.title.site_name import home_addresses

MAX_PAGE_LINKS = 30_000
"""Links of a page among which lists are looked for; those after are left out."""

MAX_LEVELS = 64
"""How far up from a link its record reaches."""

MIN_RECORDS = 3
"""Addresses to which the links of a list lead at least."""

PARTED = 0.5
"""Share of the elements of a list side by side from which what stands between them belongs to the records."""

ALIKE = 0.7
"""Share of these that must have as many elements at their own path between them for that."""

MAX_PARTINGS = 3
"""How often links at one path that are several of each record are told apart."""

MAX_BESIDE = 30
"""Links of a record at one path that are compared."""

_SORTED = re.compile(r"/\?C=[NMSD][;&]O=[AD]\Z")
"""How Apache and lighttpd write that the files of a directory are to be sorted."""

HEADINGS = tags.flags("h1 h2 h3 h4 h5 h6")
_BODY = tags.CODES["body"]


@attrs.frozen(eq=False)
class LinkPaths:
    """Links that may lead to records, those at one path together, in document order there.

    rows: of the links. firsts, tops, ends: the row at which the record of each begins, where its element ends, and
    where the record does. starts, stops: where the links of each path begin and end. urls, texts: of the links.
    addresses, names: numbers for these, the same for the same.
    """

    rows: IndexArray
    firsts: IndexArray
    tops: IndexArray
    ends: IndexArray
    starts: IndexArray
    stops: IndexArray
    urls: list[str]
    texts: list[str]
    addresses: IndexArray
    names: IndexArray

    def mean(self, values: NDArray[Any]) -> FloatArray:
        """The mean of some values over the links of each path."""
        found: FloatArray = np.add.reduceat(values.astype(np.float64), self.starts) / (self.stops - self.starts)
        return found

    def median(self, values: IntArray) -> IntArray:
        """The median of some values over the links of each path; of two in the middle the higher."""
        order = np.lexsort((values, numbers(self.starts, self.stops)))
        found: IntArray = values[order][(self.starts + self.stops) // 2]
        return found


def links_elsewhere(page: Page) -> tuple[IndexArray, list[str]]:
    """The rows and the addresses of a page's links to other pages, without those to the home page of the site and to
    the listing of a directory in another order. To be asked for with ``page.cached``."""
    linked = np.flatnonzero(page.columns.link)[:MAX_PAGE_LINKS]
    if page.tree is None or len(linked) < MIN_RECORDS:
        return linked[:0], []
    rows, urls, _ = page.cached(page_addresses).pages(linked, page.cached(page_elements).links)
    here = (page.url or "").partition("#")[0]
    known = {here, *home_addresses(here)}
    elsewhere = [
        place for place, url in enumerate(urls) if url.partition("#")[0] not in known and not _SORTED.search(url)
    ]
    return np.array(rows, np.intp)[elsewhere], [urls[place] for place in elsewhere]


def links_at_paths(page: Page) -> LinkPaths | None:
    """The links at the paths of a page where they lead to enough other pages; None where there is no such path."""
    columns = page.columns
    rows, urls = _without_places(*page.cached(links_elsewhere))
    if len(rows) < MIN_RECORDS:
        return None
    addresses = _numbered(urls)
    paths: HashArray | IndexArray = page.signature.path[rows]
    found = _at_paths(columns, rows, addresses, paths)
    for _ in range(MAX_PARTINGS):
        if found is None or (parted := _parted(page, rows, urls, paths, found)) is None:
            break
        # Where some links of each record are told apart, the element around the others may be a larger one.
        paths, found = parted, _at_paths(columns, rows, addresses, parted)
    if found is None:
        return None
    order, starts, stops, firsts = found.links, found.starts, found.stops, found.firsts
    saying, rows = rows[found.saying], rows[order]
    ends = _ends(columns, page.signature.path, firsts, starts, stops)
    rows = np.where(saying < ends, saying, rows)
    texts = texts_of(columns, rows)
    return LinkPaths(
        rows,
        firsts,
        columns.end[firsts].astype(np.intp),
        ends,
        starts,
        stops,
        [urls[place] for place in order.tolist()],
        texts,
        addresses[order],
        _numbered(texts),
    )


def _without_places(rows: IndexArray, urls: list[str]) -> tuple[IndexArray, list[str]]:
    """Some links, by their rows and addresses, without those to places in the page to which one before them leads, such
    as its reviews, or the sections of a chapter."""
    kept: list[int] = []
    for place, url in enumerate(urls):
        if not kept or not url.startswith(f"{urls[kept[-1]]}#"):
            kept.append(place)
    return rows[kept], [urls[place] for place in kept]


@attrs.frozen(eq=False)
class _AtPaths:
    """The links at paths with enough addresses, path by path.

    links: their numbers. saying: those of the links that say something for them. starts, stops: where the links of each
    path begin and end. firsts: the rows at which their records begin.
    """

    links: IndexArray
    saying: IndexArray
    starts: IndexArray
    stops: IndexArray
    firsts: IndexArray


def _at_paths(
    columns: Columns, rows: IndexArray, addresses: IndexArray, paths: HashArray | IndexArray
) -> _AtPaths | None:
    """The links at paths with enough addresses; None without any.

    rows, addresses, paths: of all links, in document order.
    """
    order = np.argsort(paths, kind="stable")
    paths, addresses = paths[order], addresses[order]
    # Of links to one page side by side the first leads its record.
    first = np.append(True, (paths[1:] != paths[:-1]) | (addresses[1:] != addresses[:-1]))
    saying = order[_first_saying(columns.subtree_chars[rows[order]] > 0, np.flatnonzero(first))]
    order, paths, addresses = order[first], paths[first], addresses[first]
    starts, stops = _runs(paths)
    of_path = numbers(starts, stops)
    enough = (different_values(of_path, addresses, len(starts)) >= MIN_RECORDS)[of_path]
    if not enough.any():
        return None
    order, paths, saying = order[enough], paths[enough], saying[enough]
    starts, stops = _runs(paths)
    return _AtPaths(order, saying, starts, stops, _highest(columns, rows[order], starts, stops))


def _parted(
    page: Page, rows: IndexArray, urls: list[str], of_links: HashArray | IndexArray, found: _AtPaths
) -> IndexArray | None:
    """A number for the path of each link, where links at one path are several of one record (`links_of_each`), such as
    those to a topic, to who began it and to its last reply; None where there are none.

    rows, urls, of_links: of the links, in document order, with the path of each. found: those at paths.
    """
    columns = page.columns
    # The next element that holds another link at the path: a record, where many at one path have several links.
    around = columns.parent[found.firsts].astype(np.intp)
    keys = numbers(found.starts, found.stops) * len(columns) + around
    together = np.argsort(keys, kind="stable")
    begins, ends = _runs(keys[together])
    several = ends - begins > 1
    begins, ends = begins[several], np.minimum(ends[several], begins[several] + MAX_BESIDE)
    records: dict[tuple[int, int], list[list[int]]] = {}
    links = found.links[together].tolist()
    paths = of_links[found.links[together[begins]]].tolist()
    places = page.signature.path[around[together[begins]]].tolist()
    for path, place, begin, end in zip(paths, places, begins.tolist(), ends.tolist(), strict=True):
        records.setdefault((path, place), []).append(links[begin:end])
    alike = [some for some in records.values() if len(some) >= MIN_RECORDS]
    if not alike:
        return None
    texts = np.minimum(np.searchsorted(columns.text_rows, rows), len(columns.text_rows) - 1)
    hashes: list[int] = columns.text_hash[columns.text_rows[texts]].tolist()
    chars: list[int] = columns.subtree_chars[rows].tolist()
    parts = [links for some in alike for links in links_of_each(some, urls, hashes, chars)]
    if not parts:
        return None
    parted: IndexArray = np.unique(of_links, return_inverse=True)[1].reshape(-1)
    for number, own in enumerate(parts, len(rows)):
        parted[own] = number
    return parted


def leads_to_profile(url: str) -> bool:
    """Whether an absolute address is that of a member's profile, by its path: the host may be users.a.example."""
    return PROFILE_ADDRESS.search(url.partition("://")[2].partition("/")[2]) is not None


def _first_saying(said: BoolArray, firsts: IndexArray) -> IndexArray:
    """Of each run of links the first with a text, else the first: a picture may link to the same page before it.

    said: of each link whether it has a text. firsts: where the runs begin.
    """
    n = len(said)
    found: IndexArray = np.minimum.reduceat(np.where(said, np.arange(n), n), firsts)
    return np.where(found < n, found, firsts)


def texts_of(columns: Columns, rows: IndexArray) -> list[str]:
    """The texts of elements, a line each."""
    bounds = np.searchsorted(columns.text_rows, (rows, columns.end[rows]))
    return lines_of(columns, np.zeros(len(columns.text_rows), np.uint8), *bounds)


def _highest(columns: Columns, rows: IndexArray, starts: IndexArray, stops: IndexArray) -> IndexArray:
    """For each link the row of the highest element around it that holds no other link at its path."""
    before = np.append(-1, rows[:-1])
    before[starts] = -1
    behind = np.append(rows[1:], len(columns))
    behind[stops - 1] = len(columns)
    found = rows.copy()
    climbing = np.arange(len(rows))
    for _ in range(MAX_LEVELS):
        up = columns.parent[found[climbing]].astype(np.intp)
        alone = (up > 0) & (up > before[climbing]) & (columns.end[up] <= behind[climbing]) & (columns.tag[up] != _BODY)
        climbing = climbing[alone]
        if not len(climbing):
            break
        found[climbing] = up[alone]
    return _as_deep(columns, rows, found, numbers(starts, stops))


def _as_deep(columns: Columns, rows: IndexArray, found: IndexArray, of_path: IndexArray) -> IndexArray:
    """The elements around links, none of them higher than most at its path: the only product in the last row of a
    table, or the only link of a section, stands in an element as the others do.

    rows: of the links. found: of their highest elements.
    """
    depths = columns.depth[found].astype(np.intp)
    span = int(depths.max(initial=0)) + 1
    pairs, counts = np.unique(of_path * span + depths, return_counts=True)
    # Of those with most elements the deepest comes last.
    order = np.lexsort((pairs % span, counts, pairs // span))
    usual = np.zeros(int(of_path.max(initial=0)) + 1, np.intp)
    usual[pairs[order] // span] = pairs[order] % span
    least = usual[of_path]
    high = np.flatnonzero(depths < least)
    if not len(high):
        return found
    found = found.copy()
    row = rows[high]
    for _ in range(MAX_LEVELS):
        deep = columns.depth[row] > least[high]
        if not deep.any():
            break
        row = np.where(deep, columns.parent[row], row)
    found[high] = row
    return found


def _ends(columns: Columns, path: HashArray, firsts: IndexArray, starts: IndexArray, stops: IndexArray) -> IndexArray:
    """Where records end: at the end of their element; where most elements of a path are parted by others, before the
    next, or before a heading. Not where those at the same path are parted by more or by fewer of them, as the days with
    events in a calendar.

    path: of each row.
    """
    ends = columns.end[firsts].astype(np.intp)
    following = np.append(firsts[1:], 0)
    together = np.append(columns.parent[firsts[1:]] == columns.parent[firsts[:-1]], False)
    together[stops - 1] = False
    parted = together & (columns.chars.cumsum()[following - 1] > columns.chars.cumsum()[ends - 1])
    many = np.add.reduceat(parted, starts, dtype=np.intp) >= PARTED * np.maximum(
        np.add.reduceat(together, starts, dtype=np.intp), 1
    )
    going_on = parted & many[numbers(starts, stops)]
    if going_on.any():
        going_on &= _as_far_apart(path, firsts, ends, following, together, starts, stops)
    headings = np.append(np.flatnonzero(HEADINGS[columns.tag]), len(columns))
    until = np.minimum(following, headings[np.searchsorted(headings, ends)])
    return np.where(going_on, until, ends)


def _as_far_apart(
    path: HashArray,
    firsts: IndexArray,
    ends: IndexArray,
    following: IndexArray,
    asked: BoolArray,
    starts: IndexArray,
    stops: IndexArray,
) -> BoolArray:
    """For each link whether most of the elements at its path that are asked have as many others at their own path
    between them and the next under their parent."""
    places = np.flatnonzero(asked)
    paths, own = np.unique(path[firsts[places]], return_inverse=True)
    own = own.reshape(-1)
    rank = np.minimum(np.searchsorted(paths, path), len(paths) - 1)
    alike = np.flatnonzero(paths[rank] == path)
    span = len(path) + 1
    keys = np.sort(rank[alike] * span + alike)
    begin, stop = (np.searchsorted(keys, own * span + rows[places]) for rows in (ends, following))
    between = stop - begin
    of_path = numbers(starts, stops)[places]
    pairs, counts = np.unique(of_path * span + between, return_counts=True)
    most = np.zeros(len(starts), np.intp)
    np.maximum.at(most, pairs // span, counts)
    regular = most >= ALIKE * np.bincount(of_path, minlength=len(starts))
    return regular[numbers(starts, stops)]


def _runs(values: NDArray[Any]) -> tuple[IndexArray, IndexArray]:
    """Where runs of the same value begin and end."""
    starts = np.append(0, np.flatnonzero(values[1:] != values[:-1]) + 1)
    return starts, np.append(starts[1:], len(values))


def numbers(starts: IndexArray, stops: IndexArray) -> IndexArray:
    """For each member of some runs the number of its run."""
    return np.repeat(np.arange(len(starts)), stops - starts)


def different_values(groups: IndexArray, values: IndexArray, n: int) -> IndexArray:
    """How many different values the members of each of n groups have: numbers from 0 for both."""
    span = int(values.max(initial=0)) + 1
    found: IndexArray = np.bincount(np.unique(groups * span + values) // span, minlength=n)
    return found


def _numbered(values: list[str]) -> IndexArray:
    """A number for each value, the same for the same."""
    known = {value: number for number, value in enumerate(dict.fromkeys(values))}
    return np.fromiter(map(known.__getitem__, values), np.intp, len(values))
