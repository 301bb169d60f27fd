"""`denoised`: the result for a response; and how a response is read as a page without a second parse."""

from __future__ import annotations

from functools import lru_cache
from weakref import WeakKeyDictionary, ref

from scrapy.http import HtmlResponse, Request, Response, TextResponse
from scrapy.selector import Selector
from scrapy.utils.response import get_base_url
from w3lib.encoding import http_content_type_encoding

from scrapy_denoise.api import denoise_page
from scrapy_denoise.methods import get_method
from scrapy_denoise.page import MAX_NODES, MAX_SIZE, Page, PageTooLarge, UnreadablePage, check_markup
from scrapy_denoise.page.markup.decode import REPLACEMENT, decode, has_iso_2022_jp, is_binary, page_label
from scrapy_denoise.page.markup.parse import parse_bytes, same_bytes
from scrapy_denoise.page.markup.parsed import ParsedMarkup
from scrapy_denoise.page.rendering.rendered import RenderedPage
from scrapy_denoise.result import Result

HTML_TYPES = (b"text/html", b"application/xhtml+xml", b"application/vnd.wap.xhtml+xml")

_results: WeakKeyDictionary[Response, Result] = WeakKeyDictionary()
_results_of_requests: WeakKeyDictionary[Request, Result] = WeakKeyDictionary()


def denoised(response: Response) -> Result:
    """The content of a crawled page: the result that the middleware has computed for this response.

    A response that the middleware has not cleaned (made in a callback, replaced by another middleware, an error page
    in an errback) is cleaned now, without its site's template. The result is kept as long as the response.

    >>> from scrapy.http import HtmlResponse
    >>> denoised(HtmlResponse("https://example.org/", body=b"<p>It was a short walk along the sea.</p>")).text
    'It was a short walk along the sea.'

    Raises TypeError for anything but a response.
    """
    if not isinstance(response, Response):
        raise TypeError(f"denoised() takes a response of Scrapy, not {type(response).__name__}; for HTML see denoise()")
    result = _results.get(response)
    if result is None:
        page = read_page(response)
        result = denoise_page(page, get_method("auto"), status=response.status)
        set_result(response, result)
    return result


def set_result(response: Response, result: Result, request: Request | None = None) -> None:
    """Keep the result for a response, where `denoised` finds it, and for its request, where page inputs find it."""
    _results[response] = result
    if request is not None:
        _results_of_requests[request] = result


def result_of(response: Response) -> Result | None:
    """The result that the middleware computed for a response; None if it has not cleaned it."""
    return _results.get(response)


def result_of_request(request: Request) -> Result | None:
    """The result that the middleware computed for the response to a request; None if it has not cleaned it."""
    return _results_of_requests.get(request)


def read_page(
    response: Response, max_size: int = MAX_SIZE, max_nodes: int = MAX_NODES, drawn: RenderedPage | None = None
) -> Page | UnreadablePage:
    """Read a response as a page, from the tree of its selector; or say why it cannot be read.

    drawn: the boxes of the page's elements, if a browser has drawn it.

    The response is not changed, but for what it keeps of itself: its text, and its selector, which is the one that the
    spider uses later. So nothing is parsed twice, but for pages that the response itself reads in another encoding than
    `decode`, or in part (`ParsedMarkup.goes_on`), or in another order (`ParsedMarkup.own_root`).
    """
    if not response.body and _says_html(response):
        return UnreadablePage("empty", response.url)
    if not isinstance(response, HtmlResponse) or is_binary(response.body):
        return UnreadablePage("not_html", response.url)
    try:
        check_markup(response.body, max_size)
        as_scrapy = _has_scrapy_reading(type(response))  # type: ignore[arg-type]  # a class has a hash
        body = _parsed_utf8(response) if as_scrapy else b""
        if not body and (text := _redecoded_text(response, as_scrapy)) is not None:
            return Page.from_html(text, response.url, max_size=0, max_nodes=max_nodes, boxes=drawn)
        if as_scrapy and response._cached_selector is None:
            response._cached_selector = ResponseSelector(response)
        # `response.text` finds the encoding out once more at every call.
        text = (response._cached_ubody if body else None) or response.text
        markup = ParsedMarkup(response.selector.root, len(text), body, text)
        return Page.from_markup(markup, response.url, max_nodes, drawn)
    except PageTooLarge as error:
        return UnreadablePage("too_large", response.url, str(error))


def _says_html(response: Response) -> bool:
    """True if a response is an HTML page, by its class or its header.

    The answer to a HEAD request that says ``Content-Encoding: gzip`` has no body that would tell Scrapy its class.
    """
    kind = response.headers.get("Content-Type") or b""
    return isinstance(response, HtmlResponse) or kind.partition(b";")[0].strip().lower() in HTML_TYPES


class ResponseSelector(Selector):
    """A selector that refers to its response weakly.

    The response refers to its selector. If that refers back, both with the body, the text and the tree stay until a
    collection of garbage, and a crawl pays for more memory and longer collections.
    """

    __slots__ = ("_response",)

    _response: ref[TextResponse] | None

    @property
    def response(self) -> TextResponse | None:
        return None if self._response is None else self._response()

    @response.setter
    def response(self, response: TextResponse | None) -> None:
        self._response = None if response is None else ref(response)


def _parsed_utf8(response: HtmlResponse) -> bytes:
    """The body of a response that is UTF-8 as lxml reads it, in characters that Scrapy would not change; else nothing.

    The response then has its text and the selector that it would make of it. Scrapy decodes the body, strips it, and
    encodes it again, which takes a tenth of the parse, on pages beyond ASCII a fifth.
    """
    if response.encoding != "utf-8":
        return b""
    text = response._cached_ubody
    if text is None:
        try:
            text = response.body.decode()
        except UnicodeDecodeError:
            return b""
    body = same_bytes(text, response.body)
    if body is None or has_iso_2022_jp(text):
        return b""
    response._cached_ubody = text
    if response._cached_selector is None:
        selector = ResponseSelector(root=parse_bytes(body, get_base_url(response)), type="html")
        selector.response = response
        response._cached_selector = selector
    return body


_READING_ATTRIBUTES = ("text", "encoding", "selector", "_cached_ubody", "_cached_selector")


@lru_cache(maxsize=64)
def _has_scrapy_reading(kind: type[HtmlResponse]) -> bool:
    """Whether responses of a class have the text and the selector of Scrapy's own, and keep them where it does."""
    own = [getattr(TextResponse, name, None) for name in _READING_ATTRIBUTES]
    return None not in own and own == [getattr(kind, name) for name in _READING_ATTRIBUTES]


def _redecoded_text(response: HtmlResponse, as_scrapy: bool) -> str | None:
    """The text of a page that the response itself reads in the wrong encoding; None where it is right.

    as_scrapy: whether the response's own text is what Scrapy makes of its encoding, which is then not made once more.
    """
    if not page_label(response.encoding):  # Scrapy reads the page as the label says, which may raise
        return decode(response.body, None, response.url).text
    if response.encoding == "utf-8" and REPLACEMENT not in response.text and not has_iso_2022_jp(response.text):
        return None
    header = response.headers.get("Content-Type")
    label = page_label(http_content_type_encoding(header.decode("latin-1"))) if header else None
    found = decode(response.body, label, response.url)
    if as_scrapy and found.encoding == response.encoding:
        if response._cached_ubody is None:
            response._cached_ubody = found.text
        return None
    return None if found.text == response.text else found.text
