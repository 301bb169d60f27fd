"""What must hold of the rows of every page."""

import re

import numpy as np
from fuzz.properties import check_rows
from helpers.html_pages import html_pages, pages, squeeze
from hypothesis import example, given

from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import is_uyghur
from scrapy_denoise.page.text.normalize import normalize_letters


def visible_texts(element, revealed, shown=True):
    """The text nodes that a browser would show, by another way than the walk's."""
    name = element.tag
    if not isinstance(name, str) or (name in tags.SKIPPED and not (revealed and name == "noscript")):
        shown = False
    elif name not in ("html", "body") and not revealed:
        style = element.get("style", "").replace(" ", "")
        hidden = element.get("hidden") is not None or "display:none" in style
        shown = shown and (not hidden or element.get("role") == "tabpanel")
    if shown and name not in tags.OPAQUE:
        around = "({})" if is_bare_reading(element) else "{}"
        if element.text:
            yield around.format(element.text) if squeeze(element.text) else ""
        for child in element:
            yield from visible_texts(child, revealed)
            if child.tail:
                yield around.format(child.tail) if squeeze(child.tail) else ""


def is_bare_reading(element):
    """Whether an element is the reading of a word and has no parentheses of the page."""
    parent = element.getparent()
    if element.tag != "rt" or parent is None or parent.tag != "ruby":
        return False
    before = [other for other in element.itersiblings(preceding=True) if isinstance(other.tag, str)]
    return not before or before[0].tag != "rp"


@pages
@given(html_pages)
@example("<ruby>a<rt>b <i>c</i> d</rt>e<rp>[</rp><rt>f</rt></ruby>")
@example(f"<p>x<noscript>{'seven words and <b>none</b> of them ' * 30}</noscript><p hidden>y<b>z</b><!-- note -->")
def test_text_rows_tile_the_visible_text(html):
    page = Page.from_html(html)
    columns = page.columns
    check_rows(page)
    rows = columns.text_rows
    for row in rows.tolist():
        text = columns.text[columns.text_start[row] : columns.text_stop[row]].decode()
        assert columns.chars[row] == len(re.sub(r"\s+", " ", text))
    uyghur = is_uyghur("".join(page.tree.itertext()))
    expected = [squeeze(normalize_letters(text, uyghur)) for text in visible_texts(page.tree, page.includes_hidden)]
    assert squeeze(page.text) == "".join(expected)
    assert len(rows) == sum(map(bool, expected))


@pages
@given(html_pages)
def test_rows_are_a_tree(html):
    page = Page.from_html(html)
    columns = page.columns
    for row in range(len(columns)):
        parent = columns.parent[row]
        assert row < columns.end[row] <= len(columns)
        if row == 0:
            assert (parent, columns.depth[row]) == (-1, 0)
            continue
        assert 0 <= parent < row < columns.end[row] <= columns.end[parent]
        assert columns.depth[row] == columns.depth[parent] + 1
        assert columns.linked[row] == (columns.linked[parent] or columns.link[row])
        assert columns.tag[parent] != tags.TEXT
    assert (columns.end[columns.text_rows] == columns.text_rows + 1).all()
    assert (page.signature.parent == columns.parent).all()
    assert (page.signature.end == columns.end).all()
    assert columns.subtree_chars[:1].sum() == columns.chars.sum()
    assert (np.diff(columns.block[columns.text_rows]) >= 0).all()
