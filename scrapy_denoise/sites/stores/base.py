"""What a store of templates is: four coroutines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from scrapy_denoise.sites.template import SiteTemplate


class StoreError(RuntimeError):
    """A store that cannot be used; the message says why and what to do. The crawl goes on without it."""


class TemplateStore(Protocol):
    """Keeps site templates between crawls. Every call may raise StoreError."""

    async def open(self) -> None:
        """Make ready; called once, before any other call."""

    async def get(self, key: str) -> SiteTemplate | None:
        """The template stored for a site: a copy of the caller's own; None where there is none."""

    async def merge(self, learned: Mapping[str, SiteTemplate]) -> None:
        """Add what was learned to what is stored, for each site; all of it or, when it raises, none."""

    async def close(self) -> None:
        """Give back what was opened; what was merged stays."""
