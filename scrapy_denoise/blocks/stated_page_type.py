"""Reads the type that a page states of itself: in JSON-LD, microdata or OpenGraph, or by its program."""

from __future__ import annotations

import re
from itertools import repeat

from scrapy_denoise.blocks.features.compiled import DOCUMENTATION, class_id_pairs
from scrapy_denoise.blocks.page_columns import offered_products
from scrapy_denoise.blocks.regions.boilerplate import BoilerplateRegions
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import ExactWords, head_comments_have

MAX_STATED = 2
"""Objects of one type in JSON-LD up to which the page may be one itself; a list states many."""

# Each with the page type that it tells of, in the order in which they are asked. The share of such pages of WCXB that
# are of this type: 13 of 13, 8 of 8, 255 of 265; of those that state a discussion 70 of 70, an offer 44 of 46.
_ARTICLES = ("NewsArticle", "BlogPosting", "Article", "ReportageNewsArticle")
_JSON_LD = (
    ("list", ("CollectionPage",), False),
    ("product", ("ProductGroup",), False),
    ("article", _ARTICLES, True),
)
_LISTS = frozenset(("ItemList", "CollectionPage", *_ARTICLES))
_DOCUMENTATION = re.compile(
    "mkdocs|vuepress|vitepress|docusaurus|sphinx|docutils|gitbook|docsify|antora|mdbook|starlight|javadoc|doxygen|rustdoc"
)
_NAMED = ExactWords({"documentation": [name.encode() for name in DOCUMENTATION]})

_GENERATED = b"Book generated using mdBook"
"""What mdBook writes in a comment in the head of each page."""

MAX_COMMENTS = 20
"""Comments of a head that are read."""

_OPENGRAPH = {"product": "product", "og:product": "product", "product.group": "list"}

_NOTHING = ("", "")


def stated_type(page: Page) -> tuple[str, str]:
    """The page type that the page states, and where it does, in words; both empty where it states none that can be
    relied on."""
    if page.states_discussion or page.cached(BoilerplateRegions).stated:
        return "forum", "it states a discussion, or a question and its answers"
    told = page.statements.told
    generators = " ".join(told.get("generator", [])).lower()
    if (
        _DOCUMENTATION.search(generators)
        or (page.cached(class_id_pairs).has_family("documentation") and _NAMED.are_in(page.columns.class_id_values))
        or (page.root is not None and head_comments_have(page.root, _GENERATED, MAX_COMMENTS))
    ):
        return "documentation", "a program for documentation made it"
    if _offers_one(page):
        return "product", "it states a product and an offer"
    stated = page.json_ld.by_type
    for kind, names, single in _JSON_LD if stated else ():
        count = sum(map(len, map(stated.get, names, repeat(()))))
        if count and not (single and count > MAX_STATED):
            return kind, f"it states {' or '.join(names)} in JSON-LD"
    for kind in told.get("og:type", []):
        if kind.lower() in _OPENGRAPH:
            return _OPENGRAPH[kind.lower()], f"its type in OpenGraph is {kind}"
    return _NOTHING


def _offers_one(page: Page) -> bool:
    """Whether a page states that one product is offered, and neither a list nor an article, which may name some."""
    if not _LISTS.isdisjoint(page.json_ld.by_type):
        return False
    if names := offered_products(page):
        return len(set(names)) == 1 and len(names) <= MAX_STATED
    items = [kind for name, kind in page.item_types if name in ("name", "price", "lowPrice")]
    products = sum(kind.endswith("/Product") or kind == "Product" for kind in items)
    return products == 1 and any(kind.endswith("Offer") for kind in items)
