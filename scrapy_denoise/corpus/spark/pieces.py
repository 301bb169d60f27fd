"""The pages of one site that a worker process cleans in one go, for engines that hand the pages over themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from scrapy_denoise.corpus.input.pages import RawPage
from scrapy_denoise.corpus.run.site_passes import CorpusOptions, SiteCleaner
from scrapy_denoise.optional import pyarrow as pa
from scrapy_denoise.workers.pool import LEARN, READ, LostPage, SkipPage


@attrs.frozen
class SiteSlice:
    """Pages of one site, by their ranks. whole: they are all that the site has. learns: pass 1 alone. template: of the
    site, as pass 1 gives it."""

    pages: tuple[RawPage, ...] = attrs.field(repr=False)
    whole: bool = False
    learns: bool = False
    template: bytes | None = attrs.field(default=None, repr=False)


class SliceWork:
    """What a worker process does with pieces: for each the template that it learns, or its rows (`rows_of`); and the
    pages that raised an error."""

    def __init__(self, cleaning: CorpusOptions) -> None:
        self._cleaner = SiteCleaner(cleaning)

    def __call__(self, pieces: tuple[SiteSlice, ...], skip_page: SkipPage) -> tuple[list[bytes], tuple[LostPage, ...]]:
        return [self._done(piece, skip_page) for piece in pieces], self._cleaner.failed()

    def _done(self, piece: SiteSlice, skip_page: SkipPage) -> bytes:
        step = LEARN if piece.learns else READ
        pages = (page for page in piece.pages if not skip_page(page.source, step))
        if piece.learns:
            return self._cleaner.learn(pages)
        cleaner = self._cleaner
        rows = cleaner.clean_site(pages, skip_page) if piece.whole else cleaner.clean(pages, piece.template)
        return bytes(cleaner.table(list(rows)).serialize())


def rows_of(answers: Iterator[bytes], cleaning: CorpusOptions) -> Iterator[Any]:
    """The rows of pieces as record batches of the document view."""
    schema = cleaning.schema
    return (pa.ipc.read_record_batch(pa.py_buffer(answer), schema) for answer in answers)
