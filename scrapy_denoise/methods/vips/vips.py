"""VIPS: the page as its reader sees it, divided into blocks at its visual separators.

Cai, Yu, Wen, Ma, "VIPS: a Vision-based Page Segmentation Algorithm", MSR-TR-2003-79, 2003, which paper 003 discusses.
The algorithm divides a page and says nothing of what is content; that is chosen here by the importance that
block-level link analysis gives to a block (`block_importance`) and by its text. It needs a page that a browser has
drawn.
"""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.block_importance import block_importance
from scrapy_denoise.methods.auto.auto import Auto
from scrapy_denoise.methods.method import NO_BOXES, Method, Selection, selection
from scrapy_denoise.methods.validators import amount, fraction
from scrapy_denoise.methods.vips.separators import Region, content_structure
from scrapy_denoise.methods.vips.visual_nodes import VisualNodes
from scrapy_denoise.page import Page
from scrapy_denoise.sites import SiteTemplate


@attrs.frozen
class Vips(Method):
    """The method and its parameters.

    permitted: the permitted degree of coherence (PDoC), 1 to 10: a block that coheres less is divided further.
    small: the share of the page's area below which a node is small, for rules 9 and 10.
    share: the content lies in the smallest region that has this share of the page's text outside links, weighted by
        the importance of the blocks that it stands in.
    max_link_density: blocks of that region are noise if more than this share of their text is in links.
    fallback: the method that decides if the page has no boxes.
    complete_structures: tables, lists and terms of which most is content are kept whole (docs/document).
    """

    permitted: int = amount(7, least=1)
    small: float = fraction(0.05)
    share: float = fraction(0.7)
    max_link_density: float = fraction(0.5)
    fallback: Method = attrs.field(factory=Auto)
    complete_structures: bool = True

    name = "vips"
    on_rendered_only = True

    @classmethod
    def paper(cls) -> Vips:
        """The same, with tables and lists as they are divided."""
        return cls(complete_structures=False)

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        if page.columns.boxes is None:
            return attrs.evolve(self.fallback.select(page, site), reason=NO_BOXES)
        root = self.structure(page)
        return selection(page, self.content(page, root), self.name)

    def structure(self, page: Page) -> Region | None:
        """The content structure of a page with boxes; None of one that shows nothing."""
        return content_structure(VisualNodes(page.columns), self.permitted, self.small)

    def content(self, page: Page, root: Region | None) -> NDArray[np.bool_]:
        """The text rows of the region that holds most of what matters, without its lists of links."""
        columns = page.columns
        kept = np.zeros(len(columns), np.bool_)
        if root is None:
            return kept[columns.text_rows]
        leaves = root.leaves()
        text = columns.subtree_chars - columns.subtree_link_chars
        boxes = np.array([leaf.box for leaf in leaves], np.float64)
        boxes[:, 2:] -= boxes[:, :2]
        left, top, right, bottom = root.box
        importance = block_importance(boxes, (left, top, right - left, bottom - top))
        of_leaf = {
            leaf.rows: float(importance[i]) * float(text[list(leaf.rows)].sum()) for i, leaf in enumerate(leaves)
        }
        region = _main_region(root, of_leaf, self.share)
        for leaf in region.leaves():
            rows = list(leaf.rows)
            if text[rows].sum() >= (1 - self.max_link_density) * columns.subtree_chars[rows].sum():
                for row in rows:
                    kept[row : columns.end[row]] = True
        return kept[columns.text_rows]


def _main_region(root: Region, of_leaf: dict[tuple[int, ...], float], share: float) -> Region:
    """The smallest region that has a share of the total."""
    wanted = share * sum(of_leaf.values())
    region = root
    while region.parts:
        totals = [sum(of_leaf[leaf.rows] for leaf in part.leaves()) for part in region.parts]
        best = max(range(len(totals)), key=totals.__getitem__)
        if not totals[best] or totals[best] < wanted:
            break
        region = region.parts[best]
    return region
