"""What a page shows that may be its title: headings, and lines above its text where no heading is one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import attrs
import numpy as np

from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.compiled import collapse_whitespace, match_key
from scrapy_denoise.page.native.lazy import cached_attribute
from scrapy_denoise.page.title.site_name import MAX_TITLE_CHARS

MAX_HEADINGS = 50
"""Headings of a page that are read."""

MAX_LEVEL = 6
"""Headings of one level below `h1` that can be the title where none is stated."""

MIN_PARAGRAPH = 80
"""Characters of a text that is a paragraph."""

MAX_LINE = 200
"""Characters of a line that can be a title."""

MAX_LINES = 8
"""Lines above the text of a page that can be its title, of each kind."""

MAX_ABOVE = 40
"""Texts above that of a page among which these lines are."""

MAX_PIECES = 8
"""Texts of a heading without whose first or last one it is looked at."""

MIN_STEPS, MAX_STEPS = 2, 20
"""Links of a heading that is a path to the page, at least, and texts of it that are looked at."""

LEVELS = 12
"""Elements around a heading that are looked at, and those whose names are."""
NAMED = 3

MAX_UP = 6
"""Levels above the paragraphs of a page up to which an element around a title too is looked for."""

_RANKS = np.sum([rank * tags.flags(f"h{rank}") for rank in range(1, 7)], axis=0)
_HEADINGS = tags.flags("h1 h2 h3 h4 h5 h6")
_EMPHASIS = tags.flags("b strong font big")
_OUTSIDE = {tags.CODES[name]: f"not_in_{name}" for name in "nav header aside footer form dialog".split()}
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


@attrs.define(unsafe_hash=True)
class Shown:
    """A text that a page shows, with the row of its element, the rank of the heading (0 for none) and its signs."""

    text: str
    row: int
    rank: int
    signs: tuple[str, ...]


class ShownTitles:
    """The headings of a page and the lines above its text, with the signs of their places."""

    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        self._names = columns.class_ids
        rows = np.flatnonzero(_HEADINGS[columns.tag])[:MAX_HEADINGS]
        firsts, ends = columns.text_rows.searchsorted(rows), columns.text_rows.searchsorted(columns.end[rows])
        self.rows: list[int] = rows.tolist()
        self._spans = list(zip(firsts.tolist(), ends.tolist(), strict=True))
        self.ranks: list[int] = _RANKS[columns.tag[rows]].tolist()
        """Of each heading the rank, 1 to 6."""

    def numbers(self, longest: int) -> list[int]:
        """The numbers of the headings `h1`, and of those `h2` and `h3` with as many bytes at most."""
        columns, texts = self.columns, self.columns.text_rows
        return [
            number
            for number, (rank, (first, end)) in enumerate(zip(self.ranks, self._spans, strict=True))
            if first < end
            and (
                rank == 1
                or (rank < 4 and columns.text_stop[texts[end - 1]] - columns.text_start[texts[first]] <= longest)
            )
        ]

    def text(self, number: int) -> str:
        """The text of a heading."""
        first, end = self._spans[number]
        return collapse_whitespace(_behind_path(self.columns, first, end))[:MAX_TITLE_CHARS].strip(_PERMALINK)

    def of_headings(self, chosen: dict[int, str], alone: bool) -> Iterator[Shown]:
        """Headings by their numbers, each with its text and forms of its own.

        alone: whether the page states no title that a heading has, so that the places of headings count.
        """
        firsts = self.ranks.count(1)
        seen = [0] * 7
        for number, rank in enumerate(self.ranks):
            seen[rank] += 1
            if number not in chosen or (rank > 1 and seen[rank] > MAX_LEVEL):
                continue
            row, (first, last) = self.rows[number], self._spans[number]
            nth = "only" if rank == 1 == firsts else min(seen[rank], 3)
            kind = "h1" if rank == 1 else "h2"
            signs = [f"{'lone_' if alone else ''}h{rank}_{nth}", *self._around(row, kind)]
            if self.columns.linked[self.columns.text_rows[first:last]].all():
                signs.append("not_linked_heading")
            if alone:
                signs += self._distance(kind, row, first)
            yield Shown(chosen[number], row, rank, tuple(signs))
            if 1 < last - first < MAX_PIECES:
                for sign, start, stop in (("but_last_text", first, last - 1), ("but_first_text", first + 1, last)):
                    text = collapse_whitespace(self.columns.text_between(start, stop)).strip(_PERMALINK)
                    yield Shown(text, row, rank, (*signs, sign))

    def lines(self) -> Iterator[Shown]:
        """Lines above the text that can be a title: those whose elements have such a name, and the last ones."""
        columns, texts = self.columns, self.columns.text_rows
        kinds = [_kind(one + b" " + other) for one, other in zip(self._names[::2], self._names[1::2], strict=False)]
        named = np.array([False, *(kind == "title" for kind in kinds)])[columns.class_id] & ~_HEADINGS[columns.tag]
        spans = [(row, int(columns.end[row]), "line_named") for row in np.flatnonzero(named)[:500].tolist()]
        start = self.start
        above = texts[max(start - MAX_ABOVE, 0) : start] if start < len(texts) else texts[:0]
        blocks: dict[int, list[int]] = {}
        for row, block in zip(above.tolist(), columns.block[above].tolist(), strict=True):
            blocks.setdefault(block, []).append(row)
        limit = int(texts[start]) if start < len(texts) else len(columns)
        found = [span for span in spans if span[0] <= limit][-MAX_LINES:]
        found += [(rows[0], rows[-1] + 1, "line_block") for rows in list(blocks.values())[-MAX_LINES:]]
        for row, end, sign in found:
            first, last = np.searchsorted(texts, (row, end)).tolist()
            text = collapse_whitespace(columns.text_between(first, last)).strip(_PERMALINK)
            if first < last and len(text) <= MAX_LINE and not text.endswith(_STOP):
                signs = [sign, *self._around(row, "line"), *self._distance("line", row, first)]
                parent = int(columns.parent[row])
                if _EMPHASIS[columns.tag[parent]] or _EMPHASIS[columns.tag[columns.parent[parent]]]:
                    signs.append("strong_line")
                if columns.linked[texts[first:last]].all():
                    signs.append("not_linked_line")
                yield Shown(text, row, 0, tuple(signs))

    @property
    def start(self) -> int:
        """The position in `text_rows` of the first paragraph of the text; past the last one without any."""
        return self._prose[0]

    @cached_attribute
    def _prose(self) -> tuple[int, int]:
        """`start`, and the row of the element that has most of the paragraphs; -1 without any."""
        columns, texts = self.columns, self.columns.text_rows
        chars = columns.chars[texts]
        prose = np.flatnonzero((chars >= MIN_PARAGRAPH) & ~columns.linked[texts] & (columns.punctuation[texts] > 0))
        if not len(prose):
            return len(texts), -1
        around = np.maximum(columns.parent[columns.block_row[texts[prose]]], 0)
        holder = int(np.bincount(around, chars[prose]).argmax())
        return int(prose[around == holder][0]), holder

    def _distance(self, kind: str, row: int, first: int) -> list[str]:
        """The signs that say how many texts stand between an element and the text of the page, and how many levels
        above the paragraphs an element holds both. row: of the element. first: the position of its first text."""
        distance = self.start - first
        if distance <= 0:
            return [f"not_{kind}_below"]
        found = [f"{kind}_above_{next((most for most in _DISTANCES if distance <= most), 'more')}"]
        columns, holder, levels = self.columns, self._prose[1], 0
        while holder > 0 and not holder < row < columns.end[holder] and levels < MAX_UP:
            holder, levels = int(columns.parent[holder]), levels + 1
        if self._prose[1] >= 0:
            found.append(f"{kind}_up_{levels}")
        return found

    def _around(self, row: int, kind: str) -> list[str]:
        """The signs of the elements around a row: their tags and the names that they have."""
        columns, found = self.columns, set()
        for level in range(LEVELS):
            if row < 0:
                break
            if (code := int(columns.tag[row])) in _OUTSIDE:
                found.add(_OUTSIDE[code])
            name = int(columns.class_id[row])
            if name and (said := _kind(self._names[2 * name - 2] + b" " + self._names[2 * name - 1])):
                if level < NAMED:
                    found.add(f"{kind}_{said}_name" if level == 0 else f"{kind}_in_{said}_name")
                elif said == "beside":
                    found.add(f"{kind}_far_in_beside_name")
            row = int(columns.parent[row])
        return sorted(found)


@lru_cache(maxsize=8192)
def _kind(names: bytes) -> str:
    """What the names of an element say of it: ``title``, ``beside`` (the content), or nothing."""
    text = names[:500].decode("utf-8", "replace")
    return "beside" if _BESIDE.search(text) else "title" if _TITLE.search(text) else ""


def _behind_path(columns: Columns, first: int, last: int) -> str:
    """The text of a heading; of one that is a path of two or more links with marks alone between them, what stands
    behind it. A name before a colon is no part of the path. first, last: positions in ``columns.text_rows``."""
    whole = columns.text_between(first, last)
    if last - first <= MIN_STEPS or not columns.linked[columns.text_rows[first]]:
        return whole
    linked = columns.linked[columns.text_rows[first : min(last, first + MAX_STEPS)]]
    links = np.flatnonzero(linked)
    if len(links) < MIN_STEPS or linked[-1]:
        return whole
    marks = first + np.flatnonzero(~linked[: links[-1]])
    at = first + int(links[-1]) + 1
    own = columns.text_between(at, last).strip()
    if (
        own[:1] in ("", ":", "：")
        or columns.text_between(first, at).endswith((":", "："))
        or any(match_key(columns.text_between(at, at + 1)) for at in marks.tolist())
    ):
        return whole
    return own.lstrip(_STEP) or whole
