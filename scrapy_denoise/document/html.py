"""A selection as clean HTML: the kept text in its elements, links absolute, nothing that runs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
from clear_html import clean_node, cleaned_node_to_html
from lxml import html as lxml_html
from lxml.html import HtmlElement
from numpy.typing import NDArray

from scrapy_denoise.page import Page, tags

if TYPE_CHECKING:
    from lxml.etree import _Element

_CONTAINERS = tuple(
    tags.CODES[name] for name in ("html", "body", "main", "article", "section", "div", "center", "form", "td", "li")
)
"""What says nothing of the text in it: the output begins below one of these, so that a list stays a list."""

# What no XML holds, and so no lxml element that is made anew; browsers show nothing for most of it.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*\Z")

_PLAIN = (*tags.VOID, "span", "font", "label", "small", "big", "time", "abbr", "nobr", "tt", "bdi", "slot")
"""Elements of which only the content is copied: clear-html takes them out of the output in any case, but in time
that grows with the square of their number."""

_MEDIA = tuple(tags.CODES[name] for name in ("img", "video", "audio", "iframe", "br", "hr"))
MAX_DEPTH = 200
"""Nested elements of the output; deeper ones are left out and their text joins the element above."""


def render_html(page: Page, kept: NDArray[np.bool_]) -> str:
    """The kept text rows of a page as clean HTML, an ``article`` element; empty where nothing is kept.

    kept: bool, one for each of ``page.columns.text_rows``. The page's tree is read, never changed. The markup is
    normalised by clear-html (scripts, handlers, styles and unsafe addresses go; links become absolute). Images
    and line breaks between kept texts stay.
    """
    if not kept.any() or page.tree is None:
        return ""
    root = _copy(page, kept)
    try:
        clean = clean_node(root, page.base_url)
    except ValueError:  # an address in the page, or the page's own, that is none
        clean = clean_node(root, None)
    return str(cleaned_node_to_html(clean)).strip() + "\n"


def _copy(page: Page, kept: NDArray[np.bool_]) -> HtmlElement:
    """A new tree of the kept text rows, the elements above them, and the media among them."""
    columns = page.columns
    rows = columns.text_rows
    chosen = np.zeros(len(columns), np.bool_)
    chosen[rows[kept]] = True
    needed = columns.subtree_sum(chosen) > 0
    first, last = rows[kept][[0, -1]].tolist()
    top = first
    while columns.end[top] <= last or (columns.tag[top] not in _CONTAINERS and columns.parent[top] >= 0):
        top = int(columns.parent[top])
    # Media belong to what is kept if the element that they stand in does.
    between = np.arange(len(columns))
    media = np.isin(columns.tag, _MEDIA) & (between > first) & (between < last)
    media[media] &= needed[columns.parent[media]]

    texts = rows[kept].tolist()
    written = 0
    elements = page.elements()
    root = lxml_html.Element("div")
    stack: list[tuple[int, HtmlElement]] = [(int(columns.end[top]), root)]
    text_end = int(columns.text_start[first])
    pending: list[str] = []  # text of the innermost element: lxml copies an element's text with each change
    for row in np.flatnonzero((needed | media) & (between >= top) & (between < columns.end[top])).tolist():
        while row >= stack[-1][0]:
            _write(stack.pop()[1], pending)
        parent = stack[-1][1]
        # What stands between two texts goes where the element of the second begins.
        following = texts[written]
        if gap := columns.text[text_end : columns.text_start[following]]:
            preserved = gap.isspace() and any(element.tag == "pre" for _, element in stack)
            pending.append(gap.decode() if preserved else " ")
            text_end = int(columns.text_start[following])
        if row == following:
            text_end = int(columns.text_stop[row])
            pending.append(columns.text[columns.text_start[row] : text_end].decode("utf-8", "replace"))
            written += 1
        elif row != top and len(stack) <= MAX_DEPTH:
            source = elements[row]
            if source is not None and source.tag not in _PLAIN:
                _write(parent, pending)
                stack.append((int(columns.end[row]), _add(parent, source)))
    _write(stack[-1][1], pending)
    _keep_captions(root)
    return root


def _keep_captions(root: HtmlElement) -> None:
    """Make the caption of a figure whose image is not in the output text like any other: alone it would go."""
    for caption in root.iter("figcaption"):
        figure = next(caption.iterancestors("figure"), None)
        if figure is None or next(figure.iter("img", "video", "audio", "iframe"), None) is None:
            caption.tag = "div"


def _add(parent: HtmlElement, source: _Element) -> HtmlElement:
    """A new child with the tag and the attributes of an element of the page."""
    name = str(source.tag)
    # A tokenizer makes a name of almost anything; lxml makes no element of it.
    element = lxml_html.Element(name if _NAME.match(name) else "span")
    for attribute, value in source.attrib.items():
        if _NAME.match(attribute):
            element.set(attribute, _NOT_XML.sub("", value))
    parent.append(element)
    return element


def _write(parent: HtmlElement, pending: list[str]) -> None:
    """Put the pending text at the end of an element."""
    if not pending:
        return
    text = _NOT_XML.sub("", "".join(pending))
    pending.clear()
    last = next(parent.iterchildren(reversed=True), None)  # len() would count all children
    if last is None:
        parent.text = (parent.text or "") + text
    else:
        last.tail = (last.tail or "") + text
