"""``scrapy denoise URL``: the content of an address, through Scrapy's own downloader."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy.http import Response
from scrapy.utils.datatypes import SequenceExclude
from scrapy.utils.spider import DefaultSpider, spidercls_for_request
from w3lib.url import is_url

from scrapy_denoise.cli import add_options, explain, print_result
from scrapy_denoise.crawl.addon import Addon
from scrapy_denoise.crawl.results import denoised

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import AsyncIterator

    from scrapy import Spider


class Command(ScrapyCommand):
    """The command; in a project it uses the project's settings and what the project knows of the site."""

    def syntax(self) -> str:
        return "[options] <url>"

    def short_desc(self) -> str:
        return "Print the content of a page, without its noise"

    def long_desc(self) -> str:
        return (
            "Download a page with Scrapy's downloader and print its content, without navigation, advertisements and "
            "other noise. In a project, the spider's settings and the learned template of the site are used; "
            "-s DENOISE_PROFILE=paper runs a method as published. "
            "Example: scrapy denoise --format json --nolog https://example.org/a/1"
        )

    def add_options(self, parser: ArgumentParser) -> None:
        super().add_options(parser)
        add_options(parser)
        parser.add_argument("--spider", help="use the settings of this spider")

    def process_options(self, args: list[str], opts: Namespace) -> None:
        super().process_options(args, opts)
        assert self.settings is not None
        enabled = {Addon, "scrapy_denoise.Addon", "scrapy_denoise.crawl.Addon"} & set(self.settings.getdict("ADDONS"))
        if not enabled:
            self.settings.set("ADDONS", {**self.settings.getdict("ADDONS"), Addon: 500}, priority="command")
        if not self.settings.getbool("DENOISE_ENABLED", True):
            self.settings.set("DENOISE_ENABLED", True, priority="command")
        # Looking at a page is no reason to learn from it, nor outside a project to leave a file behind.
        self.settings.set("DENOISE_LEARN", False, priority="command")
        if not enabled and not self.settings.get("DENOISE_STORE"):
            self.settings.set("DENOISE_STORE", "memory", priority="command")

    def run(self, args: list[str], opts: Namespace) -> None:
        if len(args) != 1 or not is_url(args[0]):
            raise UsageError("give one address, with its scheme: scrapy denoise https://example.org/")
        assert self.crawler_process is not None
        self.exitcode = 1

        def show(response: Response) -> None:
            result = denoised(response)
            print_result(result, opts.format)
            if result:
                self.exitcode = 0
            else:
                print(f"scrapy denoise: {explain(result)}", file=sys.stderr)

        request = Request(
            args[0],
            callback=show,
            dont_filter=True,
            meta={
                "handle_httpstatus_list": SequenceExclude(range(300, 400)),
                "denoise": {"method": opts.method},
            },
            errback=lambda failure: print(f"scrapy denoise: {args[0]}: {failure.value}", file=sys.stderr),
        )
        spider = self._spider(request, opts.spider)

        async def start(self: Spider) -> AsyncIterator[Request]:
            yield request

        self.crawler_process.crawl(type(spider.__name__, (spider,), {"start": start, "allowed_domains": []}))
        self.crawler_process.start()

    def _spider(self, request: Request, name: str | None) -> type[Spider]:
        assert self.crawler_process is not None
        if name:
            return self.crawler_process.spider_loader.load(name)
        return spidercls_for_request(self.crawler_process.spider_loader, request, DefaultSpider)
