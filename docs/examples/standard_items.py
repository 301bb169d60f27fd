"""A spider that yields standard items:

scrapy runspider standard_items.py -a url=https://gazette.example/bridge.html -O items.jsonl
"""

import scrapy

from scrapy_denoise import denoised


class StandardItems(scrapy.Spider):
    name = "standard_items"
    custom_settings = {"ADDONS": {"scrapy_denoise.Addon": 500}, "DENOISE_STORE": "memory"}  # noqa: RUF012

    async def start(self):
        yield scrapy.Request(self.url)

    def parse(self, response):
        yield denoised(response).to_item()
