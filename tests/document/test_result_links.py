"""The links of a page: their addresses and texts, of any method. Their kinds: test_link_kinds.py."""

import numpy as np
import pytest

from scrapy_denoise import Link, Result, denoise
from scrapy_denoise.methods import Selection
from scrapy_denoise.page import Page
from scrapy_denoise.page.page import Columns
from scrapy_denoise.page.walk.compiled import walk

STORY = "The river rose in the night, and by the morning the lower road was under water, as it was last year."


def links(inside, url="https://a.example/news/1", kept=None):
    page = Page.from_html(inside, url=url)
    rows = page.columns.text_rows
    chosen = [kept is None or page.columns.text_of(row) in kept for row in rows]
    return [
        link for link in Result(page, Selection(np.array(chosen, np.bool_), "test")).links if link.kind == "content"
    ]


def test_links_are_absolute_and_in_order():
    html = "<p><a href=2>two</a> <a href=/3>three</a> <a href=//b.example/4>four</a> <a href='?p=5'>five</a></p>"
    assert links(html) == [
        Link("https://a.example/news/2", "two"),
        Link("https://a.example/3", "three"),
        Link("https://b.example/4", "four"),
        Link("https://a.example/news/1?p=5", "five"),
    ]


def test_the_base_of_the_page():
    assert links("<base href=/old/><a href=2>two</a>") == [Link("https://a.example/old/2", "two")]


def test_without_an_address_links_stay_as_they_are():
    assert links("<a href=/2>two</a><a href=https://b.example/>b</a>", url=None) == [
        Link("/2", "two"),
        Link("https://b.example/", "b"),
    ]


def test_only_kept_links():
    html = "<p>word <a href=/2>two</a></p><ul><li><a href=/3>three</a></li></ul><a href=/4><img src=/a.png></a>"
    assert links(html, kept=["word", "two"]) == [Link("https://a.example/2", "two")]
    assert links(html, kept=[]) == []
    # a link of which a part was kept
    assert links("<a href=/2>two <b>words</b></a>", kept=["words"]) == [Link("https://a.example/2", "words")]
    assert links("<a href=/2>two <b>words</b><br>more</a>")[0].text == "two words more"


@pytest.mark.parametrize(
    "href",
    "|#top| # |javascript:run()|JavaScript:run()|mailto:a@b.example|data:text/html,x|tel:1|https://[::1/|ftp://a/".split(
        "|"
    ),
)
def test_what_leads_to_no_page(href):
    assert [link for link in links(f"<a href='{href}'>two</a><a href=/3>three</a>") if link.text == "two"] == []
    assert links("<a>no address</a>") == []


def test_of_any_method():
    html = f"<ul><li><a href=/>Home</a></li></ul><p>{STORY}</p><p>{STORY} <a href=/map>Map</a></p>"
    for method in ("auto", "content_correlativity", "partly_semantic"):
        result = denoise(html, "https://a.example/1", method=method)
        assert result.links == [Link("https://a.example/", "Home", "navigation"), Link("https://a.example/map", "Map")]
        assert result.to_dict()["links"][1] == {"url": "https://a.example/map", "text": "Map", "kind": "content"}


def test_without_a_tree_or_a_page():
    tree = Page.from_html("<p><a href=/2>two</a></p>").tree
    page = Page(Columns(walk(tree, str, 10**6)), None, "https://a.example/")
    assert Result(page, Selection(np.ones(1, np.bool_), "test")).links == []
    assert Result(reason="disabled").links == []
