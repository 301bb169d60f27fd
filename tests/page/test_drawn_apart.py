"""Texts of elements beside each other without white space between them: which are apart, as a browser draws them."""

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.page import Page


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<div><span>Weight</span><span>412 g</span></div>", "Weight 412 g"),
        ("<li><a href=/a>关于停水的通知</a><span class=date>2024-03-12</span></li>", "关于停水的通知 2024-03-12"),
        ("<li><span>2024-03-12</span><a href=/a>关于停水的通知</a></li>", "2024-03-12 关于停水的通知"),
        ("<li><span class=k>品牌</span><span class=v>示例</span></li>", "品牌 示例"),
        ("<li><span class=k>ئېغىرلىقى</span><span class=v>يېنىك</span></li>", "ئېغىرلىقى يېنىك"),
        ("<div><span>7.1812</span><span>7.2114</span><span>Euro</span></div>", "7.1812 7.2114 Euro"),
        ("<div><span>USD</span><span>US dollar</span></div>", "USD US dollar"),
        ("<td><a href=/a>Harbour</a><a href=/b>Lighthouse</a></td>", "Harbour Lighthouse"),
        ("<h2><span class=brand>northwind</span><span class=name>lantern</span></h2>", "northwind lantern"),
        ("<div><strong>240</strong><span>projects</span></div>", "240 projects"),
        ("<div><strong>98%</strong><span>happy guests</span></div>", "98% happy guests"),
        ("<div><b>Bruschetta</b><span>€6.50</span></div>", "Bruschetta €6.50"),
        ("<div><s>€149.00</s><b>€119.00</b><i>$99</i></div>", "€149.00 €119.00 $99"),
        ("<div><b>Phone</b><span>+49 30 5557</span></div>", "Phone +49 30 5557"),
        ("<div><span>4.6</span><span>(128 reviews)</span></div>", "4.6 (128 reviews)"),
        ("<div><span>Open:</span><a href=/a>Monday</a></div>", "Open: Monday"),
        ("<div><span>8°</span><span>light rain</span></div>", "8° light rain"),
        ("<div><span>Size:</span><button>42</button><button>43</button></div>", "Size: 42 43"),
        ("<div><span>Weight</span><i></i><!-- value --><span>412 g</span></div>", "Weight 412 g"),
        ("<div><a href=/a><b>Harbour</b></a><span><em>Open</em></span></div>", "Harbour Open"),
        ("<p><button>Black</button><button>Moss</button></p>", "Black Moss"),
    ],
)
def test_parts_that_a_browser_draws_apart_have_a_space_between_them(markup, text):
    markup = f"<table><tr>{markup}</table>" if markup.startswith("<td") else markup
    assert Page.from_html(markup).text == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        # Initials, and letters and figures that are moved one by one.
        ("<div><span class=first>T</span><span>he harbour</span></div>", "The harbour"),
        ("<div><span class=a>h</span><span class=b>i</span><span class=c>ll</span></div>", "hill"),
        ("<div><span>2</span><span>4</span></div>", "24"),
        # Running text, where a word may be cut anywhere.
        ("<p><span class=s1>har</span><span class=s2>bour</span></p>", "harbour"),
        ("<strong><span class=s1>har</span><span class=s2>bour</span></strong>", "harbour"),
        ("<div>The <em class=hit>har</em><span>bour</span></div>", "The harbour"),
        ("<div><em class=hit>har</em><span>bour</span> opens</div>", "harbour opens"),
        ("<div><span>har</span><span>bour</span></div>", "harbour"),
        ("<div><em>图书</em><em>馆</em>开放</div>", "图书馆开放"),
        ("<code><span class=k>get</span><span class=n>Name</span></code>", "getName"),
        # Parts of one number or sign.
        ("<div><span>$</span><span>29</span><span>.99</span><span>/month</span></div>", "$29.99/month"),
        ("<h1><span>Category</span><span>:</span><span>Rivers</span></h1>", "Category:Rivers"),
        ("<div><span>29</span><span>€</span></div>", "29€"),
        ("<div><span>x</span><sup>2</sup></div>", "x2"),
        ("<div><a href=/a>Harbour</a><span>, open</span></div>", "Harbour, open"),
        ("<div><span>call</span><span>(x)</span></div>", "call(x)"),
        ("<ruby><rb>漢</rb><rb>字</rb></ruby>", "漢字"),
    ],
)
def test_parts_of_a_word_or_of_a_sentence_stay_together(markup, text):
    assert Page.from_html(markup).text == text


def test_the_space_is_in_every_rendering():
    specifications = "".join(
        f"<li><span class=k>{name}</span><span class=v>{value}</span></li>"
        for name, value in (("Weight", "412 g"), ("Input", "two wires"), ("Supply", "24 V"))
    )
    text = "<p>The transmitter turns the signal of a sensor into a current that long cables carry well.</p>"
    result = denoise(f"<main><h1>Transmitter</h1>{text}<h2>Specifications</h2><ul>{specifications}</ul></main>")
    assert result.text.endswith("Weight 412 g\nInput two wires\nSupply 24 V")
    assert "- Weight 412 g\n- Input two wires\n" in result.markdown
    assert "<li>Weight 412 g</li>" in result.html


def test_preformatted_text_stays_as_it_is():
    assert Page.from_html("<pre><span class=a>get</span><span class=b>Name</span></pre>").text == "getName"


def test_many_siblings_take_no_longer_than_their_number():
    text = Page.from_html("<div>" + "<!-- --><span>ab</span><span class=x>12</span>" * 2_000 + "</div>").text
    assert text.split(" ")[:4] == ["ab", "12", "ab", "12"]
