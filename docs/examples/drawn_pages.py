"""A spider whose pages a browser draws, and that waits until they are filled (pip install "scrapy-denoise[render]"):

scrapy runspider drawn_pages.py -a url=https://example.org/a/1 -a wait=article -O pages.jsonl
"""

import scrapy
from scrapy_playwright.page import PageMethod

from scrapy_denoise import denoised

HANDLER = "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"


def not_needed(request):
    """Pictures, films, fonts and frames. Their texts are not read, and of some pages they never end loading."""
    return request.resource_type in {"image", "media", "font"} or request.frame.parent_frame is not None


class DrawnPages(scrapy.Spider):
    name = "drawn_pages"
    custom_settings = {  # noqa: RUF012
        "ADDONS": {"scrapy_denoise.Addon": 500},
        "DOWNLOAD_HANDLERS": {"http": HANDLER, "https": HANDLER},
        "PLAYWRIGHT_ABORT_REQUEST": not_needed,
        "DENOISE_BOXES": True,
    }

    async def start(self):
        yield scrapy.Request(
            self.url,
            meta={
                "playwright": True,
                # Wait for the element that the page's scripts fill, ten seconds at most.
                "playwright_page_methods": [PageMethod("wait_for_selector", self.wait, timeout=10_000)],
            },
            errback=self.without_browser,
        )

    def parse(self, response):
        result = denoised(response)
        yield {"url": response.url, "text": result.text, "reason": result.reason}

    def without_browser(self, failure):
        """What the browser gave up, or what was never filled, as it is without one."""
        yield failure.request.replace(meta={}, errback=None, dont_filter=True)
