"""Threads in which the pages of a crawl are read and decided while Scrapy's own goes on (``DENOISE_THREADS``)."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import ParamSpec, TypeVar

from scrapy_denoise.page.compiled import forget_names

MAX_PAGES_AHEAD = 4
"""Pages for each thread that are in work at the same time: enough for a thread to go on while Scrapy's is busy, and few
enough to keep in memory."""

P = ParamSpec("P")
T = TypeVar("T")


class PageThreads:
    """Runs the steps of pages in threads, or in the caller's own where `count` is 0.

    What a page needs of its site is read, and what it teaches is learned, in the order in which the pages of the site
    have come (`page`), as without threads: no thread reads a template while a page is learned into it.
    """

    def __init__(self, count: int) -> None:
        self._pool = ThreadPoolExecutor(count, "denoise") if count else None
        self._places = asyncio.Semaphore(MAX_PAGES_AHEAD * count)
        self._pages: dict[str, deque[asyncio.Event]] = {}

    @asynccontextmanager
    async def page(self, key: str) -> AsyncIterator[Callable[[], Awaitable[object]]]:
        """A context for the work on one page, which begins once few enough others are in work.

        key: of its site. Gives a function: awaiting what it returns lets the earlier pages of the site come first.
        """
        if self._pool is None:
            yield _at_once
            return
        async with self._places:
            turn = asyncio.Event()
            pages = self._pages.setdefault(key, deque())
            pages.append(turn)
            pages[0].set()
            try:
                yield turn.wait
            finally:
                pages.remove(turn)
                if pages:
                    pages[0].set()
                else:
                    del self._pages[key]

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a call returns or raises, made in a thread. It must touch nothing of the crawl but what it is given."""
        if self._pool is None:
            return call(*args, **kwargs)
        return await asyncio.wrap_future(self._pool.submit(_with_own_names, partial(call, *args, **kwargs)))

    def close(self) -> None:
        """End the threads. Calls made later run in the caller's own."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False)


async def _at_once() -> None:
    """The turn of a page that no other can overtake."""


def _with_own_names(call: Callable[[], T]) -> T:
    forget_names()
    return call()
