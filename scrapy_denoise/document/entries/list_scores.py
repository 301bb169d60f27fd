"""The scores of the blocks of a list, by what is like them: siblings, and blocks at the same path.

The model of blocks has learned from articles above all. On a list it is unsure of each block alone, and right on most
of what is alike: a third model reads what the first two say of all that is like a block. This is stacked sequential
learning as in `scrapy_denoise.blocks.features.compiled`, over siblings instead of neighbours.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.forest.forest import Forest
from scrapy_denoise.document.entries.compiled import group_measures
from scrapy_denoise.document.entries.entry_text import entry_texts
from scrapy_denoise.document.entries.link_paths import MIN_RECORDS
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import FloatArray, IndexArray, IntArray

SMOOTH = 0.01
"""Added to both odds: no block is certain."""

NO_GROUP = -5.0
"""The log-odds of a group where there is none."""

_ODD = np.uint64(0x9E3779B97F4A7C15)

MEASURES = [
    "score",
    *(f"path_{name}" for name in ("score", "links", "chars")),
    *(f"near_{name}" for name in ("group_score", "record_score", "mean_chars")),
    *(f"large_{name}" for name in ("group_score", "record_score")),
    *(f"page_{name}" for name in ("score", "highest", "chars", "links", "records")),
    *("in_record", "read", "list_records"),
]
"""What the model reads of a block. Scores are log-odds, and those of several blocks their mean, by characters.

path: the blocks whose elements are at the same path: their score, their link density, and the characters of this
block by the mean of them. near: the nearest group of siblings alike (of one parent, name and classes), three or more,
that the block stands in: its score, that of the sibling that holds the block, and the characters of a sibling. large:
the same of the group with most text. page: its score, its highest, the logarithm of its characters, its link density,
and the share of its text in records. in_record: whether the block stands in a record. read: whether its first text is
part of an entry. list_records: the number of records of that record's list; 0 without one.
"""


@cache
def list_model() -> Forest:
    """The learned model, read once."""
    return Forest.load("lists", MEASURES)["content"]


def list_scores(page: Page, scores: NDArray[np.float32], model: Forest | None = None) -> NDArray[np.float32]:
    """The probability of each text block of a list to be content.

    scores: what is known of each, from 0 to 1. model: by default that of the package.
    """
    return (list_model() if model is None else model)(list_features(page, scores))


def blocks_in_records(page: Page) -> NDArray[np.float32]:
    """Of each text block whether it stands in a record, whether its first text is read as part of an entry, and the
    number of the records of that list: float32, 3 x blocks."""
    blocks, records = page.cached(TextBlocks), page.cached(find_records)
    found = np.zeros((3, len(blocks)), np.float32)
    if len(records):
        first = page.columns.text_rows[blocks.first]
        inside = records.holding(first)
        found[0], found[1] = inside, page.cached(entry_texts)[blocks.first]
        found[2, inside] = np.bincount(records.lists)[records.lists[records.last_before(first[inside])]]
    return found


def list_features(
    page: Page, scores: NDArray[np.float32], in_records: NDArray[np.float32] | None = None
) -> NDArray[np.float32]:
    """What the model reads: float32, blocks x MEASURES. Takes time linear in the page.

    scores: of each block, 0 to 1. in_records: `blocks_in_records` of the page, if it is known already.
    """
    if in_records is None:
        in_records = blocks_in_records(page)
    columns, blocks = page.columns, page.cached(TextBlocks)
    rows, n = columns.text_rows, len(blocks)
    block_of = blocks.block_of
    chars = np.maximum(np.bincount(block_of, columns.chars[rows], n), 1)
    linked = np.bincount(block_of, columns.chars[rows] * columns.linked[rows], n)
    content = chars * scores.astype(np.float64)
    first = rows[blocks.first]
    total = float(chars.sum())
    _, path, counts = np.unique(page.signature.path[blocks.element_row], return_inverse=True, return_counts=True)
    path = path.reshape(-1)
    of_path = np.bincount(path, chars)
    found = np.empty((n, len(MEASURES)), np.float32)
    found[:, 0] = _log_odds(scores)
    found[:, 1] = _log_odds(np.bincount(path, content) / of_path)[path]
    found[:, 2] = (np.bincount(path, linked) / of_path)[path]
    found[:, 3] = chars / (of_path / counts)[path]
    found[:, 4:9] = _groups(page, first, chars, content).T
    found[:, 9] = _log_odds(content.sum() / total)
    found[:, 10:14] = scores.max(), np.log(total), linked.sum() / total, chars @ in_records[0] / total
    found[:, 14:] = in_records.T
    return found


def _groups(page: Page, first: IndexArray, chars: IntArray, content: FloatArray) -> FloatArray:
    """The measures of the nearest and of the largest group of siblings alike of each block: 5 x blocks.

    first: the row of each block's first text. content: the characters that are expected to be content.
    """
    columns, n = page.columns, len(first)
    before = np.zeros((2, len(columns) + 1))
    before[0, first + 1], before[1, first + 1] = chars, content
    np.cumsum(before, axis=1, out=before)
    own, likely = before[:, columns.end] - before[:, :-1]
    shown = np.flatnonzero((columns.tag > 0) & (own > 0))
    # The path has the name and the classes of an element and of its ancestors.
    keys = page.signature.path[shown] + columns.parent[shown].astype(np.uint64) * _ODD
    _, group, counts = np.unique(keys, return_inverse=True, return_counts=True)
    group = group.reshape(-1)
    of_row = np.full(len(columns), -1)
    of_row[shown] = np.where(counts[group] >= MIN_RECORDS, group, -1)
    found = np.full((5, n), NO_GROUP)
    found[2] = 0
    group_measures(columns.parent, page.cached(TextBlocks).element_row, of_row, own, likely, counts, found)
    return found


def _log_odds(scores: NDArray[np.floating]) -> FloatArray:
    odds = (scores + SMOOTH) / (1 + SMOOTH - scores)
    found: FloatArray = np.log(odds).astype(np.float64)
    return found
