"""The records of a page's lists: where each begins and ends, found from links that stand at one path.

The links of a list stand at the same path of its page. Around each, the largest element that holds no other of them is
a record: a card, an item, a row of a table. Where headings and paragraphs stand side by side, or rows belong together,
a record goes on up to the next. (Liu, Grossman and Zhai, "Mining data records in Web pages", 2003, find such regions by
comparing the trees of neighbours; the paths of links tell the same in linear time.)
"""

from __future__ import annotations

from collections import Counter
from statistics import median

import attrs
import numpy as np

from scrapy_denoise.document.compiled import address_kind, in_sentences
from scrapy_denoise.document.entries.compiled import HALF, RowSums, in_headings, record_bounds
from scrapy_denoise.document.entries.link_paths import (
    MIN_RECORDS,
    links_at_paths,
    links_elsewhere,
    row_sums,
)
from scrapy_denoise.document.entries.list_weights import list_weights
from scrapy_denoise.document.links.link_kinds import is_headline
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, FloatArray, IndexArray
from scrapy_denoise.page.url import split_url
from scrapy_denoise.sites.sibling_links import is_action_url

MAX_LISTS = 40
"""Lists of a page; of more the ones that weigh most are taken."""

MAX_TRIED = 400
"""Paths of a page whose links are tried as a list."""

LEAST = 0.05
"""Share of the best list's weight up to which others are left out."""

TAKEN = 0.2
"""Share of a list's records from which it is left out where they stand in records of another."""

MAX_LEADS, MAX_KINDS = 20, 30
"""Links in headings outside of all records that may lead to further ones, and records of a list of which it is asked
what kind of address they lead to."""

MAX_LEAD, MORE = 300, 4
"""Characters that such a record may have in any case, and how many times those of a list's records in the middle."""

_FRAME = tags.flags("nav footer aside")
_BODY = tags.CODES["body"]


@attrs.frozen(eq=False)
class Records:
    """The records of a page's lists, in document order; of each column a value a record.

    links: the rows of their links. firsts, ends: the rows at which they begin and end; no two overlap. urls: of their
    links. lists: the number of the list that each belongs to, from 0. weights: of each list how much speaks for it, as
    a share of the best.
    """

    links: IndexArray
    firsts: IndexArray
    ends: IndexArray
    urls: list[str]
    lists: IndexArray
    weights: FloatArray

    def __len__(self) -> int:
        return len(self.links)

    def last_before(self, rows: IndexArray) -> IndexArray:
        """For each of some rows the number of the last record that begins before it or with it; -1 without one."""
        found: IndexArray = self.firsts.searchsorted(rows, side="right") - 1
        return found

    def holding(self, rows: IndexArray) -> BoolArray:
        """For each of some rows whether it stands in a record."""
        if not len(self):
            return np.zeros(len(rows), np.bool_)
        record = self.last_before(rows)
        found: BoolArray = (record >= 0) & (rows < self.ends[record])
        return found


_NONE = np.zeros(0, np.intp)
NO_RECORDS = Records(_NONE, _NONE, _NONE, [], _NONE, np.zeros(0))


def find_records(page: Page) -> Records:
    """The records of all lists of a page. To be asked for with ``page.cached``. Takes time linear in the page."""
    if len(page.cached(links_elsewhere)[0]) < MIN_RECORDS:
        return NO_RECORDS
    sums = page.cached(row_sums)
    if (links := links_at_paths(page, sums)) is None:
        return NO_RECORDS
    weights = list_weights(page, links, sums)
    best = weights.max()
    found: list[_List] = []
    shares: list[float] = []
    for path in np.argsort(-weights, kind="stable")[:MAX_TRIED].tolist():
        if weights[path] <= LEAST * best or len(found) == MAX_LISTS:
            break
        places = slice(links.starts[path], links.stops[path])
        own = links.starts[path] + sums.without_menus(links.firsts[places], links.ends[places])
        if in_sentences(page.columns, links.rows[own]):
            continue
        free = own[sums.are_free(links.firsts[own], links.ends[own])]
        if len(free) > (1 - TAKEN) * len(own):
            parts = (part[free] for part in (links.rows, links.firsts, links.ends))
            one = _List(links.rows[free], *record_bounds(sums, page.signature.path, *parts))
            found.append(one)
            shares.append(float(weights[path] / best))
            sums.take(one.firsts, one.ends)
    return _in_order(page, found, np.array(shares), sums)


@attrs.frozen(eq=False)
class _List:
    """The records of a list: the rows of their links, and those at which they begin and end."""

    links: IndexArray
    firsts: IndexArray
    ends: IndexArray


def _in_order(page: Page, lists: list[_List], weights: FloatArray, sums: RowSums) -> Records:
    """The records of some lists, whose rows are taken, in document order, with those beside them."""
    if not lists:
        return NO_RECORDS
    all_rows, all_urls = page.cached(links_elsewhere)
    headed = in_headings(sums, all_rows)
    beside = _beside(page.columns, lists, all_rows, sums)
    lists = [*lists, *beside, *_leads(page, lists, all_rows, all_urls, headed, sums)]
    links, firsts, ends = (
        np.concatenate([getattr(one, name) for one in lists]) for name in ("links", "firsts", "ends")
    )
    numbers = np.repeat(np.arange(len(lists)) % len(weights), [len(one.links) for one in lists])
    order = np.argsort(firsts, kind="stable")
    links, firsts, ends = links[order], firsts[order], ends[order]
    links = _leading(page.columns, links, firsts, ends, all_rows, all_urls, headed)
    urls = [all_urls[place] for place in all_rows.searchsorted(links).tolist()]
    return Records(links, firsts, ends, urls, numbers[order], weights)


def _leading(
    columns: Columns,
    links: IndexArray,
    firsts: IndexArray,
    ends: IndexArray,
    rows: IndexArray,
    urls: list[str],
    headed: tuple[IndexArray, IndexArray],
) -> IndexArray:
    """The links of some records; instead of one without text, such as an icon, or that does something when it is asked
    for (`is_action_url`), the last one in the first heading that has links, as of "owner / project" the project.

    rows, urls: of all links to other pages. headed: see `in_headings`.
    """
    places, heading = headed
    if not len(places):
        return links
    starts, stops = rows[places].searchsorted((firsts, ends))
    numbers = (stops > starts).nonzero()[0]
    lasts = heading.searchsorted(heading[starts[numbers]], side="right") - 1
    others = places[np.minimum(lasts, stops[numbers] - 1)].tolist()
    found = links.copy()
    own = rows.searchsorted(links[numbers]).tolist()
    for number, place, other in zip(numbers.tolist(), own, others, strict=True):
        unfit = urls[place] != urls[other] and (not columns.subtree_chars[rows[place]] or _acts(urls[place]))
        if unfit and not _acts(urls[other]):
            found[number] = rows[other]
    return found


def _leads(
    page: Page,
    lists: list[_List],
    rows: IndexArray,
    urls: list[str],
    headed: tuple[IndexArray, IndexArray],
    sums: RowSums,
) -> list[_List]:
    """Of each of some lists the records elsewhere on the page that lead to other pages of the same kind, such as the
    story that a section begins with: around a headline with a link, the largest element that holds no other one and no
    record, and not much more than the records of the list do.

    rows, urls: of all links to other pages. headed: see `in_headings`. sums: the rows of these lists, and of what
    stands beside them, are taken.
    """
    columns = page.columns
    places, headings = headed
    own = rows[places]
    free = sums.are_free(headings, headings + 1) & sums.are_free(own, own + 1)
    if free.any():  # on few pages
        free &= ~columns.in_subtrees(_FRAME[columns.tag].nonzero()[0])[own]
    if not 0 < free.sum() <= MAX_LEADS:
        return []
    # Few of these links are headlines, and to ask where a list leads takes longer than all else here.
    texts = sums.texts_of(own[free])
    leading = [
        (place, heading, address_kind(urls[place]))
        for place, heading, text in zip(places[free].tolist(), headings[free].tolist(), texts, strict=True)
        if is_headline(text.lower())
    ]
    kinds = _kinds_of(sums, lists, rows, urls, {kind for _, _, kind in leading}) if leading else []
    if not any(kinds):
        return []
    at = np.append(0, np.cumsum(np.bincount(headings[free], minlength=len(columns)) > 0))
    chars = np.append(0, np.cumsum(columns.chars, dtype=np.int64))
    most = [max(MAX_LEAD, MORE * median((chars[one.ends] - chars[one.firsts]).tolist())) for one in lists]
    found: list[list[tuple[int, int, int]]] = [[] for _ in lists]
    for place, heading, kind in leading:
        number = kinds.index(kind) if kind in kinds else -1
        if number < 0:
            continue
        first = min(heading, int(rows[place]))
        while (up := int(columns.parent[first])) > 0 and columns.tag[up] != _BODY:
            end = int(columns.end[up])
            if not sums.is_free(up, end) or at[end] - at[up] > 1 or columns.subtree_chars[up] > most[number]:
                break
            first = up
        found[number].append((int(rows[place]), first, int(columns.end[first])))
    leads = (np.array(some, np.intp).reshape(-1, 3) for some in found)
    return [_List(some[:, 0], some[:, 1], some[:, 2]) for some in leads]


def _kinds_of(sums: RowSums, lists: list[_List], rows: IndexArray, urls: list[str], wanted: set[str]) -> list[str]:
    """The kind of address that most records of each list lead to; empty without one, where it is none of those wanted,
    and where they are no headlines."""
    found = [""] * len(lists)
    for number, one in enumerate(lists):
        links = one.links[:MAX_KINDS]
        kinds = Counter(address_kind(urls[place]) for place in rows.searchsorted(links).tolist())
        kind, count = kinds.most_common(1)[0]
        if kind in wanted and count > HALF * len(links):
            headlines = sum(is_headline(text.lower()) for text in sums.texts_of(links))
            found[number] = kind if headlines > HALF * len(links) else ""
    return found


def _acts(url: str) -> bool:
    return is_action_url(split_url(url))


def _beside(columns: Columns, lists: list[_List], links: IndexArray, sums: RowSums) -> list[_List]:
    """Of each list the records beside its own that have another class, such as the first and the last, or wider ones.

    They have the tag of the others and the same parent, a heading where the others have one, and a link as deep inside.
    links: the rows of all links to other pages. sums: the rows of the lists are taken, and then of these records.
    """
    texts = columns.subtree_chars
    saying = links[texts[links] > 0]
    found = []
    for one in lists:
        deep = saying if texts[one.links].any() else links
        more, titled = sums.beside(one.links, one.firsts, one.ends, deep)
        own = [(link, row) for link, row in more if titled or is_headline(columns.text_of(link).lower())]
        if own:
            own_links, rows = np.array(own, np.intp).T.copy()
            found.append(_List(own_links, rows, columns.end[rows].astype(np.intp)))
            sums.take(rows, found[-1].ends)
        else:
            found.append(_List(_NONE, _NONE, _NONE))
    return found
