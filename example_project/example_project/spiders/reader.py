"""Reads as a person would: opens what lists and menus offer, goes on to the next page, and follows no sponsor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scrapy.http import Response
from scrapy.spiders import CrawlSpider, Rule

from scrapy_denoise import DenoiseLinkExtractor, denoised


class ReaderSpider(CrawlSpider):
    name = "reader"
    # No allowed_domains: what is not followed is not followed for what it is.
    start_urls = (
        "http://xinwen.example/",
        "http://blog.example/",
        "http://luntan.example/",
        "http://docs.example/guide/",
    )
    rules = (
        Rule(
            # Boards of a forum list their threads, which their own text makes related pages.
            DenoiseLinkExtractor(kinds=("content", "related", "navigation", "pagination", "thread")),
            callback="parse_page",
            follow=True,
        ),
    )

    def parse_page(self, response: Response) -> Iterator[dict[str, Any]]:
        result = denoised(response)
        yield {"url": response.url, "page_type": result.page_type, "title": result.title, "text": result.text}
