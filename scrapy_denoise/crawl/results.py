"""Responses as pages, and their results for as long as the response lives."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from scrapy.http import HtmlResponse, Response

from scrapy_denoise.api import denoise_page
from scrapy_denoise.methods import get_method
from scrapy_denoise.page import MAX_NODES, MAX_SIZE, Page, PageTooLarge, check_markup
from scrapy_denoise.page.decode import is_binary, is_mislabelled
from scrapy_denoise.result import Result

_results: WeakKeyDictionary[Response, Result] = WeakKeyDictionary()


def denoised(response: Response) -> Result:
    """The content of a page that was crawled, as the middleware found it.

    For a response that the middleware has not seen (made in a callback, replaced by another middleware,
    downloaded inside a callback) it is computed now, from the page alone, and kept too.

    >>> from scrapy.http import HtmlResponse
    >>> denoised(HtmlResponse("https://example.org/", body=b"<p>It was a short walk along the sea.</p>")).text
    'It was a short walk along the sea.'
    """
    result = _results.get(response)
    if result is None:
        page = read_page(response)
        result = page if isinstance(page, Result) else denoise_page(page, get_method("auto"))
        set_result(response, result)
    return result


def set_result(response: Response, result: Result) -> None:
    """Keep what `denoised` gives for a response."""
    _results[response] = result


def read_page(response: Response, max_size: int = MAX_SIZE, max_nodes: int = MAX_NODES) -> Page | Result:
    """The page in a response, from the tree that its selector has; or a Result that says why there is none.

    The response is not changed: its selector is the one that the spider uses later, so nothing is parsed twice,
    but for pages that the response itself reads wrongly (UTF-8 under a single-byte label) or in part (`past_its_end`).
    """
    if not isinstance(response, HtmlResponse) or is_binary(response.body):
        return Result(reason="not_html", url=response.url)
    if not response.body:
        return Result(reason="empty", url=response.url)
    try:
        check_markup(response.body, max_size)
        if is_mislabelled(response.body, response.encoding):
            return Page.from_html(response.body, response.url, max_size=max_size, max_nodes=max_nodes)
        page = Page.from_tree(response.selector.root, response.url, max_nodes)
        return page.past_its_end(response.text, max_nodes)
    except PageTooLarge as error:
        return Result(reason="too_large", url=response.url, detail=str(error))
