"""The type of a page as it states it itself."""

import json

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.blocks.features.url_features import is_thread_address
from scrapy_denoise.blocks.stated_page_type import stated_type
from scrapy_denoise.page import Page

STORY = "<p>The river rose in the night, and by the morning the lower road was under water, as last year.</p>" * 3


def ld(*types):
    things = [{"@type": name, "name": f"Thing {i}", "url": f"/{i}"} for i, name in enumerate(types)]
    return f'<script type="application/ld+json">{json.dumps(things)}</script>'


def offers(*names):
    offer = {"@type": "Offer", "price": "24.00", "priceCurrency": "EUR"}
    things = [{"@type": "Product", "name": name, "offers": offer} for name in names]
    return f'<script type="application/ld+json">{json.dumps(things)}</script>'


KETTLE = (
    '<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Kettle</b><div itemprop="offers" itemscope'
    ' itemtype="https://schema.org/Offer"><b itemprop="price">24</b></div></div>'
)


def meta(name, content):
    return f'<meta name="{name}" property="{name}" content="{content}">'


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (ld("DiscussionForumPosting"), "forum"),
        (ld("WebPage", "QAPage"), "forum"),
        ('<div itemscope itemtype="https://schema.org/QAPage"></div>', "forum"),
        ('<div itemscope itemtype="https://schema.org/Question"></div>', ""),  # services have frequent ones
        (ld("CollectionPage", "BlogPosting"), "list"),
        (ld("ProductGroup"), "product"),
        (ld("NewsArticle"), "article"),
        (ld(["Article", "NewsArticle"]), "article"),
        (ld(*["NewsArticle"] * 3), ""),  # a list states those that it lists
        (ld("Product"), ""),  # services state products too
        (offers("Kettle"), "product"),
        (offers("Kettle", "Kettle"), "product"),  # once in a list of the page's things, and once alone
        (offers("Kettle", "Pan", "Lid"), ""),  # a list states many
        (offers("Kettle") + ld("ItemList"), ""),
        (offers("Kettle") + ld("Article"), "article"),  # of a kettle, which is for sale
        (KETTLE, "product"),
        (KETTLE * 2, ""),
        (meta("generator", "mkdocs-1.4.2, mkdocs-material-8.5.6"), "documentation"),
        (meta("generator", "VuePress 1.9.7") + ld("Article"), "documentation"),
        (meta("generator", "Docutils 0.18.1: https://docutils.sourceforge.io/"), "documentation"),
        (meta("generator", "Astro v4.5") + meta("generator", "Starlight v0.21"), "documentation"),
        ('<div class="VPContent"></div>', "documentation"),
        ('<nav class="nav-wide-wrapper"><a class="nav-chapters next" href="/b"></a></nav>', "documentation"),
        ('<div class="book-page"></div>', "documentation"),
        ("<!-- Book generated using mdBook -->", "documentation"),
        (meta("generator", "WordPress 6.4"), ""),
        (meta("og:type", "product"), "product"),
        (meta("og:type", "product.group"), "list"),
        (meta("og:type", "website") + meta("og:type", "article"), ""),
        ('<script type="application/ld+json">{"@type": 3}</script>', ""),
        ("", ""),
    ],
)
def test_what_a_page_states(head, expected):
    page = f"<html><head>{head}</head><body>{STORY}</body></html>"
    assert stated_type(Page.from_html(page))[0] == expected
    if expected:
        assert denoise(page).page_type == expected


def test_a_page_of_links_is_a_list_and_another_without_content_has_none():
    links = "".join(f"<li><a href=/{i}>Place {i}</a></li>" for i in range(20))
    result = denoise(f"<ul>{links}</ul>", url="https://a.example/places")
    assert (result.reason, result.page_type) == ("", "list")
    assert len(result.text.splitlines()) == len(result.entries) == 20
    result = denoise("<form><p>Name</p><input><p>Password</p><input><button>Send</button></form>")
    assert (bool(result), result.page_type) == (False, "other")


def test_pages_of_other_types_than_those_wanted_have_no_content():
    page = f"<html><head>{meta('og:type', 'article')}<title>The mill</title></head><body>{STORY}</body></html>"
    wanted = denoise(page, page_types=["article"])
    other = denoise(page, page_types=["forum", "list"])
    assert (wanted.reason, wanted.text) == ("", denoise(page).text)
    assert (bool(other), other.text, other.reason) == (False, "", "page_type")
    assert (other.page_type, other.title, other.posts) == ("article", "The mill", [])
    assert denoise("<p> ", page_types=["list"]).reason == "empty"
    with pytest.raises(ValueError, match="'blog' is not a page type; there are article, documentation"):
        denoise(page, page_types=["blog"])
    with pytest.raises(ValueError, match=r"page_types is 'article'; give a list, such as \['article'\]"):
        denoise(page, page_types="article")


def test_the_address_of_a_numbered_question_is_that_of_a_thread():
    assert is_thread_address("https://www.example.org/q/1010000044691234")
    assert not is_thread_address("https://www.example.org/q/rivers")
    assert not is_thread_address("https://example.org/q1/7")
