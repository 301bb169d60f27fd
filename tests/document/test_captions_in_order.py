"""Captions stand in the document where the page has them: what stands behind one is no part of its figure."""

import pytest
from helpers.selected import result
from lxml import html as lxml_html

from scrapy_denoise import denoise

TABLE = "<table><tr><th>Year<th>Boats<tr><td>1999<td>12</table>"


@pytest.mark.parametrize(
    "markup",
    [
        "<figure><img src=/a.png><figcaption>The river<p>It rained.</p><h2>Boats</h2><p>They sank.</p></figure>",
        "<figure><img src=/a.png><figcaption>The river has<ul><li>boats<li>mills</ul></figcaption></figure>",
        "<figure><img src=/a.png><figcaption>Of<ul><li>boats</ul>and mills</figcaption></figure>",
        f"<figure><figcaption>Boats by year</figcaption>{TABLE}</figure>",
        f"<figure>{TABLE}<figcaption>Boats by year</figcaption></figure>",
        "<figure><figcaption>Ann Lee</figcaption><blockquote><p>It rained.</p></blockquote></figure>",
        TABLE.replace("<tr><th>", "<caption>Boats<ul><li>of the valley</ul>by year</caption><tr><th>", 1),
        TABLE.replace("<tr><th>", "<caption>Boats by year<ul><li>of the valley</ul></caption><tr><th>", 1),
    ],
)
def test_the_clean_html_has_the_words_in_the_order_of_the_text(markup):
    found = result(f"<p>before</p>{markup}<p>after</p>")
    assert "".join(lxml_html.fromstring(found.html).text_content().split()) == "".join(found.text.split())
    assert found.html.count("<img") == markup.count("<img")


def test_a_caption_behind_what_it_names_stays_one():
    found = result(f"<figure>{TABLE}<figcaption>Boats by year</figcaption></figure>").html
    assert "<figcaption>Boats by year</figcaption>" in found


@pytest.mark.parametrize(
    "control",
    ["<b class=toggle>toggle caption</b>", "<button>Hide caption</button>", "<a href=/b.jpg>Enlarge this image</a>"],
)
@pytest.mark.parametrize("credit", ["<b>H. Pool/WN</b>", "<span class=credit>H. Pool/WN</span>"])
def test_buttons_and_second_credits_are_no_part_of_a_caption(control, credit):
    text = "<p>The river rose in the night, and by the morning the lower road was under water again.</p>" * 3
    caption = f"<div class=caption><p>The ford below the mill. {credit} {control}</p></div>"
    caption += "<div class=caption>H. Pool/WN</div>"
    figure = f"<figure><img src=/b.jpg width=900 height=600><figcaption>{caption}</figcaption></figure>"
    markdown = denoise(
        f"<h1>The ford</h1><article>{text}{figure}{text}</article>", url="https://a.example/ford"
    ).markdown
    assert "*The ford below the mill. H. Pool/WN*" in markdown
    assert markdown.count("H. Pool") == 1
