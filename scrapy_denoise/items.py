"""Makes standard items (zyte-common-items, the extra ``items``) of results. No other module imports that library."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Protocol

from scrapy_denoise.blocks.page_model import INDEX_TYPES
from scrapy_denoise.document import Document, Entry, Link
from scrapy_denoise.document.metadata.metadata import Metadata
from scrapy_denoise.document.pictures.document_images import picture_addresses
from scrapy_denoise.document.posts.attribution import UserPost
from scrapy_denoise.document.product.product import Product as FoundProduct
from scrapy_denoise.document.product.product import find_product
from scrapy_denoise.document.product.statements import Variant
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import collapse_whitespace

try:
    from zyte_common_items import (
        AdditionalProperty,
        AggregateRating,
        Article,
        ArticleFromList,
        ArticleList,
        ArticleMetadata,
        ArticleNavigation,
        Author,
        Brand,
        Breadcrumb,
        ForumThread,
        Gtin,
        Image,
        JobPostingNavigation,
        ProbabilityMetadata,
        ProbabilityRequest,
        Product,
        ProductFromList,
        ProductList,
        ProductMetadata,
        ProductNavigation,
        ProductVariant,
        Request,
        SocialMediaPost,
        Topic,
    )
    from zyte_common_items import Link as PageLink
    from zyte_common_items.items import SocialMediaPostMetadata
except ImportError as error:
    raise ImportError(f"standard items need the extra: pip install 'scrapy-denoise[items]' ({error})") from error

StandardItem = (
    Article
    | ArticleList
    | ArticleNavigation
    | ForumThread
    | JobPostingNavigation
    | Product
    | ProductList
    | ProductNavigation
)

MAX_HEADLINE = 300
"""A link with a longer text, in characters, is not the headline of a listed article."""

MAX_SUBCATEGORIES = 200
"""The most subcategories of a navigation item."""

PRICED = 0.5
"""A list is one of products if at least this share of its entries have a price."""

_LANGUAGE = re.compile(r"([a-z]{2})(?:[-_].*)?", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_PAGE_NUMBER = re.compile(r"(?:[?&](?:page|paged|p|pg)=|/page[/-]|/p(?=\d{1,4}/?\Z))(\d{1,6})(?![\w.])", re.IGNORECASE)


class ItemSource(Protocol):
    """The attributes of `scrapy_denoise.Result` from which items are made."""

    page: Page | None
    url: str | None

    @property
    def confidence(self) -> float: ...
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
    def product(self) -> FoundProduct | None: ...
    @property
    def posts(self) -> Sequence[UserPost]: ...
    @property
    def links(self) -> Sequence[Link]: ...
    @property
    def entries(self) -> Sequence[Entry]: ...
    @property
    def next_page(self) -> str | None: ...


def make_item(result: ItemSource, name: str = "") -> StandardItem:
    """Make a standard item of a result.

    name: the kind of item, one of `ITEMS`. By default it follows the page's type: ``forumThread`` for a thread,
    ``articleList`` for a list or a home page (``productList`` if half of its entries have a price), ``product`` for a
    product, and ``article`` for every other page. Raises ValueError for an unknown name, and for a result without an
    address, which every item needs.
    """
    if not result.url:
        raise ValueError("an item needs the address of its page; clean the page with url=")
    if name and name not in _MAKERS:
        raise ValueError(f"there is no item {name!r}; there are: {', '.join(_MAKERS)}")
    return _MAKERS[name or _usual_item(result)](result, result.url)


def _usual_item(result: ItemSource) -> str:
    if result.page_type in INDEX_TYPES:
        priced = sum(bool(entry.price) for entry in result.entries)
        return "productList" if priced and priced >= PRICED * len(result.entries) else "articleList"
    return {"forum": "forumThread", "product": "product"}.get(result.page_type, "article")


def _article(result: ItemSource, url: str) -> Article:
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


def _thread(result: ItemSource, url: str) -> ForumThread:
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


def _article_list(result: ItemSource, url: str) -> ArticleList:
    language = _language(result.metadata)
    return ArticleList(
        url=url,
        canonicalUrl=result.metadata.url or None,
        breadcrumbs=_breadcrumbs(result.metadata),
        articles=[
            ArticleFromList(
                url=entry.url,
                headline=entry.title or None,
                articleBody=entry.text or None,
                authors=[Author(name=entry.author)] if entry.author else None,
                datePublished=_moment(entry.published),
                mainImage=Image(url=entry.image) if entry.image else None,
                inLanguage=language,
                metadata=ProbabilityMetadata(probability=entry.score),
            )
            for entry in _offered(result)
        ]
        or None,
    )


def _product_list(result: ItemSource, url: str) -> ProductList:
    return ProductList(
        url=url,
        canonicalUrl=result.metadata.url or None,
        categoryName=_title(result),
        breadcrumbs=_breadcrumbs(result.metadata),
        pageNumber=_page_number(url),
        paginationNext=PageLink(url=result.next_page) if result.next_page else None,
        products=[
            ProductFromList(
                url=entry.url,
                name=entry.title or None,
                price=entry.price or None,
                regularPrice=entry.regular_price or None,
                currency=entry.currency or None,
                currencyRaw=entry.currency_raw or None,
                mainImage=Image(url=entry.image) if entry.image else None,
                metadata=ProbabilityMetadata(probability=entry.score),
            )
            for entry in _offered(result)
        ]
        or None,
    )


def _article_navigation(result: ItemSource, url: str) -> ArticleNavigation:
    return ArticleNavigation(**_category(result, url), **_navigation(result, url))


def _product_navigation(result: ItemSource, url: str) -> ProductNavigation:
    return ProductNavigation(**_category(result, url), **_navigation(result, url))


def _job_navigation(result: ItemSource, url: str) -> JobPostingNavigation:
    return JobPostingNavigation(**_navigation(result, url))


def _category(result: ItemSource, url: str) -> dict[str, Any]:
    """The fields about a category, which the navigation items of articles and of products have."""
    return {"categoryName": _title(result), "subCategories": _subcategories(result, url)}


def _navigation(result: ItemSource, url: str) -> dict[str, Any]:
    """The fields that every navigation item has."""
    return {
        "url": url,
        "items": _requests(result),
        "nextPage": _next_page(result),
        "pageNumber": _page_number(url),
    }


def _offered(result: ItemSource) -> list[Entry]:
    """The entries of a list without advertisements, each address once; if it has none, the links of its content."""
    known: dict[str, Entry] = {}
    for entry in result.entries:
        if not entry.advertisement:
            known.setdefault(entry.url, entry)
    if not known:
        links = [link for link in result.links if link.kind == "content"]
        for address, headline in listed(links, result.url or ""):
            known[address] = Entry(headline, address, score=result.confidence)
    return list(known.values())


def _requests(result: ItemSource) -> list[ProbabilityRequest] | None:
    return [
        ProbabilityRequest(
            url=entry.url, name=entry.title or None, metadata=ProbabilityMetadata(probability=entry.score)
        )
        for entry in _offered(result)
    ] or None


def _subcategories(result: ItemSource, url: str) -> list[ProbabilityRequest] | None:
    """Links of the page to addresses below its own that are not entries."""
    base = url.partition("#")[0].partition("?")[0].rstrip("/") + "/"
    entries = {entry.url for entry in result.entries}
    names: dict[str, str] = {}
    for link in result.links:
        below = link.url.startswith(base) and link.url.rstrip("/") + "/" != base and "?" not in link.url
        if below and link.url not in entries and link.kind in ("navigation", "related", "content"):
            names.setdefault(link.url, collapse_whitespace(link.text))
    return [
        ProbabilityRequest(url=address, name=name or None, metadata=ProbabilityMetadata(probability=result.confidence))
        for address, name in islice(names.items(), MAX_SUBCATEGORIES)
        if not _page_number(address)
    ] or None


def _next_page(result: ItemSource) -> Request | None:
    return Request(url=result.next_page) if result.next_page else None


def _page_number(url: str) -> int | None:
    """The page number in an address, such as 3 in ``?page=3``; None if there is none."""
    found = _PAGE_NUMBER.search(url)
    return int(found[1]) if found else None


def _product(result: ItemSource, url: str) -> Product:
    said = result.metadata
    found = result.product or FoundProduct()
    if result.product is None and result.page is not None:  # another page, of which one is asked for all the same
        with suppress(Exception):
            found = find_product(result.page, result.title)
    images = _images(result)
    rating = AggregateRating(bestRating=found.best, ratingValue=found.rating, reviewCount=found.reviews)
    properties = [AdditionalProperty(name=name, value=value) for name, value in found.properties]
    return Product(
        url=url,
        canonicalUrl=said.url or None,
        name=found.name or _title(result),
        description=result.text or None,
        descriptionHtml=result.html if result.text else None,
        brand=Brand(name=found.brand) if found.brand else None,
        price=found.price or None,
        regularPrice=found.regular_price or None,
        currency=found.currency or None,
        currencyRaw=found.currency_raw or None,
        availability=found.availability or None,
        sku=found.sku or None,
        mpn=found.mpn or None,
        gtin=[Gtin(type=found.gtin_kind, value=found.gtin)] if found.gtin else None,
        color=found.color or None,
        size=found.size or None,
        additionalProperties=properties or None,
        aggregateRating=rating if found.rating is not None or found.reviews is not None else None,
        variants=[_variant(one) for one in found.variants] or None,
        breadcrumbs=_breadcrumbs(said),
        mainImage=images[0] if images else None,
        images=images or None,
        metadata=ProductMetadata(probability=result.confidence),
    )


def _variant(found: Variant) -> ProductVariant:
    return ProductVariant(
        **{
            name: getattr(found, name) or None for name in ("sku", "price", "currency", "availability", "color", "size")
        },
        url=found.url if found.url.startswith(("http://", "https://")) else None,
    )


_MAKERS: dict[str, Callable[[ItemSource, str], StandardItem]] = {
    "article": _article,
    "articleList": _article_list,
    "articleNavigation": _article_navigation,
    "forumThread": _thread,
    "jobPostingNavigation": _job_navigation,
    "product": _product,
    "productList": _product_list,
    "productNavigation": _product_navigation,
}

ITEMS = tuple(_MAKERS)
"""The names of the standard items that `make_item` makes."""


def listed(links: Sequence[Link], url: str) -> Iterator[tuple[str, str]]:
    """The address and headline of each page that a list links to, in order; the headline is the longest link text."""
    headlines: dict[str, str] = {}
    for link in links:
        text = collapse_whitespace(link.text)
        if link.url != url and len(text) <= MAX_HEADLINE:
            headlines[link.url] = max(headlines.get(link.url, ""), text, key=len)
    return ((address, headline) for address, headline in headlines.items() if headline)


def _title(result: ItemSource) -> str | None:
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


def _images(result: ItemSource) -> list[Image]:
    """The main picture that the page's metadata names, then the pictures of the content."""
    addresses = [result.metadata.image, *picture_addresses(result.document)]
    return [Image(url=address) for address in dict.fromkeys(filter(None, addresses))]
