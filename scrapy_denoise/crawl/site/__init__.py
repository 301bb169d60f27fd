"""The crawl of one site: which links it follows, in which order, within which bounds.

In: an address and bounds. Out: a row for each page with content, and why the crawl ended.
"""

from scrapy_denoise.crawl.site.spider import SiteSpider

__all__ = ["SiteSpider"]
