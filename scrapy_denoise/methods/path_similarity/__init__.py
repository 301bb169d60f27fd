"""Path similarity: what sibling pages share is template; of the rest, the leaves with similar paths are the body.

Paper 001: Pan, Chen, Liu, Wang, "Content extraction based on the similarity of the Web pages' DOM tree nodes
path", Microcomputer & Its Applications 35(19), 2016. Section 1.2 (comparison), section 2 (paths). The comparison
goes back to DSE (Wang and Lochovsky 2002). The paper's formula for the similarity of paths is lost in print, as
are the clustering and the choice of the body: these are ours (docs/methods).
"""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.auto import Auto
from scrapy_denoise.methods.base import Method, Selection, relatives_of, selection
from scrapy_denoise.methods.content_correlativity import ContentCorrelativity
from scrapy_denoise.methods.groups import group_sums, majority_of_blocks
from scrapy_denoise.methods.path_similarity.alignment import compare_three, votes
from scrapy_denoise.methods.path_similarity.paths import clusters, similar_to
from scrapy_denoise.methods.region import Region
from scrapy_denoise.methods.region.link_lists import link_lists
from scrapy_denoise.page import Page, tags
from scrapy_denoise.page.signature import Signature
from scrapy_denoise.page.title import MAX_HEADINGS
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.sites.layout import Scores
from scrapy_denoise.sites.template import Relatives

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

_HEADINGS = tags.flags("h1 h2 h3 h4 h5 h6")


@attrs.frozen
class PathSimilarity(Method):
    """The method and its parameters; `paper` has the paper's where it names them, the defaults are ours.

    siblings: pages it needs. max_siblings: pages it compares with.
    fallback: the method that decides where there are fewer than it needs.
    aligned: compare by aligning siblings, page by page (else the paper's three-way walk over two pages).
    quorum: share of the siblings, in (0, 1], that must repeat a text at its place for it to be template.
    exact: characters of a text from which it is template only where so many siblings have it with the same numbers:
        sentences that differ by a number are content, labels are not; 0: numbers never matter.
    text_share: share of all the site's pages with a text at a path from which it is template; above 1: never.
    tau: similarity of two leaves' paths, in (0, 1), from which they belong to one cluster.
    near: tree distance (edges between two leaves) up to which they belong to one cluster anyway.
    region: how the region is chosen, the one element with the most text in the fewest clusters: the body is what is
        not template in it. None: the body is the cluster with the most text, with clusters like it or beside it.
    title: exponent, in the choice of the body, of the similarity of a cluster's path with that of the heading that is
        the page's title: what the authors leave to future work; 0: no matter.
    neighbour_share: without `region`, clusters beside the body join it from this share of its characters on, if
        their link density is below `neighbour_links`.
    records: without `region`, clusters in an element with the same tags and classes from the root down as the
        body's are body too: the posts of a thread.
    whole_blocks: a text block is template where most of its characters are, so that a bold word that recurs is
        not cut out of its sentence.
    max_link_density: of a text block inside the body, by its links within the site, above which it is noise where it
        is one of a list of such blocks; 1: none is.
    link_list: so many of them in a row are a list.
    link_page: share of the body's characters, in (0, 1), that is left without these lists at least; else they are what
        the page is about, and kept.
    """

    siblings: int = 2
    max_siblings: int = 10
    fallback: Method = attrs.field(factory=Auto)
    aligned: bool = True
    quorum: float = 0.3
    exact: int = 40
    text_share: float = 0.3
    tau: float = 0.75
    near: int = 4
    region: Region | None = attrs.field(default=Region(early=0.5))
    title: float = 0.0
    neighbour_share: float = 0.2
    neighbour_links: float = 0.3
    records: bool = True
    whole_blocks: bool = True
    max_link_density: float = 0.5
    link_list: int = 3
    link_page: float = 0.3

    name = "path_similarity"

    @classmethod
    def paper(cls) -> PathSimilarity:
        """Two siblings, the three-way comparison, all must agree; without siblings, nothing that is learned."""
        return cls(
            max_siblings=2,
            fallback=ContentCorrelativity.paper(),
            aligned=False,
            quorum=1.0,
            exact=0,
            text_share=2.0,
            tau=0.85,
            region=None,
            max_link_density=1.0,
            records=False,
            whole_blocks=False,
        )

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        known = relatives_of(self, page, site)
        kept = self.body(page, ~self._template(page, known))
        return selection(page, kept, self.name, len(known.siblings))

    def scores(self, page: Page) -> Scores:
        """Those of the fallback, which decides the pages of a site of which too little is known."""
        return self.fallback.scores(page)

    def template(self, page: Page, site: SiteTemplate | None) -> Flags:
        """For each text row of the page, whether it is template: what its siblings or the site repeat.

        Raises NotEnoughSiblings.
        """
        return self._template(page, relatives_of(self, page, site))

    def _template(self, page: Page, known: Relatives) -> Flags:
        template = self.template_rows(page.signature, known.siblings) | (known.text_shares >= self.text_share)
        template = self._with_its_numbers(page.signature, known.siblings, template)
        return majority_of_blocks(page.columns, template) if self.whole_blocks else template

    def template_rows(self, page: Signature, siblings: list[Signature]) -> Flags:
        """For each text row of the page, whether it is template: section 1.2."""
        if not self.aligned:
            second, third = siblings[:2]
            template = np.zeros(len(page), np.uint8)
            compare_three(
                page.depth, _node_texts(page),
                second.depth, _node_texts(second),
                third.depth, _node_texts(third),
                template,
            )  # fmt: skip
            return template[page.text_rows].astype(np.bool_)
        found = np.zeros(len(page), np.int32)
        votes(page, siblings, found)
        return found[page.text_rows] >= self.quorum * len(siblings)

    def _with_its_numbers(self, page: Signature, siblings: list[Signature], template: Flags) -> Flags:
        """The template rows without the long texts that the siblings have with other numbers."""
        long = np.flatnonzero(template & (page.chars[page.text_rows] >= self.exact))
        if not self.exact or not len(long):
            return template
        texts = page.text_hash[page.text_rows[long]]
        found = np.sum([np.isin(texts, sibling.text_hash) for sibling in siblings], axis=0)
        template = template.copy()
        template[long[found < self.quorum * len(siblings)]] = False
        return template

    def body(self, page: Page, content: Flags) -> Flags:
        """Of the text rows in the content set, those of the body: section 2."""
        columns = page.columns
        leaves = columns.text_rows[content].astype(np.int64)
        if not len(leaves):
            return content
        cluster, home = np.empty(len(leaves), np.int64), np.empty(len(leaves), np.int64)
        n = clusters(columns.depth, columns.parent, leaves, self.tau, self.near, cluster, home)
        home = home[:n]
        chars = np.bincount(cluster, columns.chars[leaves], n)
        own_text = (columns.chars * ~columns.linked)[leaves].astype(np.float64)
        if self.region is not None:
            own_text *= self.region.weights(page)[content]
        text = group_sums(cluster, own_text, n)
        if self.title:
            text *= near_title(page, home) ** self.title
        if self.region is not None and text.any():
            of_text, chars_left = np.zeros((2, len(content)))
            of_text[content], chars_left[content] = own_text, columns.chars[leaves]
            groups = group_sums(home, text, len(columns))
            inside = self.region.text_inside(page, of_text, groups, chars_left)
            return self._without_link_lists(page, content & inside)
        # clusters in one place are one, whatever stands between them
        _, first, place = np.unique(home, return_index=True, return_inverse=True)
        body = int(home[first[np.bincount(place, text).argmax()]])
        similar = np.empty(n, np.uint8)
        similar_to(columns.depth, columns.parent, home, body, self.tau, similar)
        kept = (home == body) | similar.astype(np.bool_)
        if self.records:
            # the posts of a thread, the parts of a list: same tags and classes from the root down
            kept |= page.signature.path[home] == page.signature.path[body]
        total = text[kept].sum()
        for step in (-1, 1):
            beside = np.roll(kept, step)
            beside[0 if step == 1 else -1] = False
            kept |= beside & (text >= self.neighbour_share * total) & (text > (1 - self.neighbour_links) * chars)
        selected = content.copy()
        selected[content] = kept[cluster]
        return self._without_link_lists(page, selected)

    def _without_link_lists(self, page: Page, selected: Flags) -> Flags:
        """The selected rows without those of lists of links, unless these are most of them."""
        left = selected & ~link_lists(page, selected, self.max_link_density, self.link_list)
        columns = page.columns
        chars = columns.chars[columns.text_rows]
        return left if chars[left].sum() >= self.link_page * chars[selected].sum() or self.region is None else selected


def _node_texts(page: Signature) -> NDArray[np.uint64]:
    """What the three-way comparison compares of a node: its tag with id and class, or its text."""
    return np.where(page.is_text, page.text_hash.astype(np.uint64), page.key)


def near_title(page: Page, rows: NDArray[np.integer[Any]]) -> Floats:
    """The similarity of the paths of some rows with that of the title, 0 to 1; 1 for all where no heading is the title.

    2 n / (a + b) for a row at depth a, the title at depth b, and their lowest common ancestor at depth n.
    """
    columns, title = page.columns, " ".join(page.title.split())
    headings = np.flatnonzero(_HEADINGS[columns.tag])[:MAX_HEADINGS].tolist()
    row = next((row for row in headings if title and " ".join(columns.text_of(row).split()) == title), None)
    if row is None:
        return np.ones(len(rows))
    own, lineage = int(columns.depth[row]), []
    while row >= 0:
        lineage.append(row)
        row = int(columns.parent[row])
    common = np.zeros(len(columns))
    for above in reversed(lineage):
        common[above : columns.end[above]] = columns.depth[above]
    found: Floats = 2 * common[rows] / np.maximum(columns.depth[rows] + own, 1)
    return found
