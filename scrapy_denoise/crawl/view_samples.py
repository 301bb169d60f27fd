"""A sample of a crawl's pages for people to look at: files of the block viewer, a few for each site."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from hashlib import blake2b
from pathlib import Path
from urllib.parse import quote

from scrapy_denoise.files import private
from scrapy_denoise.files.atomic import replacing
from scrapy_denoise.result import Result
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.sites.template import Siblings

logger = logging.getLogger(__name__)

MAX_NAME_CHARS = 150
MAX_INDEX_ROWS = 100_000
"""A page with more nodes is never in the sample."""


class ViewSamples:
    """Keeps the views of up to `limit` pages of each site, in a folder for each site.

    The pages are those whose addresses have the smallest digests. This is a random sample that depends neither on the
    order of the crawl nor on interruptions, and it is the same in several processes. Views are written in a thread.
    Failures are counted, and the first is logged. The names of samples are kept in memory for `cache_sites` sites.
    """

    def __init__(self, folder: Path, limit: int, cache_sites: int, count: Callable[[str], None]) -> None:
        self._folder = folder
        self._limit = limit
        self._cache_sites = cache_sites
        self._count = count
        self._names: OrderedDict[str, list[str]] = OrderedDict()
        self._reported = False

    def add(self, key: str, result: Result, site: SiteTemplate | None) -> Awaitable[None]:
        """Choose a page if it is in its site's sample, before the site learns it; awaiting what this returns writes its
        view. Never raises, and neither does that."""
        try:
            chosen = self._chosen(key, result)
            # The siblings are those of now, since the template may learn other pages while a thread writes.
            siblings = site.siblings(result.page) if chosen and site is not None and result.page is not None else None
        except Exception as error:  # noqa: BLE001 - a view must not cost a page
            self._fail(result, error)
            chosen, siblings = None, None
        return self._add(chosen, result, siblings)

    async def _add(self, path: Path | None, result: Result, siblings: Siblings | None) -> None:
        if path is None:
            return
        try:
            await asyncio.to_thread(self._write, path, result, siblings)
            self._count("views")
        except Exception as error:  # noqa: BLE001 - a view must not cost a page
            self._fail(result, error)

    def _fail(self, result: Result, error: Exception) -> None:
        self._count("views/error")
        if not self._reported:
            self._reported = True
            logger.error("DENOISE_VIEW_SAMPLES: no view of %s: %s", result.url, error)

    def _chosen(self, key: str, result: Result) -> Path | None:
        """The file of a page that is in its site's sample; None for any other."""
        if result.page is None or len(result.page.columns) > MAX_INDEX_ROWS:
            return None
        name = f"{result.page.digest:016x}.html"
        names = self._known(key)
        if name not in names and len(names) >= self._limit and name > names[-1]:
            return None
        names[:] = sorted({*names, name})[: self._limit]
        return self._folder / folder_name(key) / name

    def _known(self, key: str) -> list[str]:
        """The file names of the site's sample, sorted; those of earlier crawls are read when the site is first met."""
        names = self._names.get(key)
        if names is None:
            names = self._names[key] = _names(self._folder / folder_name(key))[: self._limit]
            if len(self._names) > self._cache_sites:
                self._names.popitem(last=False)
        self._names.move_to_end(key)
        return names

    def _write(self, path: Path, result: Result, siblings: Siblings | None) -> None:
        from scrapy_denoise.viewer.page_view import by_method_name, view

        private.make_folder(path.parent)
        with replacing(path, private.FILE) as file:
            file.write(view(by_method_name([result]), siblings).encode("utf-8", "replace"))
        for displaced in _names(path.parent)[self._limit :]:
            (path.parent / displaced).unlink(missing_ok=True)


def folder_name(key: str) -> str:
    """The name of a site's folder: any key gives a name that every file system takes.

    >>> folder_name("news.example.org:8080"), folder_name("../x")
    ('news.example.org%3A8080', '%2E.%2Fx')
    """
    name = quote(key, safe="-._", errors="replace")
    if name.startswith("."):
        name = f"%2E{name[1:]}"
    if len(name) > MAX_NAME_CHARS:
        whole = re.sub("%[0-9A-F]?$", "", name[:MAX_NAME_CHARS])
        name = f"{whole}~{blake2b(key.encode('utf-8', 'replace'), digest_size=8).hexdigest()}"
    return name


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.html")) if folder.is_dir() else []
