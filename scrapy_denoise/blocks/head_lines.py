"""The lines of a page's head that are fields of their own: its title, its dateline, its byline."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.datelines import LINE, SENTENCE_END, is_byline, is_dateline
from scrapy_denoise.blocks.names import NamePairs
from scrapy_denoise.blocks.parts import Parts, letters_up_to
from scrapy_denoise.page import Page
from scrapy_denoise.page.letters import letters_of
from scrapy_denoise.page.title import declared_parts, title_for_sharing

SAME = 0.85
"""Share of the letters of the longer of two titles that the shorter has, from which they are the same."""

HEAD = 12
"""Blocks of content among which the head of a page is looked for ..."""

LEAD = 2
"""... up to the sentence with this number: a lead may stand between the title and the byline."""

FOOT = 3
"""Blocks at the end of the content that may be a byline or a dateline too."""

SENTENCE = 25
"""Characters of a sentence."""

PARAGRAPH = 160
"""Characters from which a block without the end of a sentence is one too."""

MAX_TITLE = 400
"""Characters of a title."""

MAX_DATES = 3
"""Datelines of a head; where more lines have dates, the dates are content."""

MAX_HEADINGS = 20

LEVELS = 4
"""Elements around a line that are looked at."""

LONGEST = 4 * PARAGRAPH
"""Characters of a block that are read."""

_AUTHOR = re.compile(rb"(?<![a-z])(?:author|byline|autor)(?:s|[-_]?name|[-_]?link)?[\s_\0-]")


Line = tuple[int, int, str]
"""Position of the first text row of a line, one past its last one, and the line's type."""


def head_lines(page: Page, kept: NDArray[np.bool_]) -> list[Line]:
    """The lines of the content that are the page's title, dateline or byline.

    kept: bool, one for each of ``page.columns.text_rows``. title: headings ``h1`` that say what the ``title`` element,
    ``og:title`` or a part of them says, and other blocks that do so before the first sentence; else a single ``h1``
    before it. date, author: short lines down to the second sentence of the content, and its last lines. Linear in the
    rows, but for a bounded number of lines that are read.
    """
    parts = Parts(page.columns, kept)
    texts = _Texts(parts)
    stated = _Stated(page)
    titles = _h1_titles(parts, texts, stated)
    head: list[int] = []
    sentences = 0
    for number in range(min(len(parts), HEAD + len(titles))):
        span = parts.span(number)
        if any(first <= span[0] < last for first, last in titles):
            continue
        text = texts[number]
        if not sentences and len(text) <= MAX_TITLE and stated.says(text):
            titles.append(span)
        elif _is_sentence(text):
            sentences += 1
            if sentences == LEAD:
                break
        else:
            head.append(number)
    foot = [number for number in range(max(len(parts) - FOOT, 0), len(parts)) if number not in head]
    return [
        *((*span, "title") for span in titles),
        *_lines(page, parts, texts, head),
        *_lines(page, parts, texts, foot),
    ]


class _Texts(dict[int, str]):
    """What parts say, by their numbers: read once."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def __missing__(self, number: int) -> str:
        text = self[number] = self._parts.text(number, LONGEST)
        return text


def _h1_titles(parts: Parts, texts: _Texts, stated: _Stated) -> list[tuple[int, int]]:
    shown = parts.headings(MAX_HEADINGS)
    said = [parts.text_between(*span, MAX_TITLE) for span in shown]
    found = [span for span, text in zip(shown, said, strict=True) if stated.says(text)]
    if not found and len(shown) == 1 and len(said[0]) < MAX_TITLE:
        before = [number for number in range(min(len(parts), HEAD)) if parts.span(number)[0] < shown[0][0]]
        if len(before) < HEAD and not any(_is_sentence(texts[number]) for number in before):
            return shown
    return found


def _lines(page: Page, parts: Parts, texts: _Texts, numbers: list[int]) -> list[Line]:
    """Of some parts, those that are a dateline or a byline."""
    found: list[Line] = []
    dates: list[Line] = []
    for number in numbers:
        text = texts[number]
        if len(text) > LINE or SENTENCE_END.search(text) or not parts.is_line(number, LEVELS):
            continue
        # Each date has its year: to look for that first takes a tenth of the time that the pattern takes.
        if ("19" in text or "20" in text) and is_dateline(text):
            dates.append((*parts.span(number), "date"))
        elif is_byline(text) or (_is_name(text) and _is_named(page, parts, number)):
            found.append((*parts.span(number), "author"))
    return [*found, *(dates if len(dates) <= MAX_DATES else ())]


def _is_named(page: Page, parts: Parts, number: int) -> bool:
    """Whether an element around a part is named after authors."""
    pairs = page.once(NamePairs)
    return any(_AUTHOR.search(pairs[pair]) for pair in parts.names_around(number, LEVELS))


def _is_name(text: str) -> bool:
    return 2 <= len(text) <= LINE // 2


def _is_sentence(text: str) -> bool:
    return len(text) >= PARAGRAPH or (len(text) >= SENTENCE and SENTENCE_END.search(text) is not None)


class _Stated:
    """What a page's title says, by the ``title`` element, each of its parts and ``og:title``."""

    def __init__(self, page: Page) -> None:
        declared = " ".join(page.columns.title.decode("utf-8", "replace").split())[:MAX_TITLE]
        stated = [declared, *declared_parts(declared), title_for_sharing(page.tree)]
        self._keys = frozenset(key for text in stated if len(key := letters_of(text)) > 1)
        self._most = int(max(map(len, self._keys), default=0) / SAME) + 1

    def says(self, text: str) -> bool:
        """Whether it says what a text says."""
        # To compare the letters of paragraphs takes .04 of the parse; no letter becomes shorter in lower case.
        if not self._keys or letters_up_to(text, self._most) > self._most:
            return False
        own = letters_of(text)
        if own in self._keys:
            return True
        return any(
            min(len(own), len(key)) >= SAME * max(len(own), len(key)) and (own in key or key in own)
            for key in self._keys
        )
