"""``scrapy denoise URL`` and ``scrapy denoise-view URL``: one page, downloaded with Scrapy's own downloader."""

from __future__ import annotations

import sys
from abc import abstractmethod
from argparse import RawDescriptionHelpFormatter
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider
from scrapy.commands import ScrapyCommand, ScrapyHelpFormatter
from scrapy.exceptions import UsageError
from scrapy.http import Response
from scrapy.utils.datatypes import SequenceExclude
from scrapy.utils.response import response_status_message
from scrapy.utils.spider import DefaultSpider, spidercls_for_request
from w3lib.url import is_url

from scrapy_denoise.api import denoise_page
from scrapy_denoise.cli.errors import CommandError, discard_output
from scrapy_denoise.cli.options import add_cleaning_options, add_view_options, chosen_methods, method_options
from scrapy_denoise.cli.print_result import explain, print_result
from scrapy_denoise.cli.view import render_view, save
from scrapy_denoise.crawl.addon import Addon
from scrapy_denoise.crawl.cleaner import Cleaner
from scrapy_denoise.crawl.responses import denoised
from scrapy_denoise.crawl.setting_values import SettingError
from scrapy_denoise.crawl.settings import DenoiseSettings
from scrapy_denoise.result import Result

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import AsyncIterator

    from scrapy.crawler import Crawler


READ_ONLY_SETTINGS: dict[str, Any] = {
    "DENOISE_LEARN": False,
    "DENOISE_WARMUP": "off",
    "DENOISE_DUPLICATES": "off",
    "DENOISE_VIEW_SAMPLES": 0,
}
"""Settings of these commands. They have the priority of the command line, over those of the project and the spider."""


class _HelpFormatter(ScrapyHelpFormatter, RawDescriptionHelpFormatter):
    """Scrapy's help, in which examples keep their lines."""


class PageCommand(ScrapyCommand):
    """A command for one page. In a project it uses the project's settings and its templates."""

    name: str
    examples: str

    def syntax(self) -> str:
        return "[options] <url>"

    @abstractmethod
    def request_options(self, opts: Namespace) -> dict[str, Any]:
        """The request's ``meta["denoise"]``. Raises CommandError for parameters that the method cannot have."""

    @abstractmethod
    async def show(self, result: Result, response: Response, crawler: Crawler, opts: Namespace) -> int:
        """Show a page; returns the exit status."""

    def add_options(self, parser: ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--spider", help="use the settings of this spider")
        parser.formatter_class = _HelpFormatter
        parser.epilog = self.examples

    def process_options(self, args: list[str], opts: Namespace) -> None:
        super().process_options(args, opts)
        assert self.settings is not None
        enabled = {Addon, "scrapy_denoise.Addon", "scrapy_denoise.crawl.Addon"} & set(self.settings.getdict("ADDONS"))
        if not enabled:
            self.settings.set("ADDONS", {**self.settings.getdict("ADDONS"), Addon: 500}, priority="command")
        if not self.settings.getbool("DENOISE_ENABLED", True):
            self.settings.set("DENOISE_ENABLED", True, priority="command")
        # Looking at a page changes nothing that a crawl reads, whatever the project or its spider sets: it is not
        # learned (and so nothing is warmed up) and not remembered as seen.
        for name, value in READ_ONLY_SETTINGS.items():
            self.settings.set(name, value, priority="cmdline")
        if not enabled and not self.settings.get("DENOISE_STORE"):
            self.settings.set("DENOISE_STORE", "memory", priority="command")

    def run(self, args: list[str], opts: Namespace) -> None:
        if unknown := [arg for arg in args if arg.startswith("-")]:
            raise UsageError(f"scrapy {self.name} has no option {unknown[0]}")
        if len(args) != 1 or not is_url(args[0]):
            raise UsageError(f"give one address, with its scheme: scrapy {self.name} https://example.org/")
        try:
            options = self.request_options(opts)
            assert self.settings is not None
            DenoiseSettings.read(self.settings)  # a mistake in them would end as the failure of a task
        except (CommandError, SettingError) as error:
            raise UsageError(str(error)) from error
        assert self.crawler_process is not None
        self.exitcode = 1
        command = self

        async def show(spider: Spider, response: Response) -> None:
            if response.status != 200:
                status = response_status_message(response.status)
                print(f"scrapy {command.name}: {response.url}: HTTP status {status}", file=sys.stderr)
            try:
                command.exitcode = await command.show(denoised(response), response, spider.crawler, opts)
                sys.stdout.flush()
            except BrokenPipeError:  # the reader, such as `head`, has enough
                discard_output()
                command.exitcode = 0

        async def start(spider: Any) -> AsyncIterator[Request]:
            yield Request(
                args[0],
                callback=spider.show_page,
                dont_filter=True,
                meta={
                    "handle_httpstatus_list": SequenceExclude(range(300, 400)),
                    "denoise": options,
                },
                errback=lambda failure: print(f"scrapy {command.name}: {args[0]}: {failure.value}", file=sys.stderr),
            )

        spider = self._spider(Request(args[0]), opts.spider)
        members = {"start": start, "show_page": show, "allowed_domains": []}
        self.crawler_process.crawl(type(spider.__name__, (spider,), members))
        self.crawler_process.start()

    def _spider(self, request: Request, name: str | None) -> type[Spider]:
        assert self.crawler_process is not None
        if name:
            try:
                return self.crawler_process.spider_loader.load(name)
            except KeyError:
                raise UsageError(f"there is no spider {name!r}; scrapy list names those of the project") from None
        return spidercls_for_request(self.crawler_process.spider_loader, request, DefaultSpider)


class Command(PageCommand):
    """``scrapy denoise``"""

    name = "denoise"
    examples = """examples:
  scrapy denoise https://example.org/a/1
  scrapy denoise --nolog --format json https://example.org/a/1
  scrapy denoise --method content_correlativity -s DENOISE_PROFILE=paper https://example.org/a/1
"""

    def short_desc(self) -> str:
        return "Print the content of a page, without its noise"

    def long_desc(self) -> str:
        return (
            "Download a page with Scrapy's downloader and print its content, without navigation, advertisements and "
            "other noise. In a project, the spider's settings and the learned template of the site are used; "
            "-s DENOISE_PROFILE=paper runs a method as published."
        )

    def add_options(self, parser: ArgumentParser) -> None:
        super().add_options(parser)
        add_cleaning_options(parser)

    def request_options(self, opts: Namespace) -> dict[str, Any]:
        chosen_methods([opts.method], "default", opts.option)
        return {"method": opts.method, "options": method_options(opts.option)}

    async def show(self, result: Result, response: Response, crawler: Crawler, opts: Namespace) -> int:
        print_result(result, opts.format)
        if not result:
            print(f"scrapy denoise: {explain(result)}", file=sys.stderr)
        return 0 if result else 1


class ViewCommand(PageCommand):
    """``scrapy denoise-view``"""

    name = "denoise-view"
    examples = """examples:
  scrapy denoise-view https://example.org/a/1
  scrapy denoise-view --nolog --method auto --method content_correlativity --open https://example.org/a/1
"""

    def short_desc(self) -> str:
        return "Show which blocks of a page were kept and removed, and why"

    def long_desc(self) -> str:
        return (
            "Download a page with Scrapy's downloader and write an HTML file that shows it with each block marked as "
            "kept or removed. In a project, the spider's settings and the learned template of the site are used."
        )

    def add_options(self, parser: ArgumentParser) -> None:
        super().add_options(parser)
        add_view_options(parser)

    def request_options(self, opts: Namespace) -> dict[str, Any]:
        first, *_ = chosen_methods(opts.methods or ["auto"], "default", opts.option)
        return {"method": first, "options": method_options(opts.option)}

    async def show(self, result: Result, response: Response, crawler: Crawler, opts: Namespace) -> int:
        if result.page is None:
            print(f"scrapy denoise-view: nothing to show: {explain(result)}", file=sys.stderr)
            return 1
        cleaner = Cleaner.of_crawl(crawler)
        site = await cleaner.site_of(cleaner.settings.site_key(response.url))
        (name, _), *others = chosen_methods(opts.methods or ["auto"], cleaner.settings.profile, opts.option).items()
        results = {name: result, **{other: denoise_page(result.page, method, site) for other, method in others}}
        try:
            save(render_view(results, site, opts.remote, opts.max_blocks), response.url, opts.out, opts.open)
        except CommandError as error:
            print(f"scrapy denoise-view: {error}", file=sys.stderr)
            return 2
        return 0
