"""The spider that crawls a site: lists lead to articles, next pages to more of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING, Any

import attrs
from scrapy import Request, Spider, signals
from scrapy.exceptions import DontCloseSpider, IgnoreRequest
from scrapy.http import Response
from scrapy.settings import BaseSettings
from scrapy.spidermiddlewares.httperror import HttpError
from scrapy.utils.request import request_from_dict
from twisted.python.failure import Failure

from scrapy_denoise.crawl.addon import Addon, write_failures_in_one_line
from scrapy_denoise.crawl.responses import denoised
from scrapy_denoise.crawl.site.addresses import key_of, one_address
from scrapy_denoise.crawl.site.bounds import Bounds, BoundsError
from scrapy_denoise.crawl.site.ending import Counts, why_it_ended
from scrapy_denoise.crawl.site.hosts import host_of, is_internal, is_of, with_path
from scrapy_denoise.crawl.site.killed import begin_run, end_run
from scrapy_denoise.crawl.site.limits import ANOTHER_SITE, ENDED, GIVEN_UP, OVER, OwnSite, SiteLimits
from scrapy_denoise.crawl.site.link_order import FIRST_RANK, Step, is_list, steps
from scrapy_denoise.crawl.site.list_ages import ListAges
from scrapy_denoise.crawl.site.raised import Raised
from scrapy_denoise.crawl.site.rows import Written, row_of
from scrapy_denoise.crawl.site.yields import Yields
from scrapy_denoise.result import Result

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

MIDDLEWARES = {OwnSite: 90, SiteLimits: 560}
"""Before and behind that of robots.txt (100): what it forbids is not counted."""

MAX_IN_A_ROW = 20
"""Requests in a row that bring no answer, after which the site counts as down."""

MAX_LISTS = 50
"""Lists that a job asks for again when it is run again."""

MAX_WAITING = 100_000
"""Requests that wait, from which links that are found are not kept: sites can have many on each page."""

DEFAULTS: dict[str, Any] = {
    "ROBOTSTXT_OBEY": True,
    "AUTOTHROTTLE_ENABLED": True,
    "AUTOTHROTTLE_START_DELAY": 0.5,
    "AUTOTHROTTLE_TARGET_CONCURRENCY": 2.0,
    # What waits for its turn in the downloader is still asked for when the time is over.
    "CONCURRENT_REQUESTS": 6,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 4,
    "DOWNLOAD_TIMEOUT": 30,
    "DOWNLOAD_MAXSIZE": 32 * 1024 * 1024,
    "RETRY_TIMES": 1,
    "REDIRECT_MAX_TIMES": 5,
    "ROBOTSTXT_PARSER": "scrapy_denoise.crawl.site.robots.ShortRobots",
    # The links of a page are followed in its order: newest first.
    "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
    "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
    "SCHEDULER_PRIORITY_QUEUE": "scrapy.pqueues.ScrapyPriorityQueue",
    # No port is open in which a process of the same machine could run code.
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "FEED_EXPORT_ENCODING": "utf-8",
}
"""Settings of the crawl of a site; those of a project, a spider and the command line win."""

ARGUMENTS = ("url", *(field.name for field in attrs.fields(Bounds)))
"""Of the spider, besides the attributes that a subclass has."""

SCRAPY_ATTRIBUTES = ("name", "start_urls", "allowed_domains", "custom_settings")
"""Attributes of all spiders."""


class SiteSpider(Spider):
    """Crawls a site and yields a row for each page with content (docs/crawl-a-site).

    To be subclassed, or started with arguments: ``url``, and those of `Bounds` by name. A subclass may have attributes
    of these names, and override `item` and `follows`; other attributes that it has are arguments too.

    Raises BoundsError for an argument that cannot be.
    """

    name = "site"

    url: str | None = None
    pages: int | None = None
    depth: int | None = None
    minutes: float | None = None
    only: Any = None
    since: Any = None
    hosts: Any = None
    format: str | None = None

    def __init__(self, name: str | None = None, **arguments: Any) -> None:
        self._check(arguments)
        super().__init__(name, **arguments)  # sets the arguments as attributes
        if self.url:
            self.start_urls = [self.url]
        self.start_urls = [with_path(url) for url in self.start_urls]
        if not self.start_urls:
            raise BoundsError("url is the address with which the crawl begins; there is none")
        if wrong := [url for url in self.start_urls if not host_of(url)]:
            raise BoundsError(
                f"url begins with http:// or https:// and a host, such as https://gazette.example/, not {wrong[0]!r}"
            )
        self.bounds = Bounds.read({name: getattr(self, name) for name in ARGUMENTS[1:]})
        self.counts = Counts()
        self.state: dict[str, Any] = {}
        self.ending = ""
        """Why the crawl ended, in one sentence, when it has."""
        self.end: Callable[[str], None] = lambda reason: None
        self._was_killed = False
        self._site_hosts = {host_of(url) for url in self.start_urls} | self.bounds.hosts
        self._is_inside = any(map(is_internal, self.start_urls))
        self._ages = ListAges(self.bounds.since)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *arguments: Any, **named: Any) -> Self:
        spider = super().from_crawler(crawler, *arguments, **named)
        crawler.signals.connect(spider.idle, signals.spider_idle)
        if job := crawler.settings.get("JOBDIR"):  # before the scheduler reads the requests that it kept there
            spider._was_killed = begin_run(job)
        return spider

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """The spider's defaults, below the settings of a project, and the add-on where nobody has enabled it."""
        super().update_settings(settings)
        write_failures_in_one_line()  # arguments are read before the add-on is
        for name, value in DEFAULTS.items():
            settings.set(name, value, priority="addon")
        enabled = {Addon, "scrapy_denoise.Addon", "scrapy_denoise.crawl.Addon"} & set(settings.getdict("ADDONS"))
        if not enabled:
            settings.set("ADDONS", {**settings.getdict("ADDONS"), Addon: 500}, priority="spider")
        name = "DOWNLOADER_MIDDLEWARES"
        settings.set(name, {**settings.getdict(name), **MIDDLEWARES}, priority="spider")

    async def start(self) -> AsyncIterator[Request]:
        """The first pages; of a job that goes on also what waited when it ended, and of one that was done its lists."""
        if self._was_killed:
            self.state.clear()  # in place: some parts of the spider have it
        left = self.state.pop("left", [])
        lists = list(self.state.get("lists", ())) if self.state.pop("done", False) else []
        for url in self.start_urls:
            self._seen.add(key_of(one_address(url)))
            yield self._request(url, FIRST_RANK, first=True, dont_filter=True)
        for request in left:
            yield request_from_dict(request, spider=self).replace(dont_filter=True)
        for url in lists:
            yield self._request(url, FIRST_RANK - 1, again=True, dont_filter=True)

    def parse(self, response: Response, **found: Any) -> Iterator[Any]:
        """The row of a page, and requests for what it leads to."""
        self.counts.pages += 1
        self.counts.in_a_row = 0
        self._count_waiting(-1)
        if found.get("first"):
            self._site_hosts.add(host_of(response.url))
        result = denoised(response)
        older = self.counts.dated
        item = self._item_of(response, result, found)
        followed = list(self._followed(result, found, item is not None))
        # A page that is too old is no sign that its form of address brings nothing: it tells where a list ends.
        brings = item is not None or self.counts.dated > older or any(step.is_entry for step, _ in followed)
        self._yields.add(response.url, brings)
        if item is not None:
            self.counts.rows += 1
            yield item
        yield from (request for _, request in followed)
        for url in (result.url or "", found.get("found_on", "")):
            for request in self._ages.ready(url):
                self._count_waiting(1)
                yield request

    def item(self, response: Response, result: Result, row: dict[str, Any]) -> Any:
        """What becomes of a page: an item, or None for none. row: what the crawl would write. To be overridden."""
        return row

    def follows(self, step: Step, response_url: str) -> bool:
        """Whether a link is followed. To be overridden."""
        return True

    def failed(self, failure: Failure) -> None:
        """Count a request that brought no page."""
        error, request = failure.value, failure.request  # type: ignore[attr-defined]
        if str(error) != ENDED:  # then it waits for the next run
            self._count_waiting(-1)
        if isinstance(error, IgnoreRequest) and not isinstance(error, HttpError):
            reason = str(error)
            if reason == "Forbidden by robots.txt":
                self.counts.forbidden += 1
                reason = "robots.txt forbids it"
            elif reason in (ENDED, ANOTHER_SITE, GIVEN_UP, OVER):
                return
            else:
                self.counts.failed += 1
                reason = "its redirects do not end" if "redirect" in reason else reason
        else:
            self.counts.failed += 1
            status = error.response.status if isinstance(error, HttpError) else 0
            reason = f"status {status}" if status else _said(error)
            if not status or status >= 500 or status == 429:
                self.counts.in_a_row += 1
                if self.counts.in_a_row >= MAX_IN_A_ROW:
                    self.end("unreachable")
        self.logger.info("%s was not read: %s", request.url, reason)
        if request.cb_kwargs.get("first") and not self.counts.first_failure:
            self.counts.first_failure = f"{request.url}: {reason}"

    def idle(self) -> None:
        """Ask for next pages of lists of which it did not become known whether they lead to older pages alone."""
        engine = self.crawler.engine
        left = self._ages.left()
        for request in left:
            self._count_waiting(1)
            assert engine is not None
            engine.crawl(request)
        if left:
            raise DontCloseSpider

    def closed(self, reason: str) -> None:
        """Say why the crawl ended, in its log and in `ending`."""
        for request in self._ages.left():
            self.keep(request)
        self.state["done"] = reason == "finished"
        job = self.settings.get("JOBDIR")
        if job:
            end_run(job)
        self.ending = why_it_ended(reason, self.bounds, self.counts, bool(job))
        self.logger.info(self.ending)

    def may_ask(self, request: Request) -> bool:
        """Whether the address of a request is outside of the network, or the crawl began inside."""
        return self._is_inside or is_of(request.url, self.bounds.hosts) or not is_internal(request.url)

    def is_of_site(self, request: Request) -> bool:
        """Whether a request is one of the crawl's site; the first page may lead to another host."""
        return bool(request.cb_kwargs.get("first")) or is_of(request.url, self._site_hosts)

    def is_over(self, request: Request) -> bool:
        """Whether what a request asks for was asked for by a later one, which came before it."""
        return self._raised.is_over(key_of(request.url), bool(request.cb_kwargs.get("raised")))

    def is_given_up(self, request: Request) -> bool:
        """Whether pages with addresses like that of a request have brought nothing new."""
        is_known = request.cb_kwargs.get("first") or request.cb_kwargs.get("again")
        return not is_known and self._yields.rank(request.url, 0) is None

    def keep(self, request: Request) -> None:
        """Keep a request for the next run of the job."""
        if self.settings.get("JOBDIR"):
            self.state.setdefault("left", []).append(request.to_dict(spider=self))

    @classmethod
    def _check(cls, arguments: dict[str, Any]) -> None:
        """Refuse arguments that neither this class knows nor a subclass has as an attribute."""
        own = {
            name
            for base in cls.__mro__[: cls.__mro__.index(SiteSpider)]
            for name, value in vars(base).items()
            if not name.startswith("_") and not callable(value) and not isinstance(value, (classmethod, property))
        }
        known = [*ARGUMENTS, *sorted(own.difference(ARGUMENTS, SCRAPY_ATTRIBUTES))]
        if wrong := sorted(set(arguments).difference(known, SCRAPY_ATTRIBUTES)):
            raise BoundsError(f"no argument of {cls.name}: {', '.join(wrong)}; there are: {', '.join(known)}")

    @property
    def _seen(self) -> set[int]:
        """Keys of the addresses that were asked for; kept with a job, as all of the state."""
        found: set[int] = self.state.setdefault("seen", set())
        return found

    @property
    def _raised(self) -> Raised:
        return Raised(self.state)

    @property
    def _yields(self) -> Yields:
        return Yields(self.state.setdefault("forms", {}))

    def _count_waiting(self, number: int) -> None:
        """Count requests that wait; kept with a job. Those with which a run begins are not counted when made."""
        self.state["waiting"] = max(self.state.get("waiting", 0) + number, 0)

    def _request(self, url: str, rank: int, dont_filter: bool = False, **found: Any) -> Request:
        return Request(url, self.parse, errback=self.failed, priority=rank, cb_kwargs=found, dont_filter=dont_filter)

    def _item_of(self, response: Response, result: Result, found: dict[str, Any]) -> Any:
        """The item of a page; None where it has no content, or none that is wanted or new."""
        counts = self.counts
        if not result or not is_of(response.url, self._site_hosts):
            counts.empty += 1
            return None
        published = result.metadata.published if self.bounds.since else ""
        is_new = self.bounds.is_new(published)
        self._ages.add(found.get("found_on", ""), found.get("place", -1), published)
        # An article that offers others is a list here; the first page of a site keeps its type, though it offers some.
        page_type = "list" if is_list(result) and result.page_type != "home" else result.page_type
        if not self.bounds.is_of_type(page_type):
            counts.typed += 1
            return None
        if not is_new:
            counts.dated += 1
            return None
        if not Written(self.state).add(result, self._comes_again(result, found)):
            counts.known += 1
            return None
        row = row_of(result, page_type, found.get("found_on", ""), found.get("depth", 0), self.bounds.format)
        return self.item(response, result, row)

    def _followed(self, result: Result, found: dict[str, Any], is_new: bool) -> Iterator[tuple[Step, Request]]:
        """The steps from a page, each with its request."""
        url, depth, pages = result.url or "", found.get("depth", 0), found.get("pages", 0)
        if not is_of(url, self._site_hosts) or self._ages.is_old(found.get("list", "")):
            return
        of_list = is_list(result) or bool(pages)
        if of_list:
            self._remember_list(url, pages, found)
        ahead = None
        entries = 0
        offered = list(steps(result, of_list, bool(found.get("first")), pages))
        places = self._begin_list(url, offered) if of_list and self.bounds.since else {}
        for step in offered:
            if not is_of(step.url, self._site_hosts) or not self.follows(step, url):
                continue
            if step.is_next:
                ahead = step
                continue
            key = key_of(step.url)
            again = step.is_entry and self._raised.waits(key)
            rank = None if key in self._seen and not again else self._yields.rank(step.url, step.rank)
            if rank is None or self.state.get("waiting", 0) >= MAX_WAITING:
                continue
            if self.bounds.depth and depth >= self.bounds.depth:
                self.counts.deep += 1
                continue
            self._seen.add(key)
            if self._ages.is_too_old(url, step.published):
                self.counts.dated += 1
                continue
            self._count_waiting(1)
            entries += step.is_entry
            if again:
                self._raised.raise_(key)
            elif not step.is_entry:
                self._raised.wait(key)
            where = {"found_on": url, "depth": depth + 1, "place": places.get(step.url, -1), "raised": again}
            yield step, self._request(step.url, rank, dont_filter=again, **where)
        # A list that has brought nothing new has no next page that would: an endless one shows the same again.
        if ahead is not None and (entries or is_new) and key_of(ahead.url) not in self._seen:
            self._seen.add(key_of(ahead.url))
            request = self._request(ahead.url, ahead.rank, found_on=url, depth=depth, pages=pages + 1, list=url)
            if not self._ages.hold(url, request):
                self._count_waiting(1)
                yield ahead, request

    def _begin_list(self, url: str, offered: list[Step]) -> dict[str, int]:
        """The place of each entry of a list, by its address. Entries whose date neither the list shows nor their own
        page will are left out."""
        dates = {
            step.url: step.published
            for step in offered
            if step.is_entry
            and (step.published or (key := key_of(step.url)) not in self._seen or self._raised.waits(key))
        }
        self._ages.begin(url, dates.values())
        return {address: place for place, address in enumerate(dates)}

    def _comes_again(self, result: Result, found: dict[str, Any]) -> bool:
        """Whether a later run of the job asks for a page again, as for the first page and for lists."""
        lists = self.state.get("lists", {})
        is_remembered = result.url in lists or len(lists) < MAX_LISTS
        is_known = found.get("first") or found.get("again")
        return bool(self.settings.get("JOBDIR")) and bool(
            is_known or (is_remembered and not found.get("pages") and is_list(result))
        )

    def _remember_list(self, url: str, pages: int, found: dict[str, Any]) -> None:
        """Keep the address of a list for the next run of the job, which looks for what is new on it."""
        lists = self.state.setdefault("lists", {})
        if not pages and not found.get("first") and len(lists) < MAX_LISTS:
            lists[url] = None


def _said(error: BaseException | None) -> str:
    """What an error of the network was, in a few words."""
    text = " ".join(str(error).split()).rstrip(".")
    return text[:200] or type(error).__name__
