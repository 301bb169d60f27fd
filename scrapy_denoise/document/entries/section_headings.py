"""The headings that the records of a page's lists stand under."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

import numpy as np

from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.document.entries.compiled import lines_before, with_other_text
from scrapy_denoise.document.entries.link_paths import row_sums
from scrapy_denoise.document.entries.records import Records, find_records
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray
from scrapy_denoise.page.compiled import match_key
from scrapy_denoise.page.native.lazy import cached_attribute

MAX_ABOVE = 5
"""Headings before a record of which it is asked whether it stands under them."""

MAX_LINE = 60
"""Characters of a heading, or of a line before the records of a list, that may be such a title."""


_FORM, _H1 = tags.CODES["form"], tags.CODES["h1"]


class SectionHeadings:
    """The headings outside of a page's records, and of forms beside these such as those of filters, and what stands
    under each. To be asked for with ``page.cached``."""

    def __init__(self, page: Page) -> None:
        self._columns, self._records = columns, records = page.columns, page.cached(find_records)
        rows = (tags.HEADINGS[columns.tag] & (columns.subtree_chars > 0)).nonzero()[0]
        rows = rows[~records.holding(rows)]
        self.rows: list[int] = rows[~_in_forms(columns, records)[rows]].tolist()

    @cached_attribute
    def _ends(self) -> list[int]:
        ends: list[int] = _scopes(self._columns, self._records.firsts, np.array(self.rows, np.intp)).tolist()
        return ends

    def above(self, row: int) -> int:
        """The row of the nearest heading that a row stands under; -1 without one."""
        last = bisect_left(self.rows, row) - 1
        for place in range(last, max(last - MAX_ABOVE, -1), -1):
            if self._ends[place] > row:
                return self.rows[place]
        return -1

    def above_records(self, firsts: IndexArray, kept: Callable[[], BoolArray | None]) -> list[int]:
        """Of each of some records, which begin at these rows, the heading that it stands under; -1 without one.

        kept: makes for each text row whether it is content, or None where the content is that of a list. A heading with
        text of an article below it ends with that: what follows stands beside the article, unless it is content too, as
        the list behind the first sentence of a section.
        """
        above = list(map(self.above, firsts.tolist()))
        content = kept() if max(above, default=-1) >= 0 else None
        if content is None:
            return above
        columns, rows = self._columns, np.array(self.rows, np.intp)
        texts = columns.text_rows[content]
        begins, stops = texts.searchsorted((rows, columns.end[rows]))
        own = (stops > begins) | ((columns.tag[rows] == _H1) & (np.count_nonzero(columns.tag == _H1) == 1))
        first_texts, stop_texts = texts.searchsorted((self._records.firsts, self._records.ends))
        holds_content = stop_texts > first_texts
        # Texts of records are content too, but no part of the article.
        texts = texts[~self._records.holding(texts)]
        behind, last = texts.searchsorted((columns.end[rows], np.array(self._ends, np.intp)))
        last_texts = np.append(texts, 0)[last - 1]
        own &= last > behind
        ends = dict(zip(rows[own].tolist(), last_texts[own].tolist(), strict=True))
        said = holds_content[self._records.firsts.searchsorted(firsts)].tolist()
        return [
            row if is_content or first <= ends.get(row, first) else -1
            for row, first, is_content in zip(above, firsts.tolist(), said, strict=True)
        ]


def related_records(page: Page) -> BoolArray:
    """Of each record of a page whether it stands under a title such as "Most read". To be asked for with
    ``page.cached``."""
    columns, records, headings = page.columns, page.cached(find_records), page.cached(SectionHeadings)
    lines: list[int] = lines_before(page.cached(row_sums), records, MAX_LINE).tolist()
    rows = np.array(list({*headings.rows, *lines} - {-1}), np.intp)
    rows = rows[columns.subtree_chars[rows] <= MAX_LINE]
    titles = {
        row
        for row, text in zip(rows.tolist(), page.cached(row_sums).texts_of(rows), strict=True)
        if _is_related_title(text)
    }
    if not titles:
        return np.zeros(len(records), np.bool_)
    told = zip(lines, records.firsts.tolist(), strict=True)
    return np.array([line in titles or headings.above(first) in titles for line, first in told], np.bool_)


def _in_forms(columns: Columns, records: Records) -> BoolArray:
    """For each row whether it is in a form without records: some pages are a form as a whole."""
    forms = (columns.tag == _FORM).nonzero()[0]
    first, stop = records.firsts.searchsorted((forms, columns.end[forms]))
    found: BoolArray = columns.in_subtrees(forms[first == stop])
    return found


def _is_related_title(text: str) -> bool:
    key = match_key(text)
    return key in phrase_keys("related_titles") and key not in phrase_keys("latest_titles")


def _scopes(columns: Columns, firsts: IndexArray, headings: IndexArray) -> IndexArray:
    """The row up to which each heading stands above what follows: the end of the first element around it that has other
    text, or of the second where no record is in the first."""
    above = with_other_text(columns, columns.subtree_chars)
    first = above[headings]
    inside = firsts.searchsorted(columns.end[first]) > firsts.searchsorted(headings)
    found: IndexArray = columns.end[np.where(inside, first, above[first])].astype(np.intp)
    return found
