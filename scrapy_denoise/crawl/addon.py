"""The add-on: one line of settings enables everything."""

from __future__ import annotations

import logging

from scrapy.settings import BaseSettings

from scrapy_denoise.crawl.cleaner import Cleaner
from scrapy_denoise.crawl.downloader_middleware import DenoiseMiddleware
from scrapy_denoise.crawl.pipeline import DenoisePipeline
from scrapy_denoise.crawl.setting_values import CannotStart
from scrapy_denoise.crawl.settings import DenoiseSettings
from scrapy_denoise.crawl.spider_middleware import DuplicatesMiddleware

MIDDLEWARE_PRIORITY = 545
"""Closer to the spider than decompression (590), redirects (600) and retries (550); before scrapy-poet (543)."""

PIPELINE_PRIORITY = 200
"""Before the project's own pipelines, which usually begin at 300."""

SPIDER_MIDDLEWARE_PRIORITY = 950
"""Closest to the spider: an item that is dropped has passed no other spider middleware."""

PROVIDERS = {"scrapy_denoise.crawl.poet.page_objects.DenoiserProvider": 550}
"""Of page inputs, by name: nothing but scrapy-poet reads the setting, and only then is the module imported."""


LOGGERS_OF_FAILURES = ("asyncio", "twisted")
"""Loggers that write the exception with which a crawl ended, when nothing has awaited the crawl: so does ``scrapy
crawl``."""


def in_one_line(record: logging.LogRecord) -> bool:
    """A filter of the log: a CannotStart is written as its message, without the traceback through Scrapy.

    It keeps every record. Records of other exceptions are not changed.
    """
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, CannotStart):
        record.msg, record.args = "The crawl cannot start: %s", (str(error),)
        record.exc_info = record.exc_text = None
        record.levelno, record.levelname = logging.CRITICAL, logging.getLevelName(logging.CRITICAL)
    return True


def write_failures_in_one_line() -> None:
    """Add the filter to the loggers of failures; once, however often it is called."""
    for name in LOGGERS_OF_FAILURES:
        logging.getLogger(name).addFilter(in_one_line)


class Addon:
    """``ADDONS = {"scrapy_denoise.Addon": 500}``"""

    def update_settings(self, settings: BaseSettings) -> None:
        """Enable the cleaner, the middleware, the pipeline and, for scrapy-poet, the provider of `DenoisedPage`.

        Raises SettingError, which stops the crawl before its first request.
        """
        write_failures_in_one_line()
        checked = DenoiseSettings.read(settings)
        # Also where the extension is switched off: callbacks and page objects go on asking for a `DenoisedPage`.
        name = "SCRAPY_POET_PROVIDERS"
        settings.set(name, PROVIDERS | settings.getdict(name), settings.getpriority(name) or 0)
        if not checked.enabled:
            return
        settings.setdefault_in_component_priority_dict("EXTENSIONS", Cleaner, 0)
        settings.setdefault_in_component_priority_dict("DOWNLOADER_MIDDLEWARES", DenoiseMiddleware, MIDDLEWARE_PRIORITY)
        if checked.duplicates == "drop":
            settings.setdefault_in_component_priority_dict(
                "SPIDER_MIDDLEWARES", DuplicatesMiddleware, SPIDER_MIDDLEWARE_PRIORITY
            )
        settings.setdefault_in_component_priority_dict("ITEM_PIPELINES", DenoisePipeline, PIPELINE_PRIORITY)
