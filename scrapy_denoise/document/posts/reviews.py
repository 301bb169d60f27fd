"""The reviews of a product that a page states in its data, and what of a shown review is its signature."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import unescape
from itertools import chain
from typing import Any

import attrs

from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.blocks.regions.date_scan import date_span
from scrapy_denoise.document.metadata.dates import DateReader
from scrapy_denoise.document.metadata.order import DateOrder
from scrapy_denoise.document.offers import number_in, object_in
from scrapy_denoise.document.posts.attribution import UserPost
from scrapy_denoise.document.posts.names import name_in, saying
from scrapy_denoise.document.posts.ratings import STARS, rating_in
from scrapy_denoise.document.posts.row_reader import MAX_LINE
from scrapy_denoise.document.source.reviewed import MAX_KEY, MAX_REVIEWS, MAX_TEXT, MIN_KEY, stated_of_thing, words_of
from scrapy_denoise.document.source.stated_text import TAG
from scrapy_denoise.page import Page
from scrapy_denoise.page.structured_data.json_ld import Object, strings
from scrapy_denoise.page.text.match_key import match_key

MAX_COMPARED = 200_000
"""Letters and digits of the shown reviews that each stated one is looked for in."""

MAX_SIGNING = 12
"""Characters before the name of its author in the last line of a review: "Review by"."""

_DIGITS = "0123456789"


def stated_reviews(page: Page, language: str) -> list[UserPost]:
    """The reviews in a page's JSON-LD, each once. language: of the page, to read dates."""
    dates = DateReader(DateOrder(page, language))
    found: dict[str, UserPost] = {}
    for thing in chain(page.json_ld.of_type("Review")[:MAX_REVIEWS], stated_of_thing(page)[:MAX_REVIEWS]):
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
        first += 1
    return attrs.evolve(post, text="\n".join(lines[first:])) if first else post


def without_badges(post: UserPost) -> UserPost:
    """A review without the lines in which the shop says of it that it is a buyer's, and whom it has helped, and without
    a last one such as "Review by Anna"."""
    lines = post.text.split("\n")
    own = [line for line in lines if len(line) > MAX_LINE or not _is_badge(match_key(line).strip(_DIGITS))]
    label, author, rest = own[-1].rpartition(post.author) if len(own) > 1 and post.author else ("", "", "")
    if author and not rest and 0 < len(label.strip()) <= MAX_SIGNING:
        own.pop()
    return post if len(own) == len(lines) else attrs.evolve(post, text="\n".join(own))


def _is_badge(key: str) -> bool:
    return key.startswith(_badges()) or key.endswith(_badges())


@cache
def _badges() -> tuple[str, ...]:
    return tuple(phrase_keys("review_badges"))


def _is_signature(line: str, post: UserPost) -> bool:
    """Whether a line begins with the author, and has nothing else or the date, or begins with the stars."""
    line = line.strip()
    if len(line) > MAX_LINE:
        return False
    if post.author and line.startswith(post.author):
        return saying().sub("", line) == post.author or date_span(line) is not None
    begins = line[:1].isdigit() or line[:1] in "★⭐"
    return post.rating is not None and begins and rating_in(line) is not None
