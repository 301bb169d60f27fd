"""Content that a style sheet hides until a script shows it: behind a wall, before fonts are there, before it fades in.

The scripts of a drawn page may not have run, or not to their end. Where the style sheets alone hide one element with
most of the page's running text, that element is the content and not noise, and it is read as the markup says.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.compiled import TRUST_MARKUP, RenderedDomMatch
from scrapy_denoise.page.dom import name_lists as visibility
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.rendering.rendered import TAG, RenderedPage
from scrapy_denoise.page.walk.compiled import elements

MIN_RUNNING_TEXT = 80
"""Characters outside links from which the text of a block is running text."""

MIN_HIDDEN_SHARE = 0.5
"""Share of the page's running text, hidden text included, above which a hidden element is the content."""

PARAGRAPHS = ("p", "br")
"""Elements that running text has ..."""

LEAST, SHARE = 3, 0.25
"""... of which so many are hidden, and so many for each that is seen, where content waits for its script."""

_DIALOGS = frozenset(("dialog", "alertdialog"))


def reveal_hidden_content(
    drawn: RenderedPage, nodes: RenderedDomMatch, walked: Callable[[], Columns], tree: Element
) -> None:
    """Let the markup decide about the element that waits for its script, and all within it, where there is one.

    walked: walks the tree, with the nodes.
    """
    hidden = drawn.hidden
    if not _may_hide_content(drawn, hidden):
        return
    nodes.hide(np.full(len(hidden), TRUST_MARKUP, np.uint8))
    try:
        columns = walked()
        numbers = nodes.rows()
        row = hidden_content_row(columns, (numbers >= 0) & (hidden[numbers] == 1))
        if row is not None:
            wanted = np.arange(len(columns)) == row
            element = elements(tree, columns, wanted)[row]
            if element is not None and not is_overlay(element):
                inside = numbers[row : columns.end[row]]
                hidden[inside[inside >= 0]] = TRUST_MARKUP
    finally:
        nodes.hide(hidden)


def _may_hide_content(drawn: RenderedPage, hidden: NDArray[np.uint8]) -> bool:
    """Whether enough paragraphs are hidden that the tree is worth a second walk."""
    tags = drawn.elements[:, TAG]
    texts = unseen = 0
    for name in PARAGRAPHS:
        if name in drawn.tags:
            found = tags == drawn.tags[name]
            texts += int(np.count_nonzero(found))
            unseen += int(np.count_nonzero(found & (hidden == 1)))
    return unseen >= max(LEAST, SHARE * (texts - unseen))


def hidden_content_row(columns: Columns, hidden: NDArray[np.bool_]) -> int | None:
    """The row of the hidden element with most of the page's running text; None where there is none.

    columns: of the page as its markup says. hidden: for each row, whether a browser has drawn it and nobody sees it.
    """
    running = _running_chars(columns)
    total = int(running.sum())
    if not total or not hidden.any():
        return None
    outer = hidden & ~hidden[np.maximum(columns.parent, 0)]
    outer[0] = hidden[0]
    held = np.where(outer, columns.subtree_sum(running), 0)
    row = int(held.argmax())
    return row if held[row] > MIN_HIDDEN_SHARE * total else None


def _running_chars(columns: Columns) -> NDArray[np.int64]:
    """Of each row the characters of running text that are its own."""
    found = np.zeros(len(columns), np.int64)
    rows = columns.text_rows
    if len(rows):
        block = columns.block[rows]
        free = np.where(columns.linked[rows], 0, columns.chars[rows])
        found[rows] = np.where(np.bincount(block, weights=free)[block] >= MIN_RUNNING_TEXT, free, 0)
    return found


def is_overlay(element: Element) -> bool:
    """Whether an element calls itself a dialog, a tooltip or the like, which a script opens over the page."""
    names = f"{element.get('class') or ''} {element.get('id') or ''}".lower()
    return (
        element.tag == "dialog"
        or element.get("role") in _DIALOGS
        or element.get("aria-modal") == "true"
        or any(word in names for word in visibility.OVER.split())
    )
