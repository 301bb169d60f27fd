"""What must hold of `denoise`, whatever it is given."""

import json
from itertools import product

import pytest
from helpers.html_pages import html_pages, pages
from hypothesis import given
from hypothesis import strategies as st
from parsel import Selector

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.api import denoise_page
from scrapy_denoise.methods import get_method, method_names
from scrapy_denoise.methods.baselines import BASELINES
from scrapy_denoise.page import Page

SITE = SiteTemplate()
for i in range(3):
    SITE.learn(
        f"<nav><a href=/>Home</a></nav><div><p>word {i * 'x'}</p><p>{i}</p></div>", url=f"https://example.org/{i}"
    )


@pytest.mark.parametrize(
    ("method", "profile"),
    [*product(method_names(), ["default", "paper"]), *((name, "default") for name in BASELINES)],
)
@pages
@given(html=html_pages | st.text() | st.binary() | st.binary().map(b"<p>%b".__mod__))
def test_no_input_raises(method, profile, html):
    result = denoise(html, url="https://example.org/x", method=method, profile=profile, site=SITE)
    assert result.reason != "error"
    assert bool(result) == bool(result.blocks) == bool(result.text)
    assert isinstance(result.html, str)
    assert isinstance(result.title, str)
    assert 0.0 <= result.confidence <= 1.0
    json.dumps(result.to_dict()).encode()


@pages
@given(html_pages.filter(lambda html: html.isprintable()), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_the_same_from_text_bytes_and_tree(html, encoding):
    expected = denoise(html, url="https://example.org/").to_dict()
    assert denoise(html.encode(encoding), url="https://example.org/", encoding=encoding[:6]).to_dict() == expected
    tree = Selector(text=html, type="html").root
    page = Page.from_tree(tree, url="https://example.org/")
    assert denoise_page(page, get_method("auto")).to_dict() == expected
