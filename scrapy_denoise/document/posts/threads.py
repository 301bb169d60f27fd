"""The author and the date of a thread: those of its first post."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from scrapy_denoise.blocks.regions.date_words import date_spans
from scrapy_denoise.document.metadata.date_places import DAY
from scrapy_denoise.document.metadata.metadata import Metadata, without_field

if TYPE_CHECKING:
    from scrapy_denoise.document.posts.attribution import UserPost

_LATER = re.compile(r"(?:[?&;](?:start|st|offset)=|(?:[?&;]page=|/page[-/]?)(?!0*1(?!\d)))0*[1-9]", re.IGNORECASE)
"""In the address of a thread's second page and the next ones, on which the first post is another's."""

_SHOWN = ("time", "page")
"""Sources that can be any post's."""


def with_first_post(found: Metadata, posts: Sequence[UserPost], url: str) -> Metadata:
    """The metadata of a page with the author and the date of its first post, where it states no author or no date of
    its own, or only shows a later date, which is that of another post; not on the later pages of a thread.

    The author of the first answer, whom alone a page shows, has not written a question whose author it does not show.
    """
    if not posts or _LATER.search(url):
        return found
    fields: dict[str, Any] = {}
    others = posts[0].author or (len(posts) > 1 and found.authors == (posts[1].author,))
    if others and shows_authors(found):
        found = without_field(found, "authors")
    # A line with a date in it is more than the name.
    if posts[0].author and not found.authors and not date_spans(posts[0].author):
        fields["authors"] = (posts[0].author,)
    day = posts[0].published
    if day and not is_stated(found) and (not is_dated(found) or day[:DAY] < found.published[:DAY]):
        fields["published"] = day
    return attrs.evolve(found, **fields, sources={**found.sources, **dict.fromkeys(fields, "page")})


def shows_authors(found: Metadata) -> bool:
    """Whether the authors are those that the page only shows."""
    return found.sources.get("authors") == "page"


def is_dated(found: Metadata) -> bool:
    """Whether the metadata has a date of publication that is no date of a change alone."""
    return found.sources.get("published", "modified") != "modified"


def is_stated(found: Metadata) -> bool:
    """Whether the date of publication is one that the page states, and does not only show."""
    return is_dated(found) and found.sources["published"] not in _SHOWN
