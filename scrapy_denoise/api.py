"""`denoise`: HTML in, content out. The crawl and the command line use the same functions."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Mapping
from numbers import Integral
from typing import Any

import numpy as np

from scrapy_denoise.blocks.notices import find_notice
from scrapy_denoise.blocks.page_model import checked_page_types
from scrapy_denoise.corrections import Correction, Corrections
from scrapy_denoise.document.selection.finish import apply_text_convention, finish, json_ld_replacement
from scrapy_denoise.methods import Method, Selection, get_method, select
from scrapy_denoise.methods.steps import NOTICES
from scrapy_denoise.page import MAX_NODES, MAX_SIZE, Page, PageTooLarge, UnreadablePage
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.markup.decode import is_binary
from scrapy_denoise.page.rendering.rendered import RenderedPage
from scrapy_denoise.result import Result
from scrapy_denoise.sites import SiteTemplate

logger = logging.getLogger(__name__)

# libxml2 reads no deeper than this many elements and drops what comes after.
PARSER_DEPTH = 2047
TOO_DEEP = f"elements are nested deeper than {PARSER_DEPTH:,} (fixed)"

MAX_NAME = 2_000
"""Characters of what may be an address or the name of a file, given by mistake for its contents."""

_ADDRESS = re.compile(r"https?://[^\s<>]+", re.IGNORECASE)
_FILE_NAMES = (".html", ".htm", ".xhtml", ".xhtm", ".mhtml")

_ARGUMENTS = {
    "profile": (str, "the name of a profile of the method, 'default' or 'paper'"),
    "favor": (str | None, "'precision', 'recall', or '' for neither"),
    "encoding": (str | None, "the name of an encoding, or None"),
    "max_size": ((int, Integral), "the most bytes of a page, a whole number; 0 for no limit"),
    "max_nodes": ((int, Integral), "the most nodes of a page, a whole number"),
    "options": ((type(None), Mapping), "a dict of parameters of the method"),
    "site": (SiteTemplate | None, "a SiteTemplate that has learned other pages of the site"),
    "boxes": (RenderedPage | None, "a RenderedPage, which says where a browser has drawn the page's elements"),
    "correction": (Correction | Corrections | None, "a Correction or Corrections, such as Corrections.read gives"),
}
"""The types of arguments whose use would fail later, and what each is in an error. Most are of the first of several:
an abstract class is asked last, since that takes longer."""


def denoise(
    html: str | bytes,
    url: str | None = None,
    *,
    method: str | Method = "auto",
    site: SiteTemplate | None = None,
    profile: str = "default",
    favor: str = "",
    encoding: str | None = None,
    max_size: int = MAX_SIZE,
    max_nodes: int = MAX_NODES,
    options: Mapping[str, Any] | None = None,
    boxes: RenderedPage | None = None,
    correction: Correction | Corrections | None = None,
    page_types: Collection[str] = (),
) -> Result:
    """Extract the content of a page and leave out its noise.

    html: the page, as text or as bytes. url: the page's address. It makes links absolute, and a page is never compared
    with itself in the site's template. method: the name of a method, or a method object that you have made
    (`scrapy_denoise.methods.get_method`). site: what other pages of the site have taught, for methods that compare
    pages. profile: the parameters of a method given by name, ``default`` or ``paper``. favor: ``precision`` for less
    noise or ``recall`` for less lost content, a parameter of the method ``auto``. encoding: the encoding of the bytes,
    if you know it. max_size: the most bytes of a page (0: no limit). max_nodes: the most nodes of a page. A larger page
    is not read. options: parameters of the method, by name. boxes: where a browser has drawn the page's elements, see
    `Page.from_html`. correction: a correction of the page's site made by hand, or the corrections of several sites
    (docs/corrections). page_types: the types of pages (`Result.page_type`) that you want; pages of other types give
    no content and the reason ``page_type``. Empty for all types.

    Never raises because of a page's markup: `Result.reason` says why there is no content. Raises ValueError for an
    unknown method, profile, parameter or page type and for a limit below 0, LookupError for an unknown encoding,
    TypeError for an argument of a wrong type, such as the name of a file as `site` or a text as `max_size`, and
    MemoryError where there is too little memory for the page.

    >>> from scrapy_denoise import denoise
    >>> result = denoise("<nav><a href=/>Home</a></nav><p>It rained in the hills, and the river rose.</p>")
    >>> result.text
    'It rained in the hills, and the river rose.'
    >>> result.blocks[0].xpath
    '/html/body[1]/p[1]'
    """
    wanted = checked_page_types(page_types) if page_types != () else ()
    arguments = {
        "profile": profile, "favor": favor, "encoding": encoding, "max_size": max_size, "max_nodes": max_nodes,
        "options": options, "site": site, "boxes": boxes, "correction": correction,
    }  # fmt: skip
    for name, (types, meaning) in _ARGUMENTS.items():
        if not isinstance(arguments[name], types):
            raise TypeError(f"{name} is {meaning}, not {type(arguments[name]).__name__}")
    for name, limit, least in (("max_size", max_size, 0), ("max_nodes", max_nodes, 1)):
        if limit < least:
            raise ValueError(f"{name} is {limit}; allowed: a whole number from {least} up")
    options = {**(options or {}), "favor": favor} if favor else options
    chosen = get_method(method, profile, options) if isinstance(method, str) else _made(method, profile, options)
    page = read_html(html, url, encoding, max_size, max_nodes, boxes)
    result = denoise_page(page, chosen, site, correction)
    return result.limited_to(wanted) if wanted else result


def _made(method: Method, profile: str, options: Mapping[str, Any] | None) -> Method:
    """The caller's own method object. Raises TypeError for what is no method, and ValueError for a profile or options:
    the object has its parameters already."""
    if isinstance(method, type) or not callable(getattr(method, "select", None)):
        raise TypeError(f"method is a method's name or what get_method gives, not {method!r}")
    if profile != "default" or options:
        raise ValueError(f"profile and options are for a method given by name; {method!r} has its parameters already")
    return method


def read_html(
    html: str | bytes,
    url: str | None,
    encoding: str | None,
    max_size: int,
    max_nodes: int,
    boxes: RenderedPage | None = None,
) -> Page | UnreadablePage:
    """Parse markup into a page; or say why it cannot be read. Arguments as in `denoise`."""
    if isinstance(html, bytes) and is_binary(html):
        return UnreadablePage("not_html", url)
    try:
        page = Page.from_html(html, url, encoding, max_size, max_nodes, boxes)
    except PageTooLarge as error:
        return UnreadablePage("too_large", url, str(error))
    if not html[MAX_NAME : MAX_NAME + 1] and (mistaken := _no_markup(html)):
        return UnreadablePage("not_html", url, mistaken)
    return page


def _no_markup(html: str | bytes) -> str:
    """What is wrong where somebody gave an address or the name of a file for its contents; empty for markup."""
    text = html.decode("utf-8", "replace") if isinstance(html, bytes) else html
    text = text.strip()
    if _ADDRESS.fullmatch(text):
        return "this is an address, not markup: give what a request for it brings"
    if text.lower().endswith(_FILE_NAMES) and not any(sign in text for sign in "<>\n"):
        return "this is the name of a file, not markup: give what is in it"
    return ""


def denoise_page(
    page: Page | UnreadablePage,
    method: Method,
    site: SiteTemplate | None = None,
    correction: Correction | Corrections | None = None,
    status: int = 200,
) -> Result:
    """Extract the content of a page that is parsed already.

    page: what `read_html` gave. status: the HTTP status of the response. If the method
    raises, the error is logged and the whole text of the page is kept.
    """
    if isinstance(page, UnreadablePage):
        return Result(reason=page.reason, url=page.url, detail=page.detail)
    if not page.columns.text_row_numbers:
        if (article := _stated(page, method, Selection(np.zeros(0, np.bool_), method.name), site)) is not None:
            return article
        reason = _why_empty(page)
        return Result(page, reason=reason, detail=TOO_DEEP if reason == "too_deep" else "")
    if isinstance(correction, Corrections):
        correction = correction.for_url(page.url)
    try:
        if correction is not None:
            return _corrected(page, method, site, correction, status)
        return result_of(page, select(method, page, site), method, site, status)
    except Exception:
        logger.exception("%s failed on %s; the page is kept as it is", method.name, page.url)
        everything = np.ones(len(page.columns.text_rows), np.bool_)
        return Result(page, Selection(everything, method.name), reason="error")


def result_of(
    page: Page, decided: Selection, method: Method, site: SiteTemplate | None = None, status: int = 200
) -> Result:
    """The result of what a method has decided about a page: after the steps behind it (`finish`), or the article that
    the page states; without content for an error notice or a wall. Arguments as in `denoise_page`."""
    found = finish(page, decided, method)
    return _stated(page, method, found, site) or _read(page, found, status, site)


def _stated(page: Page, method: Method, found: Selection, site: SiteTemplate | None) -> Result | None:
    """The article that the page states in its data, where the method has found next to nothing and may use that."""
    article = json_ld_replacement(page, found, method)
    return Result(*article, repeated=_titles(site)) if article is not None else None


def _titles(site: SiteTemplate | None) -> Callable[[Page], frozenset[int]] | None:
    return site.titles.repeated_parts if site is not None else None


def _read(
    page: Page,
    found: Selection,
    status: int,
    site: SiteTemplate | None,
    reason: str = "",
    stated: Mapping[str, str] | None = None,
) -> Result:
    """The result of a method's decision; without content if the page is an error notice or a wall (`find_notice`)."""
    notice = find_notice(page, found.kept, status) if NOTICES.on else None
    if notice is not None:
        found = found.without_content(page)
    return Result(
        page, found, reason, repeated=_titles(site) if site is not None else None, stated=stated, notice=notice
    )


def _corrected(page: Page, method: Method, site: SiteTemplate | None, correction: Correction, status: int) -> Result:
    """The result of the site's correction; the method decides if the correction does not match the page."""
    found = correction.select(page)
    if found is not None:
        found = apply_text_convention(page, found, method)
        return Result(page, found, repeated=_titles(site), stated=correction.stated(page))
    found = correction.without_dropped(page, finish(page, select(method, page, site), method))
    reason = "uncorrected" if correction.content and not found.reason else ""
    return _read(page, found, status, site, reason, correction.stated(page))


def _why_empty(page: Page) -> str:
    columns = page.columns
    if (columns.tag == tags.CODES["frameset"]).any():
        return "frameset"
    if len(columns) and int(columns.depth.max()) >= PARSER_DEPTH:
        return "too_deep"
    return "scripts" if page.needs_scripts else "empty"
