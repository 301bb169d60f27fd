"""The author and the date of a thread: those of its first post."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from scrapy_denoise.blocks.regions.date_words import date_spans

if TYPE_CHECKING:
    from scrapy_denoise.document.metadata.metadata import Metadata
    from scrapy_denoise.document.posts.attribution import UserPost

_LATER = re.compile(r"(?:[?&;](?:start|st|offset)=|(?:[?&;]page=|/page[-/]?)(?!0*1(?!\d)))0*[1-9]", re.IGNORECASE)
"""In the address of a thread's second page and the next ones, on which the first post is another's."""


def with_first_post(found: Metadata, posts: Sequence[UserPost], url: str) -> Metadata:
    """The metadata of a page with the author and the date of its first post, where it tells no author or no date of its
    own; not on the later pages of a thread."""
    if not posts or _LATER.search(url):
        return found
    fields: dict[str, Any] = {}
    # A line with a date in it is more than the name.
    if posts[0].author and not found.authors and not date_spans(posts[0].author):
        fields["authors"] = (posts[0].author,)
    if posts[0].published and not is_dated(found):
        fields["published"] = posts[0].published
    return attrs.evolve(found, **fields, sources={**found.sources, **dict.fromkeys(fields, "page")})


def is_dated(found: Metadata) -> bool:
    """Whether the metadata has a date of publication that is no date of a change alone."""
    return found.sources.get("published", "modified") != "modified"
