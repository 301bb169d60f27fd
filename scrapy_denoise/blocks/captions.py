"""The captions of a page's pictures: which text they are, and which element shows both."""

from __future__ import annotations

import re

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.named import matching_names
from scrapy_denoise.page import Columns, Page, tags

MAX_CAPTION = 600
"""Characters of a caption; what is longer is an article in a figure."""

MAX_BESIDE = 200
"""Characters of other text that the element around a picture and its caption has, such as a second caption."""

LEVELS = 3
"""How far around an element that is named as a caption its picture is looked for."""

MAX_NAMED = 1_000
"""Elements of a page that are named as captions; of those after them, none is one."""

_NAME = re.compile(rb"c(?:aption|redit)s?(?:[\s_\0]|-(?!card))")

_FIGURE, _FIGCAPTION = tags.CODES["figure"], tags.CODES["figcaption"]
_SHOWN = tags.flags("img picture svg video audio iframe object embed canvas")
_PAGE = tags.flags("html body main article section")
_OTHER = tags.flags("table pre blockquote ul ol dl h1 h2 h3 h4 h5 h6 article section form textarea select figcaption")


@attrs.frozen(eq=False)
class Captions:
    """Elements that are captions, each with the element that holds it and its picture.

    captions, figures: rows of the page's columns, one for each caption, in document order. ``page.once(find_captions)``
    computes them once.
    """

    captions: NDArray[np.intp]
    figures: NDArray[np.intp]

    def rows(self, columns: Columns) -> NDArray[np.bool_]:
        """For each of the page's text rows whether it is part of a caption."""
        found: NDArray[np.bool_] = columns.within(self.captions)[columns.text_rows]
        return found


def find_captions(page: Page) -> Captions:
    """The captions of the pictures and videos of a page.

    The ``figcaption`` of a figure that holds one; the text of such a figure without ``figcaption``; and short text
    beside a picture in an element that is named as a caption. The captions of tables and of code are none.
    """
    columns = page.columns
    found: dict[int, int] = {}
    figures = np.flatnonzero(columns.tag == _FIGURE)
    named = _named(columns)
    if not len(figures) and not len(named):
        return Captions(np.zeros(0, np.intp), np.zeros(0, np.intp))
    shown = np.cumsum(np.append(0, _SHOWN[columns.tag]))
    other = np.cumsum(np.append(0, _OTHER[columns.tag]))
    end, chars = columns.end, columns.subtree_chars

    def holds(counts: NDArray[np.int64], row: int) -> bool:
        return bool(counts[end[row]] > counts[row + 1])

    for row in np.flatnonzero(columns.tag == _FIGCAPTION).tolist():
        above = int(columns.parent[row])
        for _ in range(LEVELS):
            if above < 0 or columns.tag[above] == _FIGURE:
                break
            above = int(columns.parent[above])
        if above >= 0 and columns.tag[above] == _FIGURE and holds(shown, above) and 0 < chars[row] <= MAX_CAPTION:
            found[row] = above
    bare = (row for row in figures.tolist() if 0 < chars[row] <= MAX_CAPTION and not holds(other, row))
    found |= {row: row for row in bare if holds(shown, row)}
    for row in named.tolist():
        if not 0 < chars[row] <= MAX_CAPTION or holds(other, row):
            continue
        above = row
        for _ in range(LEVELS):
            if above < 0 or holds(shown, above) or chars[above] > chars[row] + MAX_BESIDE:
                break
            above = int(columns.parent[above])
        if (
            above > 0
            and holds(shown, above)
            and chars[above] <= chars[row] + MAX_BESIDE
            and not _PAGE[columns.tag[above]]
        ):
            found.setdefault(row, above)
    rows = sorted(found)
    return Captions(np.array(rows, np.intp), np.array([found[row] for row in rows], np.intp))


def _named(columns: Columns) -> NDArray[np.intp]:
    """The elements that are named as captions."""
    names = matching_names(columns, (b"caption", b"credit"), _NAME)
    return np.flatnonzero(np.isin(columns.names, names))[:MAX_NAMED] if len(names) else np.zeros(0, np.intp)
