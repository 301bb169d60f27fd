"""Separators between blocks and the structure that they give (VIPS, sections 4.2 and 4.3).

A separator is a horizontal or vertical strip that no block crosses. The report finds them by cutting blocks out of one
strip as wide as the page; what is left are the gaps between the blocks' extents along one axis, which is how they are
found here. It then merges blocks over the lightest separators first, up to the heaviest. Here a region is divided at
its heaviest separators, and each part in the same way, which gives the same tree from the other end.
"""

from __future__ import annotations

from itertools import pairwise

import attrs

from scrapy_denoise.methods.vips.visual_blocks import MAX_DEGREE, bounds, visual_blocks
from scrapy_denoise.methods.vips.visual_nodes import HR, Box, VisualNodes

# Points of a separator (section 4.2.3), which the report gives no numbers for.
WIDEST = 100.0
"""Pixels of a gap above which it counts no more."""

OF_GAP, OF_RULE, OF_BACKGROUND, OF_FONT, OF_LARGER_FONT, OF_LIKENESS = 4, 3, 3, 1, 1, -1
HEAVIEST = OF_GAP + OF_RULE + OF_BACKGROUND + OF_FONT + OF_LARGER_FONT

CLOSE = 0.5
"""A region is divided at all separators whose weight is as close to the heaviest, so that equal parts stay equal."""

DEEPEST = 40
"""Levels of the structure below which a region is not divided any more."""


@attrs.frozen
class Region:
    """A node of the content structure: a visual block, or the regions that its separators divide.

    rows: the rows of the visual blocks in it, in document order.
    """

    rows: tuple[int, ...]
    box: Box
    degree: int
    parts: tuple[Region, ...] = ()

    def leaves(self) -> list[Region]:
        """The regions that are not divided, in document order of their first rows."""
        found, waiting = [], [self]
        while waiting:
            region = waiting.pop()
            if region.parts:
                waiting += region.parts
            else:
                found.append(region)
        return sorted(found, key=lambda region: region.rows[0])


def content_structure(nodes: VisualNodes, permitted: int, small: float) -> Region | None:
    """The structure of a page in which every leaf has the permitted degree of coherence or cannot be divided.

    None for a page that shows nothing.
    """
    return _segmented(nodes, nodes.root, nodes.area[nodes.root], permitted, small, 0)


def _segmented(
    nodes: VisualNodes, root: int, page_area: float, permitted: int, small: float, level: int
) -> Region | None:
    """One round: the blocks below a row, their structure, and the next round for those that cohere too little."""
    blocks = visual_blocks(nodes, root, page_area, small)
    if not blocks:
        return None
    if len(blocks) == 1 and blocks[0].row == root:
        return Region((root,), nodes.boxes[root], blocks[0].degree)
    divided = []
    for block in blocks:
        region = None
        if block.degree < permitted and level < DEEPEST and nodes.children[block.row]:
            region = _segmented(nodes, block.row, page_area, permitted, small, level + 1)
        divided.append(region or Region((block.row,), nodes.boxes[block.row], block.degree))
    return _constructed(nodes, divided, permitted, level)


def _constructed(nodes: VisualNodes, regions: list[Region], permitted: int, level: int) -> Region:
    """The structure of some regions, divided at their heaviest separators."""
    if len(regions) == 1:
        return regions[0]
    box = bounds([region.box for region in regions])
    rows = tuple(sorted(row for region in regions for row in region.rows))
    groups, weight = _heaviest(nodes, regions) if level < DEEPEST else ([], 0.0)
    degree = min(MAX_DEGREE, max(1, round(MAX_DEGREE - (MAX_DEGREE - 1) * weight / HEAVIEST)))
    degree = min([degree, *(region.degree for region in regions)])
    if len(groups) < 2:
        # Blocks that overlap: nothing separates them.
        return Region(rows, box, degree, tuple(regions) if degree < permitted else ())
    parts = tuple(_constructed(nodes, group, permitted, level + 1) for group in groups)
    return Region(rows, box, degree, parts)


def _heaviest(nodes: VisualNodes, regions: list[Region]) -> tuple[list[list[Region]], float]:
    """The parts into which the heaviest separators of one axis divide some regions, and the weight of these."""
    best: tuple[list[list[Region]], float] = ([], -1.0)
    for low, high in ((1, 3), (0, 2)):  # from top to bottom, from left to right
        order = sorted(regions, key=lambda region: region.box[low])
        reach = order[0].box[high]
        places: list[tuple[int, float]] = []
        for i in range(1, len(order)):
            gap = order[i].box[low] - reach
            if gap >= 0:
                places.append((i, _weight(nodes, order[i - 1], order[i], gap, horizontal=low == 1)))
            reach = max(reach, order[i].box[high])
        heaviest = max((weight for _, weight in places), default=-1.0)
        if heaviest > best[1]:
            cuts = [0, *(place for place, weight in places if weight >= heaviest - CLOSE), len(order)]
            best = [order[a:b] for a, b in pairwise(cuts)], heaviest
    return best


def _weight(nodes: VisualNodes, before: Region, after: Region, gap: float, horizontal: bool) -> float:
    """The weight of the separator between two regions: section 4.2.3, rules 1 to 5."""
    one, other = before.rows[-1], after.rows[0]
    weight = OF_GAP * min(gap, WIDEST) / WIDEST
    if HR in (nodes.tag[one], nodes.tag[other]) or _rule_between(nodes, one, other):
        weight += OF_RULE
    if nodes.background[one] != nodes.background[other]:
        weight += OF_BACKGROUND
    if horizontal:
        if nodes.font[one] != nodes.font[other]:
            weight += OF_FONT
            if nodes.font[one] < nodes.font[other]:
                weight += OF_LARGER_FONT
        elif nodes.tag[one] == nodes.tag[other] and nodes.parent[one] == nodes.parent[other]:
            weight += OF_LIKENESS
    return max(weight, 0.0)


def _rule_between(nodes: VisualNodes, one: int, other: int) -> bool:
    """Whether there is an `hr` between two rows that have the same parent."""
    if nodes.parent[one] != nodes.parent[other] or not one < other:
        return False
    row = nodes.end[one]
    while row < other:
        if nodes.tag[row] == HR:
            return True
        row = nodes.end[row]
    return False
