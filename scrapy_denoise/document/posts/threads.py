"""The author of a thread: that of its first post."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from scrapy_denoise.document.metadata.metadata import Metadata
    from scrapy_denoise.document.posts.attribution import SignedPost

_LATER = re.compile(r"(?:[?&;](?:start|st|offset)=|(?:[?&;]page=|/page[-/]?)(?!0*1(?!\d)))0*[1-9]", re.IGNORECASE)
"""In the address of a thread's second page and the next ones, on which the first post is another's."""


def with_author(found: Metadata, posts: Sequence[SignedPost], url: str) -> Metadata:
    """The metadata of a page that names no author, with that of its first post; not on the later pages of a thread."""
    if not posts or not posts[0].author or _LATER.search(url):
        return found
    return attrs.evolve(found, authors=(posts[0].author,), sources={**found.sources, "authors": "page"})
