"""Lines that lead the reader of a page to another place of it, such as "Jump to recipe": no part of the text."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.document.source.compiled import LinePosition, short_lines
from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import match_key

_HEADINGS = tags.flags("h1 h2 h3 h4 h5 h6")

MAX_LINES = 500
"""Short lines of a page that are read."""


def guide_lines(columns: Columns, kept: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The links to a place of the page, and the titles of a table of contents that is not kept or not there: of each
    the position of its text row and the next one.

    kept: bool, one for each of ``columns.text_rows``.
    """
    return short_lines(columns, kept, _HEADINGS, _phrases(), MAX_LINES)


@cache
def _phrases() -> dict[int, frozenset[str]]:
    """The phrases that count where a line stands, by the number of its `LinePosition`."""
    lines = {name: frozenset(map(match_key, phrases)) for name, phrases in sections("guide_lines").items()}
    tables = lines["tables"]
    found = {
        LinePosition.LINK: lines["links"],
        LinePosition.BEFORE_NOISE: tables | lines["contents"],
        LinePosition.BEFORE_HEADING: tables,
    }
    return {int(stand): phrases for stand, phrases in found.items()}
