"""Templates in memory: for one crawl, and for tests."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from itertools import islice
from typing import Any

from scrapy_denoise.sites.codec.template_codec import load, merged
from scrapy_denoise.sites.stores.base import StoredSite
from scrapy_denoise.sites.template import SiteTemplate

EVICTION_CANDIDATES = 32
"""The site to evict is chosen among this many sites that were used longest ago."""


def eviction_candidate(sites: OrderedDict[str, Any], pages: Callable[[str], int]) -> str:
    """The site to evict where there are too many: of the EVICTION_CANDIDATES least recently used the one with the
    fewest pages.

    So a crawl that runs into endless hosts of one page each evicts those and not the sites that it knows well.
    """
    return min(islice(sites, EVICTION_CANDIDATES), key=pages)


class MemoryStore:
    """Keeps the packed templates of up to `max_sites` sites; `eviction_candidate` chooses which to evict beyond
    that."""

    def __init__(self, max_sites: int = 10_000) -> None:
        self.max_sites = max_sites
        self._packed: OrderedDict[str, bytes] = OrderedDict()
        self._seen: dict[str, tuple[int, int]] = {}  # pages, and when it was written

    async def open(self) -> None:
        pass

    async def get(self, key: str) -> SiteTemplate | None:
        packed = self._packed.get(key)
        if packed is None:
            return None
        self._packed.move_to_end(key)
        return load(packed)

    async def merge(self, learned: Mapping[str, SiteTemplate]) -> Mapping[str, int]:
        known = {}
        for key, template in learned.items():
            self._packed[key], known[key] = merged(self._packed.get(key), template)
            self._packed.move_to_end(key)
            pages, _ = self._seen.get(key, (0, 0))
            self._seen[key] = pages + template.pages, int(time.time())
        while len(self._packed) > self.max_sites:
            await self.forget(eviction_candidate(self._packed, lambda key: self._seen[key][0]))
        return known

    async def sites(self) -> AsyncIterator[StoredSite]:
        for key, packed in list(self._packed.items()):
            pages, updated = self._seen[key]
            yield StoredSite(key, pages, len(packed), updated)

    async def forget(self, key: str) -> bool:
        self._seen.pop(key, None)
        return self._packed.pop(key, None) is not None

    async def close(self) -> None:
        pass
