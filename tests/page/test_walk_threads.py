"""Threads that walk pages at the same time, without the interpreter's lock but where Python's objects are needed."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from scrapy_denoise.page import Page
from scrapy_denoise.page.markup.limits import PageTooLarge

THREADS, PAGES = 4, 60


def markup(number):
    """A page with all for which the walk takes the lock: statements, unknown elements, a note, a formula, a dialog,
    letters to fold, what a template left, an address in disguise, and more rows than its first tables hold."""
    rows = "".join(
        f'<p class="row-{number}-{row}">Word {row} of page {number}, caf\u0065\u0301</p>' for row in range(700)
    )
    return f"""<html><head><title>Page {number}</title><base href="https://site{number}.example/">
<meta property="og:title" content="Title {number}"><meta name="generator" content="Maker {number}">
<link rel="canonical" href="/p/{number}"><script type="application/ld+json">{{"@type": "Product"}}</script></head><body>
<x-part-{number} itemscope itemtype="https://schema.org/Review">Part {number}</x-part-{number}>
<p>Said<a href="#n{number}">1</a> so.</p><div hidden id="n{number}">A note of page {number}.</div>
<p><math><mi>a</mi><mo>=</mo><mfrac><mn>{number}</mn><mn>2</mn></mfrac></math> and ${{name{number}}}</p>
<p><a data-cfemail="543b14"></a><ruby>x<rt>y</rt></ruby></p><dialog>Closed {number}</dialog>{rows}</body></html>"""


def read(number):
    page = Page.from_html(markup(number))
    columns, stated = page.columns, page.statements
    return columns.text, columns.tag.tobytes(), columns.text_hash.tobytes(), stated.base, stated.told, stated.head.title


def test_pages_that_threads_read_side_by_side_are_read_as_one_after_another():
    expected = list(map(read, range(PAGES)))
    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(read, range(PAGES))) == expected
    assert len({text for text, *_ in expected}) == PAGES


def test_a_page_with_too_many_nodes_is_refused_in_a_thread_too():
    with ThreadPoolExecutor(1) as pool, pytest.raises(PageTooLarge, match="more than 100 nodes"):
        pool.submit(Page.from_html, markup(1), max_nodes=100).result()
