"""Articles that pages state in JSON-LD and do not show."""

import json

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.api import denoise_page
from scrapy_denoise.document.selection.json_ld_article import CONFIDENCE, DESCRIPTION_CONFIDENCE, MAX_ARTICLE_CHARS
from scrapy_denoise.methods import get_method
from scrapy_denoise.page import Page

LINES = [
    f"On day {number} the carpenters of the mill took {number + 3} planks from the old bridge and carried them away."
    for number in range(12)
]
TEASER = "<p>The bridge at the mill is open again, and half of the town has watched.</p>"


def page(body, shown=TEASER, **more):
    article = {"@type": "NewsArticle", "headline": "The bridge at the mill", "articleBody": body, **more}
    data = json.dumps(article).replace("</", "<\\/")
    return f"""<html><head><title>The bridge at the mill - Valley Paper</title>
    <script type="application/ld+json">{data}</script></head><body>{shown}</body></html>"""


@pytest.mark.parametrize(
    "shown", ["", TEASER, '<div style="display:none">x</div>', "<noscript>Enable JavaScript</noscript>"]
)
def test_the_stated_article_is_the_content(shown):
    result = denoise(page("\n\n".join(LINES), shown), "https://a.example/1")
    assert result.text.splitlines() == LINES
    assert (result.reason, result.method, result.confidence) == ("json_ld", "auto", CONFIDENCE)
    assert result.markdown.count("\n\n") == len(LINES) - 1
    assert result.blocks[0].reasons == ("the page states it in JSON-LD (articleBody) and does not show it",)
    assert result.title == "The bridge at the mill"


def test_it_is_an_option():
    html = page("\n".join(LINES))
    assert denoise(html, options={"use_json_ld_article": False}).reason != "json_ld"
    assert denoise(html, method="content_correlativity").reason != "json_ld"


@pytest.mark.parametrize(
    "form",
    [
        lambda line: f"<p>{line}</p><script>alert(1)</script>",
        lambda line: f"&lt;p&gt;{line}&lt;/p&gt;&lt;img src=x onerror=alert(1)&gt;",
        lambda line: f"<div onclick='alert(1)'>{line}<br></div>",
        lambda line: f"{line}\x00\x0b\n",
    ],
)
def test_its_markup_is_taken_away(form):
    result = denoise(page("".join(map(form, LINES))))
    assert result.text.splitlines() == LINES
    assert "alert" not in result.html
    assert "<img" not in result.html


@pytest.mark.parametrize(
    "html",
    [
        page("\n".join(LINES), "".join(f"<p>{line}</p>" for line in LINES)),  # it is shown
        page("\n".join(LINES), "<ul>" + "".join(f"<li><a href='/'>{line}</a>" for line in LINES) + "</ul>"),
        page(LINES[0]),  # too short
        page(["no", {"text": 7}]),
        page("<p></p>" * 1000),
        page("\n".join(LINES), "".join(f"<p>{line.replace('planks', 'nails')}" for line in LINES * 2)),
    ],
)
def test_a_page_that_needs_none_is_left_as_it_is(html):
    assert denoise(html).reason != "json_ld"


def test_the_page_that_is_given_is_not_changed():
    read = Page.from_html(page("\n".join(LINES)))
    before = len(list(read.tree.iter()))
    result = denoise_page(read, get_method("auto"))
    assert result.reason == "json_ld"
    assert len(list(read.tree.iter())) == before
    assert result.page is not read


def test_a_long_one_is_bounded():
    result = denoise(page("It rained in the hills all night. " * (MAX_ARTICLE_CHARS // 20)))
    assert result.reason == "json_ld"
    assert len(result.text) <= MAX_ARTICLE_CHARS


def product(description, shown, kind="Product"):
    data = {"@type": kind, "name": "Lamp", "description": description, "offers": {"@type": "Offer", "price": "19"}}
    stated = json.dumps(data).replace("</", "<\\/")
    return f'<title>Lamp</title><script type="application/ld+json">{stated}</script><h1>Lamp</h1>{shown}'


@pytest.mark.parametrize("shown", ["", "<p>€ 19</p><a href=/buy>Buy</a>"])
def test_the_stated_description_of_a_product_that_shows_nothing(shown):
    result = denoise(product(f"<p>{LINES[0]}</p><p>{LINES[1]}</p>", shown))
    assert result.page_type == "product"
    assert result.text.splitlines() == LINES[:2]
    assert (result.reason, result.confidence) == ("json_ld", DESCRIPTION_CONFIDENCE)
    assert result.blocks[0].reasons == ("the page states it in JSON-LD (description) and does not show it",)


def test_a_product_that_shows_its_description_or_states_a_short_one_is_as_it_was():
    shown = "".join(f"<p>{line}</p>" for line in LINES[:2])
    assert denoise(product("\n".join(LINES[:2]), shown)).reason == ""
    assert denoise(product("\n".join(LINES), "".join(f"<p>{line}</p>" for line in LINES[:6]))).reason == ""
    assert LINES[0][:80] not in denoise(product(LINES[0][:80], "<p>€ 19</p>")).text
    assert LINES[0] not in denoise(product("\n".join(LINES), "<p>€ 19</p>", "NewsArticle")).text
