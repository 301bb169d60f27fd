import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.feature_tree.cnode_tree import CNodeTree

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
