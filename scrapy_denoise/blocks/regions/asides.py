"""Parts of a page that are no content by what stands in them: advertisements under their label or the name of their
sponsor, offers to pay for the rest, and other articles below the one that the page is about."""

from __future__ import annotations

import re
from functools import cache

import numpy as np

from scrapy_denoise.blocks.features.url_features import is_list_address
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.blocks.regions.byline_labels import is_byline
from scrapy_denoise.blocks.regions.compiled import parts_to_ask
from scrapy_denoise.blocks.regions.date_words import date_spans, without_dates
from scrapy_denoise.blocks.regions.datelines import is_dateline
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import ExactWords, match_key
from scrapy_denoise.page.url import is_home

Span = tuple[int, int]
"""The first row of a part, and one past its last."""

MAX_LABEL = 60
"""The most characters of a line that names a sponsor."""

MAX_AD, MAX_AD_SHARE = 1_200, 0.35
"""The most characters of an advertisement, and its most of a page's."""

MAX_OFFER = 600
"""The most characters of an offer to pay."""

MAX_ARTICLES = 20
"""Headings of the highest rank of a page that are read."""

MIN_ARTICLE = 200
"""Characters outside links of the page's article, and of another one, which is a teaser without them."""

OWN_TITLE = 0.6
"""Share of the letters of a page's title that its first heading has where the article below that is the page's."""

HEAD_BLOCKS = 3
"""Blocks behind a heading among which the author or the day of an article is looked for."""

_MAIN, _ARTICLE = tags.CODES["main"], tags.CODES["article"]
_DT = tags.CODES["dt"]
_CLOCK = re.compile(r"(?<!\d)\d{1,2}[:.h]\d\d(?!\d)")
_CONTROLS = tags.flags("button form input")
_WALL, _BEFORE_WALL = re.compile(b"wall"), re.compile(rb"(?:pay|reg|subscri[a-z]{1,9})[-_]?\Z")
MAX_BEFORE_WALL = 17
"""What the classes say of what stands in the place of an article's rest, and of the rest itself, in small letters: a
word and the one before it, of so many bytes at most. To look for both at once takes far longer."""


def asides_by_content(page: Page) -> list[tuple[str, list[Span]]]:
    """Such parts of a page, each kind with the name of the asides that it counts as."""
    columns = page.columns
    found = []
    # Most pages have nothing that any of them needs.
    if begun := _sponsors().rows(columns):
        found.append(("related", advertisements(page, begun)))
    terms, first, headed = parts_to_ask(columns, MAX_ARTICLES, MIN_ARTICLE)
    if terms:
        found.append(("comment", lists_of_comments(page, terms)))
    if headed:
        found.append(("related", other_articles(page, first, headed)))
    if b"wall" in columns.class_id_values and (walls := _walls(columns)):
        found.append(("interaction", offers_to_pay(page, walls)))
    return found


def advertisements(page: Page, begun: list[int]) -> list[Span]:
    """The elements that begin with a line that names a sponsor, as in "A message from Mills & Co", or right with the
    label of an advertisement, and hold more than that, but a small part of the page. A label in an element of its own
    stands in the place of an advertisement that a script would show, and what follows is not that.

    begun: the text rows that may be such a line or label.
    """
    columns, rows = page.columns, page.columns.text_rows
    most = min(MAX_AD, MAX_AD_SHARE * float(columns.chars.sum()))

    def is_box(row: int, before: int) -> bool:
        return row > max(before, 0) and columns.subtree_chars[row] <= most and not _is_whole(columns, row)

    found = []
    for row in begun:
        first, top = int(rows.searchsorted(row)), row
        before = int(rows[first - 1]) if first else -1
        if match_key(columns.text_of(row)) in phrase_keys("unread_lines", "advertisements"):
            box = int(columns.parent[columns.parent[row]])
            top = box if is_box(box, before) else row
        else:
            while is_box(up := int(columns.parent[top]), before):
                top = up
        if columns.subtree_chars[top] > columns.chars[row]:
            found.append((top, int(columns.end[top])))
    return found


def lists_of_comments(page: Page, terms: list[int]) -> list[Span]:
    """Those of some lists of terms, by their rows, in which each term is a name with a day and a time, below text of
    the page: their descriptions are what readers said."""
    columns = page.columns
    rows, end = columns.text_rows, columns.end
    found = []
    for row in terms:
        own = np.flatnonzero(columns.tag[row : end[row]] == _DT) + row
        before = columns.chars[rows[: np.searchsorted(rows, row)]].sum()
        if before >= MIN_ARTICLE and all(_is_name_with_time(columns.text_of(term)) for term in own.tolist()):
            found.append((row, int(end[row])))
    return found


def _is_name_with_time(text: str) -> bool:
    """Whether a short text has a day, a time, and a word beside them."""
    if len(text) > MAX_LABEL or not (_CLOCK.search(text) and date_spans(text)):
        return False
    return any(map(str.isalpha, without_dates(text)))


def _walls(columns: Columns) -> list[int]:
    """Where in `Columns.class_id_values` something is called a wall before the rest of an article."""
    names = columns.class_id_values.lower()
    places = (found.start() for found in _WALL.finditer(names))
    return [at for at in places if _BEFORE_WALL.search(names, max(at - MAX_BEFORE_WALL, 0), at)]


def offers_to_pay(page: Page, walls: list[int]) -> list[Span]:
    """The elements that are called a wall before the rest of an article, are small, and have a form or a button. The
    rest itself may have such a name too. walls: where their names are (`Columns.class_id_values`)."""
    columns = page.columns
    named = columns.rows_of_class(walls, ids=True)
    rows = np.flatnonzero(named & (columns.subtree_chars <= MAX_OFFER))
    pressed = np.flatnonzero(_CONTROLS[columns.tag])
    holds = np.diff(np.searchsorted(pressed, (rows, columns.end[rows])), axis=0)[0] > 0
    return [(row, int(columns.end[row])) for row in rows[holds].tolist()]


def other_articles(page: Page, first: int, headed: list[tuple[int, int, int]]) -> list[Span]:
    """The elements below the article of a page that hold another one: with a heading of the highest rank of its own,
    and its author or its day right below that. None on a list, where no article is that of the page.

    first, headed: the row of the page's heading, and its other parts with such a heading (`parts_to_ask`).
    """
    if is_home(page.url or "") or is_list_address(page.url):
        return []
    signed = [part for part in headed if _is_signed(page, part[0], part[2])]
    if not signed:
        return []
    own = match_key(page.columns.text_of(first))
    if own not in match_key(f"{page.titles.element} {page.titles.open_graph}"):
        return []
    # The title is found last, which takes longer than all else here.
    title = match_key(page.title)
    if own not in title or len(own) < OWN_TITLE * len(title):
        return []
    return [(row, end) for heading, row, end in signed if match_key(page.columns.text_of(heading)) not in title]


def _is_whole(columns: Columns, row: int) -> bool:
    """Whether an element is the main part of a page."""
    return columns.tag[row] in (_MAIN, _ARTICLE) or columns.depth[row] <= 1


def _is_signed(page: Page, heading: int, end: int) -> bool:
    """Whether one of the first blocks behind a heading, in the element that ends there, is a byline or a dateline."""
    columns, blocks = page.columns, page.cached(TextBlocks)
    begin, stop = np.searchsorted(columns.text_rows, (columns.end[heading], end)).tolist()
    numbers = dict.fromkeys(blocks.block_of[begin:stop].tolist())
    lines = (blocks.text(columns, number) for number in list(numbers)[:HEAD_BLOCKS])
    return any(is_byline(line) or is_dateline(line) for line in lines)


class _Beginnings:
    """How short text rows begin that are looked for at the beginning of a line: in lower case, with capitals at the
    beginning of the first word or of each, or in capitals."""

    def __init__(self, words: list[str]) -> None:
        forms = {form for word in words for form in (word, word.capitalize(), word.title(), word.upper())}
        self._words = ExactWords({"beginnings": [b"\n" + form.encode() for form in sorted(forms)]})

    def rows(self, columns: Columns) -> list[int]:
        """The short text rows of a page that begin so."""
        places = self._words.places_in(columns.text)
        if not places:  # as on most pages
            return []
        rows, starts = columns.text_rows, columns.text_start[columns.text_rows]
        numbers = starts.searchsorted(places, "right").tolist()
        begun = [
            int(rows[number])
            for number, place in zip(numbers, places, strict=True)
            if number < len(rows) and starts[number] == place + 1  # a line of preformatted text begins no row
        ]
        return [row for row in begun if columns.chars[row] <= MAX_LABEL]


@cache
def _sponsors() -> _Beginnings:
    """Of the line that names a sponsor, and of the labels of an advertisement, which are the whole line."""
    lines = sections("unread_lines")
    return _Beginnings([*lines["sponsors"], *(f"{label}\n" for label in lines["advertisements"])])
