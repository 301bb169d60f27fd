"""The entries of a page's lists: what each record names, where it leads, and what it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import numpy as np

from scrapy_denoise.document.entries.article_lists import are_bare, are_in_text
from scrapy_denoise.document.entries.compiled import marks_among
from scrapy_denoise.document.entries.entry_columns import EntryColumns
from scrapy_denoise.document.entries.entry_text import MAX_DIGITS, page_numbers
from scrapy_denoise.document.entries.link_paths import row_sums
from scrapy_denoise.document.entries.records import Records, find_records
from scrapy_denoise.document.entries.section_headings import related_records
from scrapy_denoise.document.entries.titles import entry_numbers
from scrapy_denoise.document.source.compiled import instances
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray

COMMENTED = 0.5
"""Share of the characters of a list in comments from which its records are comments: of 31 such lists on articles the
records in the middle have .55 and more, and those of a list of programs, each with what somebody says of it, .37."""

_IMG = tags.CODES["img"]


class _Unread:
    """Where the fields of an entry come from until they are read."""

    __slots__ = ("_columns",)
    _columns: EntryColumns


@attrs.frozen
class Entry(_Unread):
    """A record of a list, such as an article of a section, a product of a category, a thread of a forum.

    title: the name of the record, such as a headline. url: the absolute address of its page. text: its other text, a
    paragraph a line. image: the address of its picture. published: the date that it shows, as ISO 8601. author: the
    name of the author that it shows. price: its price, as digits with a decimal point. regular_price: a higher one that
    is crossed out or called a former one. currency: the code of its currency (ISO 4217). currency_raw: the currency as
    shown, such as ``$`` or ``EUR``. heading: the heading of the section that it stands in. position: its number among
    the entries of the page, from 1. xpath: the XPath of its element, or of the first of several. score: the evidence
    for its list, 0 to 1, as a share of the evidence for the best list of the page. advertisement: true if it says that
    it is paid for, or links to an advertisement.

    A text that the page does not show is empty.

    A field is read from the page when it is first asked for, then that of all entries of the page.
    """

    title: str
    url: str
    text: str = ""
    image: str = ""
    published: str = ""
    author: str = ""
    price: str = ""
    regular_price: str = ""
    currency: str = ""
    currency_raw: str = ""
    heading: str = ""
    position: int = 0
    xpath: str = ""
    score: float = 0.0
    advertisement: bool = False

    def __getattr__(self, name: str) -> Any:
        """A field that was not read yet."""
        if name not in _FIELDS:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        value = getattr(self._columns, name)[self.position - 1]
        object.__setattr__(self, name, value)
        return value

    def to_dict(self) -> dict[str, Any]:
        """The entry as JSON can hold it."""
        columns = getattr(self, "_columns", None)
        if columns is None:  # of an entry that was pickled, or made of its values
            return attrs.asdict(self, recurse=False)
        place = self.position - 1
        return {name: getattr(columns, name)[place] for name in _FIELDS}


_FIELDS = tuple(attrs.fields_dict(Entry))


def find_entries(
    page: Page,
    advertised: Callable[[], frozenset[int]],
    posts: Callable[[], tuple[IndexArray, float]],
    language: Callable[[], str],
    kept: Callable[[], BoolArray | None],
) -> list[Entry]:
    """The entries of a page, in document order; none of a page without lists or without its tree.

    advertised: makes the rows of the links that lead to advertisements. posts: makes the text rows of the posts of a
    thread, or of comments, in order, and the share of a list's characters in them from which its records with some of
    them are posts. language: makes that of the page, to read dates. kept: makes for each text row whether it is
    content, or None where the content is that of a list. None of these is called before it is needed.
    Records under a title such as "Most read" are no entries, and neither are those of lists of names beside an article
    (`are_bare`) and the links of its text (`are_in_text`).
    """
    records = page.cached(find_records)
    if not len(records):
        return []
    saying = ~are_posts(page, *posts()) & _says_something(page) & ~are_bare(page, kept) & ~are_in_text(page, kept)
    related = page.cached(related_records)
    # Such a title may stand above the list itself.
    wanted = (saying & ~related if 2 * related.sum() < len(related) else saying).tolist()
    numbers = [number for number in sorted(set(page.cached(entry_numbers))) if wanted[number]]
    columns = EntryColumns(page, numbers, advertised, language, kept)
    return instances(Entry, ("_columns", "position"), [(columns, number) for number in columns.position])


def are_posts(page: Page, rows: IndexArray, share: float) -> BoolArray:
    """For each record whether it has some of the text rows of posts, in a list with such a share of its characters in
    them. An article may list things with what somebody says of each, which are more than that."""
    columns, records = page.columns, page.cached(find_records)
    if not len(rows):
        return np.zeros(len(records), np.bool_)
    inside = np.zeros(len(columns), np.bool_)
    inside[rows] = True
    own, chars = (
        np.append(0, np.cumsum(part, dtype=np.int64))[[records.firsts, records.ends]]
        for part in (columns.chars * inside, columns.chars)
    )
    theirs, n = own[1] - own[0], len(records.weights)
    of_lists, in_all = (np.bincount(records.lists, part, n) for part in (theirs, chars[1] - chars[0]))
    found: BoolArray = (theirs > 0) & (of_lists >= share * in_all)[records.lists]
    return found


def _says_something(page: Page) -> BoolArray:
    """For each record whether it has a text that is more than marks and the numbers of its pages, or a picture; some
    links have nothing in them."""
    columns, records = page.columns, page.cached(find_records)
    rows = columns.text_rows
    saying = columns.tag == _IMG
    saying[rows] = columns.chars[rows] > MAX_DIGITS
    found = _have(records, saying)
    if not found.all():
        saying[rows] = ~page.cached(page_numbers)
        saying[rows[list(marks_among(page.cached(row_sums), records.holding(rows).nonzero()[0]))]] = False
        found = _have(records, saying)
    return found


def _have(records: Records, rows: BoolArray) -> BoolArray:
    """For each record whether it has one of some rows."""
    starts, stops = rows.nonzero()[0].searchsorted((records.firsts, records.ends))
    found: BoolArray = stops > starts
    return found
