"""Finds where a page shows the ingredients and the steps of the recipe that it states in JSON-LD.

These are short lines or rows of links, which score low by themselves. What the page does not show is no text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import attrs

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.regions.boilerplate import BoilerplateRegions
from scrapy_denoise.document.source.stated_text import paragraphs_of
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.compiled import INGREDIENTS, match_key
from scrapy_denoise.page.structured_data.json_ld import Object, strings

MAX_STATED = 500
"""Texts of a kind that are read of a page."""

MAX_TEXT = 20_000
"""Characters of one."""

MAX_LETTERS = 3_000
"""Letters and figures of a paragraph that is looked for."""

MAX_BLOCKS = 4
"""Blocks in which the page may show one, such as an amount and what it is of."""

MIN_LETTERS, MIN_STEP = 3, 20
"""Letters and figures of an ingredient, at least, and of a paragraph of a step."""

MIN_SHOWN = 0.5
"""Share of the stated ingredients that the page shows word for word, at least: else they are of something else."""

MAX_GAP = 10
"""Blocks from one ingredient to the next: what is further away is a link to more recipes."""

MIN_ITEMS, MIN_SHARE = 3, 0.5
"""Blocks of a list that are ingredients, at least, and their share of its blocks, from which all of it is."""

MAX_LINES = 5_000
"""Blocks of a page that are looked at."""

_LISTS = tags.flags("ul ol")
_FRAMES = tags.flags("nav footer")
"""Elements in which no recipe stands, whatever the page states."""


@attrs.frozen
class StatedRecipe:
    """The letters (`match_key`) of the texts of the recipe that a page states, each with how often.

    lines: ingredients, which may be links. paragraphs: of the steps.
    """

    lines: Counter[str]
    paragraphs: Counter[str]


def read_stated_recipe(page: Page) -> StatedRecipe:
    """What a page states of the one recipe that it is about; to be asked for with ``page.cached``."""
    recipes = [
        thing
        for thing in page.json_ld.of_type("Recipe")
        if "recipeIngredient" in thing and (any(thing is main for main in page.main_objects) or _is_title(page, thing))
    ]
    recipe = recipes[0] if recipes else {}
    return StatedRecipe(_keys(strings(recipe.get("recipeIngredient")), MIN_LETTERS), _keys([*_steps(recipe)], MIN_STEP))


def stated_recipe(page: Page, kept: BoolArray) -> list[int]:
    """The rows of the ingredients and the steps that the page states and shows, as often as it states them, if they are
    not kept as often already, but not in its comments, menus and footers; of a list that is mostly ingredients all but
    other links. kept: bool, one for each text row."""
    if INGREDIENTS not in page.statements.words:
        return []
    stated = page.cached(read_stated_recipe)
    return _Shown(page, kept, stated).rows() if stated.lines or stated.paragraphs else []


class _Shown:
    """Where a page shows what it states."""

    def __init__(self, page: Page, kept: BoolArray, stated: StatedRecipe) -> None:
        self._columns, self._stated = page.columns, stated
        blocks = page.cached(TextBlocks)
        texts = self._columns.text_rows
        self._blocks = blocks
        n = min(len(blocks), MAX_LINES)
        self._keys = [
            match_key(blocks.text(self._columns, i)) if blocks.chars[i] <= 2 * MAX_LETTERS else "" for i in range(n)
        ]
        first = blocks.first[:n]
        self._rows = texts[first]
        self._kept = kept[first]
        self._linked = self._columns.linked[self._rows]
        comments = page.cached(BoilerplateRegions).rows("comment")
        columns = self._columns
        self._open = ~columns.in_subtrees(_FRAMES[columns.tag].nonzero()[0])[self._rows]
        if comments is not None:
            self._open &= ~comments[self._rows]

    def rows(self) -> list[int]:
        stated = self._stated
        lines = self._lines()
        found = lines | self._lists_of(lines)
        found.update(i for run in self._runs(stated.paragraphs, linked=False) for i in run)
        stops = self._blocks.stops
        return [
            row
            for i in sorted(found)
            if self._open[i] and not self._kept[i]
            for row in self._columns.text_rows[self._blocks.first[i] : stops[i]].tolist()
        ]

    def _lines(self) -> set[int]:
        """The blocks of the ingredients: near another one, where the page shows at least half of what it states."""
        stated = self._stated.lines
        runs = self._runs(stated, linked=True)
        if not runs or len(runs) < MIN_SHOWN * stated.total():
            return set()
        starts = sorted(run.start for run in runs)
        gaps = [MAX_GAP + 1, *(after - before for before, after in pairwise(starts)), MAX_GAP + 1]
        near = {start for start, gap in zip(starts, map(min, pairwise(gaps)), strict=True) if gap <= MAX_GAP}
        return {i for run in runs if run.start in near for i in run}

    def _runs(self, stated: Counter[str], linked: bool) -> list[range]:
        """The blocks that say each of some texts, as often as they are stated, kept ones first. linked: whether they
        may be links."""
        begins, longest = {key[0] for key in stated}, max(map(len, stated), default=0)
        kept: list[tuple[str, range]] = []
        others: list[tuple[str, range]] = []
        for i, key in enumerate(self._keys):
            if key[:1] not in begins:
                continue
            said = ""
            for stop in range(i + 1, min(i + MAX_BLOCKS, len(self._keys)) + 1):
                said += self._keys[stop - 1]
                if len(said) > longest:
                    break
                if said in stated:
                    run = range(i, stop)
                    if self._kept[run].all():
                        kept.append((said, run))
                    elif self._open[run].all() and (linked or not self._linked[run].any()):
                        others.append((said, run))
                    break
        left = Counter(stated)
        found = []
        for said, run in kept + others:
            if left[said] > 0:
                left[said] -= 1
                found.append(run)
        return found

    def _lists_of(self, lines: set[int]) -> set[int]:
        """The blocks, without links, of the lists that have mostly such lines."""
        columns = self._columns
        lists: Counter[int] = Counter(_list_around(columns, int(self._rows[i])) for i in lines)
        found: set[int] = set()
        for row, n in lists.items():
            first, stop = self._rows.searchsorted((row, columns.end[row])) if row >= 0 else (0, 0)
            if n >= MIN_ITEMS and n >= MIN_SHARE * (stop - first):
                found.update(i for i in range(first, stop) if not self._linked[i])
        return found


def _list_around(columns: Columns, row: int) -> int:
    """The nearest list that holds a row; -1 where none does."""
    while row >= 0 and not _LISTS[columns.tag[row]]:
        row = int(columns.parent[row])
    return row


def _is_title(page: Page, recipe: Object) -> bool:
    """Whether the title of the page has the name of a recipe, as beside an article that the page states too."""
    names = map(match_key, strings(recipe.get("name")))
    return any(len(name) >= MIN_LETTERS and name in match_key(page.titles.element) for name in names)


def _objects(value: Any) -> list[Object]:
    return [one for one in (value[:MAX_STATED] if isinstance(value, list) else [value]) if isinstance(one, dict)]


def _texts(thing: Object) -> list[str]:
    return [text for name in ("name", "text") for text in strings(thing.get(name))]


def _steps(recipe: Object) -> Iterator[str]:
    """The texts of a recipe's steps, which may stand in sections."""
    value = recipe.get("recipeInstructions")
    yield from strings(value)
    for step in _objects(value):
        yield from _texts(step)
        for inner in _objects(step.get("itemListElement")):
            yield from _texts(inner)


def _keys(texts: list[str], least: int) -> Counter[str]:
    """The letters of the paragraphs of some texts. least: how many each has."""
    written = (text[:MAX_TEXT] for text in texts[:MAX_STATED])
    # Most have no markup, which takes a page to read.
    lines = (
        line for text in written for line in (paragraphs_of(text) if "<" in text or "&" in text else text.splitlines())
    )
    return Counter(key for line in lines if least <= len(key := match_key(line)) <= MAX_LETTERS)
