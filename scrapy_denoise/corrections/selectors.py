"""CSS and XPath selectors: checked once, evaluated on a page's tree, their elements as rows of its columns."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from cssselect import SelectorError
from lxml.etree import XPath, XPathError, _Element
from numpy.typing import NDArray
from parsel.csstranslator import HTMLTranslator

from scrapy_denoise.corrections.errors import CorrectionError
from scrapy_denoise.page import Page
from scrapy_denoise.page.text.whitespace import one_line

MAX_CHARS = 2_000
"""Characters of a selector."""

_XPATH = ("/", "./", "(", "id(")


def is_xpath(selector: str) -> bool:
    """Whether a selector is an XPath, which begins with ``/``, ``./`` or ``(``; any other is CSS."""
    return selector.startswith(_XPATH)


@lru_cache(maxsize=1024)
def compiled(selector: str) -> XPath:
    """A selector that can be evaluated. Raises CorrectionError for one that is neither CSS nor XPath.

    >>> compiled("article > p")
    descendant-or-self::article/p
    """
    text = selector.strip()
    if not text or len(text) > MAX_CHARS:
        raise CorrectionError(f"a selector has 1 to {MAX_CHARS:,} characters, this has {len(text):,}")
    language = "XPath" if is_xpath(text) else "CSS"
    try:
        return XPath(text if is_xpath(text) else HTMLTranslator().css_to_xpath(text))
    except (XPathError, SelectorError, ValueError) as error:
        raise CorrectionError(f"{selector!r} is no {language} selector: {error}") from error


def found(page: Page, selector: str) -> list[Any]:
    """What a selector finds in a page: elements and strings; nothing where it fails on this page."""
    if page.tree is None:
        return []
    try:
        result = compiled(selector)(page.tree)
    except XPathError:
        return []
    return result if isinstance(result, list) else [str(result)]


def chosen_rows(page: Page, selector: str) -> NDArray[np.bool_]:
    """For each text row whether it is in an element that the selector finds."""
    columns, rows_of = page.columns, page.once(_rows_of_elements)
    rows = {rows_of[element] for element in found(page, selector) if element in rows_of}
    chosen: NDArray[np.bool_] = columns.within(np.array(sorted(rows), np.intp))[columns.text_rows]
    return chosen


def _rows_of_elements(page: Page) -> dict[Any, int]:
    return {element: row for row, element in enumerate(page.elements()) if element is not None}


def first_text(page: Page, selector: str) -> str:
    """The text of the first thing that a selector finds and that has some, white space collapsed; or empty."""
    for thing in found(page, selector):
        text = "".join(thing.itertext("*")) if isinstance(thing, _Element) else str(thing)
        if text.strip():
            return one_line(text)
    return ""
