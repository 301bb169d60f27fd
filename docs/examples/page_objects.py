"""A spider whose page object has the content of the page (pip install "scrapy-denoise[poet]"):

scrapy runspider page_objects.py -a url=https://gazette.example/bridge.html -O articles.jsonl
"""

import attrs
import scrapy
from scrapy_poet import DummyResponse
from web_poet import ItemPage, field

from scrapy_denoise.crawl.poet.page_objects import DenoisedPage


@attrs.define
class Article:
    url: str
    title: str
    text: str


@attrs.define
class ArticlePage(ItemPage[Article]):
    page: DenoisedPage

    @field
    def url(self) -> str:
        return str(self.page.response.url)

    @field
    def title(self) -> str:
        return self.page.result.title

    @field
    def text(self) -> str:
        return self.page.result.text


class Articles(scrapy.Spider):
    name = "article_pages"
    custom_settings = {"ADDONS": {"scrapy_poet.Addon": 300, "scrapy_denoise.Addon": 500}}  # noqa: RUF012

    async def start(self):
        yield scrapy.Request(self.url, self.parse_article)

    async def parse_article(self, response: DummyResponse, page: ArticlePage):
        yield await page.to_item()
