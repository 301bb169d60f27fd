"""Formulas: the TeX that a page gives beside what it shows, or MathML."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document.nodes import Math
from scrapy_denoise.document.source.xml_chars import NOT_XML
from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns import tags

if TYPE_CHECKING:
    from lxml.etree import _Element

_ELEMENTS = frozenset(
    """math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom menclose mfenced msub msup msubsup
    munder mover munderover mmultiscripts mprescripts mtable mtr mtd mlabeledtr semantics""".split()
)
MAX_NESTED = 100
"""Elements of a formula inside one another; deeper ones are left out."""

_TEX = ("application/x-tex", "application/x-latex", "text/x-tex", "tex", "latex")


class Formulas:
    """The formulas of a page. Its columns are read as lists: arrays take twenty times as long to give one value.

    chosen: for every row of the page, whether it is a text row that was kept.
    """

    def __init__(self, columns: Columns, chosen: NDArray[np.bool_], elements: list[_Element | None]) -> None:
        self._columns = columns
        self._elements = elements
        self._chosen: list[bool] = chosen.tolist()
        self._tags: list[int] = columns.tag.tolist()
        self._parents: list[int] = columns.parent.tolist()
        self._ends: list[int] = columns.end.tolist()
        self._bounds = list(zip(columns.text_start.tolist(), columns.text_stop.tolist(), strict=True))

    def find(self, row: int) -> Math | None:
        """The formula of a ``math`` element; None where none of its text was kept.

        In TeX where all of the kept text stands in such an annotation, else as MathML, of its presentation elements,
        without attributes.
        """
        end = self._ends[row]
        texts = [at for at in range(row, end) if self._chosen[at]]
        if not texts:
            return None
        element = self._elements[row]
        display = element is not None and element.get("display") == "block"
        if all(_is_tex(self._elements[self._parents[text]]) for text in texts):
            return Math(" ".join(map(self._text, texts)).strip(), "tex", display)
        words: list[str] = []
        parts: list[str] = []
        opened: list[tuple[int, str]] = []
        for at in range(row, end):
            while opened and at >= opened[-1][0]:
                parts.append(f"</{opened.pop()[1]}>")
            if self._tags[at] == tags.TEXT:
                if self._chosen[at]:
                    words.append(self._text(at))
                    parts.append(escape(words[-1], quote=False))
            elif (name := self._columns.name(at)) in _ELEMENTS and len(opened) < MAX_NESTED:
                parts.append(f"<{name}>")
                opened.append((self._ends[at], name))
        parts += [f"</{name}>" for _, name in reversed(opened)]
        return Math(" ".join(words), "mathml", display, "".join(parts))

    def _text(self, row: int) -> str:
        start, stop = self._bounds[row]
        return NOT_XML.sub("", self._columns.text[start:stop].decode("utf-8", "replace"))


def _is_tex(element: _Element | None) -> bool:
    return element is not None and element.tag == "annotation" and element.get("encoding", "").lower() in _TEX
