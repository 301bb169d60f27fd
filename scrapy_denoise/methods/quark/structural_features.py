"""The seven structural features of a block, each divided into bins, from which the Bayes posterior is computed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.compiled import feature_bins
from scrapy_denoise.methods.quark.recogniser import HAN_CHARS, QuarkBlocks, is_mostly_han
from scrapy_denoise.page.columns import tags

FEATURE_NAMES = ("text length", "link text", "longest text", "layout elements", "punctuation", "position", "root")
"""The names of the features in reasons and in the tables."""

ROOTS = (
    ("other",),
    ("div", "center"),
    ("td", "th", "table"),
    ("article", "main", "section"),
    ("header", "footer", "nav", "aside"),
    ("form", "fieldset", "dialog", "details"),
    ("h1", "h2", "h3", "h4", "h5", "h6"),
    ("p", "pre", "blockquote", "li", "ul", "ol", "dl", "dt", "dd"),
    ("html", "body"),
)
DEPTHS = (4, 9)
"""The least depth of a block's root in the second and in the third bin of depths."""

EDGES: tuple[tuple[float, ...], ...] = (
    (0.5, 20, 40, 80, 150, 300, 600, 1200, 2400),  # characters; one of Han counts 2.5 times
    (0.001, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 0.95),  # share of the characters in links
    (6, 12, 20, 30, 45, 70, 110, 180, 300),  # characters of the longest text outside links
    (0.001, 0.15, 0.3, 0.45, 0.6, 0.8),  # share of the elements
    (0.5, 1.5, 3.5, 7.5, 15.5, 31.5),  # punctuation marks
    (0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95),  # share of the page's characters before it
)
"""The lower ends of the bins of the first six features, from the second bin on."""

BINS = (*(len(edges) + 1 for edges in EDGES), len(ROOTS) * (len(DEPTHS) + 1))
"""The number of bins of each feature."""

_EDGES = tuple(np.array(edges, np.float64) for edges in (*EDGES, DEPTHS))

_ROOT_CLASS = np.zeros(len(tags.NAMES) + 1, np.intp)
for _number, _names in enumerate(ROOTS):
    for _name in _names[_number == 0 :]:
        _ROOT_CLASS[tags.CODES[_name]] = _number


def block_bins(blocks: QuarkBlocks) -> NDArray[np.intp]:
    """The bin of each feature of each block, an array of shape (blocks, 7)."""
    found = np.empty((len(blocks), len(BINS)), np.intp)
    feature_bins(
        blocks.columns,
        blocks.of_text,
        blocks.root,
        blocks.chars,
        blocks.link_chars,
        blocks.layout_share,
        HAN_CHARS if is_mostly_han(blocks.columns) else 1.0,
        _EDGES,
        _ROOT_CLASS,
        found,
    )
    return found
