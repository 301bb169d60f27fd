"""`SiteSpider`, which crawls one site: the links that it follows, their order, and its limits.

In: an address and bounds. Out: a row for each page with content, and why the crawl ended.
"""

from scrapy_denoise.crawl.site.spider import SiteSpider

__all__ = ["SiteSpider"]
