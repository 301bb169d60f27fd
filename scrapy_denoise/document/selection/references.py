"""Lists and sections of references, and on documentation the indexes of what it describes."""

from __future__ import annotations

from itertools import compress

import numpy as np

from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.document.selection.compiled import KeptRows
from scrapy_denoise.document.source.compiled import short_titles
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import match_key

MAX_REFERENCES = 2_000
"""Characters of a section of references."""

_HEADINGS = tags.flags("h1 h2 h3 h4 h5 h6")


def references(part: KeptRows, behind: list[tuple[int, int]]) -> list[int]:
    """The lists that are not kept whole right behind a line that says that they are references, with that line: one
    that is kept, or a heading right behind a kept text. On a page of documentation also those between a heading and a
    kept text, whose links lead to other pages: an index of what it describes. behind: see `lists_behind_lines`."""
    return [
        row
        for lines in behind
        if match_key(part.page.columns.text_of(lines[1])) in phrase_keys("reference_titles") or _is_index(part, *lines)
        for row in reversed(lines)
    ]


def _is_index(part: KeptRows, row: int, line: int) -> bool:
    """Whether a list on a page of documentation stands between a heading and a kept text and leads to other pages."""
    columns = part.page.columns
    end = int(columns.end[row])
    after = int(np.searchsorted(columns.text_rows, end))
    is_between = _HEADINGS[columns.tag[line]] and after < len(part.kept) and part.kept[after]
    if not is_between or not is_documentation(part.page):  # to ask for the type takes longer than all else here
        return False
    hrefs = [href for link, (href, _) in part.page.links.items() if row < link < end]
    return not any(href.startswith("#") for href in hrefs)


def reference_sections(part: KeptRows) -> list[int]:
    """On a page of documentation the elements beside a heading that says that they are references, up to the next
    heading, if they are short; the heading is kept, or stands right behind a kept text."""
    page, columns, wanted = part.page, part.page.columns, phrase_keys("reference_titles")
    titles = [row for row, _, _, key in page.cached(short_titles) if key in wanted and _HEADINGS[columns.tag[row]]]
    found: list[int] = []
    if not titles or not is_documentation(page):
        return found
    rows, headings = columns.text_rows, np.flatnonzero(_HEADINGS[columns.tag])
    places = np.minimum(np.searchsorted(rows, titles), len(rows) - 1)
    asked = part.kept[places] | part.kept[np.maximum(places - 1, 0)]
    for heading in compress(titles, asked.tolist()):
        around = int(columns.parent[heading])
        stop = min(int(columns.end[around]), *headings[headings > heading][:1].tolist(), len(columns))
        row, beside = int(columns.end[heading]), [heading]
        while row < stop and int(columns.end[row]) <= stop:
            beside.append(row)
            row = int(columns.end[row])
        if len(beside) > 1 and columns.subtree_chars[beside].sum() <= MAX_REFERENCES:
            found += beside
    return found


def is_documentation(page: Page) -> bool:
    return page.cached(find_page_type).name == "documentation"
