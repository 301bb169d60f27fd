"""scrapy-denoise: a page's content and not its noise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy_denoise._version import __version__
from scrapy_denoise.api import denoise
from scrapy_denoise.document import Block, Link
from scrapy_denoise.page import Page
from scrapy_denoise.result import Result
from scrapy_denoise.sites import SiteTemplate

if TYPE_CHECKING:
    from scrapy_denoise.crawl import Addon, DenoiseLinkExtractor, denoised

__all__ = [
    "Addon",
    "Block",
    "DenoiseLinkExtractor",
    "Link",
    "Page",
    "Result",
    "SiteTemplate",
    "__version__",
    "denoise",
    "denoised",
]


def __getattr__(name: str) -> Any:
    # The Scrapy side is loaded when it is asked for: a worker that only calls `denoise` needs no Scrapy.
    if name in ("Addon", "DenoiseLinkExtractor", "denoised"):
        from scrapy_denoise import crawl

        return getattr(crawl, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
