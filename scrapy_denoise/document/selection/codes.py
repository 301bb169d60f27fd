"""Code that a page writes into a box with a label and buttons, and code that stands there more than once."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import CODE_BOXES, class_id_pairs
from scrapy_denoise.document.selection.compiled import KeptRows
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import ExactWords, match_key

MAX_LABEL = 60
"""Characters of a box of code beside the code, such as "Code: Select all"."""

MIN_COPY = 10
"""Characters of a preformatted text of which a copy is looked for."""

MAX_COPIES = 3
"""Copies of a code that a highlighter makes at most."""

MAX_CODES = 1_000
"""Preformatted texts of a page of which copies are looked for."""

MAX_BETWEEN = 3
"""Texts before a code among which such a line is the last kept one."""

PRE = tags.CODES["pre"]
_BUTTON = tags.CODES["button"]
_CODE = tags.flags("pre code")
_STATED = tags.flags("h1 h2 h3 h4 h5 h6 p li dt dd th td pre code caption figcaption")
"""Elements in which a line says something of its own."""

_BOXES = ExactWords({"box": map(str.encode, CODE_BOXES)})


def boxed_codes(part: KeptRows) -> list[int]:
    """The code in boxes that are named so, of which nothing is kept although they stand beside a kept text.

    A box holds one element of code and at most `MAX_LABEL` characters besides.
    """
    columns, texts = part.page.columns, part.page.columns.text_rows
    boxes = np.array(part.page.cached(class_id_pairs).rows_with(_BOXES)[0], np.intp)
    codes = np.flatnonzero(_CODE[columns.tag])
    found: list[int] = []
    if not len(boxes) or not len(codes):
        return found
    for box in boxes.tolist():
        code = int(np.searchsorted(codes, box))
        if code == len(codes) or codes[code] >= columns.end[box]:
            continue
        code = int(codes[code])
        if not columns.subtree_chars[box] - columns.subtree_chars[code] <= MAX_LABEL:
            continue
        first, last = np.searchsorted(texts, (box, columns.end[box])).tolist()
        beside = part.kept[max(first - 1, 0) : first].any() or part.kept[last : last + 1].any()
        if beside and not part.kept[first:last].any():
            found.append(code)
    return found


def copied_codes(part: KeptRows) -> list[int]:
    """The elements right before or behind a kept preformatted text that hold its text again, once or several times, and
    nothing else: what a highlighter has drawn of it, and its raw copy. Not another preformatted text, which can be the
    same command for another system."""
    columns = part.page.columns
    found: list[int] = []
    codes = part.structures_of(PRE)
    for row in codes[:MAX_CODES]:
        chars = int(columns.subtree_chars[row])
        if (
            chars < MIN_COPY
            or (found and row < columns.end[found[-1]])
            or not _is_kept(columns.text_rows, part, row, int(columns.end[row]))
        ):
            continue
        own = ""
        for beside in _beside(part.page, row):
            if not 0.5 * chars <= columns.subtree_chars[beside] <= (MAX_COPIES + 1) * chars:
                continue
            if bisect_left(codes, beside) < bisect_left(codes, columns.end[beside]):
                continue
            own = own or match_key(columns.text_of(row))
            other = match_key(columns.text_of(beside))
            times = len(other) // len(own) if own else 0
            if 0 < times <= MAX_COPIES and other == own * times:
                found.append(beside)
    return sorted(found)


def _is_kept(texts: NDArray[np.intp], part: KeptRows, row: int, end: int) -> bool:
    first, last = np.searchsorted(texts, (row, end)).tolist()
    return bool(part.kept[first:last].all())


def _beside(page: Page, row: int) -> list[int]:
    """The elements right before and right behind another one."""
    columns = page.columns
    parent, end = columns.parent[row], int(columns.end[row])
    found: list[int] = []
    before = row - 1
    while before > parent and columns.parent[before] != parent:
        before = int(columns.parent[before])
    if before > parent and columns.tag[before] != tags.TEXT:
        found.append(before)
    if end < len(columns) and columns.parent[end] == parent and columns.tag[end] != tags.TEXT:
        found.append(end)
    return found
