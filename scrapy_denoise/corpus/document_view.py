"""A page's result as a row of the document view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import numpy as np

from scrapy_denoise.corpus.block_terms import term_weights
from scrapy_denoise.corpus.raw_pages import RawPage
from scrapy_denoise.document.block_boxes import block_boxes
from scrapy_denoise.document.block_rows import BlockRows
from scrapy_denoise.document.page_links import placed_links
from scrapy_denoise.result import Result

MAX_LINKS = 5_000
"""Links of a page that are given, the first ones."""

COMPUTED: dict[str, Callable[[Result], Any]] = {
    "title": lambda result: result.title,
    "text": lambda result: result.text,
    "markdown": lambda result: result.markdown,
    "metadata": lambda result: _metadata(result),
    "page_type": lambda result: result.page_type,
    "confidence": lambda result: result.confidence,
    "reason": lambda result: result.reason,
    "method": lambda result: result.method,
    "siblings": lambda result: result.siblings,
    "blocks": lambda result: _blocks(result),
    "links": lambda result: _links(result),
    "terms": lambda result: list(term_weights(_blocks(result)).items()),
}
"""What of a result stands in which column, but for the fingerprints."""


def document_view(raw: RawPage, result: Result, columns: tuple[str, ...]) -> dict[str, Any]:
    """The row of a page with these columns of the document view. What is not asked for is not computed."""
    fetched = raw.fetched * 1000 if raw.fetched is not None else None
    row: dict[str, Any] = {
        "url": raw.url, "source": raw.source, "site": raw.site, "fetched": fetched, "status": raw.status,
    }  # fmt: skip
    row |= {name: COMPUTED[name](result) for name in columns if name in COMPUTED}
    if "digest" in columns or "minhash" in columns:
        fingerprint = result.fingerprint
        row["digest"] = fingerprint.digest.hex() if fingerprint else None
        row["minhash"] = fingerprint.minhash if fingerprint else None
    return row


def _metadata(result: Result) -> dict[str, Any]:
    found = attrs.asdict(result.metadata)
    found["sources"] = list(found["sources"].items())
    return found


def _blocks(result: Result) -> list[dict[str, Any]]:
    """All text blocks in document order; one that was kept in part is several."""
    if result.page is None or result.selection is None:
        return []
    runs = block_runs(result)
    boxes = block_boxes(result.page.columns, runs)
    return [
        {
            "type": block.type, "text": block.text, "kept": block.kept, "xpath": block.xpath, "score": block.score,
            "box": box,
        }
        for block, box in zip(result.describe(runs), boxes, strict=True)
    ]  # fmt: skip


def block_runs(result: Result) -> BlockRows:
    """The text rows of a page cut where a block ends, and where what was kept ends."""
    assert result.page is not None
    assert result.selection is not None
    columns, kept = result.page.columns, result.selection.kept
    block = columns.block[columns.text_rows]
    cuts = np.flatnonzero((np.diff(block) != 0) | (np.diff(kept.view(np.uint8)) != 0)) + 1
    ends = [len(kept)] if len(kept) else []
    return BlockRows(np.arange(len(kept)), np.concatenate([[0], cuts, ends]).astype(np.intp))


def _links(result: Result) -> list[dict[str, Any]]:
    """The links of the whole page, each with its kind and the number of the block that it stands in; a picture's is in
    the block before it."""
    page, kinds = result.page, result.link_kinds
    if page is None or kinds is None or not len(page.columns.text_rows):
        return []
    none_kept = np.zeros(len(page.columns.text_rows), np.bool_)  # so that each link has its whole text
    links = list(placed_links(page, none_kept, kinds, MAX_LINKS))
    inside = [max(first if first < last else first - 1, 0) for first, last, _, _ in links]
    blocks = np.searchsorted(block_runs(result).starts, inside, "right") - 1
    return [{**link.to_dict(), "block": block} for (*_, link), block in zip(links, blocks.tolist(), strict=True)]
