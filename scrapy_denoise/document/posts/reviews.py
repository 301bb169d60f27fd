"""The reviews of a product that a page states in its data, and what of a shown review is its signature."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from itertools import chain
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.blocks.regions.post_bodies import named_posts
from scrapy_denoise.document.metadata.dates import DateReader
from scrapy_denoise.document.metadata.order import DateOrder
from scrapy_denoise.document.posts.attribution import UserPost
from scrapy_denoise.document.posts.names import name_in, saying, without_address
from scrapy_denoise.document.posts.row_reader import MAX_LINE
from scrapy_denoise.document.posts.split import find_posts
from scrapy_denoise.document.product.statements import number_in, object_in
from scrapy_denoise.document.source.ratings import STARS, rating_in, title_behind
from scrapy_denoise.document.source.reviewed import MAX_KEY, MAX_REVIEWS, MAX_TEXT, MIN_KEY, stated_of_thing, words_of
from scrapy_denoise.document.source.stated_text import TAG
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import ExactWords, date_span, match_key
from scrapy_denoise.page.structured_data.json_ld import Object, strings

MAX_COMPARED = 200_000
"""Letters and digits of the shown reviews that each stated one is looked for in."""

LONG_BADGE, MAX_NOTICE = 30, 160
"""Letters of what a site says beside a review from which a line that begins so may be longer than others, and the most
characters of that."""

MAX_TITLE = 160
"""The most characters of the title of a review."""

_TITLE = ExactWords({"titles": (b"title", b"headline")})
_OTHER = re.compile(rb"user|author|member|profile|person|product|item", re.IGNORECASE)
"""Parts of the classes of what may be the title of a review, and of titles that are none."""

_DIGITS = "0123456789"
_NO_DIGITS = str.maketrans("", "", _DIGITS)


def stated_reviews(page: Page, language: str) -> list[UserPost]:
    """The reviews in a page's JSON-LD, each once. language: of the page, to read dates."""
    dates = DateReader(DateOrder(page, language))
    found: dict[str, UserPost] = {}
    for thing in chain(page.json_ld.of_type("Review")[:MAX_REVIEWS], page.cached(stated_of_thing)[:MAX_REVIEWS]):
        text = words_of(thing)
        if (key := match_key(text)[:MAX_KEY]) and key not in found:
            found[key] = _signed(page, thing, text, dates)
    return list(found.values())


def not_shown(stated: list[UserPost], shown: list[UserPost]) -> list[UserPost]:
    """Those of some stated reviews that are not among those that the page shows."""
    known = "\n".join(match_key(one.text) for one in shown)[:MAX_COMPARED]
    return [one for one in stated if match_key(one.text)[:MAX_KEY] not in known]


def with_stated(shown: list[UserPost], stated: list[UserPost]) -> list[UserPost]:
    """Reviews that a page shows, with the author, the date and the rating that it states of each and does not show."""
    keys = [(key[:MAX_KEY], one) for one in stated if len(key := match_key(one.text)) >= MIN_KEY]
    return [_filled(one, keys) for one in shown] if keys else shown


def _filled(post: UserPost, keys: list[tuple[str, UserPost]]) -> UserPost:
    """The post with what is stated of it; as it is where it is none of these reviews, or has more than one in it."""
    if post.author and post.published and post.rating is not None:
        return post
    text = match_key(post.text[:MAX_TEXT])
    same = [one for key, one in keys if key in text]
    if len(same) != 1:
        return post
    known = same[0]
    rating, best = (known.rating, known.best) if post.rating is None else (post.rating, post.best)
    author, published = post.author or known.author, post.published or known.published
    return attrs.evolve(post, author=author, published=published, rating=rating, best=best)


def _signed(page: Page, thing: Object, text: str, dates: DateReader) -> UserPost:
    author = object_in(thing.get("author"), page.json_ld).get("name") or thing.get("author")
    given = object_in(thing.get("reviewRating"), page.json_ld)
    rating = number_in(given.get("ratingValue"))
    best = None if rating is None else number_in(given.get("bestRating")) or STARS
    published = next(iter(_texts(thing.get("datePublished"))), "")
    name = name_in(TAG.sub(" ", unescape(next(iter(_texts(author)), ""))))
    return UserPost(text, name, dates.read(published), rating, best, stated=True)


def _texts(value: Any) -> Iterator[str]:
    return (text for text in strings(value) if text)


def without_signature(post: UserPost) -> UserPost:
    """A comment without the first lines of its text that are its author, its date or its stars. A first line such as
    "Anna says:" names the author where nothing else does."""
    lines = post.text.split("\n")
    if not post.author and len(lines) > 1 and (said := saying().search(lines[0][: MAX_LINE + 1])) and said["colon"]:
        post = attrs.evolve(post, author=name_in(lines[0]))
    first = 0
    while first < len(lines) - 1 and _is_signature(lines[first], post):
        if title := title_behind(lines[first]):
            lines[first] = title
            return attrs.evolve(post, text="\n".join(lines[first:]))
        first += 1
    return attrs.evolve(post, text="\n".join(lines[first:])) if first else post


def without_badges(post: UserPost) -> UserPost:
    """A review without the lines in which the shop says of it that it is a buyer's, and whom it has helped, or how much
    its author has written."""
    lines = post.text.split("\n")
    own = [line for line in lines if not _is_beside(line)]
    return post if len(own) == len(lines) else attrs.evolve(post, text="\n".join(own))


def _is_beside(line: str) -> bool:
    """Whether a line is not part of what a review says."""
    if len(line) > MAX_NOTICE:
        return False
    key = match_key(line)
    if len(line) > MAX_LINE:
        return any(key.startswith(badge) for badge in _badges() if len(badge) >= LONG_BADGE)
    return _is_badge(key.strip(_DIGITS)) or key.translate(_NO_DIGITS) in phrase_keys("review_lines")


def _is_badge(key: str) -> bool:
    return key.startswith(_badges()) or key.endswith(_badges())


@cache
def _badges() -> tuple[str, ...]:
    return tuple(phrase_keys("review_badges"))


def _is_signature(line: str, post: UserPost) -> bool:
    """Whether a line begins with the author, and has nothing else or the date, or begins with the stars."""
    line = without_address(line.strip())
    if len(line) > MAX_LINE:
        return False
    if post.author and line.startswith(post.author):
        return saying().sub("", line) == post.author or date_span(line) is not None
    begins = line[:1].isdigit() or line[:1] in "★⭐"
    return post.rating is not None and begins and rating_in(line) is not None


def _titles(page: Page, reviews: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each row whether it is part of the title of a review, which may be short, or a link: a heading, or what a
    class calls a title."""
    columns = page.columns
    classes = columns.class_ids[::2]
    called = np.array([False, *(_TITLE.are_in(name.lower()) and not _OTHER.search(name) for name in classes)])
    titles = (tags.HEADINGS[columns.tag] | called[columns.class_id]) & (columns.subtree_chars <= MAX_TITLE)
    return columns.in_subtrees(np.flatnonzero(titles & columns.in_subtrees(np.flatnonzero(reviews))))


def with_titles(
    page: Page, said: NDArray[np.intp], post: NDArray[np.int64], shown: NDArray[np.intp], reviews: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Text rows of reviews and their posts (`find_posts`), with those of their titles as far as these change none.

    said, shown: positions of the text rows with words, and of all that the reviews show. reviews: for each row of the
    page whether it is a review, or a part of one.
    """
    titles = shown[_titles(page, reviews)[page.columns.text_rows[shown]]]
    everything = np.union1d(said, titles)
    if len(everything) == len(said):
        return said, post
    found = find_posts(page, everything, named_posts(page) | reviews)
    own = np.searchsorted(everything, said)
    if not np.array_equal(found[own], post):
        return said, post
    stays = np.isin(found, post[post >= 0])
    stays[own] = True
    return everything[stays], found[stays]
