"""Path similarity: parts shared by sibling pages are template; of the rest, the leaves with similar paths are the body.

Paper 001: Pan, Chen, Liu, Wang, "Content extraction based on the similarity of the Web pages' DOM tree nodes
path", Microcomputer & Its Applications 35(19), 2016. Section 1.2 (comparison), section 2 (paths). The comparison
is derived from DSE (Wang and Lochovsky 2002). The paper's formula for path similarity is illegible in print, and the
paper says neither how leaves are clustered nor how the body is chosen: these parts are ours (docs/methods).
"""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.auto.auto import Auto
from scrapy_denoise.methods.compiled import compare_three, votes
from scrapy_denoise.methods.content_correlativity import ContentCorrelativity
from scrapy_denoise.methods.method import Method, Selection, selection, siblings_of
from scrapy_denoise.methods.path_similarity.path_clusters import PathClusters
from scrapy_denoise.methods.path_similarity.title_path import title_similarity
from scrapy_denoise.methods.region.link_lists import link_lists
from scrapy_denoise.methods.region.region import Region
from scrapy_denoise.methods.row_groups import group_sums, majority_of_blocks
from scrapy_denoise.methods.validators import amount, fraction
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import BoolArray, FloatArray
from scrapy_denoise.page.signature import Signature
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.sites.template import Siblings


@attrs.frozen
class PathSimilarity(Method):
    """The method and its parameters. `paper` has the values that the paper gives; the defaults are ours.

    siblings: the method needs this many sibling pages. max_siblings: it compares the page with at most this many.
    fallback: the method that decides if fewer siblings are known.
    aligned: align the page with each sibling in turn; else use the paper's walk over three pages at once.
    quorum: a text is template if at least this share of the siblings, in (0, 1], repeats it at its place.
    exact: a text of at least this many characters is template only if the same share of siblings has it with the same
        numbers, since sentences that differ by a number are content while labels are not. 0: ignore numbers.
    text_share: a text is also template if at least this share of the site's pages has it at its path. Above 1: never.
    tau: two leaves belong to one cluster if the similarity of their paths, in (0, 1), is at least this.
    near: two leaves belong to one cluster, however similar, if their tree distance is at most this many edges.
    region: how to choose the region, the one element with the most text in the fewest clusters; the body is the text of
        the region that is not template. None: the body is the cluster with the most text and its similar or adjacent
        clusters.
    title: the weight of the distance to the title in the choice of the body: the exponent of the similarity between the
        path of a cluster and the path of the page's title heading (`title_similarity`). The authors leave this to
        future work. 0: ignore the title.
    neighbour_share: without `region`, a cluster next to the body joins it if it has at least this share of the body's
        characters and a link density below `neighbour_links`.
    records: without `region`, clusters in elements with the body's path belong to the body: the posts of a thread.
    whole_blocks: a text block is template as a whole if most of its characters are, so that a recurring bold word is
        not cut out of its sentence.
    max_link_density: text blocks of the body whose density of links within the site is above this form link lists,
        which are noise. 1: there are none.
    link_list: this many of these blocks in a row make a list.
    link_page: link lists are kept if less than this share of the body's characters, in (0, 1), would be left without
        them, because such a page is about its links.
    complete_structures: tables, lists and terms of which most is content are kept whole (docs/document).
    """

    siblings: int = amount(2, least=1)
    max_siblings: int = amount(10, least=1)
    fallback: Method = attrs.field(factory=Auto)
    aligned: bool = True
    quorum: float = fraction(0.3)
    exact: int = amount(40)
    text_share: float = fraction(0.3, most=2)
    tau: float = fraction(0.75)
    near: int = amount(4)
    region: Region | None = attrs.field(default=Region(early=0.5))
    title: float = amount(0.0)
    neighbour_share: float = amount(0.2)
    neighbour_links: float = fraction(0.3)
    records: bool = True
    whole_blocks: bool = True
    max_link_density: float = fraction(0.5)
    link_list: int = amount(3)
    link_page: float = fraction(0.3)
    complete_structures: bool = True

    name = "path_similarity"

    @classmethod
    def paper(cls) -> PathSimilarity:
        """The three-way comparison with two siblings that must agree, and a fallback that is not learned from pages."""
        return cls(
            complete_structures=False,
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
        known = siblings_of(self, page, site)
        kept = self.body(page, ~self._template(page, known))
        return selection(page, kept, self.name, len(known.signatures))

    def template(self, page: Page, site: SiteTemplate | None) -> BoolArray:
        """For each text row of the page, whether it is template: its siblings or the site's pages repeat it.

        Raises NotEnoughSiblings.
        """
        return self._template(page, siblings_of(self, page, site))

    def _template(self, page: Page, known: Siblings) -> BoolArray:
        template = self.template_rows(page.signature, known.signatures) | (known.text_shares >= self.text_share)
        template = self._with_its_numbers(page.signature, known.signatures, template)
        return majority_of_blocks(page.columns, template) if self.whole_blocks else template

    def template_rows(self, page: Signature, siblings: list[Signature]) -> BoolArray:
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

    def _with_its_numbers(self, page: Signature, siblings: list[Signature], template: BoolArray) -> BoolArray:
        """Remove from the template rows the long texts that too few siblings have with the same numbers."""
        long = np.flatnonzero(template & (page.chars[page.text_rows] >= self.exact))
        if not self.exact or not len(long):
            return template
        texts = page.text_hash[page.text_rows[long]]
        found = np.sum([np.isin(texts, sibling.text_hash) for sibling in siblings], axis=0)
        template = template.copy()
        template[long[found < self.quorum * len(siblings)]] = False
        return template

    def body(self, page: Page, content: BoolArray) -> BoolArray:
        """For each text row, whether it belongs to the body (section 2). content: the paper's content set."""
        columns = page.columns
        leaves = columns.text_rows[content].astype(np.int64)
        if not len(leaves):
            return content
        clusters = PathClusters.from_columns(columns, leaves, self.tau, self.near)
        text = (columns.chars * ~columns.linked)[leaves].astype(np.float64)
        if self.region is not None:
            text *= self.region.weights(page)[content]
        cluster_text = clusters.sums(text)
        if self.title:
            cluster_text *= title_similarity(page, clusters.home) ** self.title
        selected = content.copy()
        if self.region is not None and cluster_text.any():
            row_text, row_chars = np.zeros((2, len(content)))
            row_text[content], row_chars[content] = text, columns.chars[leaves]
            groups = group_sums(clusters.home, cluster_text, len(columns))
            selected &= self.region.text_inside(page, row_text, groups, row_chars)
        else:
            few_links = cluster_text > (1 - self.neighbour_links) * clusters.sums(columns.chars[leaves])
            selected[content] = self._body_clusters(page, clusters, cluster_text, few_links)[clusters.of_leaf]
        return self._without_link_lists(page, selected)

    def _body_clusters(self, page: Page, clusters: PathClusters, text: FloatArray, few_links: BoolArray) -> BoolArray:
        """Whether each cluster belongs to the body: the one with the most text, similar ones and adjacent ones."""
        # clusters with the same lowest common ancestor count as one, even with others between them
        home = clusters.home
        _, first, place = np.unique(home, return_index=True, return_inverse=True)
        body = int(home[first[np.bincount(place, text).argmax()]])
        kept: BoolArray = (home == body) | clusters.similar(page.columns, body, self.tau)
        if self.records:
            kept |= page.signature.path[home] == page.signature.path[body]
        total = text[kept].sum()
        for step in (-1, 1):
            beside = np.roll(kept, step)
            beside[0 if step == 1 else -1] = False
            kept |= beside & (text >= self.neighbour_share * total) & few_links
        return kept

    def _without_link_lists(self, page: Page, selected: BoolArray) -> BoolArray:
        """Remove the link lists from the selected rows, unless most of the selected text is in them."""
        left = selected & ~link_lists(page, selected, self.max_link_density, self.link_list)
        columns = page.columns
        chars = columns.chars[columns.text_rows]
        return left if chars[left].sum() >= self.link_page * chars[selected].sum() or self.region is None else selected


def _node_texts(page: Signature) -> NDArray[np.uint64]:
    """The keys by which the three-way comparison compares nodes: tag, id and class of an element, hash of a text."""
    return np.where(page.is_text, page.text_hash.astype(np.uint64), page.key)
