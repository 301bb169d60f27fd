"""A page's signature: its columns without the text, all that a multi-page method needs of a sibling page."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.columns.columns import Buffer, HashColumns
from scrapy_denoise.page.compiled import (
    ancestor_paths,
    check_signature_layout,
    fingerprints16,
    jaccard_similarities,
    signature_columns,
)
from scrapy_denoise.page.native.lazy import cached_attribute

SKETCH = 64
"""Bins of the structural sketch."""

ANCESTORS = 3
"""Ancestors of a text whose paths are compared where a sibling page has no text at the text's own path."""

FRAME_DEPTH = 5
"""Depth in elements down to which a page's frame is hashed; below it, pages of one layout differ by their content."""


class Signature(HashColumns):
    """The structure of a page and hashes of its texts, one row per node, in document order.

    depth, chars: int32; tag_hash, id_hash, class_hash, text_hash, mask_hash: uint32 (see `Columns`).
    boxes: int32, left, top, width and height of each row in pixels; None where no renderer gave them.

    The rest is derived from these in one pass, since a site's template needs all of it:

    parent, end: int32; key, path, subtree: uint64, see `signature_columns`. text_rows: the text rows. text_nodes:
    uint64, for each of them one hash of its path and its text, digits masked. exact_nodes: the same with its digits.
    sketch: SKETCH of uint32, a one-permutation MinHash of the paths of the page's elements. frame: a hash of the
    page's frame, which its content does not reach, the elements down to FRAME_DEPTH. content_hash: of the whole page,
    structure and text, digits masked; 0 for a page without rows.

    hash_columns: the bytes of the columns that it is made of. Raises ValueError where the depths are not those of a
    tree.
    """

    _nodes = Buffer("nodes")
    key = _nodes.column(np.uint64)
    path = _nodes.column(np.uint64)
    subtree = _nodes.column(np.uint64)
    parent = _nodes.column(np.int32)
    end = _nodes.column(np.int32)

    _text_nodes = Buffer("text_hashes")
    text_nodes = _text_nodes.column(np.uint64)
    exact_nodes = _text_nodes.column(np.uint64)
    text_rows = _text_nodes.column(np.intp)

    _bins = Buffer("bins")
    sketch = _bins.column(np.uint32)

    def __init__(self, hash_columns: bytes, boxes: NDArray[np.int32] | None = None) -> None:
        self.hash_columns = hash_columns
        self.boxes = boxes
        derived = signature_columns(hash_columns, SKETCH, FRAME_DEPTH)
        self.nodes, self.text_hashes, self.bins, self.frame, self.content_hash = derived

    def to_bytes(self) -> bytes:
        """All that is stored of it, to compare two signatures by."""
        return self.hash_columns if self.boxes is None else self.hash_columns + self.boxes.tobytes()

    @cached_attribute
    def is_text(self) -> NDArray[np.bool_]:
        text: NDArray[np.bool_] = self.tag_hash == 0
        return text

    @cached_attribute
    def ancestors(self) -> NDArray[np.uint64]:
        """The paths of the ANCESTORS nearest ancestors of each text row, the nearest first; 0 above the root."""
        return np.frombuffer(ancestor_paths(self.nodes, self.text_hashes, ANCESTORS), np.uint64).reshape(-1, ANCESTORS)

    @cached_attribute
    def fingerprints(self) -> NDArray[np.uint16]:
        """The distinct lower 16 bits of `text_nodes`, sorted: enough to count on how many pages each text occurs."""
        return np.frombuffer(fingerprints16(self.text_hashes), np.uint16)


check_signature_layout(Signature._nodes, Signature._text_nodes)


def jaccard_similarity(sketch: NDArray[np.uint32], sketches: NDArray[np.uint32]) -> NDArray[np.float64]:
    """How similar the structures of pages are: the estimated Jaccard similarity of their sets of element paths.

    `sketch`: SKETCH values; `sketches`: rows of them. One number a row, standard error about .06.
    """
    found = np.empty(len(sketches))
    jaccard_similarities(sketch, sketches, found)
    return found
