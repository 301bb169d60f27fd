"""Archives a forum, one line per post:

scrapy runspider forum_archive.py -a url=https://forum.example/ -O posts.jsonl -s JOBDIR=.scrapy/forum
"""

from urllib.parse import urlsplit

from scrapy.spiders import CrawlSpider, Rule

from scrapy_denoise import DenoiseLinkExtractor, denoised


class ForumArchive(CrawlSpider):
    name = "forum_archive"
    custom_settings = {"ADDONS": {"scrapy_denoise.Addon": 500}}  # noqa: RUF012
    # Boards list threads, threads continue on further pages; links of advertisements and buttons are left out.
    rules = (Rule(DenoiseLinkExtractor(), callback="parse_page", follow=True),)

    def __init__(self, url, **kwargs):
        self.start_urls = [url]
        self.allowed_domains = [urlsplit(url).hostname]
        super().__init__(**kwargs)

    def parse_page(self, response):
        result = denoised(response)
        for number, post in enumerate(result.posts, start=1):
            if post.published:  # the list of a board can look like a thread, and dates no post
                yield {
                    "url": response.url,
                    "thread": result.title,
                    "number": number,
                    "author": post.author,
                    "published": post.published,
                    "text": post.text,
                }
