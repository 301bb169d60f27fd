"""The readings of a page: as it is shown, with what it hides, and with what the browser alone hides."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.compiled import HIDDEN_ROW, PageStatements, has_forms, is_uyghur, text_nodes
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.hidden_content import reveal_hidden_content
from scrapy_denoise.page.markup.limits import MAX_SIZE, PageTooLarge
from scrapy_denoise.page.rendering.rendered import RenderedPage
from scrapy_denoise.page.structured_data.noscript import states_text
from scrapy_denoise.page.text.normalize import normalize_letters, normalize_short
from scrapy_denoise.page.walk.compiled import walk

MIN_SHOWN = 500
"""A page that shows fewer bytes of text than this may show more once its scripts have run ..."""

MIN_SHOWN_TEXT = 100
"""... and whose longest text is shorter than this."""

MIN_REVEALED = 500
"""A second reading replaces the first if it has twice its bytes plus this many."""

MAX_BESIDE = 5_000
"""Bytes of text that a page may show, its menu for example, beside the text that it states in ``noscript``."""


class Reader:
    """Reads one tree as columns. Each reading is a walk over the tree; most pages need one, `as_shown`.

    boxes: what a browser has drawn. drawn: the same with the elements of the tree that it stands for; None where no
    browser has drawn this page.

    Every reading raises PageTooLarge above `max_nodes` rows but those that give None then.
    """

    def __init__(self, root: Element, max_nodes: int, boxes: RenderedPage | None = None) -> None:
        self._root, self._max_nodes = root, max_nodes
        self._uyghur: bool | None = None  # not asked yet
        self._hides = False
        nodes = boxes.nodes(root) if boxes is not None else None
        self.drawn = (boxes, nodes) if boxes is not None and nodes is not None else None

    def as_shown(self, statements: PageStatements | None = None) -> Columns:
        """What the page shows: by its markup, or by what the browser has drawn. statements: what it states, read along
        the way."""
        if self.drawn is not None:
            with suppress(PageTooLarge):
                reveal_hidden_content(*self.drawn, self._walked, self._root)
        columns = self._read(statements=statements)
        self._hides = self.drawn is not None and self.drawn[1].hidden_parts > 0
        return columns

    def with_revealed(self, shown: Columns, statements: PageStatements) -> Columns | None:
        """With what the markup hides, where the page shows next to nothing without its scripts or states its text in
        ``noscript``; None where that is not far more than what it shows. statements: what it states."""
        says_little = len(shown.text) < MIN_SHOWN and shown.chars.max(initial=0) < MIN_SHOWN_TEXT
        is_stated = len(shown.text) < MAX_BESIDE and statements.has_properties and states_text(self._root)
        if says_little or is_stated:
            with suppress(PageTooLarge):
                more = self._read(reveal=True)
                if is_stated or says_far_more(more, shown):
                    return more
        return None

    def with_hidden(self) -> tuple[Columns, NDArray[np.bool_]] | None:
        """With what the browser alone hides, and for each text row whether readers see it; None where it hides
        nothing. To be asked after `as_shown`."""
        if self.drawn is not None and self._hides:
            with suppress(PageTooLarge):
                whole = self._read(with_hidden=True)
                return whole, self.drawn[1].rows()[whole.text_rows] != HIDDEN_ROW
        return None

    def _read(
        self, reveal: bool = False, with_hidden: bool = False, statements: PageStatements | None = None
    ) -> Columns:
        columns = self._walked(reveal, with_hidden, statements)
        if self.drawn is not None:
            columns.boxes, columns.styles = self.drawn[0].row_boxes(self.drawn[1])
        return columns

    def _walked(
        self, reveal: bool = False, with_hidden: bool = False, statements: PageStatements | None = None
    ) -> Columns:
        nodes = self.drawn[1] if self.drawn is not None else None
        return Columns(walk(self._root, self._normalise, self._max_nodes, reveal, nodes, with_hidden, statements))

    def _normalise(self, text: str) -> str:
        """A text with characters beyond ASCII in the form in which texts are compared and read."""
        if not has_forms(text):  # what most such texts are without; their language makes no difference then
            return normalize_letters(text, False)
        if self._uyghur is None:
            self._uyghur = is_uyghur("".join(text_nodes(self._root, MAX_SIZE, MAX_SIZE)))
        return normalize_short(text, self._uyghur) if len(text) <= 100 else normalize_letters(text, self._uyghur)


def says_far_more(columns: Columns, than: Columns) -> bool:
    """Whether a reading has so much more text than another that it replaces it."""
    return len(columns.text) >= MIN_REVEALED + 2 * len(than.text)
