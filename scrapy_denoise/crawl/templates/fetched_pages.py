"""Keeps the pages that the warm-up has fetched, and gives each to the spider's own request for it in the same
session."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

import attrs
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.http import Response
from scrapy.http.headers import Headers
from scrapy.http.request import NO_CALLBACK

from scrapy_denoise.page.url import same_origin

FETCH_META = "denoise_fetch"
"""The key of a request's meta that marks it as one of the warm-up."""

MAX_SEEN = 100_000
"""Requests of the crawl that are remembered, so that their pages are not fetched again."""

MAX_KEPT = 100
"""Fetched responses that are kept for the spider's own request of the page."""

MAX_KEPT_BYTES = 32 * 1024 * 1024
"""Bytes of the bodies of these responses; above it the oldest are dropped, and downloaded if the crawl asks."""

COPIED_META = (
    "proxy", "cookiejar", "dont_merge_cookies", "download_slot", "bindaddress", "http_user", "http_pass",
    "http_auth_domain",
)  # fmt: skip
"""The keys of a page's meta that are copied to the requests for its siblings."""

NOT_COMPARED = frozenset((
    "depth", "depth_reset", "link_text", "rule", "is_start_request", "priority_adjust", "referrer_policy", "denoise",
    "download_slot", "download_timeout", "download_latency", "dont_obey_robotstxt", "allow_offsite",
    "autothrottle_dont_adjust_delay", "dont_redirect", "dont_retry", "max_retry_times", "retry_times",
    "redirect_times", "redirect_ttl", "redirect_urls", "redirect_reasons", "handle_httpstatus_all",
    "handle_httpstatus_list", FETCH_META,
))  # fmt: skip
"""The keys of a request's meta that do not change what is downloaded: bookkeeping of Scrapy, when and how often it is
tried, and what happens to other responses than those that are kept, which have the status 200. A key that is not known
here may change the download."""

NOT_COPIED = ("Cookie", "Referer", "Range", "Content-Type", "Content-Length", "Origin")
"""Headers of a page's request that are of this page alone, and cookies, which Scrapy sends from the cookie jar."""

CONDITIONS = ("If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range")


@attrs.frozen
class Asked:
    """How a page was asked for, before the middlewares for cookies and proxies have changed its request."""

    url: str
    headers: Headers
    meta: Mapping[str, Any]

    @classmethod
    def by(cls, request: Request) -> Asked:
        return cls(request.url, request.headers.copy(), dict(request.meta))

    def meta_for_siblings(self) -> dict[str, Any]:
        return {name: self.meta[name] for name in COPIED_META if name in self.meta}

    def headers_for(self, url: str, with_cookie: bool) -> Headers:
        """The headers to fetch a sibling with; none where it is of another scheme, host or port, which may be
        somebody else's.
        """
        if not same_origin(url, self.url):
            return Headers()
        headers = self.headers.copy()
        for name in (*NOT_COPIED, *CONDITIONS):
            if name != "Cookie" or not with_cookie:
                headers.pop(name, None)
        return headers


@attrs.define(eq=False)
class Fetch:
    """A request of the warm-up. session: what it was sent with; None while other middlewares have it.

    size: bytes of the body, once it is there.
    """

    response: asyncio.Future[Response | None] = attrs.field(factory=lambda: asyncio.get_running_loop().create_future())
    session: Hashable = None
    size: int = 0


class FetchedPages:
    """What was fetched and what the crawl has asked for, by the fingerprint of requests.

    A fetch answers a request if both have the same session: headers, cookies and meta, compared where both pass the
    same place among the middlewares.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._seen: OrderedDict[bytes, None] = OrderedDict()
        self._fetches: OrderedDict[bytes, Fetch] = OrderedDict()
        self._asked: WeakKeyDictionary[Request, Asked] = WeakKeyDictionary()

    def new_fetch(self, url: str, request: Request, meta: Mapping[str, Any]) -> tuple[Request, Fetch] | None:
        """A request for a sibling of the page that `request` asked for; None where the crawl has asked for it.

        From now on a request of the crawl for the sibling waits for it.
        """
        asked = self._asked.get(request) or Asked.by(request)
        kept = asked.meta_for_siblings()
        headers = asked.headers_for(url, self._cookies(kept) is None)
        headers["Referer"] = request.url
        fetch = Request(url, callback=NO_CALLBACK, headers=headers, meta={**kept, **meta, FETCH_META: True})
        fingerprint = self._fingerprint(fetch)
        if fingerprint in self._seen or fingerprint in self._fetches:
            return None
        self._fetches[fingerprint] = found = Fetch()
        return fetch, found

    def begin(self, request: Request) -> bool:
        """Record the session of a warm-up request before it is sent. False if the crawl has requested the page by
        now."""
        fetch = self._fetches.get(self._fingerprint(request))
        if fetch is None:
            return False
        fetch.session = self._session(request)
        return True

    def end(self, fetch: Fetch, response: Response | None) -> None:
        fetch.response.set_result(response)
        fetch.size = len(response.body) if response is not None else 0
        size = sum(kept.size for kept in self._fetches.values())
        while len(self._fetches) > MAX_KEPT or size > MAX_KEPT_BYTES:
            size -= self._fetches.popitem(last=False)[1].size

    async def response_for(self, request: Request) -> Response | None:
        """The response to a request of the crawl if its page was fetched in the same session; each is given once."""
        self._asked[request] = Asked.by(request)
        fingerprint = self._fingerprint(request)
        self._seen[fingerprint] = None
        while len(self._seen) > MAX_SEEN:
            self._seen.popitem(last=False)
        fetch = self._fetches.get(fingerprint)
        if fetch is None:
            return None
        same = fetch.session is not None and fetch.session == self._session(request)
        if same or fetch.session is None:
            # A fetch that was not sent yet is given up: whether it is of the same session is not known.
            del self._fetches[fingerprint]
        return await fetch.response if same else None

    def _session(self, request: Request) -> Hashable:
        """Everything but method, address and body that changes what a request downloads: headers, cookies, meta."""
        headers = {name.lower(): tuple(values) for name, values in request.headers.items()}
        headers.pop(b"referer", None)
        sent = b"; ".join(headers.pop(b"cookie", ()))
        cookies = _parsed(sent)
        middleware = self._cookies(request.meta)
        if middleware is not None:
            probe = Request(request.url)
            middleware.jars[request.meta.get("cookiejar")].add_cookie_header(probe)
            cookies = {**_parsed(probe.headers.get("Cookie") or b""), **cookies, **_given(request)}
        own = {"download_maxsize"} if FETCH_META in request.meta else set()  # what was kept is smaller than that
        meta = {name: repr(value) for name, value in request.meta.items() if name not in NOT_COMPARED | own}
        return frozenset(headers.items()), frozenset(cookies.items()), frozenset(meta.items())

    def _cookies(self, meta: Mapping[str, Any]) -> CookiesMiddleware | None:
        """What sends the cookies of a jar; None where cookies are switched off."""
        if meta.get("dont_merge_cookies"):
            return None
        return self._crawler.get_downloader_middleware(CookiesMiddleware)

    def _fingerprint(self, request: Request) -> bytes:
        assert self._crawler.request_fingerprinter is not None
        return self._crawler.request_fingerprinter.fingerprint(request)


def _parsed(header: bytes) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in header.decode("utf-8", "surrogateescape").split(";") if pair.strip())
    return {name.strip(): value.strip() for name, _, value in pairs}


def _given(request: Request) -> dict[str, str]:
    """The cookies that a request is made with."""
    given = request.cookies or {}
    pairs = given.items() if isinstance(given, dict) else ((one.get("name"), one.get("value")) for one in given)
    return {_text(name): _text(value) for name, value in pairs}


def _text(value: object) -> str:
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)
