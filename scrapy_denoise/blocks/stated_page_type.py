"""The type of a page as it states it itself: in JSON-LD or microdata, in OpenGraph, by the program that made it."""

from __future__ import annotations

from scrapy_denoise.blocks.regions.boilerplate import Asides
from scrapy_denoise.page import Page

MAX_STATED = 2
"""Objects of one type in JSON-LD up to which the page may be one itself; a list states many."""

# Each with the page type that it tells of, in the order in which they are asked. The share of such pages of WCXB that
# are of this type: 13 of 13, 8 of 8, 255 of 265; of those that state a discussion 70 of 70.
_JSON_LD = (
    ("list", ("CollectionPage",), False),
    ("product", ("ProductGroup",), False),
    ("article", ("NewsArticle", "BlogPosting", "Article", "ReportageNewsArticle"), True),
)
_DOCUMENTATION = (
    *("mkdocs", "vuepress", "vitepress", "docusaurus", "sphinx", "docutils", "gitbook", "docsify", "antora"),
    *("mdbook", "starlight"),
)
_NAMED = (b"VPContent", b"nav-chapters", b"sl-markdown-content", b"book-page")
"""Names of elements of VitePress, mdBook, Starlight, and Book, a theme of Hugo for documentation."""

_OPENGRAPH = {"product": "product", "og:product": "product", "product.group": "list"}


def stated_type(page: Page) -> str:
    """The page type that the page states; empty where it states none that can be relied on."""
    if page.states_discussion or page.once(Asides).stated:
        return "forum"
    generators = " ".join(page.meta.get("generator", [])).lower()
    named = page.columns.class_and_id
    if any(name in generators for name in _DOCUMENTATION) or any(name in named for name in _NAMED):
        return "documentation"
    for kind, names, single in _JSON_LD:
        count = sum(len(page.json_ld.of_type(name)) for name in names)
        if count and not (single and count > MAX_STATED):
            return kind
    return next((_OPENGRAPH[kind.lower()] for kind in page.meta.get("og:type", []) if kind.lower() in _OPENGRAPH), "")
