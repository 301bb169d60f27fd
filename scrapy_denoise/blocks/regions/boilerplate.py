"""Regions that the page itself labels as not content: comments, consent dialogs, related links, form choices, and the
signatures of posts; and whether the page is a discussion, in which comments are the content."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.blocks.features.url_features import is_thread_by_host, place_in_forum
from scrapy_denoise.blocks.lexicon import phrases, sections
from scrapy_denoise.blocks.page_columns import PARAGRAPH, column_names, page_row
from scrapy_denoise.blocks.regions.asides import Span, asides_by_content
from scrapy_denoise.blocks.regions.compiled import CODES, HashedNames, RegionWords, blocks_in_regions, mark_regions
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page

MIN_THREADS, MIN_THREADS_SHARE, MIN_LINKED = 5, 0.5, 0.2
"""Siblings with a link and a date each, their share of the text, and the share of the text in links, from which a page
of a forum without a paragraph is a list of threads, where its path does not say what it is."""

MIN_TITLE, MIN_TITLES_SHARE, BESIDE_LABELS = 15, 0.6, 0.4
"""Characters of a text that can be the title of a thread, and the share of such texts in links from which they are
titles, on a page whose path says that it is a thread; and from which they may be so without the labels beside them."""

MAX_LINE_OF_DATE = 40
"""Characters of a text with figures that may be a date, with a name."""

BOILERPLATE_TYPES = tuple(CODES)
"""The kinds of asides."""


_COMMENT = sections("comment_names")
_COMMENT_NAMES = HashedNames(
    {
        *_COMMENT["alone"],
        *(
            f"{before}{separator if before else ''}{name}{separator if after else ''}{after}"
            for name in ("comment", "comments")
            for separator in ("-", "_", "")
            for before, after in [
                ("", ""),
                *((word, "") for word in _COMMENT["before"]),
                *(("", word) for word in _COMMENT["after"]),
            ]
        ),
        *(
            f"{name}{after.capitalize()}"
            for name in ("comment", "comments", "Comment")
            for after in ("", *_COMMENT["after"])
        ),
        *(f"{before}Comments" for before in ("", *_COMMENT["before"])),
        *(
            name
            for word in _COMMENT["elsewhere"]
            for separator in ("-", "_")
            for name in (
                word,
                *(f"{before}{separator}{word}" for before in _COMMENT["before elsewhere"]),
                *(f"{word}{separator}{after}" for after in _COMMENT["after elsewhere"]),
            )
        ),
    }
)
"""Names of elements that hold comments; each has a word of the family ``comment``, or of COMMENTS_ELSEWHERE."""

_CONSENT = sections("consent_names")
_CONSENT_NAMES = HashedNames(
    {
        *_CONSENT["managers"],
        *(
            f"{name}{separator}{part}{end}"
            for name in _CONSENT["names"]
            for separator in ("-", "_", "")
            for part in _CONSENT["parts"]
            for end in ("", "-container", "-wrapper", "-inner")
        ),
        *(
            f"{name}{part.capitalize()}"
            for name in ("cookie", "cookies", "consent", "Cookie")
            for part in _CONSENT["parts"]
        ),
    }
)
"""Names of dialogs that ask for consent; each has a word of the family ``hidden``."""

_SIGNATURE = sections("signature_names")
_SIGNATURE_NAMES = HashedNames(
    {
        *_SIGNATURE["alone"],
        *(
            f"{before}{separator if before else ''}signature{separator if after else ''}{after}"
            for separator in ("-", "_", "")
            for before in ("", *_SIGNATURE["before"])
            for after in ("", *_SIGNATURE["after"])
        ),
    }
)

_BARE = ["{}"]
_NUMBERED = ["0 {}", "{} 0", "{} (0)", "{}(0)", "{}（0）", "{}0", "{} 0条", "{}0条", "0条{}", "0 {} so far"]
_ENDS = ("", ":", "：", "...", "…", " »", " *")


def _titles(lexicon: str, forms: Iterable[str]) -> set[str]:
    """The phrases of a lexicon as titles are written: in these forms, in every case, with what may end a title."""
    return {
        title + end
        for phrase in phrases(lexicon)
        for text in {phrase, phrase.capitalize(), phrase.title(), phrase.upper()}
        for title in [form.format(text) for form in forms]
        for end in _ENDS
    }


def _answers(kind: str) -> set[str]:
    """What the buttons of a question for consent say, as buttons write it."""
    return {
        text
        for phrase in sections("consent_answers")[kind]
        for text in (phrase, phrase.capitalize(), phrase.title(), phrase.upper())
    }


@cache
def _region_words() -> RegionWords:
    """By what all regions are known. The titles of comments and of related pages are 20,000, so these are made for the
    first page and not at import."""
    comments = (
        _titles("comment_titles", [*_BARE, *_NUMBERED])
        | _titles("numbered_comment_titles", _NUMBERED)
        | _titles("comment_invitations", _BARE)
    )
    return RegionWords(
        comment_names=_COMMENT_NAMES,
        comment_ids=HashedNames(_COMMENT["heading"]),
        comment_titles=HashedNames(comments),
        consent_names=_CONSENT_NAMES,
        accept=HashedNames(_answers("accept")),
        reject=HashedNames(_answers("reject")),
        consent_words=tuple(word.encode() for word in sections("consent_answers")["words"]),
        related_titles=HashedNames(_titles("related_titles", _BARE)),
        signature_names=_SIGNATURE_NAMES,
        signature_lines=HashedNames(phrases("signature_lines")),
    )


class BoilerplateRegions:
    """The asides of a page: regions that the page labels as not content.

    An element belongs to the comments, to a consent dialog or to a signature if the id or the first class name of a
    block around it says so; a question for consent also by its buttons to accept and to refuse beside words for it
    (``consent_answers.txt``). At the end of the page, whatever follows a title such as "Comments" or "Related articles"
    is an aside too. In a thread comments are the content, so none are marked; only posts have signatures. Interaction
    covers the choices inside ``select``.

    thread: whether the page is a discussion, by its address; or if it has comments and states that it is one. stated:
    whether it is one by the latter. board: whether it is a list of threads.
    """

    def __init__(self, page: Page) -> None:
        self._page = ref(page)  # which keeps this: a cycle would hold its tree until a collection
        place = place_in_forum(page.url)
        self.board, self.thread = place == "board", place == "thread"
        if self.thread and lists_threads(page, is_thread_by_host(page.url)):
            self.board, self.thread = True, False
        self._codes = _marks(page, self.thread)
        self.stated = not self.thread and self.has("comment") and (page.states_discussion or page.states_question)
        if self.stated:
            self.thread = True
            self._codes = _marks(page, True)
        if not self.thread:
            for kind, spans in asides_by_content(page):
                self._mark(page, kind, spans)

    def _mark(self, page: Page, kind: str, spans: list[Span]) -> None:
        """Mark parts of the page as asides of a kind."""
        if not spans:
            return
        marks = bytearray(self._codes or len(page.columns))
        for first, end in spans:
            marks[first:end] = bytes([CODES[kind]]) * (end - first)
        self._codes = bytes(marks)

    def has(self, kind: str) -> bool:
        """Whether the page has an aside of this kind."""
        return self._codes is not None and CODES[kind] in self._codes

    def rows(self, kind: str) -> NDArray[np.bool_] | None:
        """For every row of the page whether it is part of an aside of this kind; None where the page has none."""
        if self._codes is None or CODES[kind] not in self._codes:
            return None
        found: NDArray[np.bool_] = np.frombuffer(self._codes, np.uint8) == CODES[kind]
        return found

    def blocks(self, kinds: tuple[str, ...]) -> bytes | None:
        """For every text block of the page whether it is part of an aside of one of these kinds: the bytes of a bool
        array; None where none is."""
        page = self._page()
        if self._codes is None:
            return None
        assert page is not None
        return blocks_in_regions(self._codes, page.columns, page.cached(TextBlocks).block_columns, _mask(kinds))


def is_thread(page: Page) -> bool:
    """Whether a page is a discussion itself: a thread of a forum, or a question with its answers."""
    return page.cached(BoilerplateRegions).thread


def comments_in_thread(page: Page) -> NDArray[np.bool_] | None:
    """For each row of a thread whether it stands in an element that is named as comments; None where the page is no
    thread, or has no such rows. To be asked for with ``page.cached``."""
    if not is_thread(page):
        return None
    marks = _marks(page, False)
    found = np.frombuffer(marks or b"", np.uint8) == CODES["comment"]
    return found if found.any() else None


def lists_threads(page: Page, by_host: bool = False) -> bool:
    """Whether a page has no paragraph, and most of its text in siblings that have a link and a date each.

    by_host: whether its host alone says that it is of a forum. Where its path says that it is a thread, its longer
    texts are links too, the titles of the threads: in a thread they are what somebody has said.
    """
    columns = page.columns
    if not len(columns.text_rows) or np.where(columns.linked, 0, columns.chars).max() >= PARAGRAPH:
        return False
    values = dict(zip(column_names(), page.cached(page_row).tolist(), strict=True))
    return bool(
        values["paragraphs"] == 0
        and values["link_density"] >= MIN_LINKED
        and min(values["linking_count"], values["dated_count"]) >= np.log1p(MIN_THREADS)
        and min(values["linking_share"], values["dated_share"]) >= MIN_THREADS_SHARE
        and (by_host or _has_linked_titles(page))
    )


def _has_linked_titles(page: Page) -> bool:
    """Whether most of the text of a page that is long enough for titles, and may be no date, is links. What stands
    several times beside a link in its line, such as "last reply by", is nobody's text."""
    columns = page.columns
    rows = columns.text_rows
    size, linked = columns.chars[rows], columns.linked[rows].astype(np.bool_)
    dates = (size <= MAX_LINE_OF_DATE) & (columns.mask_hash[rows] != columns.text_hash[rows])
    chars = size * ((size >= MIN_TITLE) & (linked | ~dates))
    titles, total = int(chars[linked].sum()), int(chars.sum())
    if BESIDE_LABELS * total < titles < MIN_TITLES_SHARE * total:
        _, where, times = np.unique(columns.text_hash[rows], return_inverse=True, return_counts=True)
        labels = ~linked & (times[where] > 1) & np.isin(columns.block[rows], columns.block[rows[linked]])
        total -= int(chars[labels].sum())
    return titles >= MIN_TITLES_SHARE * total > 0


def _marks(page: Page, thread: bool) -> bytes | None:
    return mark_regions(page.columns, _region_words(), page.cached(class_id_pairs), thread)


@cache
def _mask(kinds: tuple[str, ...]) -> int:
    return sum(1 << CODES[kind] for kind in set(kinds) if kind in CODES)
