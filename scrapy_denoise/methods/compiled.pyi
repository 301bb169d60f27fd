from collections.abc import Callable

import numpy as np
from numpy import bool_, float32, float64, int32
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.methods.auto.cut import Cut
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.signature import Signature

# auto/_confidence.pxi

def selection_sums(
    columns: Columns, kept: NDArray[bool_], scores: NDArray[float32], sure: float, long_row: int
) -> tuple[int, int, float, float, float, float, float, float, float]: ...

# auto/spared.pxi

LIFT: float

def spared(page: Page, scores: bytes, cut: Cut, alone: Callable[[bool], Cut]) -> NDArray[bool_] | None: ...

# auto/threshold.pxi

def best_cut(
    scores: NDArray[float32], chars: NDArray[int32], together: float, dropped: bytes | None, recall: float = 1
) -> tuple[float, float]: ...
def decide(
    scores: bytes,
    blocks: TextBlocks,
    dropped: bytes | None,
    together: float,
    recall: float,
    least: float,
    least_score: float,
) -> tuple[bytes, bytes, int, float, bytes | None]: ...

# baselines/template/_site_style_tree.pxi

def style_nodes(page: Signature, nodes: NDArray[np.uint64]) -> None: ...

# baselines/template/tree_mapping.pxi

def common_parts(page: Signature, sibling: Signature, common: NDArray[np.uint8]) -> None: ...
def restricted_mapping(page: Signature, sibling: Signature, intact: NDArray[np.uint8]) -> int: ...

# feature_tree/cnode_tree.pxi

class CNodeTree:
    n: int
    n_levels: int
    n_rows: int
    has_boxes: bool
    def __init__(
        self,
        page: Signature,
        body: int,
        content_tags: NDArray[np.uint32],
        text_rate: float,
        exact: bool,
        texts: bool,
        drawn: bool = True,
    ) -> None: ...
    def rows(self) -> NDArray[np.intp]: ...
    def content_nodes(self) -> NDArray[np.bool_]: ...

# feature_tree/matching.pxi

def match(
    one: CNodeTree,
    two: CNodeTree,
    similar: int,
    clamp: bool,
    anchors: bool,
    strict: bool,
    tolerance: int,
    max_cells: int,
    found: NDArray[np.uint8],
) -> tuple[int, int]: ...

# partly_semantic/_semantic_blocks.pxi

def segment(
    rows: NDArray[np.int64],
    homes: NDArray[np.int64],
    above: NDArray[np.int64],
    end: NDArray[np.int32],
    chars: NDArray[np.float64],
    link_chars: NDArray[np.float64],
    theta: float,
    eps: float,
    starts: NDArray[np.uint8],
) -> None: ...

# path_similarity/_path_clusters.pxi

def cluster_leaves(
    depth: NDArray[np.int32],
    parent: NDArray[np.int32],
    leaves: NDArray[np.int64],
    tau: float,
    near: int,
    cluster: NDArray[np.int64],
    home: NDArray[np.int64],
) -> int: ...
def similar_paths(
    depth: NDArray[np.int32],
    parent: NDArray[np.int32],
    rows: NDArray[np.int64],
    body: int,
    tau: float,
    found: NDArray[np.uint8],
) -> None: ...

# path_similarity/alignment.pxi

def compare_three(
    depth1: NDArray[np.int32],
    nodes1: NDArray[np.uint64],
    depth2: NDArray[np.int32],
    nodes2: NDArray[np.uint64],
    depth3: NDArray[np.int32],
    nodes3: NDArray[np.uint64],
    template: NDArray[np.uint8],
) -> None: ...
def votes(page: Signature, siblings: list[Signature], found: NDArray[np.int32]) -> None: ...

# quark/_recogniser.pxi

def recognise(
    parent: NDArray[np.int32],
    chars: NDArray[np.int32],
    text: NDArray[np.uint8],
    kind: NDArray[np.uint8],
    min_chars: int,
    layout_share: float,
    min_layout: int,
    layout: NDArray[np.int32],
    elements: NDArray[np.int32],
    owner: NDArray[np.int32],
) -> int: ...

# quark/_structural_features.pxi

def feature_bins(
    columns: Columns,
    of_text: NDArray[np.intp],
    root: NDArray[np.intp],
    chars: NDArray[np.float64],
    link_chars: NDArray[np.float64],
    layout_share: NDArray[np.float64],
    scale: float,
    edges: tuple[NDArray[np.float64], ...],
    root_class: NDArray[np.intp],
    found: NDArray[np.intp],
) -> None: ...

# quark/cosine.pxi

def word_cosines(
    text: NDArray[np.uint8],
    start: NDArray[np.int32],
    stop: NDArray[np.int32],
    block: NDArray[np.int32],
    title: NDArray[np.uint8],
    to_title: NDArray[np.float64],
    to_page: NDArray[np.float64],
) -> None: ...

# region/_region.pxi

def find_region(
    stop: NDArray[int32],
    content: NDArray[float64],
    groups: NDArray[float64],
    chars: NDArray[float64],
    share: float,
    narrow: float,
    early: float,
) -> int: ...
