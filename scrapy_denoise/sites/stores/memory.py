"""Templates in memory: for one crawl, and for tests."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping

from scrapy_denoise.sites.codec import dump, load, update
from scrapy_denoise.sites.stores.base import StoredSite
from scrapy_denoise.sites.template import SiteTemplate


class MemoryStore:
    """Templates of up to `max_sites` sites, packed; beyond that the one used longest ago goes."""

    def __init__(self, max_sites: int = 10_000) -> None:
        self.max_sites = max_sites
        self._packed: OrderedDict[str, bytes] = OrderedDict()
        self._updated: dict[str, int] = {}

    async def open(self) -> None:
        pass

    async def get(self, key: str) -> SiteTemplate | None:
        packed = self._packed.get(key)
        if packed is None:
            return None
        self._packed.move_to_end(key)
        return load(packed)

    async def merge(self, learned: Mapping[str, SiteTemplate]) -> None:
        for key, template in learned.items():
            packed = self._packed.get(key)
            self._packed[key] = dump(template) if packed is None else update(packed, template)
            self._packed.move_to_end(key)
            self._updated[key] = int(time.time())
        while len(self._packed) > self.max_sites:
            del self._updated[self._packed.popitem(last=False)[0]]

    async def sites(self) -> AsyncIterator[StoredSite]:
        for key, packed in list(self._packed.items()):
            yield StoredSite(key, load(packed).pages, len(packed), self._updated[key])

    async def forget(self, key: str) -> bool:
        self._updated.pop(key, None)
        return self._packed.pop(key, None) is not None

    async def close(self) -> None:
        pass
