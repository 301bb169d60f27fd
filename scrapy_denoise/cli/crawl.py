"""``scrapy-denoise crawl``: the content of a site as JSON lines, by `SiteSpider` and Scrapy's own machinery."""

from __future__ import annotations

import argparse
import logging
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from scrapy_denoise.blocks.page_model import PAGE_TYPES
from scrapy_denoise.cli.errors import INTERRUPTED, CommandError, as_command_error, as_write_error
from scrapy_denoise.cli.options import ending_of
from scrapy_denoise.cli.terminal import pluralize
from scrapy_denoise.files.json_lines import PLAIN, end_line
from scrapy_denoise.files.lock import only_writer

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import Settings

EXAMPLES = """examples:
  scrapy-denoise crawl https://gazette.example/ -o gazette.jsonl
  scrapy-denoise crawl https://gazette.example/ -o news.jsonl --only article --since 2026-05-01
  scrapy-denoise crawl https://gazette.example/ -o all.jsonl --pages 0 --minutes 0 --job gazette-job/
"""
DEFAULT_LOG_LEVEL = "ERROR"
"""The default level of the log; it leaves out requests that failed."""

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")

STANDARD_OUTPUT = "scrapy_denoise.crawl.site.output.StandardOutput"

_SPIDER_ARGUMENTS = ("pages", "depth", "minutes", "only", "since", "hosts", "format")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.description = (
        "Follow the lists, articles and next pages of a site, and write each page's content as a line of JSON.\n"
        "robots.txt is obeyed. In a Scrapy project its settings are used."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("url", metavar="URL", help="the first page, such as https://gazette.example/")
    parser.add_argument(
        "-o", "--out", default="-", metavar="OUT.jsonl", help="the file to write (default: -, standard output)"
    )
    parser.add_argument("--pages", metavar="N", help="request at most N pages (default: 1000; 0: no limit)")
    parser.add_argument("--depth", metavar="N", help="follow at most N links from URL (default: 20; 0: no limit)")
    parser.add_argument("--minutes", metavar="N", help="end after this time (default: 60; 0: no limit)")
    parser.add_argument(
        "--only", action="append", metavar="TYPE",
        help=f"write only pages of this type, of {', '.join(PAGE_TYPES)}; can be given several times (default: all)",
    )  # fmt: skip
    parser.add_argument("--since", metavar="DAY", help="write only pages of this day and later, such as 2026-05-31")
    parser.add_argument("--format", metavar="FORMAT", help="markdown or text (default: markdown)")
    parser.add_argument(
        "--also", action="append", dest="hosts", metavar="HOST",
        help="also follow links to this host and its subdomains; can be given several times",
    )  # fmt: skip
    parser.add_argument(
        "--job",
        metavar="FOLDER",
        help="keep the state of the crawl there: the same command continues, and appends to OUT",
    )
    parser.add_argument(
        "--overwrite",
        action="store_true",
        help="replace OUT; refused for a --job that has started, if OUT has rows",
    )
    parser.add_argument("--quiet", action="store_true", help="print nothing if the exit status is 0, as for cron")
    parser.add_argument(
        "-s", action="append", dest="settings", default=[], metavar="NAME=VALUE",
        help="a setting of Scrapy or of this package; can be given several times",
    )  # fmt: skip
    parser.add_argument(
        "--log", default=DEFAULT_LOG_LEVEL, choices=LOG_LEVELS, metavar="LEVEL",
        help="of Scrapy's log, of %(choices)s; INFO names pages that failed (default: %(default)s)",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the crawl. Returns 0 if a row was written, or if a job that goes on found nothing new; 1 if there was none,
    INTERRUPTED after Ctrl-C."""
    from scrapy_denoise.crawl.setting_values import SettingError
    from scrapy_denoise.crawl.settings import DenoiseSettings
    from scrapy_denoise.crawl.site import SiteSpider
    from scrapy_denoise.crawl.site.bounds import BoundsError

    arguments = {"url": options.url, **{name: getattr(options, name) for name in _SPIDER_ARGUMENTS}}
    if options.url and Path(options.url).exists():
        raise CommandError(f"{options.url} is a file or a folder; scrapy-denoise clean reads pages from it")
    settings = _settings(options)
    with as_command_error(BoundsError):
        SiteSpider(**arguments)  # a mistake in them would end as the failure of a task
    with as_command_error(SettingError):
        DenoiseSettings.read(settings)
    goes_on = options.job is not None and _has_begun(Path(options.job))
    with only_writer(Path(options.job)) if options.job else nullcontext():  # another run would take its requests
        if options.out != "-":
            with as_write_error(Path(options.out)):
                _prepare(Path(options.out), options.overwrite)
        return _crawl(options, settings, arguments, goes_on)


def _prepare(out: Path, overwrite: bool) -> None:
    """Make the folder of the output, open the output, and end its last line where rows are added. Raises OSError."""
    out.parent.mkdir(parents=True, exist_ok=True)
    if out.is_fifo():  # to open a pipe and close it would end whoever reads it
        return
    out.open("ab").close()
    if out.is_file() and not overwrite:
        end_line(out)


def _crawl(options: argparse.Namespace, settings: Settings, arguments: dict[str, Any], goes_on: bool) -> int:
    """Run the crawl. arguments: of the spider. goes_on: whether its job has begun before."""
    from scrapy_denoise.crawl.site import SiteSpider
    from scrapy_denoise.crawl.site.process import SiteProcess
    from scrapy_denoise.methods.method import NO_BOXES

    process = SiteProcess(settings)
    if options.log == DEFAULT_LOG_LEVEL:  # the sentence at the end says what failed
        for name in ("retry", "robotstxt"):
            logging.getLogger(f"scrapy.downloadermiddlewares.{name}").setLevel(logging.CRITICAL)
    crawler = process.create_crawler(SiteSpider)
    status = _Status(crawler, options.out, options.quiet)
    crawl = process.crawl(crawler, **arguments)
    with status.console.status("", spinner="dots") if status.shows else _NoStatus() as line:
        status.line = line
        process.start()
    spider: Any = crawler.spider
    if spider is None or not spider.ending:
        if not crawl.done() or crawl.cancelled() or (spider is not None and spider.counts.asked):
            raise KeyboardInterrupt  # a second Ctrl-C, after which nothing is closed
        raise CommandError("the crawl did not begin; --log INFO says more")
    if options.job and not spider.counts.asked and crawl.done() and not crawl.cancelled() and crawl.exception():
        raise CommandError(
            f"{options.job} cannot be continued: what it keeps was not written whole when it ended "
            f"({crawl.exception()}); begin anew with another --job"
        )
    counts = spider.counts
    result = 0 if counts.rows or (goes_on and (counts.pages or not counts.failed)) else 1
    stats = crawler.stats.get_stats() if crawler.stats is not None else {}
    undrawn = stats.get(f"denoise/{NO_BOXES}", 0)
    if undrawn and settings.get("LOG_LEVEL") in ("ERROR", "CRITICAL"):  # else the log has a warning
        method, pages = settings.get("DENOISE_METHOD") or "a method of requests", pluralize(undrawn, "page")
        print(
            f"scrapy-denoise crawl: {method} needs pages that a browser has drawn, and none has drawn {pages}; its "
            "fallback ran. A project with scrapy-playwright has a browser.",
            file=sys.stderr,
        )
    if result or not options.quiet:
        print(f"scrapy-denoise crawl: {spider.ending}", file=sys.stderr)
    stored = any(name.startswith("feedexport/success_count/") for name in stats)  # else it was not even opened
    if any(name.startswith("feedexport/failed_count/") for name in stats) or (spider.counts.rows and not stored):
        name = "standard output" if options.out == "-" else options.out
        raise CommandError(f"{name} could not be written whole; the log above says why")
    if stats.get("finish_reason") == "shutdown":
        return INTERRUPTED
    return result


def _settings(options: argparse.Namespace) -> Settings:
    """The project's settings, or Scrapy's own, with those of the command."""
    from scrapy.utils.project import get_project_settings, inside_project

    settings = get_project_settings()
    settings.set("LOG_LEVEL", options.log, priority="cmdline")
    for given in options.settings:
        name, equals, value = given.partition("=")
        if not name or not equals:
            raise CommandError(f"a setting is NAME=VALUE, not {given!r}")
        settings.set(name, value, priority="cmdline")
    out: Any = "stdout:"
    if options.out != "-":
        out = Path(options.out)
        ending = ending_of(options.out)
        if ending and ending not in PLAIN:
            raise CommandError(f"{options.out}: rows are lines of JSON; give a name that ends in {', '.join(PLAIN)}")
        has_rows = out.is_file() and out.stat().st_size > 0
        begun = options.job is not None and _has_begun(Path(options.job))
        if has_rows and not options.overwrite and not options.job:
            raise CommandError(
                f"{options.out} is there already; replace it with --overwrite, or go on with a crawl by --job FOLDER"
            )
        if has_rows and not options.overwrite and not begun:
            raise CommandError(
                f"{options.out} has rows, and {options.job} has not begun, so they are of another crawl; give another "
                "name with -o, or replace it with --overwrite"
            )
        if has_rows and options.overwrite and begun:
            raise CommandError(
                f"--overwrite would lose the rows that {options.job} has written to {options.out} and will not write "
                "again; go on without it, write what is new to another file, or begin anew with another --job"
            )
    feed = {"format": "jsonlines", "encoding": "utf-8", "overwrite": not options.job or options.overwrite}
    settings.set("FEEDS", {out: feed}, priority="cmdline")
    storages = settings.getdict("FEED_STORAGES")
    settings.set("FEED_STORAGES", {**storages, "stdout": STANDARD_OUTPUT}, priority="cmdline")
    if options.job:
        if Path(options.job).exists() and not Path(options.job).is_dir():
            raise CommandError(f"--job is a folder, and {options.job} is none")
        settings.set("JOBDIR", options.job, priority="cmdline")
    if not inside_project() and not settings.get("DENOISE_STORE"):
        if options.job:
            path = Path(options.job, "templates.sqlite").absolute()
            settings.set("DENOISE_STORE_PATH", str(path), priority="cmdline")
        else:
            settings.set("DENOISE_STORE", "memory", priority="cmdline")
    return settings


def _has_begun(job: Path) -> bool:
    return job.is_dir() and any(job.iterdir())


class _Status:
    """A line on a terminal that says how far the crawl is."""

    def __init__(self, crawler: Crawler, out: str, quiet: bool) -> None:
        from scrapy import signals

        self.console = Console(stderr=True)
        self.shows = not quiet and self.console.is_terminal and (out != "-" or not sys.stdout.isatty())
        self.line: Any = None
        self._crawler = crawler
        if self.shows:
            crawler.signals.connect(self._say, signals.response_received)

    def _say(self) -> None:
        spider: Any = self._crawler.spider
        if self.line is not None and spider is not None:
            counts, most = spider.counts, spider.bounds.pages
            of = f" of {most:,}" if most else ""
            self.line.update(f"{counts.asked:,}{of} pages asked for, {counts.rows:,} rows")


class _NoStatus:
    def __enter__(self) -> None:
        return None

    def __exit__(self, *error: object) -> None:
        pass
