"""The texts of a page's headings, each without the path of links that leads to the page."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.compiled import collapse_whitespace, match_key
from scrapy_denoise.page.title.site_name import MAX_TITLE_CHARS

_HEADINGS = tags.flags("h1 h2 h3")
_H1 = tags.flags("h1")
_STEP = " /\\>\u203a»→〉＞|·•-–—"
"""The marks between the links of a path."""

MAX_HEADINGS = 50

MIN_STEPS, MAX_STEPS = 2, 20
"""Links of a heading that is a path to the page, at least, and texts of it that are looked at."""


def headings(columns: Columns) -> list[str]:
    """The texts of the first headings, h1 first."""
    rows = _rows(columns, _HEADINGS)
    return _texts(columns, rows[np.argsort(columns.tag[rows], kind="stable")])


def headings_in_order(columns: Columns) -> list[str]:
    """The texts of the same headings as the page has them."""
    return _texts(columns, _rows(columns, _HEADINGS))


def first_headings(columns: Columns) -> list[str]:
    """The texts of the first `h1`."""
    return _texts(columns, _rows(columns, _H1))


def _rows(columns: Columns, wanted: NDArray[np.bool_]) -> NDArray[np.intp]:
    return np.flatnonzero(wanted[columns.tag])[:MAX_HEADINGS]


def _texts(columns: Columns, rows: NDArray[np.intp]) -> list[str]:
    bounds = np.searchsorted(columns.text_rows, (rows, columns.end[rows])).T.tolist()
    texts = (_behind_path(columns, first, last) for first, last in bounds)
    return [text for words in texts if (text := collapse_whitespace(words)[:MAX_TITLE_CHARS])]


def _behind_path(columns: Columns, first: int, last: int) -> str:
    """The text of a heading; of one that is a path of two or more links with marks alone between them, what stands
    behind it. A name before a colon is no part of the path. first, last: positions in ``columns.text_rows``."""
    whole = columns.text_between(first, last)
    if last - first <= MIN_STEPS or not columns.linked[columns.text_rows[first]]:
        return whole
    linked = columns.linked[columns.text_rows[first : min(last, first + MAX_STEPS)]]
    links = np.flatnonzero(linked)
    if len(links) < MIN_STEPS or linked[-1]:
        return whole
    marks = first + np.flatnonzero(~linked[: links[-1]])
    at = first + int(links[-1]) + 1
    own = columns.text_between(at, last).strip()
    if (
        own[:1] in ("", ":", "：")
        or columns.text_between(first, at).endswith((":", "："))
        or any(match_key(columns.text_between(at, at + 1)) for at in marks.tolist())
    ):
        return whole
    return own.lstrip(_STEP) or whole
