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


def find_formula(columns: Columns, row: int, chosen: NDArray[np.bool_], elements: list[_Element | None]) -> Math | None:
    """The formula of a ``math`` element; None where none of its text was kept.

    chosen: for every row of the page, whether it is a text row that was kept. In TeX where all of the kept text stands
    in such an annotation, else as MathML, of its presentation elements, without attributes.
    """
    end = int(columns.end[row])
    texts = (np.flatnonzero(chosen[row:end]) + row).tolist()
    if not texts:
        return None
    element = elements[row]
    display = element is not None and element.get("display") == "block"
    if all(_is_tex(elements[int(columns.parent[text])]) for text in texts):
        return Math(NOT_XML.sub("", " ".join(map(columns.text_of, texts))).strip(), "tex", display)
    words: list[str] = []
    parts: list[str] = []
    opened: list[tuple[int, str]] = []
    for at in range(row, end):
        while opened and at >= opened[-1][0]:
            parts.append(f"</{opened.pop()[1]}>")
        if columns.tag[at] == tags.TEXT:
            if chosen[at]:
                words.append(NOT_XML.sub("", columns.text_of(at)))
                parts.append(escape(words[-1], quote=False))
        elif (name := columns.name(at)) in _ELEMENTS and len(opened) < MAX_NESTED:
            parts.append(f"<{name}>")
            opened.append((int(columns.end[at]), name))
    parts += [f"</{name}>" for _, name in reversed(opened)]
    return Math(" ".join(words), "mathml", display, "".join(parts))


def _is_tex(element: _Element | None) -> bool:
    return element is not None and element.tag == "annotation" and element.get("encoding", "").lower() in _TEX
