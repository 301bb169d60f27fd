"""Finds the comments below the content: the words of readers, without buttons, forms and notices of the page."""

from __future__ import annotations

import operator
import re
from functools import cache
from itertools import compress
from typing import NamedTuple

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES, TextBlocks
from scrapy_denoise.blocks.lexicon import phrases, sections
from scrapy_denoise.blocks.regions.boilerplate import comments_in_thread, is_thread
from scrapy_denoise.blocks.regions.bylines import is_poster_address, names_poster
from scrapy_denoise.blocks.regions.date_words import date_spans
from scrapy_denoise.blocks.regions.datelines import is_date_alone
from scrapy_denoise.blocks.regions.post_bodies import MAX_DATE, named_posts, post_dates
from scrapy_denoise.document.posts.attribution import UserPost, attribute_posts
from scrapy_denoise.document.posts.names import name_beside_date
from scrapy_denoise.document.posts.repeated_lines import repeated_lines
from scrapy_denoise.document.posts.reviews import (
    not_shown,
    stated_reviews,
    with_stated,
    with_titles,
    without_badges,
    without_signature,
)
from scrapy_denoise.document.posts.split import cut, find_posts, owner_of
from scrapy_denoise.document.render.compiled import render_rows
from scrapy_denoise.document.source.ratings import WHOLE
from scrapy_denoise.document.source.reviewed import review_items, reviews_alike, shown_reviews
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import ExactWords, collapse_whitespace
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.walk.compiled import name_hash

MIN_COMMENT = 15
"""A block of a comment has at least this many characters outside links, or is a plain paragraph; any other is a name, a
date or a button. Where a character takes three bytes, as in Chinese, two of them say as much as three."""

MAX_NOTICE = 160
"""Characters of a block that is a notice wherever it has a phrase of one. A longer one begins with the phrase."""

MAX_LONG_NOTICE = 1_000
"""The most characters of a notice."""

MAX_FORM = 3_000
"""The most characters of a form for writing a comment. A larger form is laid around comments or around the page."""

MAX_NAME = 40
"""The most characters of a name in the block of a date."""

MAX_SHORT = 5_000
"""Different short texts with figures, and without a date with its year, that are read as the dates of comments."""

MIN_SIGNED_COMMENTS = 2
"""Comments with an author or a date from which what has neither, and stands outside their elements, is a notice."""

BESIDE = 10
"""Text rows of the comments before and behind a text among which who wrote it, or when, is looked for."""

NEAR = 3
"""Text rows before and behind a short sentence among which the date of a comment is looked for."""

_LETTERS = re.compile(r"[^\W\d_]{2}")
_ENDS = tuple("!?。！？؟")
"""How a sentence ends, beside a full stop."""

_TIME = re.compile(r"(?<!\d)\d{1,2}:\d\d(?!\d)")
"""A time of day. Two of them in a text are hours of opening."""

_REMARK = re.compile(r"\([^()]{1,30}\)")
"""What a shop says of a buyer behind the name: "(verified owner)"."""

_COMMENT = BLOCK_TYPES.index("comment")
_CONTROLS = tags.flags("label legend fieldset button")
_LISTS = tags.flags("ul ol dl")
_FORM, _DT = tags.CODES["form"], tags.CODES["dt"]

_NOTIFIED = re.compile(rb"(?:^|[\s\0])(?:ping|track)backs?(?=[\s\0]|$)")
"""The classes of what other sites have sent: that they link to the page."""


def attribute_comments(
    page: Page, comments: list[Comment], types: NDArray[np.uint8], language: str, are_reviews: bool = False
) -> list[UserPost]:
    """Each comment that has words with its author, its time and its rating, in document order.

    types: for each text row an index into `BLOCK_TYPES`. language: of the page, to read dates. are_reviews: they are
    those of a product or of another reviewed thing; what has neither an author nor a date is none then, since summaries
    stand among them, and neither is what stands outside the elements of such as have; one that gives stars alone has no
    text; one that the data of the page states too has what that says of it; and those that it states beside them come
    last.
    """
    # What stands outside the reviews has no name at the place where these have one.
    own = [comment for comment in comments if comment.is_post] if are_reviews else []
    found = _attributed(page, own, types, language) if len(own) >= MIN_SIGNED_COMMENTS else []
    if sum(map(_is_signed_post, found)) >= MIN_SIGNED_COMMENTS:
        comments = own
    elif len(own) < len(comments) or not found:
        found = _attributed(page, comments, types, language)
    if are_reviews:
        stated = stated_reviews(page, language)
        found = with_stated(found, stated)
        posts = [
            _is_signed_post(one) or (comment.is_review and one.rating in (None, *WHOLE))
            for one, comment in zip(found, comments, strict=True)
        ]
        # One among them whose name is not found gives stars all the same.
        given = [one.rating in WHOLE for one in found]
        signed = map(operator.or_, posts, given) if sum(posts) >= MIN_SIGNED_COMMENTS else map(_is_signed_post, found)
        found = list(map(without_badges, compress(found, signed)))
        shown = [attrs.evolve(one, text="") if _is_empty(one) else one for one in found]
        shown = [one for one in shown if one.text or one.rating is not None]
        return shown + not_shown(stated, shown)
    found = [
        one if one.author else attrs.evolve(one, author=_name_among(page, comment.signature))
        for one, comment in zip(found, comments, strict=True)
    ]
    are_signed = sum(_is_signed_post(one) for one in found) >= MIN_SIGNED_COMMENTS
    return [
        one
        for one, comment in zip(found, comments, strict=True)
        if not _is_empty(one) and (comment.is_post or not are_signed or _is_signed_post(one))
    ]


def _attributed(page: Page, comments: list[Comment], types: NDArray[np.uint8], language: str) -> list[UserPost]:
    rows = [comment.rows for comment in comments]
    found = attribute_posts(page, rows, language, types == _COMMENT, is_thread(page)) if comments else []
    return list(map(without_signature, found))


def _name_among(page: Page, signature: NDArray[np.intp]) -> str:
    """The name in one of the lines that sign a comment; empty where none has one."""
    lines = render_rows(page.columns, signature).split("\n") if len(signature) else []
    return next(filter(None, map(name_beside_date, lines)), "")


def _is_signed_post(comment: UserPost) -> bool:
    return bool(comment.author or comment.published)


def _is_empty(comment: UserPost) -> bool:
    """Whether a comment's text is its author, its date and labels such as "Reply" alone, beside a picture."""
    text = comment.text
    if not comment.published or len(text) > MAX_NOTICE:
        return False
    return is_date_alone(_REMARK.sub(" ", text.replace(comment.author, " ", 1) if comment.author else text))


class Comment(NamedTuple):
    """The text rows of a comment, as positions in ``columns.text_rows``: of its words, and of the lines in its element
    that have only names and dates, or stand in nearly all comments. is_post: whether it stands in an element of its own
    among others of the kind. is_review: whether it stands in an element of its own that is a review by its name."""

    rows: NDArray[np.intp]
    signature: NDArray[np.intp]
    is_post: bool
    is_review: bool = False


def comment_rows(page: Page, types: NDArray[np.uint8]) -> NDArray[np.intp]:
    """The text rows in which all comments of a page stand. types: for each an index into `BLOCK_TYPES`."""
    found: NDArray[np.intp] = page.columns.text_rows[types == _COMMENT]
    return found


def attribute_thread(
    page: Page, posts: list[NDArray[np.intp]], comments: list[Comment], language: str
) -> list[UserPost]:
    """The posts of a thread, as of `attribute_posts`, without what stands among the comments on them."""
    others = page.cached(comments_in_thread) if comments else None
    return attribute_posts(page, posts, language, others=others)


def mark_comments(page: Page, types: NDArray[np.uint8], kept: NDArray[np.bool_]) -> None:
    """Mark the comments on the posts of a thread, as on a question and its answers, or all comments of an article at
    the address of a thread. Nothing is marked if content stands among them, since then they are the thread, or if no
    date does, since then they are an invitation to answer.

    types: for each text row an index into `BLOCK_TYPES`, changed in place. kept: whether it is content.
    """
    comments = page.cached(comments_in_thread)
    if comments is None:
        return
    marked = comments[page.columns.text_rows]
    if not (marked & kept).any() and len(_dates(page, np.flatnonzero(marked))):
        types[marked] = _COMMENT


def find_comments(page: Page, types: NDArray[np.uint8], reviews: NDArray[np.bool_] | None = None) -> list[Comment]:
    """The comments of a page, in document order.

    types: for each text row an index into `BLOCK_TYPES`. reviews: for each row of the page whether its name calls it a
    review, where that makes it a comment.

    A comment has somebody's words. It stands in an element of
    its own among others of the kind (`find_posts`), or its author or date stands beside it. What a page says to its
    readers is none: what a form holds, headings, and notices in the words of ``comment_notices.txt``. What nobody has
    signed outside the elements of others that are signed is left to `attribute_comments`.
    """
    within = types == _COMMENT
    if not within.any():
        return []
    columns, blocks = page.columns, page.cached(TextBlocks)
    rows = columns.text_rows
    sizes = np.maximum(columns.chars, (columns.text_stop - columns.text_start) // 2)
    own = np.where(columns.linked, 0, sizes)[rows]
    long = (np.bincount(blocks.block_of, own, len(blocks)) >= MIN_COMMENT) | _plain(columns, blocks)
    positions = within.nonzero()[0]
    long |= _alike(blocks, positions, long)
    dates = None
    if sentences := _sentences(columns, blocks, positions, long):
        dates = _dates(page, positions)
        long[_near_dates(blocks, np.array(sentences, np.intp), dates)] = True
    said = (within & long[blocks.block_of]).nonzero()[0]
    said = said[~_notices(page, said, begin=True)]
    if not len(said):
        return []  # most articles say only that they may be commented on
    dates = _dates(page, positions) if dates is None else dates
    within &= ~_asked(page, rows[dates])[rows]
    shown = np.flatnonzero(within)
    said = said[within[said]]
    said = said[~(_in_terms(page, said, rows[dates]) | _of_other_sites(page)[rows[said]])]
    said = said[~_names_alone(page, said, dates)]
    if not len(said):
        return []
    post = find_posts(page, said, _called(page, rows[within], reviews), _days(page, dates))
    if len(np.unique(post[post >= 0])) < 2:
        post[:] = -1
        if not len(dates):
            # Nothing is signed then, and where no class has a name all elements of a review are of one kind.
            stated = page.cached(shown_reviews) or (page.cached(review_items) if reviews is not None else [])
            post = owner_of(np.array(stated, np.int64), columns.end, rows[said])
    if reviews is not None and post.max() >= 0:
        said, post = with_titles(page, said, post, shown, reviews)
    words = _words(page, said, dates)
    words &= ~repeated_lines(page, said, post, words)
    in_posts = post >= 0
    posts = zip(cut(said[in_posts], post[in_posts]), cut(words[in_posts], post[in_posts]), strict=True)
    outside, posted = said[~in_posts], said[in_posts]
    others = ~_headings(page)[rows[outside]] & ~_notices(page, outside, begin=False)
    outside, words = outside[others], words[~in_posts][others]
    signs = np.union1d(dates, _names(page, shown)) if words.any() else dates
    # What stands outside the posts is cut where one of them comes between.
    before = np.searchsorted(posted, outside)
    runs = zip(cut(outside, before), cut(words, before), strict=True)
    found = [(run, own) for run, own in runs if own.any() and _is_signed(run, shown, signs)]
    comments = _split_signatures(blocks, found, list(posts))
    if reviews is not None:
        alike = columns.in_subtrees(np.array(reviews_alike(page, np.flatnonzero(reviews).tolist()), np.intp))
        comments = [comment._replace(is_review=bool(alike[rows[comment.rows[0]]])) for comment in comments]
    return sorted(comments, key=lambda comment: int(comment.rows[0]))


def _plain(columns: Columns, blocks: TextBlocks) -> NDArray[np.bool_]:
    """For each block whether it is a paragraph without a class or an id: names, dates and buttons are seldom one."""
    rows = blocks.element_row
    found: NDArray[np.bool_] = (columns.tag[rows] == tags.CODES["p"]) & (columns.class_id[rows] == 0)
    return found


def _alike(blocks: TextBlocks, shown: NDArray[np.intp], long: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each block whether it stands where most blocks of the comments are long: of short comments too these are the
    words. shown: positions of the text rows of all that the comments show."""
    group = blocks.path_group
    numbers = _blocks_of(blocks, shown)
    n = int(group.max()) + 1
    mostly = 2 * np.bincount(group[numbers], long[numbers], n) > np.bincount(group[numbers], minlength=n)
    found: NDArray[np.bool_] = mostly[group]
    return found


def _blocks_of(blocks: TextBlocks, positions: NDArray[np.intp]) -> NDArray[np.int32]:
    """The numbers of the blocks of some text rows, each once. positions: of these, in order."""
    numbers = blocks.block_of[positions]
    is_first = np.ones(len(numbers), np.bool_)
    np.not_equal(numbers[1:], numbers[:-1], out=is_first[1:])
    found: NDArray[np.int32] = numbers[is_first]
    return found


def _sentences(columns: Columns, blocks: TextBlocks, shown: NDArray[np.intp], long: NDArray[np.bool_]) -> list[int]:
    """The numbers of the blocks that are short sentences: names, dates and buttons do not end as one does.

    shown, long: as of `_alike`.
    """
    numbers = _blocks_of(blocks, shown[columns.linked[columns.text_rows[shown]] == 0])
    numbers = numbers[~long[numbers]]
    return [number for number in numbers.tolist() if _is_sentence(blocks.text(columns, number))]


def _near_dates(blocks: TextBlocks, numbers: NDArray[np.intp], dates: NDArray[np.intp]) -> NDArray[np.intp]:
    """Those of some blocks that stand beside a date. dates: positions of the dates of comments."""
    first, last = np.searchsorted(dates, (blocks.first[numbers] - NEAR, blocks.stops[numbers] + NEAR))
    found: NDArray[np.intp] = numbers[last > first]
    return found


def _is_sentence(text: str) -> bool:
    """Whether the last line of a text has a word and ends with more than a full stop, as a sentence does."""
    line = text.rstrip().rpartition("\n")[2]
    return line.endswith(_ENDS) and _LETTERS.search(line) is not None


_Worded = tuple[NDArray[np.intp], NDArray[np.bool_]]


def _split_signatures(blocks: TextBlocks, others: list[_Worded], posts: list[_Worded]) -> list[Comment]:
    """Comments, their blocks that have no words apart where others have. others, posts: of each its text rows, and
    whether these have words; outside elements of the kind, and in them."""
    comments = others + posts
    if not comments:
        return []
    rows = np.concatenate([own for own, _ in comments])
    words = np.concatenate([said for _, said in comments])
    number = np.repeat(np.arange(len(comments)), [len(own) for own, _ in comments])
    speaking, worded = np.zeros(len(comments), np.bool_), np.zeros(len(blocks), np.bool_)
    speaking[number[words]] = True
    worded[blocks.block_of[rows[words]]] = True
    signing = speaking[number] & ~worded[blocks.block_of[rows]]
    signatures = dict(zip(np.unique(number[signing]).tolist(), cut(rows[signing], number[signing]), strict=True))
    none = np.zeros(0, np.intp)
    return [
        Comment(own, signatures.get(place, none), place >= len(others))
        for place, own in enumerate(cut(rows[~signing], number[~signing]))
    ]


def _dates(page: Page, positions: NDArray[np.intp]) -> NDArray[np.intp]:
    """Those of some text rows that can be the date of a comment: also without a year, or with the time
    of day alone."""
    columns = page.columns
    rows = columns.text_rows[positions]
    found = _marked(len(columns), post_dates(page, rows))[rows]
    short = np.flatnonzero(
        ~found & (columns.chars[rows] <= MAX_DATE) & (columns.mask_hash[rows] != columns.text_hash[rows])
    )
    # A text that a page repeats is read once.
    _, examples, own = np.unique(columns.text_hash[rows[short]], return_index=True, return_inverse=True)
    read = np.sort(examples)[:MAX_SHORT]
    are_dates = dict(zip(read.tolist(), map(_is_date, map(columns.text_of, rows[short[read]].tolist())), strict=True))
    told = np.array([are_dates.get(example, False) for example in examples.tolist()], np.bool_)
    found[short] = told[own.reshape(-1)]
    return positions[found]


def _days(page: Page, dates: NDArray[np.intp]) -> NDArray[np.intp] | None:
    """The rows of the dates of comments where all are without a year, but for hours of opening, of which a block has
    two; None where one has its year. dates: their positions."""
    rows = page.columns.text_rows[dates]
    if not len(rows) or len(post_dates(page, rows)):
        return None
    _, where, times = np.unique(page.cached(TextBlocks).block_of[dates], return_inverse=True, return_counts=True)
    found: NDArray[np.intp] = rows[times[where] == 1]
    return found


def _is_date(text: str) -> bool:
    return len(_TIME.findall(text)) == 1 or next(iter(date_spans(text)), None) is not None


def _words(page: Page, positions: NDArray[np.intp], dates: NDArray[np.intp]) -> NDArray[np.bool_]:
    """For each of some text rows whether it is more than a date, or a name beside one in a block; code is."""
    columns, blocks = page.columns, page.cached(TextBlocks)
    rows = columns.text_rows[positions]
    beside = _marked(len(blocks), blocks.block_of[dates])[blocks.block_of[positions]]
    words = ~_marked(len(columns.text_rows), dates)[positions] & (~beside | (columns.chars[rows] > MAX_NAME))
    found: NDArray[np.bool_] = words | columns.in_subtrees(np.flatnonzero(columns.tag == tags.CODES["pre"]))[rows]
    return found


def _names(page: Page, positions: NDArray[np.intp]) -> NDArray[np.intp]:
    """Those of some text rows that name an author, by the class of an element around them or a link to a profile, or
    stand in an element whose id numbers it as a comment."""
    columns = page.columns
    numbered = columns.in_subtrees(np.flatnonzero(np.isin(columns.id_hash, _numbered())))[columns.text_rows[positions]]
    return positions[_of_names(page, positions) | numbered]


def _of_names(page: Page, positions: NDArray[np.intp]) -> NDArray[np.bool_]:
    """For each of some text rows whether an element around it names an author, by its class or as a link to a
    profile."""
    columns = page.columns
    rows = columns.text_rows[positions]
    short = columns.chars[rows] <= MAX_DATE
    wanted = np.zeros(len(columns), np.bool_)
    holders = columns.parent[rows[short]]
    holders = np.concatenate((holders, columns.parent[holders]))
    wanted[holders[holders >= 0]] = True
    return short & columns.in_subtrees(_names_among(page, wanted))[rows]


def _names_alone(page: Page, positions: NDArray[np.intp], dates: NDArray[np.intp]) -> NDArray[np.bool_]:
    """For each of some text rows whether its block is the name of an author and nothing else. dates: positions of the
    dates of comments, with which a line signs one."""
    columns, blocks = page.columns, page.cached(TextBlocks)
    block = blocks.block_of[positions]
    named = _of_names(page, positions) & (columns.chars[columns.text_rows[positions]] <= MAX_NAME)
    return named & ~_marked(len(blocks), np.append(block[~named], blocks.block_of[dates]))[block]


def _marked(n: int, numbers: NDArray[np.signedinteger]) -> NDArray[np.bool_]:
    """For each number below one whether it is among some: ``np.isin`` takes ten times as long."""
    found = np.zeros(n, np.bool_)
    found[numbers] = True
    return found


def _in_terms(page: Page, positions: NDArray[np.intp], dates: NDArray[np.intp]) -> NDArray[np.bool_]:
    """For each of some text rows whether it stands in a term that is named as the author, or has a date, and whose
    description is the comment. dates: the rows of these."""
    columns = page.columns
    rows = columns.text_rows[positions]
    terms = np.flatnonzero((columns.tag == _DT) & (columns.subtree_chars <= MAX_DATE))
    if not columns.in_subtrees(terms)[rows].any():
        return np.zeros(len(positions), np.bool_)
    wanted = np.zeros(len(columns), np.bool_)
    wanted[terms] = True
    dated = np.diff(np.searchsorted(dates, (terms, columns.end[terms])), axis=0)[0] > 0
    found: NDArray[np.bool_] = columns.in_subtrees(np.union1d(terms[dated], _names_among(page, wanted)))[rows]
    return found


def _of_other_sites(page: Page) -> NDArray[np.bool_]:
    """For each row whether it stands in what a class calls the notice of another site that it links to the page."""
    columns = page.columns
    names = columns.class_id_values
    if b"gback" not in names and b"kback" not in names:
        return np.zeros(len(columns), np.bool_)
    places = [match.end() - 1 for match in _NOTIFIED.finditer(names)]
    return columns.in_subtrees(np.flatnonzero(columns.rows_of_class(places)))


def _called(page: Page, within: NDArray[np.intp], reviews: NDArray[np.bool_] | None) -> NDArray[np.bool_] | None:
    """For each row whether it is called a post, as of `find_posts`: a list with nothing but comments in it is.

    within: the text rows of all that the comments show. reviews: as of `find_comments`.
    """
    columns = page.columns
    lists = np.flatnonzero(_LISTS[columns.tag])
    texts, shown = (
        np.diff(np.searchsorted(own, (lists, columns.end[lists])), axis=0)[0] for own in (columns.text_rows, within)
    )
    lists = lists[(shown > 0) & (texts == shown)]
    if reviews is None and not len(lists):
        return None
    found = named_posts(page) if reviews is None else named_posts(page) | reviews
    found[lists] = True
    return found


def _names_among(page: Page, wanted: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The rows of the elements that name an author. wanted: of each row whether it is asked for."""
    asked, elements = wanted.nonzero()[0].tolist(), page.nodes(wanted)
    told = ((row, elements[row]) for row in asked) if elements else ()
    return np.fromiter((row for row, element in told if element is not None and _is_name(element)), np.intp)


def _is_name(element: Element) -> bool:
    return (
        names_poster(element.get("class") or "")
        or "author" in (element.get("itemprop") or "").split()
        or (element.tag == "a" and is_poster_address(element.get("href") or ""))
    )


def _asked(page: Page, dates: NDArray[np.intp]) -> NDArray[np.bool_]:
    """For each row whether it is part of a form to fill in, or the label of a control. dates: the rows of the dates of
    comments, in order.

    A form that holds a date is laid around comments.
    """
    columns = page.columns
    forms = np.flatnonzero(columns.tag == _FORM)
    dated = np.diff(np.searchsorted(dates, (forms, columns.end[forms])), axis=0)[0] > 0
    forms = forms[~dated & (columns.subtree_chars[forms] <= MAX_FORM)]
    return columns.in_subtrees(np.concatenate((forms, _CONTROLS[columns.tag].nonzero()[0])))


def _headings(page: Page) -> NDArray[np.bool_]:
    """For each row whether it is part of a heading."""
    return page.columns.in_subtrees(np.flatnonzero(tags.HEADINGS[page.columns.tag]))


@cache
def _numbered() -> NDArray[np.uint32]:
    """The hashes of ids that number a comment."""
    names = [name for name in sections("comment_names")["alone"] if "0" in name]
    return np.fromiter(map(name_hash, names), np.uint32)


@cache
def _phrases() -> tuple[str, ...]:
    return tuple(phrases("comment_notices"))


@cache
def _words_of_notices() -> ExactWords:
    return ExactWords({"notices": map(str.encode, _phrases())})


@cache
def _titles() -> frozenset[str]:
    """The words above comments that may stand beside a number, as in "3 comments": letters alone."""
    return frozenset(
        "".join(filter(str.isalpha, phrase))
        for name in ("comment_titles", "numbered_comment_titles", "comment_invitations")
        for phrase in phrases(name)
    )


def _notices(page: Page, positions: NDArray[np.intp], begin: bool) -> NDArray[np.bool_]:
    """For each of some text rows whether its block is a notice. begin: whether only if it begins as one does."""
    columns, blocks = page.columns, page.cached(TextBlocks)
    numbers = blocks.block_of[positions].tolist()
    known = {number: _is_notice(blocks.text(columns, number)[:MAX_LONG_NOTICE], begin) for number in set(numbers)}
    return np.array([known[number] for number in numbers], np.bool_)


def _is_notice(text: str, begin: bool) -> bool:
    text = collapse_whitespace(text).lower()
    while text and not text[0].isalnum():
        text = text[1:]
    is_short = not begin and len(text) <= MAX_NOTICE
    if _words_of_notices().are_in(text.encode()) and (is_short or text.startswith(_phrases())):
        return True
    return "".join(filter(str.isalpha, text[:MAX_NOTICE])) in _titles()


def _is_signed(run: NDArray[np.intp], shown: NDArray[np.intp], signs: NDArray[np.intp]) -> bool:
    """Whether who wrote a text, or when, stands in it or beside it.

    run, shown, signs: positions of the text, of all that the comments show, and of the dates and names among these.
    """
    first, last = np.searchsorted(shown, run[[0, -1]])
    first, last = shown[max(first - BESIDE, 0)], shown[min(last + BESIDE, len(shown) - 1)]
    return bool(np.searchsorted(signs, first) < np.searchsorted(signs, last, "right"))
