"""What must hold of the result of every page, whichever rows are kept."""

from random import Random

import numpy as np
from fuzz.properties import check_xpaths
from helpers.html_pages import html_pages, pages, squeeze
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree

from scrapy_denoise.methods import Selection
from scrapy_denoise.page import Page
from scrapy_denoise.result import Result

ALLOWED = {
    tag: set()
    for tag in """article section p h1 h2 h3 h4 h5 h6 ul dl dt dd table caption tr figure figcaption blockquote pre em
    strong del ins mark sub sup br hr math""".split()
} | {
    "article": {"dir"}, "a": {"href"}, "img": {"src", "alt"}, "ol": {"start"}, "li": {"value"}, "code": {"class"},
    "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan"},
}  # fmt: skip


@pages
@given(html_pages, st.randoms(use_true_random=False))
def test_an_xpath_selects_its_node_alone(html, random):
    check_xpaths(Page.from_html(html), random)


@pages
@given(html_pages, st.randoms(use_true_random=False))
@example("word<div >word</div>word<pre >word<div >word<!-- note -->\nword</div></pre>", Random(3))
def test_kept_and_noise_are_disjoint_and_complete(html, random):
    page = Page.from_html(html)
    n = len(page.columns.text_rows)
    kept = np.array([random.random() < 0.6 for _ in range(n)], np.bool_)
    result = Result(page, Selection(kept, "test"))
    assert squeeze(result.text) == squeeze("".join(block.text for block in result.blocks))
    assert sum(block.chars for block in result.blocks) == page.columns.chars[page.columns.text_rows[kept]].sum()
    assert sum(block.chars for block in result.blocks + result.noise) == page.columns.chars.sum()
    assert all(block.kept for block in result.blocks)
    assert not any(block.kept for block in result.noise)
    all_of_it = Result(page, Selection(np.ones(n, np.bool_), "test"))
    assert all_of_it.text == page.text.lstrip(" ")  # the indent of a first line in a pre stands before its row

    def letters(blocks):
        # a space is gone where a block is cut, in a pre a line end too
        text = "".join(b.text for b in blocks).replace(" ", "")
        return sorted(text.replace("\n", "") if "<pre" in html else text)

    assert letters(result.blocks + result.noise) == letters(all_of_it.blocks)


@pages
@given(html_pages, st.randoms(use_true_random=False))
@example("<math>\ufee9\ufedf\ufee2\ufbd7</math>", Random(1))
@example("<math>e\u0301</math>", Random(1))
def test_html_holds_the_kept_text_and_the_tree_is_not_changed(html, random):
    page = Page.from_html(html, url="https://example.org/a/")
    before = etree.tostring(page.tree)
    kept = np.array([random.random() < 0.6 for _ in page.columns.text_rows], np.bool_)
    result = Result(page, Selection(kept, "test"))
    assert bool(result.html) == bool(kept.any())
    if result.html:
        clean = etree.fromstring(result.html)
        controls = dict.fromkeys([*range(32), 0xFFFE, 0xFFFF])
        words = squeeze("".join(clean.itertext())).translate(controls)
        assert sorted(words) == sorted(squeeze(result.text).translate(controls))
        for node in clean.iter():
            assert node.tag in ALLOWED
            assert set(node.attrib) <= ALLOWED[node.tag]
            assert not any(value.startswith("javascript:") for value in node.attrib.values())
    assert etree.tostring(page.tree) == before
