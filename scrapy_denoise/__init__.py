"""scrapy-denoise: extracts the main content of web pages, in a Scrapy crawl or from HTML alone."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from scrapy_denoise._version import __version__

if TYPE_CHECKING:
    from scrapy_denoise.api import denoise
    from scrapy_denoise.crawl import Addon, DenoiseLinkExtractor, SiteSpider, denoised
    from scrapy_denoise.document import Block, Link
    from scrapy_denoise.page import Page
    from scrapy_denoise.result import Result
    from scrapy_denoise.sites import SiteTemplate

__all__ = [
    "Addon",
    "Block",
    "DenoiseLinkExtractor",
    "Link",
    "Page",
    "Result",
    "SiteSpider",
    "SiteTemplate",
    "__version__",
    "denoise",
    "denoised",
]


_FROM = {
    "Addon": "crawl",
    "Block": "document",
    "DenoiseLinkExtractor": "crawl",
    "Link": "document",
    "Page": "page",
    "Result": "result",
    "SiteSpider": "crawl",
    "SiteTemplate": "sites",
    "denoise": "api",
    "denoised": "crawl",
}
"""The subpackage or module that defines each public name."""


def __getattr__(name: str) -> Any:
    # Loaded on first use: a worker that only calls `denoise` does not import Scrapy, and the help of the command line
    # imports none of them.
    if name not in _FROM:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_FROM[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
