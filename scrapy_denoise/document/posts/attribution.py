"""Finds the author and the time of each post of a thread, in the post's element or just before it."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.document.metadata.dates import DateReader
from scrapy_denoise.document.metadata.order import DateOrder
from scrapy_denoise.document.posts.names import MAX_NAME, name_beside_date, name_in, says
from scrapy_denoise.document.posts.row_reader import (
    AUTHOR_WORDS,
    MAX_LINE,
    MAX_ROWS,
    SHOWN_ON_PAGE,
    RowReader,
    rows_with_figures,
)
from scrapy_denoise.document.render.compiled import render_rows
from scrapy_denoise.document.source.ratings import MAX_LABEL, RATING_WORDS, Rating
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.walk.compiled import ElementRequest, elements_with

MAX_LEVELS = 64
"""The number of ancestors of a post's text among which the post's element is searched."""

BEFORE = 60
"""Rows before a post's element in which they are looked for, where they are not in it."""

MIN_POSTS, MIN_RATED = 3, 2
"""With at least this many posts, or comments with a rating, the text at the same place in each can be its author."""

MAX_LINES = 20
"""Lines beside a post that are read for the name of its author."""

SHARE = 0.8
"""Share of the posts that have a name at that place."""


_NUMBERS = re.compile(r"(?<!\w)\d+")
_CITE = tags.CODES["cite"]
_TOLD_BY_TAG = tags.flags("a cite")


@attrs.frozen
class UserPost:
    """A post of a thread, a comment, or a review.

    text: the post without its author, time and signature. author: the name of its author; empty where the page
    does not say. published: its date, with the time where the page has it, as ISO 8601; empty where it does not say.
    rating: the rating that a review gives, such as a number of stars; None where there is none. best: the highest
    rating that can be given, 5 where the page does not say; None where there is no rating. stated: true if it stands in
    the page's data (JSON-LD) and not among the comments that the page shows.
    """

    text: str
    author: str = ""
    published: str = ""
    rating: float | None = None
    best: float | None = None
    stated: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The post as JSON can hold it; a rating only where there is one, and likewise whether it is stated."""
        found = attrs.asdict(self)
        left_out = {"rating", "best"} if self.rating is None else set()
        left_out |= set() if self.stated else {"stated"}
        return {name: value for name, value in found.items() if name not in left_out}


def attribute_posts(
    page: Page,
    posts: list[NDArray[np.intp]],
    language: str = "",
    comments: NDArray[np.bool_] | None = None,
    in_thread: bool = False,
    others: NDArray[np.bool_] | None = None,
) -> list[UserPost]:
    """Each post with its author and time. posts: positions in ``page.columns.text_rows``, as of `split_posts`.

    The element of a post is the highest around its text that holds no other post. Where fewer than half of the posts
    name their author, it is what stands at one place in nearly all of them. language: of the page, to read dates.
    comments: where the posts are comments, which may have ratings, for each text row whether it stands among them.
    in_thread: whether posts stand between the comments; their authors and dates are not used. others: for each row of
    the page whether it belongs to a comment on a post; such rows are not read.
    """
    columns = page.columns
    texts = [render_rows(columns, post) for post in posts]
    if page.root is None or not posts:
        return list(map(UserPost, texts))
    rows = [columns.text_rows[post] for post in posts]
    insides, aboves = _places(page, rows, comments, in_thread)
    wanted = np.zeros(len(columns), np.uint8)
    for above, inside in zip(aboves, insides, strict=True):
        wanted[above.start : inside.stop] = ElementRequest.WITH_ATTRIBUTES
    # The card of the member may have more rows before the text of a lone post than are read.
    ancestors = _ancestors(columns, insides[0].start) if len(posts) == 1 and comments is None else []
    wanted[ancestors] = ElementRequest.WITH_ATTRIBUTES
    wanted[(wanted > 0) & (columns.tag == _CITE)] = ElementRequest.WANTED
    elements = page.nodes(wanted)
    is_read = columns.tag >= 0 if others is None else ~others
    read = DateReader(DateOrder(page, language), SHOWN_ON_PAGE)
    readers = [RowReader(page, elements, frozenset(own.tolist()), int(own[0]), read) for own in rows]
    ratings = [] if comments is None else _ratings(page, readers, insides, aboves, is_read)
    least = MIN_RATED if ratings and all(ratings) else MIN_POSTS
    stated = readers[0].stated_around(ancestors)
    signing = _RowsOf(_signing(page, elements) & is_read)
    authors = [stated] if stated else _authors(readers, insides, aboves, signing, least)
    around = list(zip(readers, insides, aboves, strict=True))
    if not all(authors):
        authors = _names_beside_dates(page, around, authors)
    dating = elements_with(elements, ElementRequest.DATING_POST) | (columns.tag == tags.TEXT)
    saying = _RowsOf(dating & is_read)
    dates = [reader.published(saying[inside], inside.start) for reader, inside, _ in around]
    if not all(dates):
        beside = _dates_beside(columns, around, saying, not any(dates))
        dates = [date or other for date, other in zip(dates, beside, strict=True)]
    if comments is None:
        return list(map(UserPost, *_without_names(texts, authors), dates))
    said = zip(texts, authors, dates, strict=True)
    return [UserPost(*own, *(rating or (None, None))) for own, rating in zip(said, ratings, strict=True)]


def _signing(page: Page, elements: list[Element | None]) -> NDArray[np.bool_]:
    """For each row whether its element may name an author, by its attributes or its tag. elements: of each row, or
    None."""
    found = _TOLD_BY_TAG[page.columns.tag]
    found[page.cached(class_id_pairs).rows_of_class(AUTHOR_WORDS)] = True
    found &= elements_with(elements, ElementRequest.WANTED)
    return found | elements_with(elements, ElementRequest.SIGNING)


def _ratings(
    page: Page, readers: list[RowReader], insides: list[range], aboves: list[range], is_read: NDArray[np.bool_]
) -> list[Rating | None]:
    """The rating of each comment. is_read: for each row of the page whether it may say one."""
    columns, elements = page.columns, readers[0].elements
    rating = (columns.tag == tags.TEXT) & (columns.chars <= MAX_LABEL) & page.cached(rows_with_figures)
    named = np.zeros(len(columns), np.bool_)
    named[page.cached(class_id_pairs).rows_of_class(RATING_WORDS)] = True
    rating |= named & elements_with(elements, ElementRequest.WANTED)
    rated = _RowsOf((rating | elements_with(elements, ElementRequest.RATING)) & is_read)
    ratings = [reader.rating(rated[inside]) for reader, inside in zip(readers, insides, strict=True)]
    if any(ratings):
        return ratings
    # A rating before the first post alone is that of the whole page.
    before = [reader.rating(rated[above]) for reader, above in zip(readers, aboves, strict=True)]
    return before if sum(map(bool, before)) > 1 or len(readers) == 1 else ratings


def _places(
    page: Page, posts: list[NDArray[np.intp]], comments: NDArray[np.bool_] | None, in_thread: bool
) -> tuple[list[range], list[range]]:
    """Of each post the rows of its element, and those before it that are no other post's.

    posts: the rows of each. comments, in_thread: as of `attribute_posts`.
    """
    columns = page.columns
    taken = np.zeros(len(columns) + 1, np.int64)
    for own in posts:
        taken[own + 1] = 1
    before = np.cumsum(taken).tolist()
    others = None if comments is None else np.append(0, np.cumsum(~comments))
    end, parents = columns.end.tolist(), columns.parent.tolist()
    tops = [_element_row(columns, own.tolist(), parents, end, before, others, in_thread) for own in posts]
    ends = [end[top] for top in tops]
    first = 0 if comments is None else int(columns.text_rows[np.argmax(comments)])
    while first and end[parents[first]] <= tops[0] and columns.subtree_chars[parents[first]] <= MAX_NAME:
        first = parents[first]  # the element of a name above the first comment
    starts = [stop if first <= stop <= top else first for stop, top in zip([0, *ends], tops, strict=False)]
    if in_thread and comments is not None:
        posted = np.append(-1, columns.text_rows[~comments])
        starts = np.maximum(starts, posted[np.searchsorted(posted, tops) - 1] + 1).tolist()
    insides = [range(top, min(end, top + MAX_ROWS)) for top, end in zip(tops, ends, strict=True)]
    # The element of the first comment begins before the first text of all comments, which is in it.
    aboves = [range(min(max(start, top - BEFORE), top), top) for start, top in zip(starts, tops, strict=True)]
    return insides, aboves


def _ancestors(columns: Columns, row: int) -> list[int]:
    """A row and those around it, the innermost first."""
    found: list[int] = []
    while row >= 0 and len(found) < MAX_LEVELS:
        found.append(row)
        row = int(columns.parent[row])
    return found


def _dates_beside(
    columns: Columns, around: list[tuple[RowReader, range, range]], saying: _RowsOf, all_beside: bool
) -> list[str]:
    """Of each post the date before its element; or that behind it, where the first has none before it and all have one
    behind them, as on Blogger. around: of each its reader, the rows of its element, and those before it. all_beside:
    whether none has a date in its element.
    """
    above = [reader.published(saying[before], before.start) for reader, _, before in around]
    if not all_beside or above[0] or not all(above[1:]):
        return above
    reader, last, _ = around[-1]
    stop = int(columns.end[columns.parent[last.start]])
    below = range(last.stop, min(last.stop + BEFORE, stop))
    behind = reader.published(saying[below], below.start)
    return [*above[1:], behind] if behind else above


def _authors(
    readers: list[RowReader], insides: list[range], aboves: list[range], stating: _RowsOf, least: int
) -> list[str]:
    """Of each post its author: named in its element or before it; or else what stands at one place in nearly all, or
    what links of nearly all lead to. least: so many posts have such a place."""
    within = [reader.author(stating[inside], inside.start) for reader, inside in zip(readers, insides, strict=True)]
    authors = [
        author or reader.author(stating[above], above.start)
        for author, reader, above in zip(within, readers, aboves, strict=True)
    ]
    if 2 * sum(map(bool, authors)) < len(authors):
        # What stands before one post alone belongs to the page, not to the post.
        return _names_at_one_place(readers, insides, least, within) or _accounts(readers, insides, stating) or within
    return authors


def _names_beside_dates(page: Page, around: list[tuple[RowReader, range, range]], authors: list[str]) -> list[str]:
    """The authors with those that a line beside a post names before its date, as in "Anna Lee — 3 May 2026", or before
    a word such as "says:", where the page names none otherwise. What is the same of several posts is a label."""
    blocks = page.cached(TextBlocks)
    names = [author or _name_beside_date(page, blocks, *one) for author, one in zip(authors, around, strict=True)]
    found = [name for name, author in zip(names, authors, strict=True) if name and not author]
    return names if len(found) < 2 or _differ(found) else authors


def _name_beside_date(page: Page, blocks: TextBlocks, reader: RowReader, inside: range, above: range) -> str:
    """The name in a line beside a post's own text; empty where there is none."""
    columns = page.columns
    for rows in (inside, above):
        first, last = np.searchsorted(columns.text_rows, (rows.start, rows.stop))
        beside = [row for row in columns.text_rows[first:last].tolist() if row not in reader.own]
        places = np.searchsorted(columns.text_rows, np.array(beside, np.intp))
        numbers, chars = np.unique(blocks.block_of[places]), blocks.chars
        for number in numbers[chars[numbers] <= MAX_LINE][:MAX_LINES].tolist():
            line = blocks.text(columns, number)
            if name := name_beside_date(line):
                return name
    return ""


class _RowsOf:
    """Those of the rows of a page that are wanted, by ranges of rows. wanted: of each row."""

    def __init__(self, wanted: NDArray[np.bool_]) -> None:
        self._rows = np.flatnonzero(wanted).tolist()

    def __getitem__(self, rows: range) -> list[int]:
        return self._rows[bisect_left(self._rows, rows.start) : bisect_left(self._rows, rows.stop)]


def _names_at_one_place(readers: list[RowReader], insides: list[range], least: int, linked: list[str]) -> list[str]:
    """Of each post the text at the first path where nearly all posts have one that can be a name, and not all the same.
    linked: the authors that are named otherwise, in posts without a text there: some names are links, and others not.

    Forums without names of classes, such as those of FluxBB, write the author there. Empty where there is no such path.
    Of few posts a heading there is their title.
    """
    if len(readers) < least:
        return []
    at_path: dict[int, dict[int, int]] = {}
    for number, (reader, inside) in enumerate(zip(readers, insides, strict=True)):
        for path, row in reader.other_texts(inside, len(readers) >= MIN_POSTS):
            at_path.setdefault(path, {}).setdefault(number, row)
    differing: list[dict[int, str]] = []
    others = {number for number, name in enumerate(linked) if name}
    for rows in at_path.values():
        if len(others) + len(rows) < SHARE * len(readers):
            continue  # most paths are those of one post
        found = {number: name_in(readers[0].page.columns.text_of(row)) for number, row in rows.items()}
        if _differ(list(filter(None, found.values()))):
            differing.append(found)
    for names in [*differing, *({**dict(enumerate(linked)), **found} for found in differing)]:
        if sum(map(bool, names.values())) >= SHARE * len(readers):
            return [names.get(number, "") for number in range(len(readers))]
    return []


def _without_names(texts: list[str], authors: list[str]) -> tuple[list[str], list[str]]:
    """The texts of posts without the first line that names who says each, as in "Anna says:", and the authors with
    these names, where nearly all begin so."""
    parts = [text.partition("\n") for text in texts]
    names = [name_in(first) if rest and says(first[: MAX_LINE + 1]) else "" for first, _, rest in parts]
    if sum(map(bool, names)) < max(SHARE * len(texts), 2):
        return texts, authors
    authors = [author or name for author, name in zip(authors, names, strict=True)]
    said = [rest if name else text for text, name, (_, _, rest) in zip(texts, names, parts, strict=True)]
    return said, authors


def _differ(names: list[str]) -> bool:
    """Whether some texts say different things, and not the same with other numbers, as "Comment 12"."""
    return len({_NUMBERS.sub("0", name) for name in names}) > 1


def _accounts(readers: list[RowReader], insides: list[range], stating: _RowsOf) -> list[str]:
    """Of each post the account that the first such link of it leads to; empty where not nearly all have one, or all the
    same."""
    names = [reader.account(stating[inside]) for reader, inside in zip(readers, insides, strict=True)]
    known = list(filter(None, names))
    return names if len(known) >= SHARE * len(readers) and len(set(known)) > 1 else []


def _element_row(
    columns: Columns,
    own: list[int],
    parents: list[int],
    ends: list[int],
    before: list[int],
    others: NDArray[np.int64] | None,
    in_thread: bool,
) -> int:
    """The row of the highest ancestor of a post's first text that holds texts of no other post.

    own: the rows of the post. parents, ends: of each row, as in `Columns`. before: for each row the number of rows of
    any post before it. A post alone has no other to end at: its element is the lowest that holds all of it, and of a
    comment, as of each in a thread, the highest that holds nothing but comments. others: for each text row how many
    before it do not stand among comments.
    """
    alone = len(own) == before[-1]
    row = own[0]
    for _ in range(MAX_LEVELS):
        parent = parents[row]
        if parent < 0:
            break
        end = ends[parent]
        mine = bisect_left(own, end) - bisect_left(own, parent)
        if before[end] - before[parent] != mine or (
            (alone or in_thread) and ends[row] > own[-1] and _holds_others(columns, others, parent)
        ):
            break
        row = parent
    return row


def _holds_others(columns: Columns, others: NDArray[np.int64] | None, row: int) -> bool:
    """Whether an element holds what does not stand among comments; of posts that are none, any does."""
    if others is None:
        return True
    first, last = np.searchsorted(columns.text_rows, (row, columns.end[row]))
    return bool(others[last] > others[first])
