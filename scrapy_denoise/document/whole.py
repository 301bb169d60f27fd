"""Things are kept or left whole: what a selection cut through is completed, before anything is rendered.

A step that all methods share, between their decision and the document. The published profiles are without it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import islice

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.document.tables import data_tables
from scrapy_denoise.methods.base import Selection
from scrapy_denoise.page import Columns, Page, tags
from scrapy_denoise.page.walk import name_hash

MOST = 0.5
"""Share of a table's characters from which it is content as a whole."""

MAX_LINKED = 0.5
"""Share of a list's characters in links up to which it continues the content."""

MAX_HEADINGS = 10
"""Headings above ingredients on a page."""

NEAR = 5
"""Texts between such a heading and its list: for how many the recipe is, and the like."""

_TABLE, _MATH, _DT, _DD = (tags.CODES[name] for name in "table math dt dd".split())
_LISTS = tags.flags("ul ol")
_HEADINGS = tags.flags("h1 h2 h3 h4 h5 h6")
_CONTENT = BLOCK_TYPES.index("content")
_PARTS = tags.flags("ul ol li dd dt tr p h1 h2 h3 h4 h5 h6")
_INGREDIENT = b"ngredient"
_INGREDIENTS = re.compile(
    rb"^[ \t]*((?:%s)[^\n]{0,30})$"
    % "|".join(
        f"[{word[0]}{word[0].upper()}]{word[1:]}|{word.upper()}"
        for word in "ingredients zutaten ingrédients ingrediënten ingredienti ingredientes ingredienten".split()
    ).encode(),
    re.MULTILINE,
)
_KATEX = b"katex-html"
_PERMALINKS = [name_hash(mark) for mark in ("\u00b6", "\u00a7", "#", "\U0001f517", "\u2693", "\uf0c1")]


def completed(page: Page, found: Selection) -> Selection:
    """The selection with its tables, definitions and lists whole, and without what stands there twice.

    A data table of which most is kept is kept with its header, its caption and every cell. The description of a term
    brings the term. A list that follows a heading of the content, and the ingredients of a recipe, are content. Marks
    that link to their own heading are not, nor what is shown of a formula whose source the page has too.
    """
    if not found.kept.any():
        return found
    columns = page.columns
    kept = found.kept.copy()
    shown = np.zeros(len(columns), np.bool_)
    for step in (_ingredients, _lists, _tables, _terms):
        shown[columns.text_rows] = kept
        for row in step(page, shown):
            first, last = np.searchsorted(columns.text_rows, (row, columns.end[row]))
            kept[first:last] = True
    shown[columns.text_rows] = kept
    for repeated in (_permalinks(columns), _formulas(columns, shown)):
        if repeated is not None and (kept & ~repeated).any():
            kept &= ~repeated
    changed = kept != found.kept
    if not changed.any():
        return found
    return attrs.evolve(
        found,
        kept=kept,
        types=found.types and partial(_types, found.types, changed, kept),
        explain=partial(_explain, found.explain, changed, kept),
        related=None if found.related is None else found.related & ~kept,
    )


def _types(
    types: Callable[[], NDArray[np.uint8]], changed: NDArray[np.bool_], kept: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    return np.where(changed, np.where(kept, _CONTENT, 0), types()).astype(np.uint8)


def _explain(
    explain: Callable[[int], tuple[str, ...]] | None,
    changed: NDArray[np.bool_],
    kept: NDArray[np.bool_],
    position: int,
) -> tuple[str, ...]:
    if changed[position]:
        whole = "part of a table, a list or a definition that is content"
        return (
            whole if kept[position] else "a mark that links to its own place, or a formula that stands there twice",
        )
    return explain(position) if explain is not None else ()


def _tables(page: Page, shown: NDArray[np.bool_]) -> NDArray[np.intp]:
    columns = page.columns
    kept_chars = columns.subtree_sum(np.where(shown, columns.chars, 0))
    rows = np.flatnonzero((columns.tag == _TABLE) & (kept_chars >= MOST * columns.subtree_chars) & (kept_chars > 0))
    rows = rows[kept_chars[rows] < columns.subtree_chars[rows]]
    if not len(rows):
        return rows
    wanted = np.zeros(len(columns), np.bool_)
    wanted[rows] = True
    return data_tables(columns, rows, page.elements(wanted) or [None] * len(columns))


def _terms(page: Page, shown: NDArray[np.bool_]) -> list[int]:
    """The terms before a kept description, of one list."""
    columns = page.columns
    rows = np.flatnonzero((columns.tag == _DT) | (columns.tag == _DD))
    if not len(rows):
        return []
    holds = (columns.subtree_sum(shown) > 0)[rows].tolist()
    found: list[int] = []
    waiting: list[int] = []
    above, described = -1, False
    for row, parent, kept, tag in zip(
        rows.tolist(), columns.parent[rows].tolist(), holds, columns.tag[rows].tolist(), strict=True
    ):
        if tag == _DT:
            if described or parent != above:
                waiting = []
            above, described = parent, False
            waiting.append(row)
        elif parent == above:
            described = True
            if kept:
                found += waiting
                waiting = []
    return found


def _lists(page: Page, shown: NDArray[np.bool_]) -> list[int]:
    """The lists right after a kept heading, that are no list of links, where content comes after them."""
    columns = page.columns
    last = int(np.flatnonzero(shown)[-1])
    rows = np.flatnonzero(_LISTS[columns.tag])
    rows = rows[(rows < last) & (columns.subtree_chars[rows] > 0)]
    if not len(rows):
        return []
    linked = columns.subtree_link_chars[rows] > MAX_LINKED * columns.subtree_chars[rows]
    texts = columns.text_rows
    before = np.searchsorted(texts, rows) - 1
    rows, before = rows[(before >= 0) & ~linked], before[(before >= 0) & ~linked]
    heading = texts[before]
    headed = shown[heading] & _HEADINGS[columns.tag[columns.block_row[heading]]]
    after = np.searchsorted(texts, columns.end[rows])
    followed = (after < len(texts)) & shown[texts[np.minimum(after, len(texts) - 1)]]
    found: list[int] = rows[headed & followed].tolist()
    return found


def _ingredients(page: Page, shown: NDArray[np.bool_]) -> list[int]:
    """What the page itself names the ingredients of a recipe: by class or id, or in the heading above a list."""
    columns = page.columns
    found: list[int] = []
    if _INGREDIENT in columns.class_and_id:
        rows = _rows_named(columns, _INGREDIENT)
        found += rows[_PARTS[columns.tag[rows]]].tolist()
    texts = columns.text_rows
    starts = columns.text_start[texts]
    for match in islice(_INGREDIENTS.finditer(columns.text), MAX_HEADINGS):
        heading = int(np.searchsorted(starts, match.start(1)))
        if heading == len(texts) or starts[heading] != match.start(1):
            continue
        for position in range(heading + 1, min(heading + 1 + NEAR, len(texts))):
            if (row := _list_of(columns, int(texts[position]), int(texts[heading]))) >= 0:
                found += [int(texts[heading]), row]
                break
    return [row for row in found if 2 * columns.subtree_link_chars[row] <= columns.subtree_chars[row]]


def _list_of(columns: Columns, row: int, after: int) -> int:
    """The nearest list or table that holds a row and begins after another; -1 where there is none."""
    while row > after:
        if _LISTS[columns.tag[row]] or columns.tag[row] == _TABLE:
            return row
        row = int(columns.parent[row])
    return -1


def _rows_named(columns: Columns, word: bytes) -> NDArray[np.intp]:
    """The elements whose class or id holds a word."""
    pairs = columns.class_and_id.split(b"\0")
    named = np.array(
        [False, *(word in one or word in other for one, other in zip(pairs[::2], pairs[1::2], strict=False))]
    )
    return np.flatnonzero(named[columns.names])


def _permalinks(columns: Columns) -> NDArray[np.bool_] | None:
    """The text rows that are a link of one such mark, as documentation has them behind headings."""
    texts = columns.text_rows
    found: NDArray[np.bool_] = columns.linked[texts] & np.isin(columns.text_hash[texts], _PERMALINKS)
    return found if found.any() else None


def _formulas(columns: Columns, shown: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """The text rows of formulas that stand beside their source: what KaTeX shows, and MathML with an annotation."""
    if "annotation" not in columns.extra_names:
        return None
    sources = np.flatnonzero(columns.tag == len(tags.NAMES) + columns.extra_names.index("annotation"))
    sources = sources[(columns.subtree_sum(shown) > 0)[sources]]
    formulas = np.flatnonzero(columns.tag == _MATH)
    holds = np.searchsorted(sources, columns.end[formulas]) > np.searchsorted(sources, formulas)
    repeated = columns.within(formulas[holds]) & ~columns.within(sources)
    if _KATEX in columns.class_and_id:
        repeated |= columns.within(_rows_named(columns, _KATEX))
    found: NDArray[np.bool_] = repeated[columns.text_rows]
    return found
