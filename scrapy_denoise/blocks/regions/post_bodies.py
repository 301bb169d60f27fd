"""Finds the posts of a thread: elements of one kind with text, each with a date in it or beside it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import bit_of, name_families
from scrapy_denoise.blocks.regions.date_reader import SHORT_DATE
from scrapy_denoise.blocks.regions.from_now import is_told_from_now
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import date_span

MIN_DATED_SHARE = 0.8
"""Share of the posts that have a date, or another text beside their own: a name, a button."""

MAX_DATE = 80
"""The most characters of a text that can be the date of a post."""

MAX_SHORT_DATE = 24
"""The same of a date with a year of two figures: what else has such numbers is longer."""

MOSTLY = 0.4
"""Share of an element's characters that are expected to be content, above which it may be a body: of short answers less
is expected than of the question above them."""

CALLED = 0.25
"""The same share of an element that is named as a post or a comment, where no kind has that much: of what is one line
long little is expected."""

ANSWERED = 0.2
"""The same share of the answers to a question of several parts, all behind it."""

MIN_QUESTION = 40
"""Characters outside links of a block that may be the question above its answers; where a character takes three bytes,
as in Chinese, two of them say as much as three."""

MAX_KINDS = 50
"""Kinds of elements that are asked for dates, those with the highest expected F1."""

_PART_OF_TEXT = np.zeros(256, np.bool_)
_PART_OF_TEXT[[tags.CODES[name] for name in "p h1 h2 h3 h4 h5 h6 li dt dd pre blockquote ul ol dl td th".split()]] = (
    True
)
_PART_OF_TEXT[[tags.CODES[name] for name in tags.INLINE]] = True

_COMMENT = bit_of("comment")
_NAMED = sum(map(bit_of, ("post", "comment", "forum")))


_ITEMS = tags.flags("li dd")


def named_posts(page: Page) -> NDArray[np.bool_]:
    """True for each row of a page whose class or id calls it a post, a comment or part of a forum."""
    return (page.cached(name_families) & _NAMED).astype(np.bool_)


def post_candidates(page: Page, elements: NDArray[np.int64], named: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Those of some elements that can be posts: paragraphs, list items and the like only if they are named so, or are
    the items or the descriptions of a list that is."""
    columns = page.columns
    codes = np.minimum(columns.tag[elements], 255)
    listed = _ITEMS[codes] & named[columns.parent[elements]]
    found: NDArray[np.int64] = elements[~_PART_OF_TEXT[codes] | named[elements] | listed]
    return found


def by_kind(
    page: Page, elements: NDArray[np.int64], key: NDArray[np.uint64] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Some elements ordered by their kind (tag, id and class, or else a key of each), those of one kind as they are
    given; and the number of each one's kind, from 0."""
    if key is None:
        key = page.signature.key[elements]
    order = np.argsort(key, kind="stable")
    key = key[order]
    return elements[order], np.cumsum(np.diff(key, prepend=key[:1]) != 0)


def post_dates(page: Page, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """Those of some text rows that can be the date of a post, be it told from now."""
    columns = page.columns
    short = rows[columns.chars[rows] <= MAX_DATE]
    dated = columns.in_subtrees(np.flatnonzero(columns.tag == tags.CODES["time"]))[short]
    has_digits = columns.mask_hash[short] != columns.text_hash[short]
    places = np.flatnonzero(has_digits & ~dated)
    spans = zip(columns.text_start[short[places]].tolist(), columns.text_stop[short[places]].tolist(), strict=True)
    dated[places] = [_is_date(columns.text[a:b].decode("utf-8", "replace")) for a, b in spans]
    dates: NDArray[np.intp] = short[dated]
    return dates


def _is_date(text: str) -> bool:
    if date_span(text) is not None or is_told_from_now(text):
        return True
    return len(text) <= MAX_SHORT_DATE and ("." in text or "/" in text) and SHORT_DATE.search(text) is not None


def blocks_in_post_bodies(page: Page, scores: NDArray[np.float32]) -> NDArray[np.bool_] | None:
    """For each text block whether it stands in the body of a post and is not the post's date; None where no posts are
    found.

    scores: for each text block the probability that it is content. The bodies are the elements of one kind (tag, id and
    class) of which two or more hold much content (`MOSTLY`, `CALLED`), as far as the scores tell, and of which most
    have a date in them, or between them and the one before, or the one behind. Of several such kinds it is the one with
    the highest expected F1, were all its text kept and no other; or their parents, if theirs is higher: a quotation
    often stands beside the body that it belongs to. Behind a question of several parts those of another kind are its
    answers.
    """
    columns, blocks = page.columns, page.cached(TextBlocks)
    rows = columns.text_rows
    expected = np.concatenate([[0.0], np.cumsum(columns.chars[rows] * scores[blocks.block_of].astype(np.float64))])

    def content_of(elements: NDArray[np.int64]) -> NDArray[np.float64]:
        bounds = np.searchsorted(rows, (elements, columns.end[elements]))
        found: NDArray[np.float64] = expected[bounds[1]] - expected[bounds[0]]
        return found

    named = named_posts(page)
    elements = post_candidates(page, np.flatnonzero((columns.tag != tags.TEXT) & (columns.subtree_chars > 0)), named)
    elements, starts = _outermost(page, elements)
    if not len(elements):
        return None
    content, chars = content_of(elements), columns.subtree_chars[elements]
    many = np.add.reduceat((content > MOSTLY * chars).astype(np.int64), starts) >= 2
    if not many.any():
        many = np.add.reduceat(((content > CALLED * chars) & named[elements]).astype(np.int64), starts) >= 2
    f1 = 2 * np.add.reduceat(content, starts) / (np.add.reduceat(chars, starts) + expected[-1])
    stops = np.append(starts[1:], len(elements))
    if not many.any():
        return None
    dates = post_dates(page, rows)
    for kind in np.flatnonzero(many)[np.argsort(-f1[many], kind="stable")][:MAX_KINDS].tolist():
        bodies = elements[starts[kind] : stops[kind]]
        bodies = bodies[content[starts[kind] : stops[kind]] > 0]
        if not _have_dates(bodies, columns.end[bodies], dates):
            continue
        parents = np.unique(columns.parent[bodies]).astype(np.int64)
        parents = parents[parents >= np.maximum.accumulate(np.append(0, columns.end[parents][:-1]))]
        if len(parents) >= max(2, MIN_DATED_SHARE * len(bodies)):
            held, whole = content_of(parents).sum(), columns.subtree_chars[parents].sum()
            bodies = parents if 2 * held / (whole + expected[-1]) > f1[kind] else bodies
        inside = _standing_in(page, bodies, dates)
        short = np.add.reduceat((content > ANSWERED * chars).astype(np.int64), starts) > len(bodies)
        for other in np.flatnonzero(short)[:MAX_KINDS].tolist():
            answers = elements[starts[other] : stops[other]]
            if _answers(page, bodies, answers) and _have_dates(answers, columns.end[answers], dates):
                inside |= _standing_in(page, answers, dates)
        return inside
    return None


def question_blocks(page: Page, posts: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """For each text block whether it may be part of a question with answers below it: a text without a date behind the
    page's heading, in an element with this and without the first answer, and the paragraphs beside it. None where no
    text stands there. posts: for each block whether it stands in a post, as one does.
    """
    columns, blocks = page.columns, page.cached(TextBlocks)
    rows = columns.text_rows
    answer = int(rows[blocks.first[posts.argmax()]])
    above = np.flatnonzero(columns.tag[:answer] == tags.CODES["h1"])
    if not len(above):
        return None
    head = int(above[-1])
    while columns.end[columns.parent[head]] <= answer:
        head = int(columns.parent[head])
    begin, stop = np.searchsorted(rows, (columns.end[above[-1]], columns.end[head])).tolist()
    texts, numbers = rows[begin:stop], blocks.block_of[begin:stop]
    sizes = np.maximum(columns.chars[texts], (columns.text_stop[texts] - columns.text_start[texts]) // 2)
    sizes[columns.linked[texts] != 0] = 0
    if sizes.sum() < MIN_QUESTION:
        return None
    own = np.bincount(numbers, sizes, len(blocks))
    elements = blocks.element_row
    found = (own >= MIN_QUESTION) & ~tags.HEADINGS[columns.tag[elements]]
    if not found.any():
        return None
    beside = (columns.tag[elements] == tags.CODES["p"]) & (own > 0)
    found |= beside & np.isin(columns.parent[elements], columns.parent[elements[found]])
    found[blocks.block_of[np.searchsorted(rows, post_dates(page, texts))]] = False
    return found


def _answers(page: Page, bodies: NDArray[np.int64], others: NDArray[np.int64]) -> bool:
    """Whether some elements are the answers to a question of several parts, the bodies: more of them, named comments,
    all behind these."""
    return bool(
        len(others) > len(bodies)
        and others[0] >= page.columns.end[bodies[-1]]
        and (page.cached(name_families)[others] & _COMMENT).all()
    )


def _outermost(page: Page, elements: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """The elements of each kind that has two or more, of nested ones the outermost, and where each kind begins."""
    end = page.columns.end
    elements, kind = by_kind(page, elements)
    if not len(elements):
        return elements, np.zeros(0, np.intp)
    offset = kind * (len(end) + 1)  # so that what is reached in one kind is before all of the next
    reached = np.maximum.accumulate(end[elements] + offset)
    outermost = np.append(True, elements[1:] + offset[1:] >= reached[:-1])
    elements, kind = elements[outermost], kind[outermost]
    several = np.bincount(kind)[kind] >= 2
    elements, kind = elements[several], kind[several]
    return elements, np.flatnonzero(np.diff(kind, prepend=-1))


def _have_dates(bodies: NDArray[np.int64], end: NDArray[np.int32], dates: NDArray[np.intp]) -> bool:
    """Whether most of the bodies have a date in them or before them, behind the one before; or else behind them, before
    the one behind."""
    before = np.diff(np.searchsorted(dates, (np.append(0, end[:-1]), end)), axis=0)
    behind = np.diff(np.searchsorted(dates, (bodies, np.append(bodies[1:], np.iinfo(np.int64).max))), axis=0)
    return bool(max((before > 0).mean(), (behind > 0).mean()) >= MIN_DATED_SHARE)


def _standing_in(page: Page, bodies: NDArray[np.int64], dates: NDArray[np.intp]) -> NDArray[np.bool_]:
    """For each text block whether it stands in one of these elements and has none of the dates."""
    columns, blocks = page.columns, page.cached(TextBlocks)
    inside = columns.in_subtrees(bodies)[columns.text_rows[blocks.first]]
    inside[blocks.block_of[np.searchsorted(columns.text_rows, dates)]] = False
    return inside
