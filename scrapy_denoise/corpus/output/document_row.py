"""Makes a row of the document view of a page's result."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import attrs
import numpy as np

from scrapy_denoise.corpus.input.pages import RawPage
from scrapy_denoise.corpus.output.block_terms import term_weights
from scrapy_denoise.corpus.output.records import Records
from scrapy_denoise.document.block_list.block_boxes import block_boxes
from scrapy_denoise.document.block_list.block_table import BlockSpans
from scrapy_denoise.document.links.links import NO_LINKS, LinkColumns, link_columns
from scrapy_denoise.page import Page
from scrapy_denoise.result import Result

MAX_ROW_LINKS = 5_000
"""The most links of a page in a row: the first ones."""

NONE = Records({})

_OF_ELEMENTS = frozenset(("markdown", "metadata", "links", "next_page"))
"""Columns that need links, pictures and the like, and what the page states."""


class DocumentView:
    """The values of the columns of the document view except the fingerprints, each computed when it is first used."""

    def __init__(self, result: Result) -> None:
        self.result = result

    @cached_property
    def runs(self) -> BlockSpans:
        """The text rows of the page cut where a block ends, and where what was kept ends; none of a page that was not
        read."""
        page, selection = self.result.page, self.result.selection
        if page is None or selection is None:
            return BlockSpans(np.zeros(0, np.intp), np.zeros(1, np.intp))
        kept = selection.kept
        block = page.columns.block[page.columns.text_rows]
        cuts = np.flatnonzero((block[1:] != block[:-1]) | (kept[1:] != kept[:-1])) + 1
        ends = [len(kept)] if len(kept) else []
        return BlockSpans(np.arange(len(kept)), np.concatenate([[0], cuts, ends]).astype(np.intp))

    @cached_property
    def blocks(self) -> Records:
        """All text blocks in document order; one that was kept in part is several."""
        result, runs = self.result, self.runs
        if not len(runs):
            return NONE
        assert result.page is not None
        found = result.block_columns(runs)
        return Records(
            {
                "type": found.types, "text": found.texts, "kept": found.kept, "xpath": found.xpaths,
                "score": found.scores, "box": block_boxes(result.page.columns, runs),
            }
        )  # fmt: skip

    @cached_property
    def _link_columns(self) -> LinkColumns:
        page, kinds, runs = self.result.page, self.result.link_kinds, self.runs
        if page is None or kinds is None or not len(runs):
            return NO_LINKS
        none_kept = np.zeros(len(runs.positions), np.bool_)  # so that each link has its whole text
        return link_columns(page, none_kept, kinds, MAX_ROW_LINKS)

    @cached_property
    def links(self) -> Records:
        """The links of the whole page, each with its kind and the number of the block that it stands in; a picture's is
        in the block before it."""
        found, runs = self._link_columns, self.runs
        if not found.urls:
            return NONE
        inside = np.maximum(np.where(found.firsts < found.lasts, found.firsts, found.firsts - 1), 0)
        blocks = np.searchsorted(runs.starts, inside, "right") - 1
        return Records({"url": found.urls, "text": found.texts, "kind": found.kinds, "block": blocks.tolist()})

    @property
    def next_page(self) -> str | None:
        """The address of the next page of the list, thread or text; None without one."""
        return self._link_columns.next_page or None

    @property
    def metadata(self) -> dict[str, Any]:
        found = self.result.metadata
        fields = {field.name: getattr(found, field.name) for field in attrs.fields(type(found))}
        return {**fields, "sources": list(found.sources.items()), "confidences": list(found.confidences.items())}

    @property
    def product(self) -> dict[str, Any] | None:
        found = self.result.product
        if found is None:
            return None
        maps = {name: list(getattr(found, name).items()) for name in ("sources", "confidences")}
        return {**found.to_dict(), **maps}


COMPUTED: dict[str, Callable[[DocumentView], Any]] = {
    "title": lambda view: view.result.title,
    "text": lambda view: view.result.text,
    "markdown": lambda view: view.result.markdown,
    "metadata": lambda view: view.metadata,
    "page_type": lambda view: view.result.page_type,
    "confidence": lambda view: view.result.confidence,
    "reason": lambda view: view.result.reason,
    "method": lambda view: view.result.method,
    "siblings": lambda view: view.result.siblings,
    "blocks": lambda view: view.blocks,
    "links": lambda view: view.links,
    "posts": lambda view: list(map(attrs.asdict, view.result.posts)),
    "comments": lambda view: list(map(attrs.asdict, view.result.comments)),
    "entries": lambda view: [entry.to_dict() for entry in view.result.entries],
    "next_page": lambda view: view.next_page,
    "product": lambda view: view.product,
    "terms": lambda view: list(term_weights(view.blocks).items()),
}
"""What of a result stands in which column, but for the fingerprints."""


def read_ahead(page: Page, columns: tuple[str, ...]) -> None:
    """Read of the tree of a page what its columns will ask for. Right behind the parse it is in the processor's cache;
    a pass over it later, when the page was decided on, takes up to twice as long."""
    if not _OF_ELEMENTS.isdisjoint(columns):
        page.links, page.stated_elements  # noqa: B018 (they are kept with the page)


def document_view(raw: RawPage, result: Result, columns: tuple[str, ...]) -> dict[str, Any]:
    """The row of a page with these columns of the document view. Other columns are not computed."""
    fetched = raw.fetched * 1000 if raw.fetched is not None else None
    row: dict[str, Any] = {
        "url": raw.url, "source": raw.source, "site": raw.site, "fetched": fetched, "status": raw.status,
    }  # fmt: skip
    view = DocumentView(result)
    row |= {name: COMPUTED[name](view) for name in columns if name in COMPUTED}
    if "digest" in columns or "minhash" in columns:
        fingerprint = result.fingerprint
        row["digest"] = fingerprint.digest.hex() if fingerprint else None
        row["minhash"] = fingerprint.minhash if fingerprint else None
    return row
