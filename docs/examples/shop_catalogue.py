"""The catalogue of a shop, one line per product:

scrapy runspider shop_catalogue.py -a url=https://shop.example/ -a products=/p/ -O products.jsonl

products: a substring of the addresses of products. Without it, each page with a product gives an item.
"""

from urllib.parse import urlsplit

from scrapy.spiders import CrawlSpider, Rule

import scrapy_denoise.items  # noqa: F401 - says before the crawl if the extra is missing
from scrapy_denoise import DenoiseLinkExtractor, denoised


class ShopCatalogue(CrawlSpider):
    name = "shop_catalogue"
    custom_settings = {"ADDONS": {"scrapy_denoise.Addon": 500}}  # noqa: RUF012
    rules = (Rule(DenoiseLinkExtractor(), callback="parse_page", follow=True),)

    def __init__(self, url, products="", **kwargs):
        self.products = products
        self.start_urls = [url]
        self.allowed_domains = [urlsplit(url).hostname]
        super().__init__(**kwargs)

    def parse_page(self, response):
        result = denoised(response)
        if self.products in response.url if self.products else result.product is not None:
            yield result.to_item("product")
