"""The work on a bucket in pieces that workers take: small sites together, large ones in slices."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from scrapy_denoise.corpus.run.page_store import PageCursor, PageStore
from scrapy_denoise.corpus.run.site_passes import SLICE_PAGES

MAX_BYTES = 8 << 20
"""Bytes of HTML in a piece of work; a single page may have more."""


@attrs.frozen
class Part:
    """Pages of a site: up to `limit`, those after a place. whole: they are all that the site has."""

    site: str
    after: PageCursor
    limit: int
    whole: bool


@attrs.frozen
class Task:
    """A piece of work on a bucket. learns: pass 1 alone, of one part. large: the site, of one that is cleaned in
    slices. template: of that site, once it is known."""

    bucket: int
    parts: tuple[Part, ...]
    pages: int
    learns: bool = False
    large: str | None = None
    template: bytes | None = attrs.field(default=None, repr=False)


def tasks_of(store: PageStore, bucket: int, sample: int) -> Iterator[Task]:
    """The work on a bucket, site by site in the order of their keys.

    sample: pages that the template of a large site is learned from; 0: none is learned. The tasks that learn it come
    before those that need it. Sites of up to SLICE_PAGES pages share tasks, each at most MAX_BYTES large.
    """
    parts: list[Part] = []
    pages = size = 0
    for site in list(store.sites(bucket)):
        small = site.pages <= SLICE_PAGES and site.size <= MAX_BYTES
        if parts and (not small or pages + site.pages > SLICE_PAGES or size + site.size > MAX_BYTES):
            yield Task(bucket, tuple(parts), pages)
            parts, pages, size = [], 0, 0
        if small:
            parts.append(Part(site.key, None, site.pages, True))
            pages, size = pages + site.pages, size + site.size
            continue
        step = max(min(SLICE_PAGES, MAX_BYTES * site.pages // max(site.size, 1)), 1)
        learns = bool(sample) and site.pages > 1
        if learns:
            left = min(sample, site.pages)
            for after in store.places(bucket, site.key, step):
                if left <= 0:
                    break
                n = min(step, left)
                left -= n
                yield Task(bucket, (Part(site.key, after, n, False),), n, True, site.key)
        left = site.pages
        for after in store.places(bucket, site.key, step):
            n = min(step, left)
            left -= n
            yield Task(bucket, (Part(site.key, after, n, False),), n, large=site.key if learns else None)
    if parts:
        yield Task(bucket, tuple(parts), pages)
