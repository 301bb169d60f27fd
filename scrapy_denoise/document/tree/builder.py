"""The kept rows as a document: one pass over the rows that carry structure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document import nodes
from scrapy_denoise.document.nodes import Document
from scrapy_denoise.document.source.compiled import page_addresses
from scrapy_denoise.document.source.data_tables import span
from scrapy_denoise.document.source.numbers import number_of
from scrapy_denoise.document.tree.code_language import code_language
from scrapy_denoise.document.tree.compiled import KINDS, MARKS, Formulas, NodeStack, event_rows, rows_needing_element
from scrapy_denoise.document.tree.listed_records import ListedRecord, named
from scrapy_denoise.document.tree.plan import DocumentPlan, plan_document
from scrapy_denoise.document.tree.tex import tex_in_text
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags

if TYPE_CHECKING:
    from scrapy_denoise.page.dom.element import Element

MAX_POSTS = 1_000
"""Posts of a document. If a thread has more, its document has no nodes for posts."""

MAX_STYLE = 200
"""Characters of a style that are read."""

_NUMBERED = re.compile(r"list-style(?:-type)?\s?:[^;]{0,40}\bdecimal")
_A, _HR, _IMG, _INPUT, _OL = (tags.CODES[name] for name in "a hr img input ol".split())
_FORMULAS = (tags.CODES["math"], tags.CODES["script"])


def build_document(
    page: Page,
    kept: NDArray[np.bool_],
    posts: list[NDArray[np.intp]] | None = None,
    decided: NDArray[np.bool_] | None = None,
    records: Sequence[ListedRecord] = (),
    asides: NDArray[np.bool_] | None = None,
) -> Document:
    """The kept text rows of a page, with the pictures, their captions and the rules among them, as a tree.

    kept: bool, one for each of ``page.columns.text_rows``. posts: the kept rows of each post of a thread, as positions
    in ``page.columns.text_rows``; None for other pages. decided: `Selection.decided`, among which the pictures are
    looked for; None for `kept`. records: of a list, whose blocks are those of a `Record` each. asides:
    `Selection.asides`: parts that were left out, beside which pictures belong to the content. The page's tree is read,
    never changed; without its tree, the document has no links and no pictures.
    """
    if not kept.any():
        return Document(())
    builder = _Builder(page, plan_document(page, kept, kept if decided is None else decided, asides))
    if records:
        return Document(builder.listed(records))
    if posts is None or not builder.are_apart(posts):
        return Document(_unwrapped([builder.whole()])[0])
    return Document(tuple(map(nodes.Post, _unwrapped([blocks for post in posts if (blocks := builder.part(post))]))))


def _unwrapped(parts: list[tuple[nodes.Block, ...]]) -> list[tuple[nodes.Block, ...]]:
    """The parts of a document, where most of them are one quotation without it: templates of forums write each post in
    a ``blockquote``, and old pages a whole article, to set it in."""
    if 2 * sum(len(part) == 1 and isinstance(part[0], nodes.Quote) for part in parts) <= len(parts):
        return parts
    return [tuple(chain.from_iterable(map(_unquoted, part))) for part in parts]


def _unquoted(block: nodes.Block) -> tuple[nodes.Block, ...]:
    return block.blocks if isinstance(block, nodes.Quote) else (block,)


class _Builder:
    """Makes the parts of one document, of the rows that are planned for it."""

    def __init__(self, page: Page, plan: DocumentPlan) -> None:
        self.columns, self.plan = page.columns, plan
        self.elements = plan.elements
        self.formulas: Formulas | None = None  # made for the first formula
        self.frames = NodeStack(page.columns, page.links, page.cached(page_addresses), page.cached(tex_in_text))
        self.used: set[int] = set()  # rows of pictures that stand in the document already
        self._texts = np.zeros(len(page.columns), np.uint8)
        self._tables_in_order, self._frames_in_order = sorted(plan.tables), sorted(plan.frames)
        details = [*plan.pictures, *plan.frames]
        self._special = rows_needing_element(page.columns, self.elements, plan.beside.view(np.uint8), details)

    def are_apart(self, posts: list[NDArray[np.intp]]) -> bool:
        """Whether there are several posts, one after the other, and no table holds parts of two."""
        if not 2 <= len(posts) <= MAX_POSTS or (np.diff(np.concatenate(posts)) < 0).any():
            return False
        firsts = self.columns.text_rows[[post[0] for post in posts[1:]]]
        tables = np.array(self._tables_in_order, np.intp)
        following = np.searchsorted(firsts, tables, "right")
        tables = tables[following < len(firsts)]
        return not (firsts[following[: len(tables)]] < self.columns.end[tables]).any()

    def whole(self) -> tuple[nodes.Block, ...]:
        """The blocks of the page: of the kept rows, all pictures, and their captions."""
        rows, first, last = self._shown()
        return self._blocks(rows, self.plan.picture_rows, first, last)

    def _shown(self) -> tuple[NDArray[np.intp], int, int]:
        """The text rows of the document, and the first and the last row of it, pictures included."""
        rows, pictures = self.columns.text_rows[self.plan.chosen[self.columns.text_rows]], self.plan.picture_rows
        first, last = int(rows[0]), int(rows[-1])
        if len(pictures):
            first, last = min(first, int(pictures[0])), max(last, int(pictures[-1]))
        return rows, first, last

    def listed(self, records: Sequence[ListedRecord]) -> tuple[nodes.Block, ...]:
        """The blocks of a page whose text is its records: what stands between two of them, and a node for those that
        follow one another. Records in a table of data are rows of that table."""
        self.frames.apart = True
        rows, first, last = self._shown()
        tables = np.array(self._tables_in_order, np.intp)
        blocks: list[nodes.Block] = []
        run: list[nodes.Record] = []
        start = first
        for record in records:
            begin, end = max(record.first, start), min(record.end, last + 1)
            table = int(np.searchsorted(tables, begin)) - 1
            if begin >= end or (table >= 0 and self.columns.end[tables[table]] > begin):
                continue
            own = self._between(rows, begin, end)
            if not own:
                continue
            if between := self._between(rows, start, begin):
                blocks += [nodes.Records(tuple(run)), *between] if run else between
                run = []
            run.append(nodes.Record(named(own, record.title, record.url), record.url, record.position))
            start = end
        return (*blocks, *([nodes.Records(tuple(run))] if run else ()), *self._between(rows, start, last + 1))

    def _between(self, rows: NDArray[np.intp], begin: int, end: int) -> tuple[nodes.Block, ...]:
        """The blocks that those of some text rows make, and the pictures, that stand from one row on before another."""
        (own, stop), (shown, ended) = (np.searchsorted(these, (begin, end)) for these in (rows, self.plan.picture_rows))
        if own == stop and shown == ended:
            return ()
        return self._blocks(rows[own:stop], self.plan.picture_rows[shown:ended], begin, end - 1)

    def part(self, positions: NDArray[np.intp]) -> tuple[nodes.Block, ...]:
        """The blocks that some of the kept rows make, with the captions among them."""
        texts = self.columns.text_rows
        captions = positions[0] + np.flatnonzero(self.plan.beside[texts[positions[0] : positions[-1] + 1]])
        rows = texts[np.union1d(positions, captions)] if len(captions) else texts[positions]
        return self._blocks(rows, self.plan.picture_rows, int(rows[0]), int(rows[-1]))

    def _blocks(
        self, texts: NDArray[np.intp], pictures: NDArray[np.intp], first: int, last: int
    ) -> tuple[nodes.Block, ...]:
        """The blocks that some text rows make, with the pictures and the rules between two rows."""
        events = event_rows(
            self.columns,
            texts,
            pictures,
            self.plan.needed.view(np.uint8),
            self._tables_in_order,
            self._frames_in_order,
            first,
            last,
            self._texts,
        )
        self.frames.feed(events, self._texts, self._special, self._add)
        return self.frames.finish()

    def _add(self, row: int, code: int) -> None:
        """Take one row of which more is asked than its tag into the document. code: its tag."""
        frames = self.frames
        if self._texts[row]:
            if not self.plan.beside[row] or frames.in_caption():
                frames.text(row)
        elif code == _HR:
            frames.block(nodes.Rule())
        elif code == _INPUT:
            field = self.elements[row]
            # The boxes of task lists are disabled; others are for readers to tick, as beside ingredients.
            if field is not None and field.get("type", "").lower() == "checkbox" and "disabled" in field.attrib:
                frames.check("checked" in field.attrib)
        elif code in _FORMULAS or (code == _IMG and self.columns.end[row] > row + 1):
            if self.formulas is None:
                self.formulas = Formulas(self.columns, self.plan.chosen, self.elements)
            formula = self.formulas.find(row)
            if formula is not None:
                frames.formula(row, formula)
                self.used.add(row)  # where it is a picture
        elif code == _A:
            frames.link(row)
        elif code in MARKS:
            frames.mark(row, MARKS[code])
        elif code in KINDS:
            self._open(row, code, KINDS[code])
        if row in self.plan.frames and (code not in KINDS or self.plan.frames[row] == "quote"):
            self._open(row, code, self.plan.frames[row])
        if row in self.plan.pictures and row not in self.used:
            self.used.add(row)
            frames.picture(row, self.plan.pictures[row], alone=code != _IMG)

    def _open(self, row: int, code: int, kind: str) -> None:
        kind = "figure" if self.plan.frames.get(row) == "captioned" else kind
        if kind != "table" or row in self.plan.tables:
            self.frames.open(row, code, kind, self._details(row, code, kind))

    def _details(self, row: int, code: int, kind: str) -> dict[str, Any] | None:
        """What a frame keeps of its element."""
        element = self.elements[row]
        if kind == "cell":
            return {"spans": (span(element, "colspan"), span(element, "rowspan"))}
        if kind == "list":
            return {"ordered": code == _OL or _is_numbered(element), "number": _number(element, "start", 1)}
        if kind == "item":
            return {"ordered": _is_numbered(element), "number": _number(element, "value", -1)}
        if kind in ("figure", "caption"):
            return {"captioned": self.plan.frames.get(row) == "captioned", "beside": row in self.plan.captions}
        return {"language": code_language(element)} if kind == "code" else None


def _is_numbered(element: Element | None) -> bool:
    """Whether a style of its own gives numbers to an item, or to those of a list, as cards of recipes have them."""
    return element is not None and _NUMBERED.search((element.get("style") or "")[:MAX_STYLE]) is not None


def _number(element: Element | None, name: str, otherwise: int) -> int:
    return number_of(element.get(name), otherwise) if element is not None else otherwise
