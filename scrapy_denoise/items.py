"""Results as standard items, those of zyte-common-items (the extra ``items``), which only this file imports."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from scrapy_denoise.document import Document, Link
from scrapy_denoise.document.metadata.metadata import Metadata
from scrapy_denoise.document.offers import Offer, find_offer
from scrapy_denoise.document.pictures.document_images import picture_addresses
from scrapy_denoise.document.posts.attribution import SignedPost
from scrapy_denoise.page import Page
from scrapy_denoise.page.text.whitespace import one_line

try:
    from zyte_common_items import (
        AggregateRating,
        Article,
        ArticleFromList,
        ArticleList,
        ArticleMetadata,
        Author,
        Brand,
        Breadcrumb,
        ForumThread,
        Gtin,
        Image,
        ProbabilityMetadata,
        Product,
        ProductMetadata,
        SocialMediaPost,
        Topic,
    )
    from zyte_common_items.items import SocialMediaPostMetadata
except ImportError as error:
    raise ImportError(f"standard items need the extra: pip install 'scrapy-denoise[items]' ({error})") from error

StandardItem = Article | ForumThread | ArticleList | Product

MAX_HEADLINE = 300
"""Characters of a link's text above which it is not the headline of a listed article."""

_LANGUAGE = re.compile(r"([a-z]{2})(?:[-_].*)?", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Cleaned(Protocol):
    """What an item is made from: a part of `scrapy_denoise.Result`."""

    page: Page | None
    url: str | None
    confidence: float

    @property
    def page_type(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def html(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def metadata(self) -> Metadata: ...
    @property
    def document(self) -> Document: ...
    @property
    def posts(self) -> Sequence[SignedPost]: ...
    @property
    def links(self) -> Sequence[Link]: ...


def make_item(result: Cleaned, page_type: str = "") -> StandardItem:
    """The result as the item of its page type: a thread as `ForumThread`, a list as `ArticleList`, a product as
    `Product`, every other page as `Article`.

    page_type: ``article``, ``forum``, ``list`` or ``product`` makes that item whatever the page's own type is. Raises
    ValueError for a result without an address, which every item has to have, and for an unknown page type.
    """
    if not result.url:
        raise ValueError("an item needs the address of its page; clean the page with url=")
    kind = page_type or result.page_type
    if page_type and page_type not in _MAKERS:
        raise ValueError(f"no item is made for the page type {page_type!r}; there are: {', '.join(_MAKERS)}")
    return _MAKERS.get(kind, _article)(result, result.url)


def _article(result: Cleaned, url: str) -> Article:
    said = result.metadata
    images = _images(result)
    return Article(
        url=url,
        canonicalUrl=said.url or None,
        headline=_title(result),
        datePublished=_moment(said.published) or _moment(said.modified),
        dateModified=_moment(said.modified),
        authors=[Author(name=name) for name in said.authors] or None,
        breadcrumbs=_breadcrumbs(said),
        inLanguage=_language(said),
        mainImage=images[0] if images else None,
        images=images or None,
        description=said.description or None,
        articleBody=result.text or None,
        articleBodyHtml=result.html if result.text else None,
        metadata=ArticleMetadata(probability=result.confidence),
    )


def _thread(result: Cleaned, url: str) -> ForumThread:
    title = _title(result)
    return ForumThread(
        url=url,
        topic=Topic(name=title) if title else None,
        posts=[
            SocialMediaPost(
                url=url,
                text=post.text,
                datePublished=_moment(post.published),
                metadata=SocialMediaPostMetadata(probability=result.confidence),
            )
            for post in result.posts
            if post.text != title  # which stands alone before the first post
        ]
        or None,
    )


def _list(result: Cleaned, url: str) -> ArticleList:
    language = _language(result.metadata)
    return ArticleList(
        url=url,
        canonicalUrl=result.metadata.url or None,
        breadcrumbs=_breadcrumbs(result.metadata),
        articles=[
            ArticleFromList(
                url=address,
                headline=headline,
                inLanguage=language,
                metadata=ProbabilityMetadata(probability=result.confidence),
            )
            for address, headline in listed([link for link in result.links if link.kind == "content"], url)
        ]
        or None,
    )


def _product(result: Cleaned, url: str) -> Product:
    said = result.metadata
    offer = find_offer(result.page) if result.page is not None else Offer()
    images = _images(result)
    rating = AggregateRating(bestRating=offer.best, ratingValue=offer.rating, reviewCount=offer.reviews)
    return Product(
        url=url,
        canonicalUrl=said.url or None,
        name=offer.name or _title(result),
        description=result.text or None,
        descriptionHtml=result.html if result.text else None,
        brand=Brand(name=offer.brand) if offer.brand else None,
        price=offer.price or None,
        currency=offer.currency or None,
        availability=offer.availability or None,
        sku=offer.sku or None,
        mpn=offer.mpn or None,
        gtin=[Gtin(type=kind, value=value) for kind, value in offer.gtin] or None,
        color=offer.color or None,
        size=offer.size or None,
        aggregateRating=rating if offer.rating is not None or offer.reviews is not None else None,
        breadcrumbs=_breadcrumbs(said),
        mainImage=images[0] if images else None,
        images=images or None,
        metadata=ProductMetadata(probability=result.confidence),
    )


_MAKERS: dict[str, Callable[[Cleaned, str], StandardItem]] = {
    "article": _article,
    "forum": _thread,
    "list": _list,
    "product": _product,
}


def listed(links: Sequence[Link], url: str) -> Iterator[tuple[str, str]]:
    """The pages that a list leads to, in order, each with the longest text of its links: an address and a headline."""
    headlines: dict[str, str] = {}
    for link in links:
        text = one_line(link.text)
        if link.url != url and len(text) <= MAX_HEADLINE:
            headlines[link.url] = max(headlines.get(link.url, ""), text, key=len)
    return ((address, headline) for address, headline in headlines.items() if headline)


def _title(result: Cleaned) -> str | None:
    return result.metadata.title or result.title or None


def _moment(date: str) -> str | None:
    """A date in the form of the item classes: with the time, and with the zone where it is known."""
    if _DAY.fullmatch(date):
        return f"{date}T00:00:00"
    return date.replace("+00:00", "Z") or None


def _language(said: Metadata) -> str | None:
    """The two letters of ISO 639-1; None for a language that has none."""
    match = _LANGUAGE.fullmatch(said.language)
    return match[1].lower() if match else None


def _breadcrumbs(said: Metadata) -> list[Breadcrumb] | None:
    return [Breadcrumb(name=name) for name in said.breadcrumbs] or None


def _images(result: Cleaned) -> list[Image]:
    """The main picture that the page states, then those of the content."""
    addresses = [result.metadata.image, *picture_addresses(result.document)]
    return [Image(url=address) for address in dict.fromkeys(filter(None, addresses))]
