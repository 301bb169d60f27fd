"""Draws pages for the command line in the system's Chromium, driven with Playwright."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any

import attrs

from scrapy_denoise.cli.errors import CommandError
from scrapy_denoise.page.rendering.rendered import RenderedPage, capture_rendering
from scrapy_denoise.page.url import same_origin

try:
    from playwright.async_api import Error as BrowserError
    from playwright.async_api import async_playwright

    from scrapy_denoise.cli.offline import OFFLINE_SWITCHES, serve_offline
except ImportError as error:
    raise CommandError(
        f"drawing a page needs {error.name}; install it with: pip install 'scrapy-denoise[render]'"
    ) from error

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import Page as Tab
    from playwright.async_api import Request, Response
    from typing_extensions import Self

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""Names of the program that are looked for; the environment variable DENOISE_CHROMIUM names another."""

VIEWPORT = (1280, 800)
"""Width and height of the window in pixels."""

PLACEHOLDER_URL = "http://page.invalid/"
"""Stands for the address of markup without one; nothing can be loaded from it."""

NO_SANDBOX_WARNING = (
    "Chromium's own sandbox cannot run here, as for root and in many containers; the page's scripts run without it"
)

CLOSE_SECONDS = 10.0


@attrs.frozen
class RenderedMarkup:
    """A page as a browser has it.

    drawn: None where the browser did not say what it has drawn, and why: problem. status: the HTTP status of a page
    that was downloaded, else None.
    """

    html: str
    url: str
    drawn: RenderedPage | None
    problem: str = ""
    status: int | None = None


class Browser:
    """A browser, open within ``async with``.

    seconds: how long a page may take to load, and each step after that. offline: whether it draws markup that is at
    hand, and reaches no network; else it draws what it downloads. sandboxed: whether Chromium's own sandbox holds what
    the pages' scripts do; it needs rights that the system may not give, and never runs for root.
    """

    def __init__(self, seconds: float = 30.0, offline: bool = False) -> None:
        self.seconds = seconds
        self.offline = offline
        self.sandboxed = True
        self._chromium: Chromium | None = None

    async def __aenter__(self) -> Self:
        self._playwright = await async_playwright().start()
        try:
            try:
                self._chromium = await self._launch()
            except BrowserError:
                self.sandboxed = False
                self._chromium = await self._launch()
        except BrowserError as error:
            await self._playwright.stop()
            raise CommandError(
                f"no browser: {error.message.splitlines()[0]}; install Chromium, or name it in DENOISE_CHROMIUM"
            ) from error
        return self

    async def _launch(self) -> Chromium:
        path = os.environ.get("DENOISE_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
        switches = OFFLINE_SWITCHES if self.offline else ()
        return await self._playwright.chromium.launch(
            executable_path=path, args=switches, chromium_sandbox=self.sandboxed
        )

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._chromium is not None
        with suppress(BrowserError, TimeoutError):
            await asyncio.wait_for(self._chromium.close(), CLOSE_SECONDS)
        await self._playwright.stop()

    async def draw(self, url: str | None, markup: str | None = None) -> RenderedMarkup:
        """A page once it has loaded, or once it has had its time to.

        url: its address. markup: the page, which a browser that is offline needs: it loads nothing but this, so that
        style sheets and scripts count which the page itself contains. Raises CommandError where there is no page.
        """
        address = url or PLACEHOLDER_URL
        try:
            async with self.tab(markup) as tab:
                status = await self.load(tab, address)
                found = await self._read(tab)
        except (BrowserError, TimeoutError) as error:
            raise CommandError(f"{url or 'the page'} is not drawn: {_first_line(error)}") from error
        if self.offline and not same_origin(found.url, address):
            raise CommandError(f"{url or 'the page'} is not drawn: its scripts replace it with another page")
        return attrs.evolve(found, status=None if self.offline else status)

    @asynccontextmanager
    async def tab(self, markup: str | None = None) -> AsyncIterator[Tab]:
        """A tab that shares nothing with another. markup: the page that it shows, where the browser is offline."""
        assert self._chromium is not None
        if self.offline is not (markup is not None):
            raise ValueError("a browser that is offline draws markup, and another one addresses")
        width, height = VIEWPORT
        context = await self._chromium.new_context(
            viewport={"width": width, "height": height}, service_workers="block", accept_downloads=False
        )
        try:
            if markup is not None:
                await serve_offline(context, markup)
            yield await context.new_page()
        finally:
            with suppress(BrowserError, TimeoutError):
                await asyncio.wait_for(context.close(), CLOSE_SECONDS)

    async def load(self, tab: Tab, url: str) -> int | None:
        """Show a page in a tab; gives its HTTP status, where it has one in time.

        A page that does not finish loading is taken as it stands. Raises CommandError for markup that goes elsewhere
        before it is read: the browser stops reading it then.
        """
        loading = asyncio.ensure_future(tab.goto(url, wait_until="load", timeout=1000 * self.seconds))
        if self.offline and await _navigates_away(tab, loading):
            raise CommandError(f"{url} is not drawn: it goes to another page before all of it is read")
        try:
            response = await loading
        except BrowserError as error:
            if error.name != "TimeoutError":
                raise
            return None
        return response.status if response is not None else None

    async def _read(self, tab: Tab) -> RenderedMarkup:
        drawn, problem = None, ""
        try:
            drawn = await capture_rendering(tab)
        except (BrowserError, TimeoutError, ValueError) as error:
            problem = _first_line(error)
        html = await asyncio.wait_for(tab.content(), self.seconds)
        return RenderedMarkup(html, tab.url, drawn, problem)


async def _navigates_away(tab: Tab, loading: asyncio.Future[Response | None]) -> bool:
    """True if a document starts to load another document in its place before it has loaded itself."""
    left, asked = asyncio.Event(), 0

    def watch(request: Request) -> None:
        nonlocal asked
        with suppress(BrowserError):
            if request.is_navigation_request() and request.frame == tab.main_frame:
                asked += 1
        if asked > 1:
            left.set()

    tab.on("request", watch)
    leaving = asyncio.ensure_future(left.wait())
    both: list[asyncio.Future[Any]] = [loading, leaving]
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    tab.remove_listener("request", watch)
    leaving.cancel()
    if loading.done():
        return False
    loading.cancel()
    return True


def _first_line(error: Exception) -> str:
    """The first line of an error's message, or its name."""
    return (str(error).splitlines() or [""])[0] or type(error).__name__
