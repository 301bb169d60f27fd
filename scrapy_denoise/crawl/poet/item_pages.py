"""Page objects, for scrapy-poet, that give the content of a page as standard items; one method overrides one field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from scrapy_denoise.crawl.poet.page_objects import DenoisedPage

try:
    from web_poet import field
    from zyte_common_items import (
        Article,
        ArticleList,
        ArticleNavigation,
        BaseArticleListPage,
        BaseArticleNavigationPage,
        BaseArticlePage,
        BaseForumThreadPage,
        BaseJobPostingNavigationPage,
        BaseProductListPage,
        BaseProductNavigationPage,
        BaseProductPage,
        ForumThread,
        JobPostingNavigation,
        Product,
        ProductList,
        ProductNavigation,
    )
except ImportError as error:
    raise ImportError(f"pages of items need the extras: pip install 'scrapy-denoise[items,poet]' ({error})") from error


def _fields(item: type) -> dict[str, Any]:
    """A field of a page for each attribute of an item, which has the name of its class in `scrapy_denoise.items`."""
    name = item.__name__[0].lower() + item.__name__[1:]

    def read(attribute: str) -> Callable[[Any], Any]:
        return lambda self: getattr(self.page.item(name), attribute)

    return {attribute.name: field(out=[])(read(attribute.name)) for attribute in attrs.fields(item)}


@attrs.define
class DenoisedArticlePage(BaseArticlePage):
    """The page as an `Article`."""

    page: DenoisedPage
    vars().update(_fields(Article))


@attrs.define
class DenoisedArticleListPage(BaseArticleListPage):
    """The page as an `ArticleList`."""

    page: DenoisedPage
    vars().update(_fields(ArticleList))


@attrs.define
class DenoisedArticleNavigationPage(BaseArticleNavigationPage):
    """The page as an `ArticleNavigation`: what it offers as requests, and its next page."""

    page: DenoisedPage
    vars().update(_fields(ArticleNavigation))


@attrs.define
class DenoisedForumThreadPage(BaseForumThreadPage):
    """The page as a `ForumThread`."""

    page: DenoisedPage
    vars().update(_fields(ForumThread))


@attrs.define
class DenoisedJobPostingNavigationPage(BaseJobPostingNavigationPage):
    """The page as a `JobPostingNavigation`."""

    page: DenoisedPage
    vars().update(_fields(JobPostingNavigation))


@attrs.define
class DenoisedProductPage(BaseProductPage):
    """The page as a `Product`."""

    page: DenoisedPage
    vars().update(_fields(Product))


@attrs.define
class DenoisedProductListPage(BaseProductListPage):
    """The page as a `ProductList`."""

    page: DenoisedPage
    vars().update(_fields(ProductList))


@attrs.define
class DenoisedProductNavigationPage(BaseProductNavigationPage):
    """The page as a `ProductNavigation`."""

    page: DenoisedPage
    vars().update(_fields(ProductNavigation))
