"""Feature trees: nodes without a similar node in a sibling page are candidates; their best clusters are the content.

Paper 002: Song Ao, Zhi Cheng, Zhou Jun, Luo Chuanfei, An Ran, "Maximum Similarity Matching Algorithm for Noise
Reduction in Web Pages Based on LCS of Feature Trees", TV Engineering 35(13), 2011. Sections 2.3 (feature tree,
matching), 2.4 (aggregation), 2.5 (scoring). The recurrence is illegible in print, and the paper gives no threshold;
docs/methods says how both were chosen.
"""

from __future__ import annotations

from functools import cache
from math import ceil
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.auto.auto import Auto
from scrapy_denoise.methods.compiled import CNodeTree, match
from scrapy_denoise.methods.content_correlativity import ContentCorrelativity
from scrapy_denoise.methods.feature_tree.candidates import (
    area_weights,
    areas,
    candidate_clusters,
    drawn_with_styles,
    in_main_column,
    points,
    text_below,
    topmost,
)
from scrapy_denoise.methods.method import Method, Selection, selection, siblings_of
from scrapy_denoise.methods.region.link_lists import link_lists
from scrapy_denoise.methods.region.region import Region
from scrapy_denoise.methods.region.title_above import title_above
from scrapy_denoise.methods.row_groups import group_sums, majority_of_blocks, run_numbers
from scrapy_denoise.methods.validators import amount, fraction
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray
from scrapy_denoise.page.signature import Signature
from scrapy_denoise.page.walk.compiled import tag_hash
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.sites.template import Siblings

FEATURES = 7
"""The number of features that rule (7) of CompareTwoCNode compares."""

CONTENT_TAGS = ("p", "span", "b", "strong", "h1", "h2", "h3", "h4", "h5", "h6")
"""contentTag, definition 3."""


@attrs.frozen
class FeatureTree(Method):
    """The method and its parameters. `paper` has the values that the paper gives; the defaults are ours.

    siblings: the method needs this many sibling pages. max_siblings: it compares the page with at most this many.
    fallback: the method that decides if fewer siblings are known.
    threshold: Ts of definition 6, in (0, 1]: two nodes with at least this share of equal features are similar.
    text_rate: an element is a content node, whatever its tag, if more than this share of its text is its own
        (definition 4).
    quorum: a node is not a candidate if it has a partner in at least this share of the siblings, in (0, 1].
    text_share: a text is noise if at least this share of the site's pages has it at its path. Above 1: never.
    exact: texts that differ by a number are different; else every run of digits is the same symbol.
    texts: a text with sibling elements in a structure node is a content node too. The paper never compares such texts.
    clamp: a pair that is not similar adds nothing to the maximised sum, so that many weak pairs are not preferred to a
        few good ones.
    strict: compare nodes only if their parents are matched with each other; else, as in the paper, only if their
        parents are similar.
    anchors: match equal subtrees first and omit nodes that cannot be matched, so that less of the table is computed.
        Equal subtrees are similar wherever they are.
    tolerance: if pages have boxes, the pixels by which left, top, width and height of equal boxes may differ.
    max_cells: of a table with more cells only a band is computed, at least 16 columns on either side of its middle.
    whole_blocks: a text block is a candidate as a whole if most of its characters are, so that a recurring bold word
        is not cut out of its sentence.
    region: how to choose the region, the one element that holds most of the candidates' sentences; the content lies
        inside it. None: the content is the clusters with the highest scores by the paper's indicators.
    punctuation: a text block with this many punctuation marks outside links or more has full weight in the choice of
        the region; with fewer marks it has the same part of its weight. 0: every block has its full weight.
    unseen: if pages have boxes, the weight in this choice of text that stands beside the main visual area. 1: the
        same as within.
    larger: if pages have boxes, text that is drawn larger than most has more weight, at most this many times, and text
        that is drawn smaller has less. 0: no difference.
    column: if pages have boxes, text of the region outside its main column, from left to right, is noise where at
        least this share of the region's text is in that column. 1: never.
    max_link_density: text blocks of the region whose density of links within the site is above this form link lists,
        which are noise. 1: there are none.
    link_list: this many of these blocks in a row make a list.
    title: the page's title is content too if it precedes the region.
    max_clusters: without `region`, the content has at most this many clusters.
    close: without `region`, every cluster of the content has at least this share, in (0, 1], of the best one's score.
    screen: if pages have boxes, the height of a screen in pixels; the main visual area ends after three screens.
    margin: the boxes of a page whose body has a margin of this many pixels on its left and on its right do not count:
        it is what browsers give a page that is drawn without its style sheets. 0: they always count.
    complete_structures: tables, lists and terms of which most is content are kept whole (docs/document).
    """

    siblings: int = amount(1, least=1)
    max_siblings: int = amount(10, least=1)
    fallback: Method = attrs.field(factory=Auto)
    threshold: float = fraction(0.7)
    text_rate: float = fraction(0.75)
    quorum: float = fraction(0.3)
    text_share: float = fraction(0.3, most=2)
    exact: bool = False
    texts: bool = True
    clamp: bool = True
    strict: bool = True
    anchors: bool = True
    tolerance: int = amount(2)
    max_cells: int = amount(1_000_000, least=1)
    whole_blocks: bool = True
    region: Region | None = attrs.field(default=Region(early=0.8))
    punctuation: int = amount(2)
    unseen: float = fraction(0.1)
    larger: float = fraction(2.0, most=10)
    column: float = fraction(0.3)
    max_link_density: float = fraction(0.5)
    link_list: int = amount(3)
    title: bool = True
    max_clusters: int = amount(3, least=1)
    close: float = fraction(0.8)
    screen: int = amount(900)
    margin: int = amount(8)
    complete_structures: bool = True

    name = "feature_tree"

    @classmethod
    def paper(cls) -> FeatureTree:
        """One similar page, and the whole table; the nodes without a partner in that page are candidates."""
        return cls(
            complete_structures=False,
            max_siblings=1,
            fallback=ContentCorrelativity.paper(),
            quorum=1.0,
            text_share=2.0,
            exact=True,
            texts=False,
            clamp=False,
            strict=False,
            anchors=False,
            max_cells=64_000_000,
            whole_blocks=False,
            region=None,
            title=False,
        )

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        known = siblings_of(self, page, site)
        columns = page.columns
        candidates = topmost(columns, self.candidates(page.signature, known.signatures))
        if self.region is None:
            members = candidate_clusters(columns, candidates)
            candidates = candidates[self.best(self.cluster_points(page, candidates, members))[members]]
        content = self.content(page, known, candidates)
        if self.region is not None:
            content &= self.in_region(self.region, page, content)
            if self.column < 1 and drawn_with_styles(columns, _body(), self.margin):
                content = in_main_column(columns, content, area_weights(columns, self.unseen, self.larger), self.column)
            content &= ~link_lists(page, content, self.max_link_density, self.link_list)
        if self.title and content.any():
            content[title_above(page, int(content.argmax()))] = True
        return selection(page, content, self.name, len(known.signatures))

    def template(self, page: Page, site: SiteTemplate | None) -> BoolArray:
        """For each text row of the page, whether it is template: in no candidate, or repeated by the site.

        Raises NotEnoughSiblings.
        """
        known = siblings_of(self, page, site)
        return ~self.content(page, known, topmost(page.columns, self.candidates(page.signature, known.signatures)))

    def content(self, page: Page, known: Siblings, candidates: IndexArray) -> BoolArray:
        """The text rows in candidates that the site does not repeat."""
        columns = page.columns
        content = text_below(columns, candidates) & (known.text_shares < self.text_share)
        return ~majority_of_blocks(columns, ~content) if self.whole_blocks else content

    def tree(self, page: Signature) -> CNodeTree:
        """The page's feature tree: section 2.3.1."""
        drawn = drawn_with_styles(page, _body(), self.margin)
        return CNodeTree(page, _body(), _content_tags(), self.text_rate, self.exact, self.texts, drawn)

    def candidates(self, page: Signature, siblings: list[Signature]) -> IndexArray:
        """The rows of the nodes without a similar partner in the similar pages, ascending: section 2.3.2."""
        tree = self.tree(page)
        found = np.zeros(len(page), np.int64)
        for sibling in siblings:
            once = np.zeros(len(page), np.uint8)
            match(
                tree,
                self.tree(sibling),
                ceil(self.threshold * FEATURES - 1e-9),
                self.clamp,
                self.anchors,
                self.strict,
                self.tolerance,
                self.max_cells,
                once,
            )
            found += once
        rows = tree.rows()
        return np.sort(rows[found[rows] < self.quorum * len(siblings)])

    def cluster_points(self, page: Page, candidates: IndexArray, members: IndexArray) -> NDArray[np.int64]:
        """For each cluster, the sum of its points by the indicators of section 2.5."""
        columns = page.columns
        n = int(members.max()) + 1 if len(members) else 0

        def of(values: NDArray[Any]) -> NDArray[np.float64]:
            return np.asarray(np.bincount(members, columns.subtree_sum(values)[candidates], n), np.float64)

        markup = page.code_lengths + columns.chars
        text, code, link_code = of(columns.chars), of(markup), of(markup * columns.linked)
        content_tags = of(np.isin(columns.tag_hash, _content_tags()))
        total = points(text) + points(content_tags) - points(link_code / code) + points(text / code)
        if columns.boxes is not None and drawn_with_styles(columns, _body(), self.margin):
            for area in areas(columns.boxes, candidates, self.screen):
                total += points(np.asarray(np.bincount(members, area, n), np.float64))
        return total

    def best(self, scores: NDArray[np.int64]) -> BoolArray:
        """Whether each cluster is among the `max_clusters` with the highest scores and `close` to the highest."""
        place = np.empty(len(scores), np.intp)
        place[np.argsort(-scores, kind="stable")] = np.arange(len(scores))
        chosen: BoolArray = (place < self.max_clusters) & (scores > 0) & (scores >= self.close * scores.max(initial=0))
        return chosen

    def in_region(self, region: Region, page: Page, content: BoolArray) -> BoolArray:
        """The text rows in the region of the candidates' sentences, which are grouped by the parent of their block."""
        columns = page.columns
        rows = columns.text_rows
        number = run_numbers(columns.block[rows])
        plain = ~columns.linked[rows]
        chars, text = columns.chars[rows], columns.chars[rows] * plain
        marks = np.bincount(number, columns.punctuation[rows] * plain)
        like_text = np.minimum(marks / self.punctuation, 1) if self.punctuation else np.ones(len(marks))
        sentences = like_text * (np.bincount(number, text) * 2 > np.bincount(number, chars))
        weights = region.weights(page)
        if drawn_with_styles(columns, _body(), self.margin):
            weights = weights * area_weights(columns, self.unseen, self.larger)
        wanted = text * sentences[number] * content * weights
        if not wanted.any():
            wanted = text * content * weights  # headlines, if there are no sentences
        if not wanted.any():
            return content
        group = np.maximum(columns.parent[columns.block_row[rows]], 0)
        return region.text_inside(page, wanted, group_sums(group, wanted, len(columns)))


@cache
def _body() -> int:
    return tag_hash("body")


@cache
def _content_tags() -> NDArray[np.uint32]:
    return np.sort(np.array([tag_hash(name) for name in CONTENT_TAGS], np.uint32))
