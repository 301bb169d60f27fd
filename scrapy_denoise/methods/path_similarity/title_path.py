"""The similarity of rows' paths to the path of the title, which the authors of paper 001 leave to future work."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import FloatArray
from scrapy_denoise.page.compiled import collapse_whitespace
from scrapy_denoise.page.title.shown_titles import MAX_HEADINGS


def title_similarity(page: Page, rows: NDArray[np.integer[Any]]) -> FloatArray:
    """The similarity, from 0 to 1, of the paths of rows to the path of the heading that holds the page's title.

    It is ``2 n / (a + b)`` for a row at depth a, the heading at depth b, and their lowest common ancestor at depth n.
    If no heading holds the title, it is 1 for all rows.
    """
    columns, title = page.columns, collapse_whitespace(page.titles.headline)
    headings = np.flatnonzero(tags.HEADINGS[columns.tag])[:MAX_HEADINGS].tolist()
    row = next((row for row in headings if title and collapse_whitespace(columns.text_of(row)) == title), None)
    if row is None:
        return np.ones(len(rows))
    own, lineage = int(columns.depth[row]), []
    while row >= 0:
        lineage.append(row)
        row = int(columns.parent[row])
    common = np.zeros(len(columns))
    for ancestor in reversed(lineage):
        common[ancestor : columns.end[ancestor]] = columns.depth[ancestor]
    found: FloatArray = 2 * common[rows] / np.maximum(columns.depth[rows] + own, 1)
    return found
