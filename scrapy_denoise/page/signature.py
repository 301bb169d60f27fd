"""A page's signature: its columns without the text, all that a multi-page method needs of a sibling page."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.hashing import likeness as _likeness
from scrapy_denoise.page.hashing import lower_bits, minhash, node_hashes, tree_hashes

if TYPE_CHECKING:
    from scrapy_denoise.page.page import Columns

SKETCH = 64
"""Bins of the structural sketch."""

FRAME_DEPTH = 5
"""How deep, in elements, a page's frame is looked at: below it pages of one layout differ by their content."""


class Signature:
    """The structure of a page and hashes of its texts, a row a node, in document order.

    depth, chars: int32; tag_hash, id_hash, class_hash, text_hash, mask_hash: uint32 (see `Columns`).
    boxes: int32, left, top, width and height of each row in pixels; None where no renderer gave them. What follows
    from these, all of it computed at once, since a site's template asks for all of it:

    parent, end: int32; key, path, subtree: uint64, see `tree_hashes`. text_rows: the text rows. text_nodes:
    uint64, for each of them one hash of its path and its text, digits apart; texts: the distinct ones, sorted.
    sketch: SKETCH of uint32, a one-permutation MinHash of the paths of the page's elements. frame: a hash of the
    page's frame, which its content does not reach, the elements down to FRAME_DEPTH.

    Raises ValueError where the depths are not those of a tree.
    """

    STORED = ("depth", "tag_hash", "id_hash", "class_hash", "text_hash", "mask_hash", "chars")

    def __init__(
        self,
        depth: NDArray[np.int32],
        tag_hash: NDArray[np.uint32],
        id_hash: NDArray[np.uint32],
        class_hash: NDArray[np.uint32],
        text_hash: NDArray[np.uint32],
        mask_hash: NDArray[np.uint32],
        chars: NDArray[np.int32],
        boxes: NDArray[np.int32] | None = None,
    ) -> None:
        self.depth = depth
        self.tag_hash = tag_hash
        self.id_hash = id_hash
        self.class_hash = class_hash
        self.text_hash = text_hash
        self.mask_hash = mask_hash
        self.chars = chars
        self.boxes = boxes
        n = len(depth)
        self.parent, self.end = np.empty((2, n), np.int32)
        self.key, self.path, self.subtree = np.empty((3, n), np.uint64)
        n_text = tree_hashes(
            depth, tag_hash, id_hash, class_hash, mask_hash,
            self.parent, self.end, self.key, self.path, self.subtree,
        )  # fmt: skip
        self.text_rows = np.empty(n_text, np.intp)
        self.text_nodes, texts = np.empty((2, n_text), np.uint64)
        distinct = node_hashes(self.path, tag_hash, mask_hash, self.text_rows, self.text_nodes, texts)
        self.texts = texts[:distinct]
        self.sketch = np.empty(SKETCH, np.uint32)
        self.frame = minhash(self.path, tag_hash, depth, FRAME_DEPTH, self.sketch)

    @classmethod
    def of(cls, columns: Columns) -> Signature:
        signature = cls(*(getattr(columns, name) for name in cls.STORED))
        signature.boxes = columns.boxes
        return signature

    def __len__(self) -> int:
        return len(self.depth)

    def to_bytes(self) -> bytes:
        """All that is stored of it, to tell two signatures apart."""
        boxes = b"" if self.boxes is None else self.boxes.tobytes()
        return b"".join(getattr(self, name).tobytes() for name in self.STORED) + boxes

    @cached_property
    def is_text(self) -> NDArray[np.bool_]:
        text: NDArray[np.bool_] = self.tag_hash == 0
        return text

    @cached_property
    def content_hash(self) -> int:
        """Of the whole page, structure and text, digits apart; 0 for a page without rows."""
        return int(self.subtree[0]) if len(self) else 0

    @cached_property
    def prints(self) -> NDArray[np.uint16]:
        """The distinct lower 16 bits of `texts`, sorted: enough to count in how many pages each text stands."""
        prints = np.empty(len(self.texts), np.uint16)
        return prints[: lower_bits(self.texts, prints)]


def likeness(sketch: NDArray[np.uint32], sketches: NDArray[np.uint32]) -> NDArray[np.float64]:
    """How alike the structures of pages are: the estimated Jaccard index of their sets of element paths.

    `sketch`: SKETCH values; `sketches`: rows of them. One number a row, standard error about .06.
    """
    found = np.empty(len(sketches))
    _likeness(sketch, sketches, found)
    return found
