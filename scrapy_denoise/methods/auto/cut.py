"""A page cut by the scores of its blocks: what is kept, by which scores."""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.compiled import VotedScores


@attrs.frozen(eq=False)
class Cut:
    """A page cut by its scores.

    agreement: the scores of its blocks after the vote of siblings. posts: of each block whether it stands in a post of
    a thread; None where there are no posts. kept: of each text row. scores: of each text row, float32: by the
    agreement and by the posts, 0 for what is dropped. found: whether anything is kept. expected: the expected F1.
    dropped: the blocks of the types that are left out, the bytes of a bool array; None where none is.
    """

    agreement: VotedScores
    posts: NDArray[np.bool_] | None
    kept: NDArray[np.bool_]
    scores: NDArray[np.float32]
    found: bool
    expected: float
    dropped: bytes | None
