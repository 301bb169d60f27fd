"""The type of each block of a page (title, date, navigation, ...), by its position, form and ancestors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.asides import ASIDES, Asides
from scrapy_denoise.blocks.datelines import BYLINE, DATE
from scrapy_denoise.blocks.features import NAMES
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page

BLOCK_TYPES = (
    "",
    "content",
    "title",
    "date",
    "author",
    "comment",
    "navigation",
    "related",
    "interaction",
    "copyright",
    "advertisement",
    "media",
    "consent",
)
"""The types of blocks. The first stands for an unknown type."""

HEAD = 10
"""How many blocks before and after the title are searched for a dateline and a byline."""

LINE = 90
"""The largest number of characters of a dateline or a byline."""

_CODE = {name: np.uint8(code) for code, name in enumerate(BLOCK_TYPES)}
_COLUMN = {name: place for place, name in enumerate(NAMES)}

# The types of noise with their conditions; the first condition that holds decides.
_NOISE = (
    ("copyright", lambda f: (f("copyright") > 0) | (f("near_footer") <= 1) | (f("in_footer") <= 1)),
    ("advertisement", lambda f: f("near_advertisement") <= 1),
    ("media", lambda f: (f("in_figure") <= 2) | (f("near_caption") <= 0)),
    ("interaction", lambda f: (f("in_form") <= 2) | (f("near_form") <= 1) | (f("near_sharing") <= 2)),
    ("related", lambda f: (f("near_related") <= 3) | (f("near_tags") <= 1)),
    (
        "navigation",
        lambda f: (f("in_nav") <= 4) | (f("near_navigation") <= 3) | (f("in_header") <= 3) | (f("link_density") >= 0.5),
    ),
)


def block_types(page: Page, kept: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """For each text row of a page an index into `BLOCK_TYPES`, where `kept` says which are content.

    title: the block most similar to the page's title, headings before others. date, author: short lines near the title
    that match `DATE` or `BYLINE`, or that class names call so. comment, consent, choices of forms: see `Asides`. The
    other types of noise are told by the names and kinds of a block's ancestors and by its links; the type is empty
    where none of these tells.
    """
    blocks = page.once(TextBlocks)
    features = blocks.features
    content = np.zeros(len(blocks), np.bool_)
    content[blocks.block_of[kept]] = True
    found = np.full(len(blocks), _CODE["content"])
    noise = np.zeros(len(blocks), np.uint8)
    for name, holds in reversed(_NOISE):
        noise[holds(lambda column: features[:, _COLUMN[column]])] = _CODE[name]
    found[~content] = noise[~content]
    for name in ASIDES:
        if (beside := page.once(Asides).blocks((name,))) is not None:
            found[np.frombuffer(beside, np.bool_) & ~content] = _CODE[name]
    if len(blocks) and features[0, _COLUMN["title_known"]]:
        title = int(np.abs(features[:, _COLUMN["title_distance"]]).argmin())
        found[title] = _CODE["title"]
        _head(page, title, found)
    return found[blocks.block_of]


def _head(page: Page, title: int, found: NDArray[np.uint8]) -> None:
    """Mark the dateline and the byline that are nearest to the title."""
    blocks = page.once(TextBlocks)
    byline = blocks.features[:, _COLUMN["near_byline"]]
    near = [i for i in range(max(title - HEAD, 0), min(title + HEAD + 1, len(blocks))) if i != title]
    near.sort(key=lambda i: abs(i - title))
    date = author = False
    for i in near:
        if blocks.chars[i] > LINE or found[i] == _CODE["comment"]:
            continue
        text = page.columns.text_between(*np.searchsorted(blocks.block_of, (i, i + 1)).tolist())
        if not date and DATE.search(text):
            found[i], date = _CODE["date"], True
        elif not author and (BYLINE.search(text) or (byline[i] <= 1 and 3 <= blocks.chars[i] <= 40)):
            found[i], author = _CODE["author"], True
