"""The processes that clean many pages, a few pages ahead of what has been written."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Generator, Iterable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from attrs import field, frozen

from scrapy_denoise.api import denoise_page, read_html
from scrapy_denoise.cli.clean.inputs import PageSource
from scrapy_denoise.cli.print_result import REPORTED_REASONS, explain, render
from scrapy_denoise.corrections import Corrections
from scrapy_denoise.methods import Method, get_method
from scrapy_denoise.result import Result
from scrapy_denoise.sites import SiteTemplate, load
from scrapy_denoise.workers.start import ignore_interrupts, interrupts_held_back, worker_context

AHEAD = 4
"""Pages that wait for each process. At most as many results are held until those before them are written."""


@frozen
class CleaningOptions:
    """The options for cleaning every page. site: a template as `sites.dump` gives it. lines: render as a JSON line."""

    method: str
    profile: str
    options: Mapping[str, Any]
    form: str
    lines: bool
    encoding: str | None
    max_size: int
    max_nodes: int
    site: bytes | None = field(default=None, repr=False)
    corrections: Corrections | None = None
    page_types: tuple[str, ...] = ()


@frozen
class CleanedPage:
    """A page after its cleaning. rendered: what is to be written, None for nothing. note: what the report says of it.

    content: whether content was found. few_siblings: whether another method ran than the one asked for.
    """

    label: str
    name: str
    rendered: str | None = None
    content: bool = False
    few_siblings: bool = False
    note: str = ""
    failed: bool = False


_worker: _Worker | None = None
"""The worker of this process, made by `_start`."""


class _Worker:
    def __init__(self, cleaning: CleaningOptions) -> None:
        self._cleaning = cleaning
        self._method: Method = get_method(cleaning.method, cleaning.profile, cleaning.options)
        self._site: SiteTemplate | None = load(cleaning.site) if cleaning.site is not None else None

    def clean(self, source: PageSource) -> CleanedPage:
        """Never raises: no page may stop the others."""
        try:
            body = source.read(self._cleaning.max_size)
        except OSError as error:
            return _failed(source, f"cannot read it: {error.strerror or error}")
        given = self._cleaning
        try:
            page = read_html(body, source.url, given.encoding, given.max_size, given.max_nodes)
            result = denoise_page(page, self._method, self._site, given.corrections)
            return self._rendered(source, result.limited_to(given.page_types), body)
        except Exception as error:  # noqa: BLE001
            return _failed(source, f"{type(error).__name__}: {error}")

    def _rendered(self, source: PageSource, result: Result, body: str | bytes) -> CleanedPage:
        form, rendered = self._cleaning.form, None
        if self._cleaning.lines:
            rendered = _line(source, result, form)
        elif result or form == "json":
            rendered = render(result, form)
        explained = not result or result.reason in (*REPORTED_REASONS, "error")
        return CleanedPage(
            source.label, source.name, rendered, bool(result), result.reason == "few_siblings",
            explain(result, body) if explained else "",
        )  # fmt: skip


def clean_pages(sources: Iterable[PageSource], cleaning: CleaningOptions, jobs: int) -> Generator[CleanedPage]:
    """The pages, cleaned, in the order of the sources. A page that kills its process is one that failed.

    jobs: processes. The sources are read as they are needed.
    """
    waiting = deque[tuple[PageSource, Future[CleanedPage]]]()
    pool = _pool(cleaning, jobs)
    try:
        for source in sources:
            try:
                waiting.append((source, _submit(pool, source)))
            except BrokenProcessPool:
                pool.shutdown()
                pool = _pool(cleaning, jobs)
                waiting.append((source, _submit(pool, source)))
            if len(waiting) > jobs * AHEAD:
                yield _result(*waiting.popleft(), cleaning)
        while waiting:
            yield _result(*waiting.popleft(), cleaning)
    finally:
        pool.shutdown(cancel_futures=True)


def _result(source: PageSource, future: Future[CleanedPage], cleaning: CleaningOptions) -> CleanedPage:
    """The result for a page. If its process died, the page is tried again in a process of its own."""
    try:
        return future.result()
    except BrokenProcessPool:
        pass
    with _pool(cleaning, 1) as alone:
        try:
            return _submit(alone, source).result()
        except BrokenProcessPool:
            return _failed(source, "the process that cleaned it died")


def _pool(cleaning: CleaningOptions, jobs: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, mp_context=worker_context(__name__), initializer=_start, initargs=(cleaning,))


def _submit(pool: ProcessPoolExecutor, source: PageSource) -> Future[CleanedPage]:
    """Give a page to a pool, which starts its processes for the first one."""
    with interrupts_held_back():
        return pool.submit(_clean, source)


def _start(cleaning: CleaningOptions) -> None:
    """Prepare a worker process. At Ctrl-C the process that writes lets the workers finish."""
    global _worker
    ignore_interrupts()
    _worker = _Worker(cleaning)


def _clean(source: PageSource) -> CleanedPage:
    assert _worker is not None
    return _worker.clean(source)


def _failed(source: PageSource, why: str) -> CleanedPage:
    return CleanedPage(source.label, source.name, note=why, failed=True)


def _line(source: PageSource, result: Result, form: str) -> str:
    """A page as a line of JSON: where it comes from, and the fields of the format."""
    if form == "json":
        fields = result.to_dict(noise=True, reasons=True)
    else:
        fields = {
            "url": result.url,
            "title": result.title,
            "method": result.method,
            "confidence": round(result.confidence, 3),
            "reason": result.reason,
            form: render(result, form) if result else "",
        }
    return json.dumps({"source": source.label, **fields}, ensure_ascii=False)
