"""CSS and XPath selectors: checked once, evaluated on a page's tree, their elements as rows of its columns."""

from __future__ import annotations

import logging
from functools import lru_cache
from time import thread_time
from typing import Any

import numpy as np
from lxml.etree import HTML, XPath, XPathError, _Element
from numpy.typing import NDArray

from scrapy_denoise.corrections.errors import CorrectionError
from scrapy_denoise.corrections.xpath_limits import FAR, SIBLINGS, XPathRefused, check_xpath
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import collapse_whitespace

MAX_SELECTOR_CHARS = 2_000
"""The most characters of a selector."""

SLOW = 1.0
"""A selector that takes this many seconds of processor time on a page is not used again in this process."""

MAX_SIBLINGS, MAX_ELEMENTS = 2_000, 2_000
"""Siblings of one name above which no selector is evaluated that walks among siblings, and elements above which none
that walks through all that follows or precedes: on such pages libxml2 takes the cube of their number."""

_given_up: set[str] = set()
_too_wide: set[str] = set()
"""Selectors that were not evaluated on a page, of which the log has the first."""

logger = logging.getLogger(__name__)

_XPATH = ("/", "./", "(", "id(")


def is_xpath(selector: str) -> bool:
    """Whether a selector is an XPath, which begins with ``/``, ``./`` or ``(``; any other is CSS."""
    return selector.startswith(_XPATH)


@lru_cache(maxsize=1024)
def compiled(selector: str) -> XPath:
    """A selector that can be evaluated. Raises CorrectionError for one that is neither CSS nor XPath, that works on no
    page, or that may take too long.

    >>> compiled("article > p")
    descendant-or-self::article/p
    """
    text = selector.strip()
    if not text or len(text) > MAX_SELECTOR_CHARS:
        raise CorrectionError(f"a selector has 1 to {MAX_SELECTOR_CHARS:,} characters, this has {len(text):,}")
    language = "XPath" if is_xpath(text) else "CSS"
    try:
        xpath = text if is_xpath(text) else _css_to_xpath(text)
        made = XPath(xpath)
        check_xpath(xpath)
        made(HTML("<p>text</p>"))
        return made
    except XPathRefused as error:
        raise CorrectionError(f"{selector!r} is refused: {error}") from error
    except (XPathError, ValueError) as error:
        hint = "; an XPath begins with / or (" if language == "CSS" else ""
        raise CorrectionError(f"{selector!r} is no {language} selector: {error}{hint}") from error


def _css_to_xpath(selector: str) -> str:
    """Raises ValueError for what is no CSS selector."""
    # To import these is a tenth of all that is imported, and few processes have a correction.
    from cssselect import SelectorError
    from parsel.csstranslator import HTMLTranslator

    try:
        return HTMLTranslator().css_to_xpath(selector)
    except SelectorError as error:
        raise ValueError(str(error)) from error


def found(page: Page, selector: str) -> list[Any]:
    """Evaluate a selector: the elements and strings that it finds; empty if it fails on this page or is given up."""
    if page.root is None or selector in _given_up:
        return []
    xpath = compiled(selector)
    if _is_too_wide(page, _width(selector)):
        if selector not in _too_wide:
            _too_wide.add(selector)
            logger.warning(
                "The selector %r of a correction is not used on %s: the page is too large for it", selector, page.url
            )
        return []
    began = thread_time()
    try:
        result = xpath(page.tree)
    except XPathError:
        return []
    finally:
        seconds = thread_time() - began
        if seconds > SLOW:
            _given_up.add(selector)
            logger.warning(
                "The selector %r of a correction took %.1f seconds on %s, the limit is %g; it is not used any longer",
                selector, seconds, page.url, SLOW,
            )  # fmt: skip
    return result if isinstance(result, list) else [str(result)]


@lru_cache(maxsize=1024)
def _width(selector: str) -> int:
    """How far the widest axis of a selector goes, as `check_xpath` says."""
    return check_xpath(compiled(selector).path)


def _is_too_wide(page: Page, width: int) -> bool:
    columns = page.columns
    if width >= FAR:
        return len(columns) > MAX_ELEMENTS
    return width >= SIBLINGS and len(columns) > MAX_SIBLINGS and int(columns.position.max()) > MAX_SIBLINGS


def is_given_up(selector: str) -> bool:
    """True if this process no longer uses a selector because it took too long on a page."""
    return selector in _given_up


def chosen_rows(page: Page, selector: str) -> NDArray[np.bool_]:
    """For each text row whether it is in an element that the selector finds."""
    columns, rows_of = page.columns, page.cached(_rows_of_elements)
    rows = {rows_of[element] for element in found(page, selector) if element in rows_of}
    chosen: NDArray[np.bool_] = columns.in_subtrees(np.array(sorted(rows), np.intp))[columns.text_rows]
    return chosen


def _rows_of_elements(page: Page) -> dict[Any, int]:
    return {element: row for row, element in enumerate(page.elements()) if element is not None}


def first_text(page: Page, selector: str) -> str:
    """The first text that a selector finds, with white space collapsed; empty if there is none."""
    for thing in found(page, selector):
        text = "".join(thing.itertext("*")) if isinstance(thing, _Element) else str(thing)
        if text.strip():
            return collapse_whitespace(text)
    return ""
