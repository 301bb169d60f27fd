"""References below a text."""

from __future__ import annotations

import re
from functools import partial
from itertools import takewhile

from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.document.selection.compiled import KeptRows
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray

MAX_REFERENCES = 2_000
"""Characters of a section of references that is no list and has no numbers."""

_LISTS, _NO_TAGS = tags.flags("ul ol"), tags.flags("")
_NUMBERED = re.compile(r"\W{0,2}\d{1,3}[.)\]］]")


def references(part: KeptRows, lines: list[int]) -> list[int]:
    """The lines that say that references stand below them, with the lists and the numbered lines that do; on a page of
    documentation, below a heading, with all up to the next one, if it is short.

    A line that is not kept is one where the text before it is, in the same element; it has lists if it is a heading.
    lines: see `lines_above`.
    """
    columns, found = part.page.columns, []
    for line in lines:
        at, is_heading = int(columns.text_rows.searchsorted(line)), tags.HEADINGS[columns.tag[line]]
        if not part.kept[at] and columns.text_rows[at - 1] <= columns.parent[line]:
            continue
        below = _below(columns, line)
        if is_heading and is_documentation(part.page) and columns.subtree_chars[below].sum() <= MAX_REFERENCES:
            listed = below
        else:
            may_be = _LISTS if part.kept[at] or is_heading else _NO_TAGS
            listed = list(takewhile(partial(_is_reference, columns, may_be), below))
        found += [line, *listed] if listed else []
    return found


def _below(columns: Columns, line: int) -> list[int]:
    """The elements with text that follow a line up to the next heading, in its element or the one that ends later."""
    while (above := int(columns.parent[line])) > 0 and columns.end[above] == columns.end[line]:
        line = above
    row, stop, found = int(columns.end[line]), int(columns.end[columns.parent[line]]), []
    while row < stop and not tags.HEADINGS[columns.tag[row]]:
        if columns.subtree_chars[row]:
            found.append(row)
        row = int(columns.end[row])
    return found


def _is_reference(columns: Columns, lists: BoolArray, row: int) -> bool:
    """Whether an element is a numbered line, or has one of these tags. lists: bool, a flag for each tag with a code."""
    return bool(lists[columns.tag[row]]) or _NUMBERED.match(columns.text_of(row)) is not None


def is_documentation(page: Page) -> bool:
    return page.cached(find_page_type).name == "documentation"
