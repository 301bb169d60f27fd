"""Finds the region, the one element of a page that holds its content. Default profiles have this step, no paper has."""

from __future__ import annotations

import attrs
import numpy as np

from scrapy_denoise.blocks.regions.boilerplate import BoilerplateRegions, is_thread
from scrapy_denoise.methods.compiled import find_region
from scrapy_denoise.methods.validators import Between, fraction
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import BoolArray, FloatArray, IndexArray


@attrs.frozen(kw_only=True)
class Region:
    """The parameters of the choice of the region (`find_region`), which several methods share.

    share: the region holds at least this share of the content, in characters, in (0, 1).
    narrow: exponent of the region's share of the content in its score; the higher, the smaller the region. 0: none.
    early: exponent of the share of the page's text that is left where the region's content starts; the higher, the
        earlier the region. 0: none.
    comments: weight of the text of comments, 1 for as much as other text. In a thread (`is_thread`) it is 1.
    thread_narrow: `narrow` on the page of a thread, whose region takes in all elements with its path, the other
        posts. None: a thread is a page like others.
    """

    share: float = fraction(0.08)
    narrow: float = fraction(0.25)
    early: float = attrs.field(validator=Between(0, 1))
    comments: float = fraction(0.1)
    thread_narrow: float | None = fraction(None)

    def weights(self, page: Page) -> FloatArray:
        """The weight of each text row of a page: 0 for the choices of forms and for signatures of posts, `comments` for
        comments, else 1."""
        rows = page.columns.text_rows
        weights = np.ones(len(rows))
        if self.comments != 1 and (comments := page.cached(BoilerplateRegions).rows("comment")) is not None:
            weights[comments[rows]] = self.comments
        for kind in ("interaction", "signature"):
            if (beside := page.cached(BoilerplateRegions).rows(kind)) is not None:
                weights[beside[rows]] = 0
        return weights

    def text_inside(
        self, page: Page, content: FloatArray, groups: FloatArray, chars: FloatArray | None = None
    ) -> BoolArray:
        """Of the text rows of a page, those in the region; without those of weight 0.

        content: of each text row, its characters that are content, times its weight (`weights`); not all 0.
        groups: of each row of the page, the sum of `content` over the group of text rows that it holds.
        chars: of each text row, the characters that count against an element as content or not; by default all.
        """
        columns = page.columns
        rows = columns.text_rows
        own_content, own_chars = np.zeros((2, len(columns)))
        own_content[rows], own_chars[rows] = content, columns.chars[rows] if chars is None else chars
        inside = self.rows_inside(page, own_content, groups, own_chars)[rows]
        return inside & (self.weights(page) > 0)

    def rows_inside(
        self, page: Page, content: FloatArray, groups: FloatArray, chars: FloatArray, elements: IndexArray | None = None
    ) -> BoolArray:
        """For each row of a page, whether it is in the region.

        elements: the rows among which the region is chosen, ascending; None: all of the page. content, groups, chars:
        one value for each of them, as `find_region` takes them.
        """
        columns = page.columns
        narrow, thread = self.narrow, False
        if self.thread_narrow is not None and is_thread(page):
            narrow, thread = self.thread_narrow, True
        if elements is None:
            elements, stop = np.arange(len(columns)), columns.end
        else:
            stop = np.searchsorted(elements, columns.end[elements]).astype(np.int32)
        region = find_region(stop, content, groups, chars, self.share, narrow, self.early)
        if not thread:
            return columns.in_subtrees(elements[region : region + 1])
        paths = page.signature.path[elements]
        return columns.in_subtrees(elements[paths == paths[region]])
