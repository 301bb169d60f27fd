"""Page objects: `DenoisedPage`, a page input with the content of the page, for scrapy-poet."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Headers, Response
from scrapy.responsetypes import responsetypes

from scrapy_denoise.api import denoise_page, read_html
from scrapy_denoise.blocks.page_model import PageType
from scrapy_denoise.corrections import Correction
from scrapy_denoise.crawl.cleaner import Cleaner
from scrapy_denoise.crawl.responses import read_page, result_of_request
from scrapy_denoise.methods import Method, Selection, get_method
from scrapy_denoise.page import MAX_NODES, MAX_SIZE, Page, UnreadablePage
from scrapy_denoise.result import Result
from scrapy_denoise.sites import SiteTemplate

try:
    from scrapy_poet.page_input_providers import PageObjectInputProvider
    from web_poet import AnyResponse, BrowserResponse, HttpResponse, Injectable
    from web_poet.serialization import SerializedLeafData, register_serialization
except ImportError as error:
    raise ImportError(f"page objects need the extra: pip install 'scrapy-denoise[poet]' ({error})") from error

if TYPE_CHECKING:
    from scrapy_denoise.items import StandardItem


@attrs.define(eq=False)
class Denoiser:
    """How the crawl cleans the page of one request: the page input that `DenoiserProvider` gives.

    found: what the middleware has found in Scrapy's response. saved: the decision that a fixture holds.
    """

    method: Method = attrs.field(factory=lambda: get_method("auto"))
    site: SiteTemplate | None = None
    max_size: int = MAX_SIZE
    max_nodes: int = MAX_NODES
    found: Result | None = None
    correction: Correction | None = None
    saved: dict[str, Any] | None = None
    page_types: tuple[str, ...] = ()
    result: Result | None = attrs.field(default=None, init=False)

    def clean(self, response: AnyResponse | BrowserResponse | HttpResponse) -> Result:
        """The content of the response of this request; computed once."""
        if self.result is None:
            self.result = self._clean(response.response if isinstance(response, AnyResponse) else response)
        return self.result

    def _clean(self, response: BrowserResponse | HttpResponse) -> Result:
        url = str(response.url)
        if self.found is not None and self.found.url == url and self._is_of(response):
            return self.found
        if isinstance(response, HttpResponse):
            page = read_page(_scrapy_response(response), self.max_size, self.max_nodes)
        else:
            # The browser's own page object, of the page that the middleware has the boxes of.
            drawn = self.found.page.drawn if self.found is not None and self.found.page is not None else None
            page = read_html(str(response.html), url, None, self.max_size, self.max_nodes, drawn)
        if self.saved is not None:
            return _replayed(page, self.saved, url)
        return denoise_page(page, self.method, self.site, self.correction).limited_to(self.page_types)

    def _is_of(self, response: BrowserResponse | HttpResponse) -> bool:
        """True if the middleware's result is for this response, and not for one that was replaced by it."""
        assert self.found is not None
        return self.found.reason == "disabled" or (self.found.page is not None and isinstance(response, HttpResponse))


@attrs.define(eq=False)
class DenoisedPage(Injectable):
    """The content of a page, for callbacks and page objects::

        def parse(self, response: DummyResponse, page: DenoisedPage):
            yield {"text": page.result.text}

    It is the content of the response that scrapy-poet gives: an `AnyResponse` or a `BrowserResponse` where a provider
    of the project gives such, and else the `HttpResponse` that Scrapy has downloaded.
    """

    response: AnyResponse | BrowserResponse | HttpResponse
    denoiser: Denoiser
    _items: dict[str, StandardItem] = attrs.field(factory=dict, init=False, repr=False)

    @property
    def result(self) -> Result:
        """The content. For a page that Scrapy has downloaded it is what `denoised(response)` gives."""
        return self.denoiser.clean(self.response)

    def item(self, name: str = "") -> StandardItem:
        """The content as a standard item (`Result.to_item`), made once for each name."""
        if name not in self._items:
            self._items[name] = self.result.to_item(name)
        return self._items[name]


class DenoiserProvider(PageObjectInputProvider):
    """Provides the input of `DenoisedPage` from the crawl; the add-on registers it. It needs no response of Scrapy."""

    provided_classes = {Denoiser}  # noqa: RUF012 - an attribute of instances, by its type in scrapy-poet
    name = "denoise"

    async def __call__(self, to_provide: set[Callable[..., Any]], request: Request, crawler: Crawler) -> list[Denoiser]:
        found, cleaner = result_of_request(request), crawler.get_extension(Cleaner)
        if cleaner is None:  # DENOISE_ENABLED is False
            switched_off = Denoiser()
            switched_off.result = Result(reason="disabled", url=request.url)
            return [switched_off]
        settings, options = cleaner.settings, request.meta.get("denoise", True)
        if options is False:
            found = Result(reason="disabled", url=request.url) if found is None else found
            options = True
        site = await cleaner.site_of(settings.site_key(request.url))
        correction = cleaner.correction_of(request.url)
        return [
            Denoiser(
                cleaner.method_for(options), site, settings.max_size, settings.max_nodes, found, correction,
                page_types=settings.page_types,
            )
        ]  # fmt: skip


def _scrapy_response(response: HttpResponse) -> Response:
    """The response as Scrapy has it, which reads its encoding in the same way."""
    headers = Headers()
    for name, value in response.headers.items():
        headers.appendlist(name, value)
    url, body = str(response.url), bytes(response.body)
    kind = responsetypes.from_args(headers=headers, url=url, body=body)
    return kind(url, response.status or 200, headers=headers, body=body)


# In a fixture, and in the cache of scrapy-poet: what was decided, not what it was decided from. So a fixture tests the
# page object, and gives the same with other templates and with later models.


def _serialize(denoiser: Denoiser) -> SerializedLeafData:
    result = denoiser.found if denoiser.result is None else denoiser.result
    return {"json": json.dumps(None if result is None else _decision(result)).encode()}


def _deserialize(cls: type[Denoiser], data: SerializedLeafData) -> Denoiser:
    return cls(saved=json.loads(data["json"]), max_size=0)


register_serialization(_serialize, _deserialize)


def _decision(result: Result) -> dict[str, Any]:
    """The decision about a page as JSON, for a fixture; kept, types and related have a value for each text row."""
    decision: dict[str, Any] = {"reason": result.reason, "detail": result.detail, "stated": result.stated}
    decision["repeated_titles"] = sorted(result.repeated_titles)
    selection = result.selection
    if selection is not None and result.page is not None:
        decision |= {
            "page_type": attrs.astuple(result.classification),
            "method": selection.method,
            "confidence": result.confidence,
            "siblings": int(selection.siblings),
            "kept": selection.kept.astype(int).tolist(),
            "types": selection.row_types(result.page).tolist(),
            "related": None if selection.related is None else selection.related.astype(int).tolist(),
        }
    return decision


def _replayed(page: Page | UnreadablePage, saved: dict[str, Any], url: str) -> Result:
    """The page with the decision that was saved. Raises ValueError where the page is read in another way than then."""
    if isinstance(page, UnreadablePage) or "kept" not in saved:
        return Result(page if isinstance(page, Page) else None, None, saved["reason"], url, saved["detail"])
    rows = len(page.columns.text_rows)
    if len(saved["kept"]) != rows:
        raise ValueError(
            f"the fixture of {url} decides on {len(saved['kept'])} texts, and the page has {rows}: it was saved by "
            "another version of scrapy-denoise; save it again"
        )
    types, related = saved["types"], saved["related"]
    selection = Selection(
        np.array(saved["kept"], np.bool_),
        saved["method"],
        saved["confidence"],
        types=None if types is None else lambda: np.array(types, np.uint8),
        siblings=saved["siblings"],
        related=None if related is None else np.array(related, np.bool_),
    )
    repeated = frozenset(saved.get("repeated_titles", ()))
    result = Result(
        page,
        selection,
        saved["reason"],
        detail=saved["detail"],
        repeated=lambda page: repeated,
        stated=saved.get("stated"),
    )
    result.confidence = saved["confidence"]
    if "page_type" in saved:
        name, confidence, lists, evidence = saved["page_type"]
        result.classification = PageType(name, confidence, lists, tuple(evidence))
    return result
