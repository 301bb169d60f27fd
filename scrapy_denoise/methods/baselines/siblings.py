"""How the baselines ask for other pages of a site."""

from __future__ import annotations

from scrapy_denoise.methods.base import Method, NotEnoughSiblings
from scrapy_denoise.page import Page
from scrapy_denoise.page.signature import Signature
from scrapy_denoise.sites import SiteTemplate


def siblings_of(method: Method, page: Page, site: SiteTemplate | None, limit: int) -> list[Signature]:
    """Up to `limit` pages of the page's layout, the most alike first.

    Raises NotEnoughSiblings where there are fewer than the method needs.
    """
    found = site.siblings(page, limit) if site is not None else []
    if len(found) < method.siblings:
        raise NotEnoughSiblings(method.name, method.siblings, len(found))
    return found
