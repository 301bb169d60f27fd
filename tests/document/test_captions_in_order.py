"""Captions stand in the document where the page has them: what stands behind one is no part of its figure."""

import pytest
from helpers.selected import result
from lxml import html as lxml_html

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
