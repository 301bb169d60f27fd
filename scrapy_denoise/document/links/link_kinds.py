"""Classifies the links of a page by their place, their text and their address."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import bit_of, name_families
from scrapy_denoise.blocks.regions.boilerplate import BoilerplateRegions
from scrapy_denoise.document.compiled import LinkClassifier, is_headline
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags

__all__ = ["LINK_KINDS", "MAX_DEPTH", "LinkKinds", "is_headline"]

LINK_KINDS = ("content", "related", "pagination", "thread", "navigation", "advertisement", "other")
"""content: in the content, or the entries of a list. related: other articles that the page recommends. pagination: the
next and the previous page of a series, and numbered pages. thread: such pages of a thread. navigation: the other links
within the site. other: links to other sites outside the content, and those of comments and forms."""

MAX_DEPTH = 60
"""The number of ancestors of a link in a list among which a side bar is searched."""

_BODY = tags.CODES["body"]
_ASIDES = tags.flags("aside nav footer header")
_BESIDE = sum(map(bit_of, ("sidebar", "footer", "related", "comment")))


class LinkKinds:
    """Classifies the links of a page by kind.

    kept, related: for each text row whether it is content, and whether it belongs to the content's topic. types: for
    each text row an index into `BLOCK_TYPES`. is_list: whether the page is a list of other pages.
    """

    def __init__(
        self,
        page: Page,
        kept: NDArray[np.bool_],
        related: NDArray[np.bool_] | None,
        types: NDArray[np.uint8],
        is_list: bool,
    ) -> None:
        self.page, self.kept, self._related, self._types, self.is_list = page, kept, related, types, is_list
        self._columns = page.columns

    def classify(
        self,
        rows: NDArray[np.intp],
        firsts: NDArray[np.intp],
        lasts: NDArray[np.intp],
        in_series: NDArray[np.uint8],
        urls: list[str],
        texts: list[str],
        rels: list[str],
    ) -> list[str]:
        """The kinds of the links of some rows.

        firsts, lasts: of each its texts, positions in ``columns.text_rows``. in_series: whether it leads to a page
        of a series. urls, texts, rels: of each its address, its text and its ``rel``.
        """
        in_main = self._in_main(rows) if self.is_list else np.zeros(len(rows), np.bool_)
        kept, related, topical = self.kept, self._are_related(), self._related is not None
        classifier = LinkClassifier(
            self.page, kept.view(np.uint8), related.view(np.uint8), self._types, self.is_list, topical
        )
        return classifier.classify(rows, firsts, lasts, in_main.view(np.uint8), in_series, urls, texts, rels)

    def _are_related(self) -> NDArray[np.bool_]:
        """Whether the method says that texts belong to the content's topic, or their title that they are related."""
        if self._related is not None:
            return self._related
        asides = self.page.cached(BoilerplateRegions).rows("related")
        if asides is None:
            return np.zeros(len(self.kept), np.bool_)
        found: NDArray[np.bool_] = asides[self._columns.text_rows]
        return found

    def _in_main(self, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
        """True for each link of a list that stands beside the kept text and not in a side bar."""
        columns, region = self._columns, self._region
        top, end = (-1, len(columns)) if region is None else (region, int(columns.end[region]))
        inside = (rows >= max(top, 0)) & (rows < end)
        beside = _ASIDES[columns.tag] | ((self.page.cached(name_families) & _BESIDE) > 0)
        beside[: top + 1] = beside[end:] = False
        deep = columns.depth[rows] - (-1 if region is None else columns.depth[region]) >= MAX_DEPTH
        found: NDArray[np.bool_] = inside & ~deep & ~columns.in_subtrees(np.flatnonzero(beside))[rows]
        return found

    @cached_property
    def _region(self) -> int | None:
        """The row of the smallest element that holds all kept text, or of its parent; None where nothing was kept."""
        columns = self._columns
        rows = columns.text_rows[self.kept]
        if not len(rows):
            return None
        row, last = int(columns.parent[rows[0]]), int(rows[-1])
        while row > 0 and columns.end[row] <= last:
            row = int(columns.parent[row])
        above = int(columns.parent[row])
        return above if above >= 0 and columns.tag[above] != _BODY and columns.tag[row] != _BODY else row
