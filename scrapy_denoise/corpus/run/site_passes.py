"""The two passes over the pages of a site: learn its template, and clean its pages with it.

Both are functions of pages that know nothing of the engine that calls them. Merging templates is commutative and
associative, which pages a template is learned from depends on the pages alone (`RawPage.rank`), and the bound on a
template's rows is applied once, when all of its pages are learned. So every way of dividing an archive gives the same
templates and the same document views.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property, partial
from typing import Any, TypeVar

import attrs

from scrapy_denoise.api import denoise_page, read_html
from scrapy_denoise.corpus.input.pages import RawPage
from scrapy_denoise.corpus.output.document_row import document_view, read_ahead
from scrapy_denoise.corpus.output.record_batch import record_batch
from scrapy_denoise.corpus.output.schema import documents_schema
from scrapy_denoise.corpus.run.defaults import SAMPLE
from scrapy_denoise.methods import Method, get_method
from scrapy_denoise.page import MAX_NODES, Page, UnreadablePage
from scrapy_denoise.page.markup.decode import page_label
from scrapy_denoise.sites import SiteTemplate, dump, load
from scrapy_denoise.sites.template import MAX_SAMPLE_ROWS
from scrapy_denoise.workers.pool import CLEAN, LEARN, LostPage

SLICE_PAGES = 64
"""Pages of a site above which its template is learned before, and its pages are cleaned in slices of this many."""

ERA = 0
"""An archive is one era of its sites: what is learned does not depend on the day on which it is cleaned."""

MAX_DETAIL = 500
"""The most characters of an error in a report."""

T = TypeVar("T")

UNLIMITED_ROWS = MAX_SAMPLE_ROWS << 20
"""Rows that no template has: while parts of one are learned and merged, nothing of it is dropped. What is in memory
then is bounded by the pages that a template is learned from."""


@attrs.frozen
class CorpusOptions:
    """What is done to every page; the parameters are those of `denoise`. columns: of the document view, all where none
    are named. sample: pages of a site that its template is learned from; 0: every page is cleaned alone."""

    method: str = "auto"
    profile: str = "default"
    options: Mapping[str, Any] = attrs.field(factory=dict)
    max_size: int = 0
    max_nodes: int = MAX_NODES
    columns: tuple[str, ...] = ()
    sample: int = SAMPLE

    @property
    def schema(self) -> Any:
        """Of what comes out. Raises ValueError for a column that there is not."""
        return documents_schema(self.columns)


class SiteCleaner:
    """Cleans pages as `CorpusOptions` says, in one process."""

    def __init__(self, cleaning: CorpusOptions) -> None:
        self.cleaning = cleaning
        self.schema = cleaning.schema
        self._failed: list[LostPage] = []

    @cached_property
    def method(self) -> Method:
        return get_method(self.cleaning.method, self.cleaning.profile, self.cleaning.options)

    @property
    def compares(self) -> bool:
        """Whether other pages of a site are of use."""
        return bool(self.cleaning.sample and self.method.max_siblings)

    def read(self, raw: RawPage) -> Page | UnreadablePage:
        """A page, parsed; or why it cannot be."""
        charset = page_label(raw.charset)
        cleaning = self.cleaning
        return read_html(raw.html, raw.url or None, charset, cleaning.max_size, cleaning.max_nodes)

    def _read_to_clean(self, raw: RawPage) -> Page | UnreadablePage:
        """The same, with what the columns read of its tree."""
        page = self.read(raw)
        if isinstance(page, Page):
            read_ahead(page, tuple(self.schema.names))
        return page

    def learn(self, pages: Iterable[RawPage]) -> bytes:
        """Pass 1, or a part of it: what the template of a site knows of these pages, for `merged` and `clean`."""
        return dump(self._learned(page for _, page in self._each(pages, self.read, LEARN)))

    def clean(self, pages: Iterable[RawPage], template: bytes | None = None) -> Iterator[dict[str, Any]]:
        """Pass 2: a row of the document view for each page of a site. template: as `learn` gives it."""
        site = None
        if template is not None:
            site = load(template, UNLIMITED_ROWS)
            site.drop_layouts()
        for _, row in self._each(pages, lambda raw: self._row(raw, self._read_to_clean(raw), site)):
            yield row

    def clean_site(
        self, pages: Iterable[RawPage], without: Callable[[str, int], object] = lambda source, step: False
    ) -> Iterator[dict[str, Any]]:
        """Both passes for all pages of a small site, which are parsed once. without: called with
        the source of a page and a step (LEARN or CLEAN) before that step; if it returns true, the step is left out."""
        read = list(self._each(pages, self._read_to_clean))
        site = None
        if self.compares and len(read) > 1:
            site = self._learned(page for raw, page in read if not without(raw.source, LEARN))
            site.drop_layouts()
        for raw, page in read:
            if not without(raw.source, CLEAN):
                for _, row in self._each((raw,), partial(self._row, page=page, site=site)):
                    yield row

    def failed(self) -> tuple[LostPage, ...]:
        """The pages that raised an error since the last call, and have no row."""
        failed, self._failed = tuple(self._failed), []
        return failed

    def _each(
        self, pages: Iterable[RawPage], do: Callable[[RawPage], T], step: int = CLEAN
    ) -> Iterator[tuple[RawPage, T]]:
        """What `do` gives of each page, without the pages of which it raises: whatever a page holds costs that page."""
        for raw in pages:
            try:
                done = do(raw)
            except Exception as error:  # noqa: BLE001
                self._fail(raw.source, error, step)
            else:
                yield raw, done

    def _fail(self, source: str, error: Exception, step: int = CLEAN) -> None:
        detail = f"{type(error).__name__}: {error}"[:MAX_DETAIL]
        self._failed.append(LostPage(source, "error", step, detail))

    def _learned(self, pages: Iterable[Page | UnreadablePage]) -> SiteTemplate:
        template = SiteTemplate(max_rows=UNLIMITED_ROWS)
        for page in pages:
            if isinstance(page, Page):
                with suppress(Exception):  # the page is cleaned later on, and is reported if that fails too
                    template.learn(page, scores=self.method.scores(page), era=ERA)
        return template

    def _row(self, raw: RawPage, page: Page | UnreadablePage, site: SiteTemplate | None) -> dict[str, Any]:
        result = denoise_page(page, self.method, site, status=raw.status or 200)
        return document_view(raw, result, tuple(self.schema.names))

    def table(self, rows: list[dict[str, Any]]) -> Any:
        """Rows of the document view as a record batch, without those that cannot be one."""
        try:
            return record_batch(rows, self.schema)
        except Exception:  # noqa: BLE001
            return record_batch([row for row in rows if self._fits(row)], self.schema)

    def _fits(self, row: dict[str, Any]) -> bool:
        try:
            record_batch([row], self.schema)
        except Exception as error:  # noqa: BLE001
            self._fail(row["source"], error)
            return False
        return True


def merged(templates: Iterable[bytes]) -> bytes:
    """The merge of what parts of pass 1 have learned of one site, in any order and in any groups."""
    site = SiteTemplate(max_rows=UNLIMITED_ROWS)
    for template in templates:
        site.update(load(template, UNLIMITED_ROWS))
    return dump(site)
