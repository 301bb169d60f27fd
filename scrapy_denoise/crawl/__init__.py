"""The Scrapy side: add-on, middlewares, pipeline, and what they share.

In: settings, requests, responses, items. Out: a `Result` beside each response, filled items, stats, learned templates.
No page stops the crawl.
"""

from scrapy_denoise.crawl.addon import Addon
from scrapy_denoise.crawl.cleaner import Cleaner
from scrapy_denoise.crawl.downloader_middleware import DenoiseMiddleware
from scrapy_denoise.crawl.link_extractor import DenoiseLinkExtractor
from scrapy_denoise.crawl.pipeline import DenoisePipeline
from scrapy_denoise.crawl.responses import denoised
from scrapy_denoise.crawl.setting_values import SettingError
from scrapy_denoise.crawl.site import SiteSpider

__all__ = [
    "Addon",
    "Cleaner",
    "DenoiseLinkExtractor",
    "DenoiseMiddleware",
    "DenoisePipeline",
    "SettingError",
    "SiteSpider",
    "denoised",
]
