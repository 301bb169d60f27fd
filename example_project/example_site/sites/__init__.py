"""The sites, one a module: each makes all its pages from a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..page import ExamplePage
from . import blog, docs, docs_news, harbour, jiu, kitab, luntan, market, shop, xinwen

__all__ = ["SITES"]

SITES: Mapping[str, Callable[[int], list[ExamplePage]]] = {
    xinwen.SITE.host: xinwen.pages,
    blog.SITE.host: blog.pages,
    luntan.SITE.host: luntan.pages,
    kitab.SITE.host: kitab.pages,
    jiu.SITE.host: jiu.pages,
    docs_news.SITE.host: docs.pages,
    shop.SITE.host: shop.pages,
    harbour.SITE.host: harbour.pages,
    market.SITE.host: market.pages,
}
