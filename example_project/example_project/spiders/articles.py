"""Follows every link of the example sites and yields the content of articles, threads and handbook pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import scrapy
from scrapy.http import Request, Response, TextResponse
from scrapy.linkextractors import LinkExtractor

from scrapy_denoise import denoised

from ..items import ArticleItem

# What the address of a page worth keeping looks like; all other pages only lead to such pages.
CONTENT = re.compile(
    r"/a/\d+/"  # xinwen.example, news
    r"|/20\d\d/\d\d/[^/]+/"  # blog.example, posts
    r"|/thread-"  # luntan.example, threads of a forum
    r"|/archives/\d"  # kitab.example
    r"|/wen/\d"  # jiu.example
    r"|/guide/.*\.html|/news/.*\.html"  # docs.example: two layouts on one host
    r"|/p/[a-z]"  # shop.example, products
    r"|/(?:lamps|rugs|pots|clocks)/[a-z]"  # market.example, things of a shop that states nothing of them
    r"|/note/\d"  # harbour.example, posts
)


class ArticlesSpider(scrapy.Spider):
    name = "articles"
    allowed_domains = (
        "xinwen.example",
        "blog.example",
        "luntan.example",
        "kitab.example",
        "jiu.example",
        "docs.example",
        "shop.example",
        "harbour.example",
        "market.example",
    )
    links = LinkExtractor()  # unlike follow_all(css="a"), it knows what to do with "javascript:" and "mailto:"
    start_urls = tuple(f"http://{domain}/" for domain in allowed_domains)

    def parse(self, response: Response) -> Iterator[ArticleItem | Request]:
        if not isinstance(response, TextResponse):
            return
        if CONTENT.search(response.url):
            result = denoised(response)
            yield ArticleItem(response.url, result.title, result.text, result.html, result.method, result.confidence)
        # The response is as it came: its links are all there. Scrapy leaves out those to other domains.
        yield from response.follow_all(self.links.extract_links(response))
