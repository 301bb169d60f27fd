"""The nodes of a drawn page, with what VIPS asks of each: its box, its size, its kind, its font and background."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.rendering.boxes import NO_BOX

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""

BODY = tags.CODES["body"]
HR = tags.CODES["hr"]
LINE_BREAKS = frozenset(tags.CODES[name] for name in tags.BLOCK)


class VisualNodes:
    """Of each row of a drawn page, in lists: its children, its box, and what the rules of division ask of it.

    A valid node has text in it, or a box with an area. A text has no box of its own: it has its parent's, between the
    line breaks before and after it.
    """

    def __init__(self, columns: Columns) -> None:
        n = len(columns)
        self.tag: list[int] = columns.tag.tolist()
        self.end: list[int] = columns.end.tolist()
        self.parent: list[int] = columns.parent.tolist()
        self.text = (columns.subtree_chars > 0).tolist()
        self.children: list[list[int]] = [[] for _ in range(n)]
        for row in range(1, n):
            self.children[self.parent[row]].append(row)
        self.line_break = [tag in LINE_BREAKS for tag in self.tag]
        self.boxes = self._boxes(columns)
        self.area = [(right - left) * (bottom - top) for left, top, right, bottom in self.boxes]
        self.valid = [text or area > 0 for text, area in zip(self.text, self.area, strict=True)]
        self.plain = self._plain()
        self.font, self.background = self._styles(columns)
        self.root = self.tag.index(BODY) if BODY in self.tag else 0

    def _boxes(self, columns: Columns) -> list[Box]:
        assert columns.boxes is not None
        known = columns.boxes.astype(np.float64)
        known[:, 2:] = known[:, :2] + np.maximum(known[:, 2:], 0)
        missing = columns.boxes[:, 0] == NO_BOX
        boxes: list[Box | None] = [
            None if lacks else (box[0], box[1], box[2], box[3])
            for lacks, box in zip(missing.tolist(), known.tolist(), strict=True)
        ]
        # An element without an area has that of what it holds: those that are only there for their children.
        for row in range(len(boxes) - 1, 0, -1):
            box, above = boxes[row], self.parent[row]
            if box is not None and _has_area(box) and not _has_area(boxes[above]):
                boxes[above] = _union(boxes[above], box)
        for row in range(1, len(boxes)):
            if boxes[row] is None:
                outer = boxes[self.parent[row]]
                boxes[row] = outer if self.tag[row] else None
        whole: Box = next((box for box in boxes if box is not None), (0.0, 0.0, 0.0, 0.0))
        for row, children in enumerate(self.children):
            self._place_texts(boxes, boxes[row] or whole, children)
        return [box or whole for box in boxes]

    def _place_texts(self, boxes: list[Box | None], outer: Box, children: list[int]) -> None:
        """Give the texts among the children of an element the part of its box between their line breaks."""
        if all(boxes[child] is not None for child in children):
            return
        left, top, right, bottom = outer
        below = [bottom] * len(children)
        for i in range(len(children) - 1, 0, -1):
            below[i - 1] = below[i]
            box = boxes[children[i]]
            if self.line_break[children[i]] and box is not None:
                below[i - 1] = min(below[i], box[1])
        for child, lower in zip(children, below, strict=True):
            box = boxes[child]
            if box is None:
                boxes[child] = (left, min(top, lower), right, max(top, lower) if lower > top else top)
            elif self.line_break[child]:
                top = max(top, min(box[3], bottom))

    def _plain(self) -> list[bool]:
        """For each row whether it is a text or a virtual text: an inline element with nothing but text in it."""
        found = [False] * len(self.tag)
        for row in range(len(self.tag) - 1, -1, -1):
            if self.tag[row] == tags.TEXT:
                found[row] = True
            elif not self.line_break[row] and self.text[row]:
                found[row] = all(found[child] for child in self.children[row])
        return found

    def _styles(self, columns: Columns) -> tuple[list[tuple[int, int]], list[int]]:
        """The font of each row, and the colour that is seen behind it: that of the nearest ancestor which has one."""
        n = len(columns)
        styles: NDArray[np.int32] = columns.styles if columns.styles is not None else np.zeros((n, 4), np.int32)
        font = [(size, weight) for size, weight in styles[:, :2].tolist()]
        background = styles[:, 2].tolist()
        for row in range(1, n):
            above = self.parent[row]
            if not font[row][0]:
                font[row] = font[above]
            if not background[row] & 0xFF:
                background[row] = background[above]
        return font, background


def _has_area(box: Box | None) -> bool:
    return box is not None and box[2] > box[0] and box[3] > box[1]


def _union(one: Box | None, other: Box) -> Box:
    if one is None:
        return other
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
