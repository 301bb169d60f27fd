"""The viewer's file: the page in a sandboxed frame, the decisions on its blocks as data, one script, one style sheet.

The page reaches the outer document only as escaped text and as JSON. The only script is the package's own, which the
content security policy names by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any, Protocol, TypeVar

import numpy as np

from scrapy_denoise._version import __version__
from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.document import Block
from scrapy_denoise.document.block_list.block_table import BlockSpans
from scrapy_denoise.document.metadata.metadata import Metadata
from scrapy_denoise.document.product.product import Product
from scrapy_denoise.methods import Selection
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.candidates.ranking import Ranked
from scrapy_denoise.sites.site_key import host_key
from scrapy_denoise.sites.template import Siblings
from scrapy_denoise.viewer.box_drawing import drawing
from scrapy_denoise.viewer.limits import CHARS_OF_BLOCK, MAX_BLOCKS, ROWS_OF_BLOCK
from scrapy_denoise.viewer.metadata_table import metadata_table
from scrapy_denoise.viewer.outline import MAX_SAMPLES, outline, outline_numbers
from scrapy_denoise.viewer.page_markup import FramedPage, sanitised_page
from scrapy_denoise.viewer.product_table import product_table
from scrapy_denoise.viewer.view_card import card_of, to_meta

MAX_METHODS = 8
MAX_REASONS = 8
MAX_REASON = 200

SCRIPTS = ("selectors.js", "correcting.js", "viewer.js")
"""Of the viewer, which are one script in its file."""

NONE = " 'none'"
DIFFERENT = ' data-dn-d=""'


class ViewableResult(Protocol):
    """What the viewer shows of a page that a method has decided: a part of `scrapy_denoise.Result`."""

    @property
    def page(self) -> Page | None:
        """The page; None if it was not read."""

    @property
    def selection(self) -> Selection | None:
        """The selection of the method; None if no method ran."""

    @property
    def method(self) -> str:
        """The name of the method that ran, or an empty string."""

    @property
    def reason(self) -> str:
        """Why there is no content or why another method ran; else empty."""

    @property
    def confidence(self) -> float:
        """From 0 to 1."""

    @property
    def product(self) -> Product | None:
        """What the page offers, where it is that of a product."""

    @property
    def metadata(self) -> Metadata:
        """What the page says of itself."""

    def candidates(self, field: str) -> list[Ranked]:
        """The candidates of a field of the metadata or of the product, the surest first."""

    def block_list(self, blocks: BlockSpans) -> list[Block]:
        """Blocks of which all text rows are kept, or all are removed, with their verdicts."""


D = TypeVar("D", bound=ViewableResult)


def by_method_name(results: Iterable[D]) -> dict[str, D]:
    """Results by the name of the method that ran; equal names are numbered."""
    found: dict[str, D] = {}
    for result in results:
        name = label = result.method or "no method"
        number = 1
        while label in found:
            number += 1
            label = f"{name} ({number})"
        found[label] = result
    return found


def view(
    results: Mapping[str, ViewableResult],
    siblings: Siblings | None = None,
    remote: bool = False,
    max_blocks: int = MAX_BLOCKS,
    samples: Sequence[ViewableResult] = (),
) -> str:
    """The block viewer for one page, as HTML.

    results: those of one or more methods for the same page, by the label to show for each. siblings: what is known
    of the other pages of its layout (`SiteTemplate.siblings`). remote: let the browser load the page's images and
    style sheets. max_blocks: of a page with more blocks, or with more than ROWS_OF_BLOCK elements and texts or
    CHARS_OF_BLOCK characters for each of these, the beginning is shown, and the view says so. Raises ValueError
    where there is no page to show, where the results are of different pages, for more than MAX_METHODS results, and
    for max_blocks below 1. samples: results of the first method for other pages of the site, on which the effect
    of marking blocks is shown; the first MAX_SAMPLES count.
    """
    page = _page(results)
    if max_blocks < 1:
        raise ValueError(f"max_blocks={max_blocks}: a view shows at least one block")
    shown = [result for result in results.values() if result.selection is not None]
    every = common_blocks(page, shown)
    blocks, rows = beginning(page.columns, every, max_blocks)
    chars = max_blocks * CHARS_OF_BLOCK
    element_rows = blocks.element_rows(page.columns).tolist()
    data = _data(page, results, blocks, siblings)
    data["total"], data["text"] = len(every), _cut(data["text"], chars)
    data["site"] = host_key(page.url or "")
    data["outlines"], data["homes"] = outlines(page, shown, samples), outline_numbers(page, element_rows)
    block_styles = _block_styles(data)
    frame = sanitised_page(page, blocks, element_rows, block_styles, remote, (rows, chars))
    drawn = drawing(page.columns, blocks, block_styles, data["text"])
    script, style = "".join(map(part, SCRIPTS)), part("viewer.css")
    loads = " http: https:" if remote else ""
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest(script)}'; style-src 'unsafe-inline'{loads}; "
        f"img-src data:{loads}; font-src{loads or NONE}; base-uri 'none'; form-action 'none'"
    )
    first = next(iter(results.values()))
    return Template(part("viewer.html")).substitute(
        policy=escape(policy),
        version=__version__,
        title=escape(page.title or page.url or "Page"),
        card=to_meta(card_of(data)),
        notice=_notice(frame, len(every), len(blocks)),
        style=style,
        frame=escape(_drawn_document(drawn) if drawn else _frame_document(frame, loads)),
        other=f'data-other="{escape(_frame_document(frame, loads))}"' if drawn else "",
        drawn=part("drawn.html") if drawn else "",
        product=product_table(first.product, first.candidates),
        metadata=metadata_table(first.metadata, first.candidates),
        data=_json(data),
        script=script,
    )


def outlines(page: Page, shown: Sequence[ViewableResult], samples: Sequence[ViewableResult]) -> list[dict[str, Any]]:
    """The outline of the page, then those of the samples that are not too large; none where the page is."""
    if not shown or shown[0].selection is None or (own := outline(page, shown[0].selection.kept, "This page")) is None:
        return []
    found = (
        outline(sample.page, sample.selection.kept)
        for sample in samples[:MAX_SAMPLES]
        if sample.page is not None and sample.selection is not None
    )
    return [own, *filter(None, found)]


def common_blocks(page: Page, results: list[ViewableResult]) -> BlockSpans:
    """The largest blocks of which each result keeps all or removes all text, in document order.

    For one result, these are its kept and removed blocks; for none there are none.
    """
    columns = page.columns
    verdict = np.zeros(len(columns.text_rows) if results else 0, np.int64)
    for result in results:
        assert result.selection is not None
        verdict = 2 * verdict + result.selection.kept
    key = columns.block[columns.text_rows[: len(verdict)]].astype(np.int64) << MAX_METHODS | verdict
    _, first, group = np.unique(key, return_index=True, return_inverse=True)
    number = np.argsort(np.argsort(first))[group]
    return BlockSpans(np.argsort(number, kind="stable"), np.cumsum([0, *np.bincount(number)]))


def beginning(columns: Columns, blocks: BlockSpans, max_blocks: int) -> tuple[BlockSpans, int]:
    """The first blocks of a page, and how many of its rows are shown: all, where it is not too large."""
    firsts = columns.text_rows[blocks.positions[blocks.starts[:-1]]]
    before = columns.text_start[firsts]
    count = min(
        max_blocks,
        int(np.searchsorted(firsts, max_blocks * ROWS_OF_BLOCK)),
        int(np.searchsorted(before, max_blocks * CHARS_OF_BLOCK)),
    )
    count = min(len(blocks), max(1, count))
    rows = min(len(columns), max_blocks * ROWS_OF_BLOCK)
    if count < len(blocks):
        next_one = slice(*blocks.starts[count : count + 2])
        home = BlockSpans(blocks.positions[next_one], np.array([0, next_one.stop - next_one.start])).element_rows(
            columns
        )
        rows = min(rows, int(home[0]))
    return BlockSpans(blocks.positions[: blocks.starts[count]], blocks.starts[: count + 1]), rows


def _notice(frame: FramedPage, blocks: int, shown: int) -> str:
    """Says what of a page is too much to be shown; nothing where all of it is shown."""
    said = []
    if not frame.whole:
        part = f"the first {shown:,} of its {blocks:,} blocks" if shown < blocks else "its beginning"
        said.append(f"The page is too large to be shown whole. This is {part}.")
    if not frame.styled:
        said.append("It has too many style attributes: some are left out.")
    return f'<p id="limit" role="note">{" ".join(said)}</p>' if said else ""


def _page(results: Mapping[str, ViewableResult]) -> Page:
    if not results:
        raise ValueError("give at least one result to show")
    if len(results) > MAX_METHODS:
        raise ValueError(f"{len(results)} methods are too many for one view; at most {MAX_METHODS}")
    pages = [result.page for result in results.values()]
    if pages[0] is None:
        reason = next(iter(results.values())).reason
        raise ValueError(f"the page was not read, so there is nothing to show: {reason}")
    if any(page is not pages[0] for page in pages):
        raise ValueError("the results are of different pages; clean one Page with each method (see docs/viewer)")
    return pages[0]


def _data(
    page: Page, results: Mapping[str, ViewableResult], blocks: BlockSpans, siblings: Siblings | None
) -> dict[str, Any]:
    """The data that the viewer's script shows."""
    pages, repeats = _repeats(blocks, siblings)
    chars = page.columns.chars[page.columns.text_rows]
    methods: list[dict[str, Any]] = []
    described: list[Block] = []
    for label, result in results.items():
        found = result.block_list(blocks) if result.selection is not None else []
        described = found or described
        methods.append(
            {
                "label": label,
                "method": result.method,
                "confidence": round(result.confidence, 3),
                "reason": result.reason,
                "kept_chars": 0 if result.selection is None else int(chars[result.selection.kept].sum()),
                "kept": [int(block.kept) for block in found],
                "types": [BLOCK_TYPES.index(block.type) for block in found],
                "scores": [None if block.score is None else round(block.score, 3) for block in found],
                "reasons": [[reason[:MAX_REASON] for reason in block.reasons[:MAX_REASONS]] for block in found],
            }
        )
    return {
        "url": page.url or "",
        "title": page.title,
        "types": list(BLOCK_TYPES),
        "all_chars": int(chars.sum()),
        "pages": pages,
        "repeats": repeats,
        "methods": methods,
        "text": [block.text for block in described],
        "xpath": [block.xpath for block in described],
        "chars": [block.chars for block in described],
        "links": [round(block.link_density, 2) for block in described],
    }


def _cut(texts: list[str], chars: int) -> list[str]:
    """The texts, without what follows this many characters."""
    found = []
    for text in texts:
        found.append(text[:chars])
        chars -= len(found[-1])
    return found


def _block_styles(data: Mapping[str, Any]) -> list[str]:
    """The initial attributes of each block, by the decisions of the first method."""
    first, *others = data["methods"]
    kept = np.array(first["kept"], np.bool_)
    different = np.zeros(len(kept), np.bool_)
    for other in others:
        different |= np.array(other["kept"], np.bool_) != kept
    return [_block_style(*block) for block in zip(kept.tolist(), first["types"], different.tolist(), strict=True)]


@cache
def _block_style(kept: bool, kind: int, different: bool) -> str:
    verdict = "kept" if kept else "removed"
    return f' data-dn-v="{verdict}" data-dn-y="{BLOCK_TYPES[kind]}"{DIFFERENT if different else ""}'


def _repeats(blocks: BlockSpans, siblings: Siblings | None) -> tuple[int, list[int]]:
    """The number of other pages that the template knows, and for each block the number of those that have it too."""
    if siblings is None or not len(blocks):
        return 0, []
    counts = np.rint(siblings.text_shares * siblings.pages).astype(int)
    # A block repeats as often as its least repeated text.
    return siblings.pages, np.minimum.reduceat(counts[blocks.positions], blocks.starts[:-1]).tolist()


def _frame_document(frame: FramedPage, loads: str) -> str:
    policy = f"default-src 'none'; style-src 'unsafe-inline'{loads}; img-src data:{loads}; font-src{loads or NONE}"
    sheets = "".join(f'<link rel="stylesheet" href="{escape(address)}">' for address in frame.sheets)
    styles = "".join(f'<style media="{escape(media)}">{css}</style>' for media, css in frame.styles)
    return (
        f"<!DOCTYPE html><html{frame.html} data-dn-on><head><meta charset='utf-8'>"
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f'<meta name="referrer" content="no-referrer">'
        f"<style>{part('frame.css')}</style>{sheets}{styles}</head><body{frame.body}>{frame.markup}</body></html>"
    )


def _drawn_document(drawn: str) -> str:
    return (
        "<!DOCTYPE html><html data-dn-on><head><meta charset='utf-8'>"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<style>{part('frame.css')}{part('drawn.css')}</style></head><body>{drawn}</body></html>"
    )


@cache
def part(name: str) -> str:
    """A file of the package's templates."""
    return (files("scrapy_denoise.viewer") / "template" / name).read_text(encoding="utf-8")


def digest(script: str) -> str:
    """The hash by which a content security policy names a script or a style."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _json(data: object) -> str:
    """JSON that can stand in a ``script`` element: nothing in it ends the element or begins a comment."""
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return written.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
