"""How much of a page's structure an extractor keeps: its headings, list items, rows of tables and pictures.

Gold is text alone, so its structure is that of the page's own markup within the gold's text: a heading, an item or a
row whose text the gold has, and a picture that stands between two texts that the gold has.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from urllib.parse import unquote

import numpy as np
from attrs import frozen
from lxml import etree, html
from lxml.etree import _Element
from numpy.typing import NDArray

from scrapy_denoise.evaluation.metrics.gold_blocks import gold_share
from scrapy_denoise.evaluation.metrics.neutral_lines import NeutralLines
from scrapy_denoise.evaluation.metrics.text import Score, tokens
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import match_key

MIN_ELEMENT_IN_GOLD = 0.8
"""Share of an element's characters that must be in texts of the gold for the element to be the gold's."""

MIN_TEXT_IN_GOLD = 0.5
"""Share of a text's 4-token runs that must be in the gold for the text to be the gold's (`gold_share`)."""

MIN_TOKENS = 4
"""A text with at least this many tokens may be part of a line of the gold. A shorter one must be a line: in every
page's
navigation are words that its article has too."""

MIN_ROW_CHARS = 8
"""The same for a row of a table, in letters and digits."""

MAX_UNITS = 5_000
"""The most headings, items, rows and pictures (of each) that are compared; later ones are ignored."""

MIN_PIXELS = 20
"""An image that states a smaller width and height is a spacer, a counter or an icon."""

KINDS = ("headings", "lists", "tables", "images")

_HEADINGS = tuple(f"h{level}" for level in range(1, 7))
_IMAGE = tags.flags("img")
_CAPTIONS = tags.flags("figure figcaption caption")
_NUMBER = re.compile(r"^\W*\d{1,3}[.)]")
_ADDRESSES = ("src", "data-src", "data-original", "data-lazy-src", "data-srcset", "srcset")


@frozen
class Structures:
    """The units of a page's gold. headings, lists, tables: their texts, with how often each occurs; letters and digits
    alone count. images: for each picture the names of the files that its element tells."""

    headings: Counter[str]
    lists: Counter[str]
    tables: Counter[str]
    images: tuple[frozenset[str], ...]

    @classmethod
    def of_gold(cls, page: Page, gold: str, neutral: NeutralLines) -> Structures:
        """The structure of a page within its gold. neutral: its title is not a heading of the content."""
        if page.tree is None or not gold:
            return cls.none()
        lines = _line_keys(gold)
        columns, letters = page.columns, match_key(gold)
        long = [
            len(tokens(text)) >= MIN_TOKENS or match_key(text) in lines
            for text in map(columns.text_of, columns.text_rows.tolist())
        ]
        kept = (gold_share(page, gold) >= MIN_TEXT_IN_GOLD) & np.array(long, np.bool_)
        found = page.elements()
        chars = np.zeros(len(columns), np.int64)
        chars[columns.text_rows[kept]] = columns.chars[columns.text_rows[kept]]
        share = columns.subtree_sum(chars) / np.maximum(columns.subtree_chars, 1)
        within = {
            element: bool(share[row] >= MIN_ELEMENT_IN_GOLD) for row, element in enumerate(found) if element is not None
        }
        headings, items, cells = _texts(
            page.tree,
            lambda element: within.get(element, False),
            neutral,
            lambda row: _is_row(row, letters, lines),
        )
        pictures = (_file_names(found[row]) for row in _between(page, kept))
        return cls(headings, _without(items, headings), cells, tuple(names for names in pictures if names)[:MAX_UNITS])

    @classmethod
    def none(cls) -> Structures:
        """No structure, as of a page whose gold has no text."""
        return cls(Counter(), Counter(), Counter(), ())

    def scores(self, markup: str, neutral: NeutralLines) -> dict[str, float]:
        """F1 of the units that a result has in common with the gold, by kind; kinds that the gold has none of are left
        out. markup: the result as HTML."""
        tree = _parsed(markup)
        found = (Counter[str](),) * 3 if tree is None else _texts(tree, lambda element: True, neutral)
        found = (found[0], _without(found[1], self.headings), found[2])
        gold = (self.headings, self.lists, self.tables)
        scores = {
            kind: Score.from_counts((wanted & own).total(), wanted.total(), own.total()).f1
            for kind, wanted, own in zip(KINDS, gold, found, strict=False)
            if wanted
        }
        if self.images:
            shown = [_file_names(image) for image in ([] if tree is None else tree.iter("img"))][:MAX_UNITS]
            scores["images"] = _of_images(self.images, [names for names in shown if names])
        return scores


def _texts(
    tree: _Element,
    is_content: Callable[[_Element], bool],
    neutral: NeutralLines,
    is_row: Callable[[list[str]], bool] = lambda row: True,
) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """The texts of headings, of items of lists, and of rows of data tables with two cells or more."""
    headings, items, rows = Counter[str](), Counter[str](), Counter[str]()
    for element in _first(tree.iter(*_HEADINGS)):
        text = _text(element)
        if match_key(text) and is_content(element) and not neutral.is_title(text):
            headings[match_key(text)] += 1
    for element in _first(tree.iter("li")):
        key = match_key("".join(_own_texts(element)))
        if key and is_content(element):
            items[key] += 1
    for table in _first(tree.iter("table")):
        rows.update("|".join(row) for row in _cells(table) if sum(map(bool, row)) > 1 and is_row(row))
    return headings, items, rows


def _is_row(cells: list[str], gold: str, lines: frozenset[str]) -> bool:
    """Whether the gold has a row of a table, in one piece or each cell as a line. gold: its letters and digits."""
    whole = "".join(cells)
    return (len(whole) >= MIN_ROW_CHARS and whole in gold) or all(cell in lines for cell in cells if cell)


def _line_keys(gold: str) -> frozenset[str]:
    """The lines of the gold, with and without a number before them."""
    return frozenset(match_key(form) for line in gold.splitlines() for form in (line, _NUMBER.sub("", line)))


def _without(items: Counter[str], headings: Counter[str]) -> Counter[str]:
    """Items that are not headings of the page: a table of contents is navigation."""
    return Counter({key: count for key, count in items.items() if key not in headings})


def _cells(table: _Element) -> list[list[str]]:
    """The texts of a data table's cells, by row; empty for a table that lays out a page: one with a table in it, or
    with fewer than two rows that have two cells with text."""
    if next(table.iterdescendants("table"), None) is not None:
        return []
    rows = [[match_key(_text(cell)) for cell in row.iterchildren("td", "th")] for row in _first(table.iter("tr"))]
    return rows if sum(sum(map(bool, row)) > 1 for row in rows) > 1 else []


def _between(page: Page, kept: NDArray[np.bool_]) -> list[int]:
    """The rows of the pictures whose neighbouring texts, captions apart, are both the gold's."""
    columns = page.columns
    captions = columns.in_subtrees(np.flatnonzero(_CAPTIONS[columns.tag]))
    texts = np.flatnonzero(~captions[columns.text_rows])
    if not len(texts):
        return []
    images = np.flatnonzero(_IMAGE[columns.tag])
    after = np.searchsorted(columns.text_rows[texts], images)
    inside = (after > 0) & (after < len(texts))
    images, after = images[inside], after[inside]
    return [int(row) for row in images[kept[texts[after - 1]] & kept[texts[after]]]]


def _of_images(gold: tuple[frozenset[str], ...], found: list[frozenset[str]]) -> float:
    """F1 of the pictures. One that is found twice counts once."""
    hits = sum(any(names & shown for shown in found) for names in gold)
    extra = {names for names in found if not any(names & wanted for wanted in gold)}
    return Score.from_counts(hits, len(gold), hits + len(extra)).f1


def _file_names(image: _Element | None) -> frozenset[str]:
    """The names of the files that an image may stand for; none for one that states that it is tiny."""
    if image is None or any(_pixels(image.get(name)) < MIN_PIXELS for name in ("width", "height")):
        return frozenset()
    values = [image.get(name) or "" for name in _ADDRESSES]
    addresses = [part.split()[0] for value in values for part in re.split(r",\s+", value[:10_000]) if part.strip()]
    files = (re.sub(r"[?#].*", "", unquote(address)).rstrip("/").rpartition("/")[2] for address in addresses)
    return frozenset(name for name in files if name and not name.startswith("data:"))


def _pixels(value: str | None) -> float:
    match = re.match(r"\d{1,6}$", (value or "").strip())
    return float(match[0]) if match else float("inf")


def _own_texts(item: _Element) -> Iterator[str]:
    """The texts of an item, without those of the lists in it."""
    pending: list[_Element | str] = [item]
    while pending:
        one = pending.pop()
        if isinstance(one, str):
            yield one
            continue
        inner: list[_Element | str] = [one.text] if one.text and isinstance(one.tag, str) else []
        for child in one if isinstance(one.tag, str) and (one is item or one.tag not in ("ul", "ol")) else ():
            inner.append(child)
            if child.tail:
                inner.append(child.tail)
        if one is not item and one.tag in ("ul", "ol", "script", "style"):
            inner = []
        pending += reversed(inner)


def _text(element: _Element) -> str:
    return " ".join("".join(element.itertext("*")).split())


def _first(elements: Iterator[_Element]) -> Iterator[_Element]:
    for number, element in enumerate(elements):
        if number == MAX_UNITS:
            return
        yield element


def _parsed(markup: str) -> _Element | None:
    try:
        return html.fromstring(markup) if markup.strip() else None
    except (etree.LxmlError, ValueError):
        return None
