"""The protocol of template stores, and their errors."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Protocol, runtime_checkable

import attrs

from scrapy_denoise.sites.template import SiteTemplate


class StoreError(RuntimeError):
    """The store cannot be used; the message says why and what to do. The crawl goes on without it."""


class DamagedTemplates(StoreError):
    """Some stored templates cannot be read, while the store works. They were left alone; all others were merged.

    `keys`: their sites, which `damaged` gives with what is wrong with each. store: its name, for the message.
    """

    def __init__(self, store: str, damaged: Mapping[str, object]) -> None:
        super().__init__(f"{store}: " + "; ".join(f"{key}: {wrong}" for key, wrong in damaged.items()))
        self.keys = frozenset(damaged)


class NotMerged(StoreError):
    """Some templates of a batch could not be merged; all others were. `keys`: the sites to merge again later."""

    def __init__(self, message: str, keys: Iterable[str]) -> None:
        super().__init__(message)
        self.keys = frozenset(keys)


@attrs.frozen
class StoredSite:
    """A site as a store lists it: key, pages learned, bytes stored, when it was written (seconds since 1970)."""

    key: str
    pages: int
    size: int
    updated: int


class TemplateStore(Protocol):
    """Keeps site templates between crawls. Every call may raise StoreError."""

    async def open(self) -> None:
        """Prepare the store. Called before any other method, and again after it has failed."""

    async def get(self, key: str) -> SiteTemplate | None:
        """The template stored for a site, a copy that belongs to the caller; None where there is none."""

    async def merge(self, learned: Mapping[str, SiteTemplate]) -> Mapping[str, int]:
        """Add what was learned to what is stored, for each site; all of it or, when it raises, none, but for
        DamagedTemplates and NotMerged, which name what was left out.

        Returns the number of pages that each stored template has now: where it has more than the crawl knows, the crawl
        reads the site again. A store that leaves sites out has them all read again.
        """

    async def close(self) -> None:
        """Release what `open` acquired; merged templates stay stored."""


@runtime_checkable
class BrowsableStore(Protocol):
    """A store that ``scrapy-denoise templates`` can list and clear; those of this package all are."""

    def sites(self) -> AsyncIterator[StoredSite]:
        """The stored sites, in no particular order."""

    async def forget(self, key: str) -> bool:
        """Delete a site's template; False where there was none."""
