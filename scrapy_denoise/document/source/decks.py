"""The deck of an article: what stands between its title and its first paragraph and belongs to neither.

A lead is text. A subtitle, a short line right below the title, is a field as the title is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.document.source.compiled import head_blocks
from scrapy_denoise.page import Page


def leads(page: Page, kept: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Of each lead that is not kept the position of its first text row and one past its last.

    kept: bool, one for each text row.
    """
    head = page.cached(head_blocks)
    return head.decks(kept, True) if head else []


def subtitles(page: Page, kept: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The same of the subtitles that are kept, of an article."""
    head = page.cached(head_blocks)
    found = head.decks(kept, False) if head else []
    return found if found and page.cached(find_page_type).name == "article" else []
