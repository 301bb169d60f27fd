"""Quark: divide a page into blocks that tile it, and classify them as main or noise with tables learned from pages.

Paper 003: Zhu Lei, "Design and Implementation of Large Scale Web Template Detection and Information Extraction System",
bachelor thesis, Peking University, 2008, chapter 3. Of its section 3.2 only the abstract is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import attrs
import numpy as np

from scrapy_denoise.blocks.regions.boilerplate import BoilerplateRegions
from scrapy_denoise.blocks.regions.bylines import DATE
from scrapy_denoise.methods.method import Method, Selection, confidence_of
from scrapy_denoise.methods.quark.analyser import Posterior, posterior, text_cosines
from scrapy_denoise.methods.quark.block_types import TYPE, Types, noise_types, titles
from scrapy_denoise.methods.quark.recogniser import CustomTags, QuarkBlocks, find_blocks, is_mostly_han
from scrapy_denoise.methods.quark.structural_features import FEATURE_NAMES, block_bins
from scrapy_denoise.methods.region.region import Region
from scrapy_denoise.methods.validators import amount, fraction
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import BoolArray, FloatArray
from scrapy_denoise.sites import SiteTemplate

__all__ = ["Analysis", "Quark", "QuarkBlocks"]


CLASS_CHARS = 80
"""At most this many characters of a block's class names are shown."""

DATE_CHARS = 120
"""A block with more characters is not a dateline."""


def _entries(value: Iterable[str | re.Pattern[str]]) -> tuple[str | re.Pattern[str], ...]:
    return value if isinstance(value, str | re.Pattern) else tuple(value)  # type: ignore[return-value]


def _check(instance: Quark, attribute: Any, value: tuple[str | re.Pattern[str], ...]) -> None:
    CustomTags.read(value)


@attrs.frozen(eq=False, slots=False)
class Analysis:
    """The blocks of a page and their classification.

    to_title, to_page: cosine similarity of each block's words to those of the title and of the page.
    evidence: the log-likelihood ratio of each structural feature of each block, of shape (blocks, 7).
    posterior: P(main | features) of each block. main: whether each block is a main block.
    kept: for each text row of the page, whether it is content.
    """

    page: Page
    blocks: QuarkBlocks
    to_title: FloatArray
    to_page: FloatArray
    evidence: FloatArray
    posterior: FloatArray
    main: BoolArray
    kept: BoolArray

    @cached_property
    def types(self) -> Types:
        """The type of each block, an index into `scrapy_denoise.blocks.BLOCK_TYPES`."""
        types = np.where(self.main, TYPE["content"], self._noise)
        types[titles(self.blocks, self.to_title, self.page.titles.headline)] = TYPE["title"]
        columns, root = self.page.columns, self.blocks.root
        short = columns.subtree_chars[root] <= DATE_CHARS
        # short blocks made by custom tags can be datelines
        for number in np.flatnonzero(self.blocks.custom & (self.blocks.chars > 0) & short)[:1000]:
            if types[number] != TYPE["title"] and DATE.search(columns.text_of(int(root[number]))):
                types[number] = TYPE["date"]
        return types

    @cached_property
    def _noise(self) -> Types:
        return noise_types(self.blocks, self.main, self.page.cached(BoilerplateRegions).rows("comment"))

    def row_types(self) -> Types:
        """The type of each text row."""
        types, noise = self.types[self.blocks.of_text], self._noise[self.blocks.of_text]
        return np.where(self.kept | (types != TYPE["content"]), types, noise)

    def explain(self, position: int) -> tuple[str, ...]:
        """The reasons why the text row at a position of ``columns.text_rows`` was kept or not, the strongest first."""
        block = int(self.blocks.of_text[position])
        reasons = [f"posterior {self.posterior[block]:.2f}"]
        strongest = np.argsort(-np.abs(self.evidence[block]))[:3]
        reasons += [f"{FEATURE_NAMES[k]} {self.evidence[block, k]:+.1f}" for k in strongest]
        reasons.append(f"cosine with the title {self.to_title[block]:.2f}, with the page {self.to_page[block]:.2f}")
        reasons.append(self.describe(block))
        if self.main[block] and not self.kept[position]:
            reasons.insert(0, "outside the region of the content")
        return tuple(reasons)

    def describe(self, block: int) -> str:
        """Describe a block as QuarkHtmlBuilder does: the tag and classes of its root, characters, layout elements."""
        chars, share = int(self.blocks.chars[block]), self.blocks.layout_share[block]
        return f"block {self._roots[block]}, {chars} characters, layout elements {share:.2f}"

    @cached_property
    def _roots(self) -> list[str]:
        """The tag and the classes of each block's root."""
        columns, rows = self.page.columns, self.blocks.root
        wanted = np.zeros(len(columns), np.bool_)
        wanted[rows] = True
        elements = self.page.nodes(wanted)
        found = []
        for row in rows.tolist():
            element = elements[row] if elements else None
            names = element.get("class", "")[:CLASS_CHARS] if element is not None else ""
            found.append(".".join((columns.name(row), *names.split())))
        return found


@attrs.frozen
class Quark(Method):
    """The method and its parameters. `paper` has the values of the paper; the defaults are ours.

    html5: the tag classes include the elements of HTML5, and an unknown element is big if it holds a big, layout or
        super element; else they are the printed lists.
    custom_tags: class C, the names of tags and the regular expressions whose elements become blocks. A string of
        letters, digits, ``-`` and ``:`` is a name; any other is an expression, searched in the lines of the page.
    min_chars: a big element with more characters is a block.
    han_min_chars: the same for pages mostly in Han characters, which carry more information each.
    layout_share: a big element is also a block if more than this share of its elements, in (0, 1), are layout elements.
        1: never.
    min_layout: such a block has at least this many layout elements.
    cosine: a main block's words have a cosine similarity to the title plus that to the page of at least this share, in
        (0, 1), of the greatest such sum on the page. 0: ignore the words.
    min_posterior: a main block has a posterior above this, in (0, 1).
    region: how to choose the region, the one element that holds most of these main blocks; the content lies inside it.
        None: the main blocks are the content.
    inside: in the region, a block is main if its posterior is above this, whatever its words.
    tables: the posterior uses the tables of this profile, ``default`` or ``paper``, each learned on its own blocks.
    complete_structures: tables, lists and terms of which most is content are kept whole (docs/document).
    """

    html5: bool = True
    custom_tags: tuple[str | re.Pattern[str], ...] = attrs.field(
        default=("h1", "h2"), converter=_entries, validator=_check
    )
    min_chars: int = amount(20)
    han_min_chars: int = amount(8)
    layout_share: float = fraction(0.45)
    min_layout: int = amount(2)
    cosine: float = fraction(0.2)
    min_posterior: float = fraction(0.4)
    region: Region | None = attrs.field(default=Region(early=0.6, comments=0.3, thread_narrow=0.1))
    inside: float = fraction(0.15)
    tables: str = "default"
    complete_structures: bool = True

    name = "quark"

    @classmethod
    def paper(cls) -> Quark:
        """The printed tag lists and example of custom tags, the intersection of words and posterior, and no region.

        The paper gives no thresholds; here a block has more than 150 characters (60 of Han) or 30 % layout elements.
        """
        return cls(
            complete_structures=False,
            html5=False,
            custom_tags=("h1", "h2", "title"),
            min_chars=150,
            han_min_chars=60,
            layout_share=0.3,
            cosine=0.5,
            min_posterior=0.5,
            region=None,
            tables="paper",
        )

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        if not len(page.columns.text_rows):
            return Selection(np.zeros(0, np.bool_), self.name, reason="no_content")
        found = self.analyse(page)
        return Selection(
            found.kept,
            self.name,
            confidence_of(page, found.kept),
            "" if found.kept.any() else "no_content",
            found.row_types,
            found.posterior[found.blocks.of_text].astype(np.float32),
            found.explain,
        )

    def blocks(self, page: Page) -> QuarkBlocks:
        """QuarkRecognizer: divide a page into blocks, which tile its text."""
        least = self.han_min_chars if is_mostly_han(page.columns) else self.min_chars
        custom = CustomTags.read(self.custom_tags)
        return find_blocks(page.columns, custom, least, self.layout_share, self.min_layout, self.html5)

    def analyse(self, page: Page, learned: Posterior | None = None) -> Analysis:
        """QuarkAnalyzer: classify the blocks of a page that has text. learned: the posterior in place of `tables`."""
        blocks = self.blocks(page)
        to_title, to_page = text_cosines(page, blocks)
        learned = learned or posterior(self.tables)
        evidence = learned.evidence(block_bins(blocks))
        share = learned.main_probability(evidence)
        share[blocks.chars == 0] = 0
        cosines = to_title + to_page
        on_topic = cosines >= self.cosine * cosines.max()
        main = _or_best((share > self.min_posterior) & on_topic, share)
        kept: BoolArray = main[blocks.of_text]
        if self.region is not None:
            place = _in_region(self.region, page, blocks, main)
            main = _or_best(share > self.inside, share)
            kept = main[blocks.of_text] & place
            main &= blocks.sums(kept) > 0
        return Analysis(page, blocks, to_title, to_page, evidence, share, main, kept)


def _in_region(region: Region, page: Page, blocks: QuarkBlocks, main: BoolArray) -> BoolArray:
    """For each text row of the page, whether it is in the region of the main blocks."""
    columns = page.columns
    rows = columns.text_rows
    weights = region.weights(page)
    content = columns.chars[rows] * (main[blocks.of_text] & ~columns.linked[rows]) * weights
    if not content.any():
        return weights > 0
    groups = np.zeros(len(columns))
    groups[blocks.root] = blocks.sums(content)
    return region.text_inside(page, content, groups)


def _or_best(main: BoolArray, share: FloatArray) -> BoolArray:
    """The main blocks, or if there are none the block with the highest posterior."""
    if not main.any() and share.any():
        main = main.copy()
        main[share.argmax()] = True
    return main
