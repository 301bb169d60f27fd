"""Chromium as the system has it, driven with Playwright: pages of the command line as a browser draws them."""

from __future__ import annotations

import asyncio
import os
import shutil
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING

import attrs

from scrapy_denoise.cli.errors import CommandError
from scrapy_denoise.page.rendering.rendered import Drawn, drawn_by

try:
    from playwright.async_api import Error as BrowserError
    from playwright.async_api import Route, async_playwright
except ImportError as error:
    raise CommandError(
        f"drawing a page needs {error.name}; install it with: pip install 'scrapy-denoise[render]'"
    ) from error

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import Page as Tab
    from typing_extensions import Self

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""Programs that are looked for; the variable DENOISE_CHROMIUM names another."""

VIEWPORT = (1280, 800)
"""Width and height of the window in pixels."""

UNKNOWN = "http://page.invalid/"
"""The address of markup that has none: nothing can be loaded from it."""

CLOSE_SECONDS = 10.0


@attrs.frozen
class DrawnMarkup:
    """A page as a browser has it.

    drawn: None where the browser did not say what it has drawn, and why: problem. status: the HTTP status of a page
    that was downloaded, else None.
    """

    html: str
    url: str
    drawn: Drawn | None
    problem: str = ""
    status: int | None = None


class Browser:
    """A browser, open within ``async with``. seconds: how long a page may take to load, and each step after that."""

    def __init__(self, seconds: float = 30.0) -> None:
        self.seconds = seconds
        self._chromium: Chromium | None = None

    async def __aenter__(self) -> Self:
        path = os.environ.get("DENOISE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
        self._playwright = await async_playwright().start()
        try:
            self._chromium = await self._playwright.chromium.launch(executable_path=path)
        except BrowserError as error:
            await self._playwright.stop()
            raise CommandError(
                f"no browser: {error.message.splitlines()[0]}; install Chromium, or name it in DENOISE_CHROMIUM"
            ) from error
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._chromium is not None
        with suppress(BrowserError, TimeoutError):
            await asyncio.wait_for(self._chromium.close(), CLOSE_SECONDS)
        await self._playwright.stop()

    async def draw(self, url: str | None, markup: str | None = None) -> DrawnMarkup:
        """A page once it has loaded, or once it has had its time to.

        url: its address. markup: the page, where it is at hand; the browser then loads nothing but this, so that style
        sheets and scripts count which the page itself contains. Raises CommandError where there is no page.
        """
        assert self._chromium is not None
        tab = await self._chromium.new_page(viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]})
        try:
            status = await self.load(tab, url or UNKNOWN, markup)
            return attrs.evolve(await self._read(tab), status=status if markup is None else None)
        except (BrowserError, TimeoutError) as error:
            raise CommandError(f"{url or 'the page'} is not drawn: {_said(error)}") from error
        finally:
            with suppress(BrowserError, TimeoutError):
                await asyncio.wait_for(tab.close(), CLOSE_SECONDS)

    async def load(self, tab: Tab, url: str, markup: str | None) -> int | None:
        """Show a page in a tab; gives its HTTP status, where it has one in time.

        A page that does not finish loading is taken as it stands.
        """
        if markup is not None:
            await tab.route("**/*", _Offline(markup))
        try:
            response = await tab.goto(url, wait_until="load", timeout=1000 * self.seconds)
        except BrowserError as error:
            if error.name != "TimeoutError":
                raise
            return None
        return response.status if response is not None else None

    async def _read(self, tab: Tab) -> DrawnMarkup:
        drawn, problem = None, ""
        try:
            drawn = await drawn_by(tab)
        except (BrowserError, TimeoutError, ValueError) as error:
            problem = _said(error)
        html = await asyncio.wait_for(tab.content(), self.seconds)
        return DrawnMarkup(html, tab.url, drawn, problem)


class _Offline:
    """Answers the first request for a page with some markup, and no other request."""

    def __init__(self, markup: str) -> None:
        self._markup: str | None = markup

    async def __call__(self, route: Route) -> None:
        markup = self._markup
        with suppress(BrowserError):
            if markup is None or not route.request.is_navigation_request():
                await route.abort()
                return
            self._markup = None
            body = markup.encode("utf-8", "replace")
            await route.fulfill(body=body, content_type="text/html; charset=utf-8")


def _said(error: Exception) -> str:
    """The first line of an error's message, or its name."""
    return (str(error).splitlines() or [""])[0] or type(error).__name__
