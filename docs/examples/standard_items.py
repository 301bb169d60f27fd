"""A spider that yields standard items (pip install "scrapy-denoise[items]"):

scrapy runspider standard_items.py -a url=https://gazette.example/bridge.html -O items.jsonl
"""

import scrapy

import scrapy_denoise.items  # noqa: F401 - says before the crawl if the extra is missing
from scrapy_denoise import denoised


class StandardItems(scrapy.Spider):
    name = "standard_items"
    custom_settings = {"ADDONS": {"scrapy_denoise.Addon": 500}, "DENOISE_STORE": "memory"}  # noqa: RUF012

    async def start(self):
        yield scrapy.Request(self.url)

    def parse(self, response):
        yield denoised(response).to_item()
