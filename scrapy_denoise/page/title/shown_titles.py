"""What a page shows that may be its title: headings, and lines above its text where no heading is one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.compiled import OUTSIDE, TitleRows, collapse_whitespace, match_key
from scrapy_denoise.page.title.site_name import MAX_TITLE_CHARS

MAX_HEADINGS = 50
"""Headings of a page that are read."""

MAX_LEVEL = 6
"""Headings of one level below `h1` that can be the title where none is stated."""

MAX_LINE = 200
"""Characters of a line that can be a title."""

MAX_PIECES = 8
"""Texts of a heading without whose first or last one it is looked at."""

MIN_STEPS, MAX_STEPS = 2, 20
"""Links of a heading that is a path to the page, at least, and texts of it that are looked at."""

_PERMALINK = "¶# "
_STEP = " /\\>\u203a»→〉＞|·•-–—"
"""The marks between the links of a path."""

_STOP = (".", "。", ":", "：", ",", ";")
_DISTANCES = (1, 2, 4, 8, 16, 32, 80)

_TITLE = re.compile(
    r"(?i)title|headline|heading|hdline|hdln|\bhed\b|header-?text|story-?head|art(?:icle)?-?head|subject|newshead"
    r"|caption-?head|(?:\A|\s)head(?:\s|\Z)"
)
_BESIDE = re.compile(
    r"(?i)side|widget|related|share|social|comment|footer|\bnav|menu|logo|brand|site-?(?:title|name|head)"
    r"|blog-?(?:title|name)|masthead|banner|popular|latest|modal|popup|cookie|newsletter|subscribe|recent|promo"
    r"|sub-?(?:title|head)|column-?title|section|byline|author|date"
)


Shown = tuple[str, str, tuple[str, ...], int]
"""A text that a page shows, with its kind (``h1``, ``h2`` for all other headings, ``line``), its signs and the row of
its element."""


class ShownTitles:
    """The headings of a page and the lines above its text, with the signs of their places."""

    def __init__(self, columns: Columns) -> None:
        self.rows = TitleRows(columns, _kind)
        self.headings = self.rows.headings(MAX_HEADINGS)

    def keys(self, longest: int) -> dict[int, str]:
        """The keys (`match_key`) of the headings `h1`, and of those `h2` and `h3` with as many bytes at most, by their
        numbers."""
        return {
            number: match_key(self.text(number) if last - first > MIN_STEPS else self.rows.text_of(first, last))
            for number, (_, rank, first, last, size) in enumerate(self.headings)
            if first < last and (rank == 1 or (rank < 4 and size <= longest))
        }

    def text(self, number: int) -> str:
        """The text of a heading."""
        _, _, first, last, _ = self.headings[number]
        return collapse_whitespace(self._behind_path(first, last))[:MAX_TITLE_CHARS].strip(_PERMALINK)

    def of_headings(self, chosen: list[int], alone: bool) -> Iterator[Shown]:
        """Headings by their numbers, each with its text, and without its first and last text.

        alone: whether the page states no title that a heading has, so that the places of headings count.
        """
        seen = [0] * 7
        firsts = sum([heading[1] == 1 for heading in self.headings])
        for number, (row, rank, first, last, _) in enumerate(self.headings):
            seen[rank] += 1
            if number not in chosen or (rank > 1 and seen[rank] > MAX_LEVEL):
                continue
            nth = "only" if rank == 1 == firsts else min(seen[rank], 3)
            kind = "h1" if rank == 1 else "h2"
            signs = (f"{'lone_' if alone else ''}h{rank}_{nth}", *_signs_around(self.rows.around(row), kind))
            if self.rows.are_linked(first, last):
                signs += ("not_linked_heading",)
            if alone:
                signs += _signs_of_distance(*self.rows.distance(row, first), kind)
            yield self.text(number), kind, signs, row
            if 1 < last - first < MAX_PIECES:
                for sign, start, stop in (("but_last_text", first, last - 1), ("but_first_text", first + 1, last)):
                    text = collapse_whitespace(self.rows.text_of(start, stop)).strip(_PERMALINK)
                    yield text, kind, (*signs, sign), row

    def lines(self) -> Iterator[Shown]:
        """Lines above the text that can be a title: those whose elements have such a name, and the last ones."""
        for row, first, last, is_named in self.rows.lines():
            text = collapse_whitespace(self.rows.text_of(first, last)).strip(_PERMALINK)
            if first < last and len(text) <= MAX_LINE and not text.endswith(_STOP):
                signs = ("line_named" if is_named else "line_block", *_signs_around(self.rows.around(row), "line"))
                signs += _signs_of_distance(*self.rows.distance(row, first), "line")
                signs += ("strong_line",) if self.rows.is_strong(row) else ()
                signs += ("not_linked_line",) if self.rows.are_linked(first, last) else ()
                yield text, "line", signs, row

    def _behind_path(self, first: int, last: int) -> str:
        """The text of a heading; of one that is a path of two or more links with marks alone between them, what stands
        behind it. A name before a colon is no part of the path. first, last: numbers of its text rows."""
        rows = self.rows
        whole = rows.text_of(first, last)
        if last - first <= MIN_STEPS or not rows.are_linked(first, first + 1):
            return whole
        end = min(last, first + MAX_STEPS)
        links = [at for at in range(first, end) if rows.are_linked(at, at + 1)]
        if len(links) < MIN_STEPS or links[-1] == end - 1:
            return whole
        behind = links[-1] + 1
        own = rows.text_of(behind, last).strip()
        if (
            own[:1] in ("", ":", "：")
            or rows.text_of(first, behind).endswith((":", "："))
            or any(match_key(rows.text_of(at, at + 1)) for at in range(first, behind) if at not in links)
        ):
            return whole
        return own.lstrip(_STEP) or whole


@lru_cache(maxsize=8192)
def _kind(names: bytes) -> int:
    """What the names of an element say of it: a title (1), something beside the content (2), or nothing."""
    text = names[:500].decode("utf-8", "replace")
    return 2 if _BESIDE.search(text) else 1 if _TITLE.search(text) else 0


@cache
def _signs_around(bits: int, kind: str) -> tuple[str, ...]:
    """The signs of the elements around a row: their tags and the names that they have. bits: see `TitleRows.around`."""
    names = ("title_name", "beside_name", "in_title_name", "in_beside_name", "far_in_beside_name")
    signs = [*(f"not_in_{name}" for name in OUTSIDE), *(f"{kind}_{name}" for name in names)]
    return tuple(sign for number, sign in enumerate(signs) if bits >> number & 1)


def _signs_of_distance(texts: int, levels: int, kind: str) -> tuple[str, ...]:
    """The signs of how many texts stand between an element and the text of the page, and how many levels above its
    paragraphs an element holds both."""
    if texts <= 0:
        return (f"not_{kind}_below",)
    above = f"{kind}_above_{next((most for most in _DISTANCES if texts <= most), 'more')}"
    return (above, f"{kind}_up_{levels}") if levels >= 0 else (above,)
