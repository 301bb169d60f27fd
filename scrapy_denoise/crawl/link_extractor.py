"""A link extractor that chooses links by their kind, such as links of the content and to the next page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from lxml.etree import _Element
from scrapy.http import Response, TextResponse
from scrapy.link import Link
from scrapy.linkextractors.lxmlhtml import LxmlLinkExtractor, LxmlParserLinkExtractor
from scrapy.utils.misc import arg_to_iter
from scrapy.utils.response import get_base_url

from scrapy_denoise.crawl.responses import denoised
from scrapy_denoise.document.links.link_kinds import LINK_KINDS
from scrapy_denoise.document.links.links import link_columns
from scrapy_denoise.document.source.compiled import Addresses

FOLLOWED = tuple(kind for kind in LINK_KINDS if kind not in ("advertisement", "other"))
"""The kinds of links that `DenoiseLinkExtractor` gives by default."""


class DenoiseLinkExtractor(LxmlLinkExtractor):
    """Scrapy's `LinkExtractor` with one more argument, ``kinds``.

    kinds: a kind of links or several, of ``content related pagination thread navigation advertisement other``; by
    default all but the last two. All other arguments are those of `LinkExtractor`; a link has to pass them and be of
    one of the kinds, which are those of `denoised(response)`. A link that the page does not show is ``other``, and so
    is an element other than ``a`` where ``tags`` asks for such.

    Raises ValueError for a kind that there is not.
    """

    def __init__(self, *args: Any, kinds: str | Iterable[str] = FOLLOWED, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kinds = frozenset(arg_to_iter(kinds))
        if wrong := sorted(self.kinds.difference(LINK_KINDS)):
            raise ValueError(f"no kind of links: {', '.join(wrong)}; there are: {', '.join(LINK_KINDS)}")
        self._parser = _OfKinds(self.link_extractor, self.kinds)
        self.link_extractor = self._parser

    def extract_links(self, response: Response) -> list[Link]:
        """The links of these kinds; none of a response that is no markup, such as JSON or a picture."""
        if not isinstance(response, TextResponse) or response.selector.type == "json":
            return []
        self._parser.kind_by_element = _kind_by_element(response)
        try:
            return super().extract_links(response)
        finally:
            self._parser.kind_by_element = {}


class _OfKinds(LxmlParserLinkExtractor):
    """Finds the links of an element as another does, but only those of some kinds."""

    def __init__(self, other: LxmlParserLinkExtractor, kinds: frozenset[str]) -> None:
        self.__dict__.update(vars(other))
        self.kinds = kinds
        self.kind_by_element: dict[_Element, str] = {}

    def _iter_links(self, document: Any) -> Iterator[tuple[Any, str, str]]:
        for element, attribute, value in super()._iter_links(document):
            if self.kind_by_element.get(element, "other") in self.kinds:
                yield element, attribute, value


def _kind_by_element(response: TextResponse) -> dict[_Element, str]:
    """The kind of each link of a response, by the link's element in the response's tree."""
    page = denoised(response).page
    kinds = denoised(response).link_kinds
    if page is None or page.root is None or kinds is None:
        return {}
    found = link_columns(page, kinds.kept, kinds)
    root = response.selector.root
    if page.root is root:
        elements = page.nodes(page.columns.link)
        pairs = zip(found.rows.tolist(), found.kinds, strict=True)
        return {element: kind for row, kind in pairs if (element := elements[row]) is not None}
    # The page was read again, in another encoding, or its body was replaced: a link is known by its address.
    addressed = list(zip(found.urls, found.kinds, strict=True))
    by_url = {url: kind for wanted in reversed(LINK_KINDS) for url, kind in addressed if kind == wanted}
    addresses = Addresses(get_base_url(response))
    return {element: by_url.get(addresses.page(element.get("href")), "other") for element in root.iter("a")}
