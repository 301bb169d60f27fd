"""The types of Quark's blocks: the types of noise (navigation, related links, copyright and others) and the title."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.lexicon import phrases, sections
from scrapy_denoise.methods.quark.recogniser import HAN_CHARS, QuarkBlocks, is_mostly_han
from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, FloatArray
from scrapy_denoise.page.walk.compiled import name_hash

Types = NDArray[np.uint8]

TYPE = {name: np.uint8(number) for number, name in enumerate(BLOCK_TYPES)}

NOISE = ("advertisement", "comment", "interaction", "copyright", "related", "navigation", "media")
"""The types of noise. The first of those with the same score wins."""

ELEMENTS = {
    "advertisement": "ins",
    "interaction": "form fieldset dialog",
    "copyright": "footer",
    "related": "aside",
    "navigation": "nav menu header",
    "media": "iframe object embed video audio canvas figure",
}
"""Tags that are evidence of a type, with half the weight of a class or an id."""

CONTROLS = tags.flags("input select textarea button")
MEDIA = tags.flags("img picture video audio iframe object embed canvas svg")

COPYRIGHT = tuple(phrase.encode() for phrase in phrases("copyright_phrases"))
"""Phrases of a copyright line, in UTF-8."""

MAX_FOUND = 100
"""At most this many occurrences of a phrase on a page count, the first ones."""

MENU_CHARS = 16
"""A link with fewer Latin characters is a menu entry; a longer one is a headline."""


_NAMES = sorted(
    (name_hash(name), NOISE.index(kind)) for kind, names in sections("noise_names").items() for name in names
)
_HASHES = np.array([name for name, _ in _NAMES], np.uint32)
_KINDS = np.array([kind for _, kind in _NAMES])

_ELEMENT_KIND = np.full(len(tags.NAMES) + 1, -1)
for _kind, _names in ELEMENTS.items():
    for _name in _names.split():
        _ELEMENT_KIND[tags.CODES[_name]] = NOISE.index(_kind)


def name_scores(columns: Columns, root: NDArray[np.intp]) -> FloatArray:
    """The evidence for each type of NOISE, of shape (blocks, 7), in the tags, classes and ids of each block's root and
    its ancestors."""
    score = np.zeros((len(NOISE), len(columns) + 1), np.float32)
    for column in (columns.class_hash, columns.id_hash):
        rows = np.flatnonzero(column)
        place = np.minimum(np.searchsorted(_HASHES, column[rows]), len(_HASHES) - 1)
        same = _HASHES[place] == column[rows]
        rows, kind = rows[same], _KINDS[place[same]]
        np.add.at(score, (kind, rows), 1)
        np.add.at(score, (kind, columns.end[rows]), -1)
    kind = _ELEMENT_KIND[np.minimum(columns.tag, len(tags.NAMES))]
    rows = np.flatnonzero(kind >= 0)
    np.add.at(score, (kind[rows], rows), 0.5)
    np.add.at(score, (kind[rows], columns.end[rows]), -0.5)
    around: FloatArray = np.minimum(np.cumsum(score, 1)[:, root].T, 1.5).astype(np.float64)
    return around


def holds_copyright(columns: Columns) -> BoolArray:
    """For each text row, whether it has a phrase of a copyright line."""
    text = columns.text.lower()
    starts = columns.text_start[columns.text_rows]
    found = np.zeros(len(starts), np.bool_)
    for phrase in COPYRIGHT:
        place = text.find(phrase)
        for _ in range(MAX_FOUND):
            if place < 0:
                break
            found[np.searchsorted(starts, place, "right") - 1] = True
            place = text.find(phrase, place + len(phrase))
    return found


def noise_types(blocks: QuarkBlocks, main: BoolArray, comments: BoolArray | None) -> Types:
    """The type of each block under the assumption that it is noise; an empty block may have none.

    main: the main blocks. comments: for each row of the page whether it is part of comments; None if it has none.
    """
    columns = blocks.columns
    length = blocks.chars * (HAN_CHARS if is_mostly_han(columns) else 1.0)
    owner = blocks.of_row
    controls = np.bincount(owner[CONTROLS[columns.tag]], minlength=len(blocks))
    media = np.bincount(owner[MEDIA[columns.tag]], minlength=len(blocks))
    links = np.bincount(owner[columns.link], minlength=len(blocks))
    link_density = blocks.link_chars / np.maximum(blocks.chars, 1)
    link_length = length * link_density / np.maximum(links, 1)
    legal = (blocks.sums(holds_copyright(columns)) > 0) & (length < 900)
    order = np.arange(len(blocks))
    first = int(main.argmax()) if main.any() else 0
    last = len(main) - 1 - int(main[::-1].argmax()) if main.any() else len(main)
    linked = link_density >= 0.5

    score = 2 * name_scores(columns, blocks.root)
    if comments is not None:
        score[:, NOISE.index("comment")] += 2.0 * comments[blocks.root]
    score[:, NOISE.index("copyright")] += 4.0 * legal
    score[:, NOISE.index("interaction")] += 2.0 * ((controls > 0) & (controls * 30 >= length))
    score[:, NOISE.index("media")] += 2.0 * ((media > 0) & (length < 30))
    score[:, NOISE.index("navigation")] += 1.5 * (linked & (link_length < MENU_CHARS)) + 0.2 * (order < first)
    score[:, NOISE.index("related")] += 1.5 * (linked & (link_length >= MENU_CHARS)) + 0.2 * (order > last)
    score[:, NOISE.index("copyright")] += 0.3 * ((order > last) & (order >= len(blocks) - 2) & ~linked)
    score[:, NOISE.index("related")] += 0.1
    names = np.array([TYPE[name] for name in NOISE])
    found: Types = np.where((blocks.chars > 0) | (score.max(1) >= 1), names[score.argmax(1)], TYPE[""])
    return found


def titles(blocks: QuarkBlocks, to_title: FloatArray, title: str) -> BoolArray:
    """Whether each block holds little but the page's title: its root is an h1, or its words are those of the title."""
    short = (blocks.chars > 0) & (blocks.chars <= 2 * len(title) + 20)
    heading = blocks.columns.tag[blocks.root] == tags.CODES["h1"]
    found: BoolArray = (
        short & (blocks.link_chars <= 0.5 * blocks.chars) & ((to_title >= 0.6) | (heading & (to_title >= 0.2)))
    )
    return found
