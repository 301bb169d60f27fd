"""A text block as a user sees it, with its verdict."""

from __future__ import annotations

import attrs


@attrs.frozen
class Block:
    """A text block of the page, or the part of one that was kept or removed.

    text: as shown. xpath: of its element, or of its first text node where the element holds more than the block.
    chars: code points. link_density: share of them in links, 0 to 1. type: one of
    `scrapy_denoise.blocks.BLOCK_TYPES`, empty where the method does not tell types apart. score: 0 (noise)
    to 1 (content), None where it gives none. reasons: the strongest evidence for the verdict, in words.
    """

    text: str
    xpath: str
    kept: bool
    chars: int
    link_density: float
    type: str = ""
    score: float | None = None
    reasons: tuple[str, ...] = ()
