"""Pages that scrapy-playwright draws: what the browser knows of their elements, and which pages to draw again."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from scrapy import Request
from scrapy.http import Response
from scrapy.utils.misc import load_object

from scrapy_denoise.crawl.settings import DenoiseSettings
from scrapy_denoise.crawl.stats import PageStats
from scrapy_denoise.page import Page
from scrapy_denoise.page.rendering.rendered import MAX_ELEMENTS, MAX_SECONDS, RenderedPage, capture_rendering
from scrapy_denoise.result import Result

TAB_CALLBACK_META = "playwright_page_init_callback"
"""The key of a request's meta for the callback that scrapy-playwright calls with a new tab."""

RENDER_META = "denoise_render"
"""The key of a request's meta that marks a second request: a browser draws the page, which was empty without one."""

MAX_SITES = 10_000
"""The number of sites whose drawn pages are limited site by site; all other sites share the limit of one site."""

MAX_SITE_PAGES = 100
"""The most pages of one site that are requested again with a browser."""

ALWAYS_DRAWN_PAGES = 10
"""So many pages are drawn before ``DENOISE_RENDER_SHARE`` counts: at the beginning of a crawl a share means nothing."""


class TabWatch:
    """Asks a tab of scrapy-playwright what it has drawn, when the page's markup is read from it.

    It stands in a request's meta as the callback for a new tab, and calls the one that stood there (`before`). There
    is no other place: a page method would wait for the page to load, which some never do.
    """

    def __init__(self, elements: int, seconds: float, before: Any = None) -> None:
        self.elements = elements
        self.seconds = seconds
        self.before = before
        self.drawn: RenderedPage | None = None
        self.problem = "not_asked"

    async def __call__(self, tab: Any, request: Request) -> None:
        try:
            if self.before is not None:
                await load_object(self.before)(tab, request)
        finally:
            self._watch(tab)

    def __reduce__(self) -> tuple[Any, ...]:
        # In the queue of a crawl that is to be resumed, with the request of a page that is downloaded again.
        return TabWatch, (self.elements, self.seconds, self.before)

    def _watch(self, tab: Any) -> None:
        content = tab.content

        async def content_with_boxes() -> str:
            tab.content = content
            self.drawn, self.problem = await self._ask(tab)
            # A tab that did not answer may never do so; without a limit the request would wait for ever.
            found: str = await (asyncio.wait_for(content(), self.seconds) if self.problem == "timeout" else content())
            return found

        tab.content = content_with_boxes

    async def _ask(self, tab: Any) -> tuple[RenderedPage | None, str]:
        try:
            return await capture_rendering(tab, self.elements, self.seconds), ""
        except (TimeoutError, asyncio.TimeoutError):
            return None, "timeout"
        except ValueError:
            return None, "invalid"
        except Exception:  # noqa: BLE001 - whatever the browser raises, the page goes on without boxes
            return None, "browser"


class BrowserPages:
    """Decides for one crawl which requests ask for boxes and which pages are drawn again, and counts the outcomes."""

    def __init__(self, settings: DenoiseSettings, stats: PageStats) -> None:
        self._settings = settings
        self._stats = stats
        self._pages = 0
        self._drawn = 0
        self._drawn_of: defaultdict[str, int] = defaultdict(int)

    def watch(self, request: Request) -> None:
        """Prepare a request before its download: ask for boxes, if a browser draws the page and boxes are wanted."""
        if not request.meta.get("playwright"):
            return
        _restore(request)
        options = request.meta.get("denoise", True)
        wanted = options.get("boxes", self._settings.boxes) if isinstance(options, Mapping) else self._settings.boxes
        if wanted and options is not False:
            before = request.meta.get(TAB_CALLBACK_META)
            request.meta[TAB_CALLBACK_META] = TabWatch(MAX_ELEMENTS, MAX_SECONDS, before)

    def taken(self, request: Request) -> RenderedPage | None:
        """The boxes that came with a downloaded request; None if none were asked for or the browser gave none."""
        watch = _restore(request)
        if watch is None:
            return None
        if watch.drawn is None:
            self._stats.add(f"boxes/failed/{watch.problem}")
        elif not watch.drawn.complete:
            self._stats.add("boxes/truncated")
        return watch.drawn

    def lost(self, request: Request) -> Request | None:
        """After a request for the browser has failed for good: it is counted, and one that was empty without a browser
        is downloaded without one, so that its callback gets the page as it was."""
        if not request.meta.get("playwright"):
            return None
        if _restore(request) is not None:
            self._stats.add("boxes/failed/lost")
        if not request.meta.get(RENDER_META):
            return None
        self._stats.add("render/failed")
        return request.replace(dont_filter=True, meta={**request.meta, "playwright": False})

    def count(self, page: Page) -> None:
        """Count a page that came with boxes."""
        self._stats.add("boxes/pages" if page.columns.boxes is not None else "boxes/failed/other_page")

    def again(self, request: Request, response: Response, result: Result) -> Request | None:
        """A request for the same page with a browser; None if the page does not need scripts or a limit is reached."""
        self._pages += 1
        if request.meta.get(RENDER_META):
            if request.meta.get("playwright"):
                filled = bool(result) and result.reason != "scripts"
                self._stats.add("render/gained" if filled else "render/empty")
            return None
        if self._settings.render == "off" or result.reason != "scripts":
            return None
        if request.meta.get("playwright") or request.meta.get("denoise") is False or request.method != "GET":
            return None
        site = self._settings.site_key(response.url)
        site = site if site in self._drawn_of or len(self._drawn_of) < MAX_SITES else ""
        allowed = ALWAYS_DRAWN_PAGES + self._settings.render_share * self._pages
        if self._drawn >= allowed or self._drawn_of[site] >= MAX_SITE_PAGES:
            self._stats.add("render/over_limit")
            return None
        self._drawn += 1
        self._drawn_of[site] += 1
        self._stats.add("render/requests")
        return request.replace(dont_filter=True, meta={**request.meta, "playwright": True, RENDER_META: True})


def _restore(request: Request) -> TabWatch | None:
    """Take the callback of this module out of a request's meta, and put back what stood there."""
    watch = request.meta.get(TAB_CALLBACK_META)
    if not isinstance(watch, TabWatch):
        return None
    if watch.before is None:
        del request.meta[TAB_CALLBACK_META]
    else:
        request.meta[TAB_CALLBACK_META] = watch.before
    return watch
