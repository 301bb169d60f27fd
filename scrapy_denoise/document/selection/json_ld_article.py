"""What a page states in its data and does not show: the text of an article (``articleBody`` in JSON-LD), or the
description of a product.

A step between a decision that keeps next to nothing and the result. The published profiles are without it.
"""

from __future__ import annotations

from copy import deepcopy

from lxml.etree import SubElement, _Element

from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.document.product.json_ld import first_description
from scrapy_denoise.document.selection.compiled import linked_chars
from scrapy_denoise.document.source.compiled import NOT_XML
from scrapy_denoise.document.source.stated_text import paragraphs_of
from scrapy_denoise.methods.method import Edit, Selection
from scrapy_denoise.page import Page, PageTooLarge
from scrapy_denoise.page.compiled import ARTICLE_BODY, PRODUCT
from scrapy_denoise.page.structured_data.json_ld import strings

MAX_CONTENT_CHARS = 1_000
"""Characters of content from which a page is left as the method decided it."""

MIN_CHARS = 500
"""Characters that the text of an article has in JSON-LD, at least."""

MIN_DESCRIPTION = 100
"""Characters of the description of a product, at least: most are two or three sentences."""

MAX_ARTICLE_CHARS = 500_000
"""Characters of it that are read."""

MIN_LENGTH_RATIO = 3
"""How many times as long as the content the stated text is, at least: otherwise it is a summary of the page."""

PROBES = 8
"""Parts of the stated text that are looked for in what the page shows."""

PROBE = 24
"""Characters of each."""

CONFIDENCE = 0.77
"""The mean F1 of ``articleBody`` and the gold text, over the 135 pages of the development corpora that have both."""

DESCRIPTION_CONFIDENCE = 0.35
"""The mean F1 of such a description and the gold text, over the 39 product pages of WCXB that state one: it tells less
than the page."""

REASON = "json_ld"

STATING = (ARTICLE_BODY, PRODUCT)
"""Words in the JSON-LD of a page that may state such a text."""


def json_ld_article(page: Page, found: Selection) -> tuple[Page, Selection] | None:
    """The page with the article that its JSON-LD states at its end, and a selection of that alone; of a product's page
    the description.

    None for a page that shows that text, that has content, that a browser has drawn, or that states no such text. The
    page that is given stays as it is. The article's markup is taken away: it comes as paragraphs of plain text.
    """
    if page.root is None or page.columns.boxes is not None:
        return None
    chars = linked_chars(page.columns, found.kept)[2]
    if chars >= MAX_CONTENT_CHARS:
        return None
    words = page.statements.words
    if ARTICLE_BODY in words:
        text, least, source, confidence = _article_body(page), MIN_CHARS, "articleBody", CONFIDENCE
    elif PRODUCT in words and page.cached(find_page_type).name == "product":
        text, least = first_description(page, MAX_ARTICLE_CHARS), MIN_DESCRIPTION
        source, confidence = "description", DESCRIPTION_CONFIDENCE
    else:
        return None
    least = max(least, MIN_LENGTH_RATIO * chars)
    if len(text) < least:
        return None
    paragraphs = paragraphs_of(text)
    if sum(map(len, paragraphs)) < least or _shows(page, " ".join(paragraphs)):
        return None
    return _with_text(page, paragraphs, found.method, source, confidence)


def _article_body(page: Page) -> str:
    """The text of the work that the page is about, as it states it; empty where it states none."""
    works = page.main_objects
    return next((text for work in works for text in strings(work.get("articleBody"))), "")[:MAX_ARTICLE_CHARS]


def _shows(page: Page, text: str) -> bool:
    """Whether the page shows at least half of some parts of a text."""
    shown = _joined(page.text)
    text = _joined(text)
    starts = [len(text) * i // PROBES for i in range(PROBES)]
    return 2 * sum(text[start : start + PROBE] in shown for start in starts) >= PROBES


def _joined(text: str) -> str:
    return "".join(text.split())


def _with_text(
    page: Page, paragraphs: list[str], method: str, source: str, confidence: float
) -> tuple[Page, Selection] | None:
    """The page with these paragraphs at its end, and a selection of them. source: the property that states them."""
    tree = deepcopy(page.tree)
    assert tree is not None
    body = tree.find("body")
    article: _Element = SubElement(tree if body is None else body, "article")
    for paragraph in paragraphs:
        SubElement(article, "p").text = NOT_XML.sub("", paragraph)
    try:
        whole = Page.from_tree(tree, page.url, max_nodes=len(page.columns) + 4 * (len(paragraphs) + 2))
    except PageTooLarge:
        return None
    columns = whole.columns
    row = next((row for row, element in enumerate(whole.elements()) if element is article), None)
    if row is None:  # in a page that hides all it has
        return None
    kept = (columns.text_rows > row) & (columns.text_rows < columns.end[row])
    if not kept.any():
        return None
    edits = (Edit(kept, 0, f"the page states it in JSON-LD ({source}) and does not show it"),)
    return whole, Selection(kept, method, confidence, REASON, edits=edits)
