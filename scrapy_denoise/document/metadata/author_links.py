"""Where names are those of the page's authors, and where of others: links near the title that lead to an author's
page; reviews, quotations and cards of other pages."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.regions.byline_labels import names_others
from scrapy_denoise.blocks.regions.post_bodies import MAX_DATE
from scrapy_denoise.document.compiled import BlockLines, Subtrees
from scrapy_denoise.document.source.compiled import page_addresses
from scrapy_denoise.document.source.elements import named_rows
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import collapse_whitespace, date_span, rows_of_tag
from scrapy_denoise.page.text.words import UNSPACED

NEAR = 600
"""Characters between the headline and such a link."""

MAX_LINKED = 4
"""Names of a page; where more are linked near its title, it is a list of pages or of people."""

_PATH = re.compile(
    r"/(?:authors?|by|byline|profiles?|staff|writers?|journalists?|contributors?|reporters?|columnists?|autor(?:en|es)?"
    r"|auteurs?|redakcja|redactie|redaktion)/[^/?#\s]{2,80}/?$",
    re.IGNORECASE,
)
_MEMBER = re.compile(r"/(?:u|users?)/[^/?#\s]{1,80}/?$", re.IGNORECASE)
"""The address of a member of the site, who wrote the page where a date stands behind the first of such links."""

_NAME = re.compile(r"\A[^\W\d_][\w.'’-]*(?: [\w.'’-]+){1,3}")
_QUOTATION = tags.CODES["blockquote"]
NEXT = 4
"""Texts behind a link to a member among which a date is looked for."""

IN_LINE = 8
"""Texts before and behind a link that may be of its line."""

_SCHEME = re.compile(r"\A(?:https?:)?//(?:www\.)?", re.IGNORECASE)
_BEHIND = re.compile(r"/(?!page/)[a-z]+(?:/[\w.-]+)+\Z", re.IGNORECASE)
"""What stands behind the account in the address of a post; behind a category, a page of its list."""

BESIDE = 20
"""Characters beside a name from which a link that holds both is a card of another page."""


MAX_LABEL = 40
"""The last characters of the text before a name that are read as its label."""


def linked_names(page: Page, lines: BlockLines) -> list[str]:
    """The texts of links to the pages of authors, up to NEAR characters behind the first ``h1``; else that of the first
    link there to a member of the site, where one of the next few texts is a date. lines: of the page."""
    columns = page.columns
    if columns.first_heading < 0:
        return []
    near = lines.links_behind(int(columns.end[columns.first_heading]), NEAR)
    found = [(row, page.links[row][0]) for row in near if row in page.links]
    linked = (_name(collapse_whitespace(columns.text_of(row))) for row, href in found if _PATH.search(href))
    names = list(dict.fromkeys(filter(None, linked)))
    if not names and (members := [row for row, href in found if _MEMBER.search(href) and columns.subtree_chars[row]]):
        return _dated_name(columns, members[0])
    return names if len(names) <= MAX_LINKED else []


def _dated_name(columns: Columns, row: int) -> list[str]:
    """The text of a link that may be a name, where one of the next few texts is a date."""
    behind = int(np.searchsorted(columns.text_rows, columns.end[row]))
    texts = map(columns.text_of, columns.text_rows[behind : behind + NEXT].tolist())
    name = _name(collapse_whitespace(columns.text_of(row)))
    return [name] if name and any(date_span(text[:MAX_DATE]) for text in texts) else []


def account_of_blog(page: Page) -> list[str]:
    """The text of the link to the account in whose folder of a host of blogs the page is, in a line with a date; none
    where no address says that it is a blog.

    With ``/ann/p/12`` and ``/ann/article/details/12`` it is ``/ann``, and not the category ``/rivers`` of
    ``/rivers/the-river-rose`` or ``/rivers/2024/05``.
    """
    own = _without_scheme(page.url or "")
    if "blog" not in own:
        return []
    columns, addresses = page.columns, page.cached(page_addresses)
    for row, (href, _) in page.links.items():
        address = _without_scheme(addresses.page(href))
        if "/" not in address or not own.startswith(f"{address}/") or not _BEHIND.match(own, len(address)):
            continue
        first, end = np.searchsorted(columns.text_rows, (row, columns.end[row]))
        if first < end and _is_dated(columns, int(first)):
            return [collapse_whitespace(columns.text_of(row))]
    return []


def _is_dated(columns: Columns, position: int) -> bool:
    """Whether the line of a text has a date."""
    rows = columns.text_rows[max(position - IN_LINE, 0) : position + IN_LINE]
    line = rows[columns.block[rows] == columns.block[columns.text_rows[position]]]
    return any(date_span(columns.text_of(row)[:MAX_DATE]) for row in line.tolist())


def _without_scheme(address: str) -> str:
    return _SCHEME.sub("", address).partition("?")[0].partition("#")[0].rstrip("/")


def of_others(page: Page) -> Subtrees:
    """The reviews and the quotations of a page: whoever is named there did not write the page. What holds the first
    ``h1`` or most of the text is none of these. To be asked for with ``page.cached``."""
    columns = page.columns
    rows = page.cached(named_rows).reader + rows_of_tag(columns, _QUOTATION)
    if not rows:
        return Subtrees(columns, rows)
    most, sums = columns.chars.sum() / 2, columns.subtree_chars
    others = (row for row in rows if not row <= columns.first_heading < columns.end[row] and sums[row] <= most)
    return Subtrees(columns, others)


def behind_label_of_others(page: Page, row: int) -> bool:
    """Whether the text right before a row is the label of others than the authors: "Medically reviewed by"."""
    position = int(np.searchsorted(page.columns.text_rows, row))
    return position > 0 and names_others(page.columns.text_between(position - 1, position)[-MAX_LABEL:])


def in_card(page: Page, row: int) -> bool:
    """Whether a row stands in a link that says more than it, such as a card of another page; not in one that holds the
    first ``h1``."""
    columns = page.columns
    if not columns.linked[row]:
        return False
    link = row
    while not columns.link[link]:
        link = int(columns.parent[link])
    return not link <= columns.first_heading < columns.end[link] and bool(
        columns.subtree_chars[link] > columns.subtree_chars[row] + BESIDE
    )


def in_teaser(page: Page, row: int, end: int) -> bool:
    """Whether a row stands behind the text of the article, below a heading that links to another page. A heading that
    links to the page of an author does not count.

    end: the row of the last text of the article.
    """
    if row <= end:
        return False
    columns, headings = page.columns, page.cached(_heading_rows)
    number = int(np.searchsorted(headings, row)) - 1
    heading = int(headings[number]) if number >= 0 else end
    if not end < heading < columns.end[heading] <= row:
        return False
    if columns.linked[heading]:
        return True
    link = heading + int(np.argmax(columns.link[heading : columns.end[heading]]))
    href, _ = page.links.get(link, ("#", ""))
    is_whole = bool(columns.subtree_chars[link] == columns.subtree_chars[heading])
    return is_whole and not href.startswith("#") and not _PATH.search(href) and not _MEMBER.search(href)


def _heading_rows(page: Page) -> NDArray[np.intp]:
    """The rows of the headings with text."""
    columns = page.columns
    return np.flatnonzero(tags.HEADINGS[columns.tag] & (columns.subtree_chars > 0))


def _name(text: str) -> str:
    """A text that may be a person's name: two to four words, the first of which begin with capital letters."""
    if text[:1] >= UNSPACED:
        return text if 2 <= len(text) <= 8 else ""
    return text if len(text) <= 50 and _NAME.fullmatch(text) and text[0].isupper() and _last(text).isupper() else ""


def _last(text: str) -> str:
    """The first letter of the last word."""
    return text.rpartition(" ")[2][:1]
