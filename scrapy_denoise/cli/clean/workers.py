"""The processes that clean many pages, a few pages ahead of what has been written."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Mapping
from typing import Any

from attrs import field, frozen

from scrapy_denoise.api import denoise_page, read_html
from scrapy_denoise.cli.clean.inputs import PageSource
from scrapy_denoise.cli.print_result import FALLBACK_TEXT, REPORTED_REASONS, explain, render
from scrapy_denoise.corrections import Corrections
from scrapy_denoise.methods import Method, get_method
from scrapy_denoise.result import Result
from scrapy_denoise.sites import SiteTemplate, load
from scrapy_denoise.workers.pool import CLEAN, SkipPage, WorkerPool, lost_detail

MAX_PAGES_AHEAD = 4
"""Pages that wait for each process. At most as many results are held until those before them are written."""


@frozen
class CleaningOptions:
    """The options for cleaning every page.

    site: a template as `sites.dump` gives it. as_json_lines: whether each page becomes a line of JSON.
    """

    method: str
    profile: str
    method_options: Mapping[str, Any]
    form: str
    as_json_lines: bool
    encoding: str | None
    max_size: int
    max_nodes: int
    site: bytes | None = field(default=None, repr=False)
    corrections: Corrections | None = None
    page_types: tuple[str, ...] = ()


@frozen
class CleanedPage:
    """A page after its cleaning. rendered: what is to be written, None for nothing. note: what the report says of it.

    has_content: whether content was found. fallback: why another method ran than the one asked
        for, a key of FALLBACK_TEXT; else empty.
    """

    label: str
    name: str
    rendered: str | None = None
    has_content: bool = False
    fallback: str = ""
    note: str = ""
    failed: bool = False


class _PageWork:
    """What a worker process does with a page. seconds: the time limit that errors of pages name."""

    def __init__(self, options: CleaningOptions, seconds: float) -> None:
        self._options = options
        self._seconds = seconds
        self._method: Method = get_method(options.method, options.profile, options.method_options)
        self._site: SiteTemplate | None = load(options.site) if options.site is not None else None

    def __call__(self, source: PageSource, skip_page: SkipPage) -> CleanedPage:
        """Never raises: no page may stop the others."""
        if reason := skip_page(source.label, CLEAN):
            return _failed(source, lost_detail(reason, self._seconds))
        try:
            body = source.read(self._options.max_size)
        except OSError as error:
            return _failed(source, f"cannot read it: {error.strerror or error}")
        given = self._options
        try:
            page = read_html(body, source.url, given.encoding, given.max_size, given.max_nodes)
            result = denoise_page(page, self._method, self._site, given.corrections)
            return self._rendered(source, result.limited_to(given.page_types), body)
        except Exception as error:  # noqa: BLE001
            return _failed(source, f"{type(error).__name__}: {error}")

    def _rendered(self, source: PageSource, result: Result, body: str | bytes) -> CleanedPage:
        form, rendered = self._options.form, None
        if self._options.as_json_lines:
            rendered = _line(source, result, form)
        elif result or form == "json":
            rendered = render(result, form)
        explained = not result or result.reason in (*REPORTED_REASONS, "error")
        return CleanedPage(
            source.label, source.name, rendered, bool(result), result.reason if result.reason in FALLBACK_TEXT else "",
            explain(result, body) if explained else "",
        )  # fmt: skip


def clean_pages(
    sources: Iterable[PageSource], options: CleaningOptions, jobs: int, seconds: float
) -> Generator[CleanedPage]:
    """The pages, cleaned, in the order of the sources. A page that kills its process is one that failed, and so is one
    that takes more than this many seconds.

    jobs: processes. The sources are read as they are needed.
    """
    with WorkerPool(jobs, seconds, _PageWork, options, seconds) as workers:
        for found in workers.map(sources, jobs * MAX_PAGES_AHEAD):
            yield _failed(found.task, found.error.splitlines()[-1]) if found.error else found.answer


def _failed(source: PageSource, why: str) -> CleanedPage:
    return CleanedPage(source.label, source.name, note=why, failed=True)


def _line(source: PageSource, result: Result, form: str) -> str:
    """A page as a line of JSON: where it comes from, and the fields of the format."""
    if form == "json":
        fields = result.to_dict(noise=True, reasons=True, candidates=True)
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
